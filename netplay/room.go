package netplay

import "encoding/hex"

// room is a host's side: which series is there, which session plays it, and whether a stranger may
// come in. The sessions of all who have connected share it.
type room struct {
	open    bool
	session *Session // of the guest in the seat, who considers the rules, plays or resumes
	series  *Series  // begun and not over: played or paused
	aside   map[string]bool
	ended   map[string]bool
}

func newRoom() *room {
	return &room{open: true, aside: map[string]bool{}, ended: map[string]bool{}}
}

// full reports whether a stranger has to be turned away.
func (r *room) full() bool { return !r.open || r.session != nil || r.series != nil }

// find returns the series that a guest wants to take up again, or nil and whether it was set aside
// or has ended.
func (r *room) find(id []byte) (found *Series, aside, ended bool) {
	name := hex.EncodeToString(id)
	if r.series != nil && r.series.name() == name {
		return r.series, false, false
	}
	return nil, r.aside[name], r.ended[name]
}

// left notes the end of a session, and forgets its series if that is over or was left.
func (r *room) left(s *Session) {
	if r.session == s {
		r.session = nil
	}
	r.tidy()
}

// tidy forgets a series that is over or was left. No guest comes in then until the host's person
// agrees.
func (r *room) tidy() {
	switch s := r.series; {
	case s == nil:
	case s.over:
		r.ended[s.name()] = true
		r.series, r.open = nil, false
	case s.kept:
		r.aside[s.name()] = true
		r.series, r.open = nil, false
	}
}
