package link

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/netplay/session"
	"mancala/rules"
)

// keptForm is the first byte of the state of a bookmark. Earlier development builds began theirs
// with another one.
const keptForm = 4

// route is how the two ends of a kept series find and trust each other again.
type route struct {
	host   keys.Known // the host's key; zero if the series is not encrypted
	byCode bool       // the guest has come by the code of a meeting point
	lookup string     // the host's name at the meeting point; "" if there is none
	ticket string     // gets the host the same name again
	also   []string   // other addresses of the host
}

// Protocols returns the oldest and the newest version of the protocol that this program speaks.
func Protocols() (oldest, newest int) { return session.Version, session.Version }

var (
	errOldForm = errors.New("the series was kept by an older program")
	errDamaged = errors.New("the bookmark is damaged")
)

// append returns the beginning of the state of a bookmark, which the record follows.
func (r *route) append() []byte {
	b := append(append(make([]byte, 0, 416), keptForm), r.host.Fingerprint[:]...)
	b = append(b, bit(r.host.Verified), bit(r.byCode))
	for _, s := range append([]string{r.lookup, r.ticket}, r.also...) {
		s = s[:min(len(s), 0xffff)]
		b = append(append(b, byte(len(s)>>8), byte(len(s))), s...)
	}
	return append(b, 0xff, 0xff)
}

func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// parseRoute parses the result of append for a series with an address, and returns the record.
func parseRoute(addr string, b []byte) (r route, record []byte, err error) {
	const head = 1 + len(keys.Fingerprint{}) + 2
	switch {
	case len(b) > 0 && b[0] != keptForm:
		return r, nil, errOldForm
	case len(b) < head:
		return r, nil, errDamaged
	}
	copy(r.host.Fingerprint[:], b[1:])
	r.host.Verified, r.byCode = b[head-2] == 1, b[head-1] == 1
	var parts []string
	for b = b[head:]; ; {
		if len(b) < 2 {
			return r, nil, errDamaged
		}
		n := int(b[0])<<8 | int(b[1])
		if b = b[2:]; n == 0xffff {
			break
		}
		if n > len(b) {
			return r, nil, errDamaged
		}
		parts, b = append(parts, string(b[:n])), b[n:]
	}
	if len(parts) < 2 {
		return r, nil, errDamaged
	}
	if meet.IsName(parts[0], parts[1]) {
		r.lookup, r.ticket = parts[0], parts[1]
	}
	r.also = address.Others(addr, parts[2:min(len(parts), 2+address.MaxOthers)])
	return r, b, nil
}

// bookmark returns the kept data of a series, without its state.
func (b *base) bookmark(of *session.Series) match.Bookmark {
	view, s := of.View(), of.State()
	game := s.Series.Match().Game()
	game.Plies = game.Plies[:s.Plies()]
	return match.Bookmark{
		Series: s.Terms.Name(), Self: view.Party(view.Self), Addr: b.addr, Peer: of.Peer(),
		Game: game, Number: s.Series.Number(), Starter: view.Party(table.SeatOf(s.Series.Starter())),
	}
}

// parseBookmark returns the series and the route of a bookmark.
func parseBookmark(b match.Bookmark) (s session.Record, r route, err error) {
	r, record, err := parseRoute(b.Addr, b.State)
	if err != nil {
		return s, r, err
	}
	if s, err = session.ParseRecord(record, b.Log...); err == nil && s.Terms.Name() != b.Series {
		err = errDamaged
	}
	return s, r, err
}

// restoreOwned returns the series of a host's bookmark.
func restoreOwned(b match.Bookmark, now time.Time) (o *session.Owned, r route, err error) {
	s, r, err := parseBookmark(b)
	if err == nil {
		o, err = session.RestoreOwned(s, now)
	}
	return o, r, err
}

// restoreFollowed returns the series of a guest's bookmark.
func restoreFollowed(b match.Bookmark, now time.Time) (f *session.Followed, r route, err error) {
	s, r, err := parseBookmark(b)
	if err == nil {
		f, err = session.RestoreFollowed(s, now)
	}
	return f, r, err
}

// badBookmark returns the note about a series that cannot be resumed. A series of an older program
// is forgotten.
func (b *base) badBookmark(mark match.Bookmark, err error) *rules.Note {
	if errors.Is(err, errOldForm) {
		mark.State, mark.Log = nil, nil
		b.save(mark, nil)
		return note("old-bookmark").Because(err)
	}
	return note("bad-bookmark").Because(err)
}

// Limits of the text of evidence, in bytes. The program that shows it reads no longer one.
const (
	maxEvidence = 48 << 10
	maxShown    = 4 << 10 // of a frame
	shownInLine = 48
)

// evidence returns the proof of a lie of the other end, as text: first [match.GameText], which this
// program shows as a game, then comments with all the data that another program needs to check it.
// If there are too many events, it keeps the newest.
func (b *base) evidence(f *front, e *session.Ended, r *table.Record) string {
	var text bytes.Buffer
	text.WriteString(f.gameText(b.name))
	line := func(format string, args ...any) { fmt.Fprintf(&text, "# "+format+"\n", args...) }
	line("The game was stopped at %s: %s (%s).", b.now().UTC().Format(time.RFC3339), e.Lie.Error(), f.peer)
	line("Below is what proves it, as PROTOCOL.md describes the bytes, for the authors of programs.")
	line("Series %x, this end has the seat %d, the address is %q", f.view.Terms.Series, f.view.Self, b.addr)
	line("Chain after event %d: %x", e.Lie.N, e.Lie.H)
	line("The newest tag of this end: %x", r.Tag)
	line("What the other end sent, %d bytes:", len(e.Frame))
	hexLines(&text, e.Frame[:min(len(e.Frame), maxShown)])
	if base := r.Base.Append(nil); r.Base.N > 0 && len(base) <= maxShown {
		line("The state before event %d:", r.Base.N+1)
		hexLines(&text, base)
	}
	newest := newestEvents(r, maxEvidence-text.Len())
	if n := len(r.Events); n > 0 && len(newest) < n {
		line("Events %d to %d are left out.", r.Events[0].N, r.Events[n-len(newest)-1].N)
	}
	for _, event := range newest {
		text.WriteString(event)
	}
	return text.String()
}

// newestEvents returns the newest events of a record as lines, as many as fit into so many bytes.
func newestEvents(r *table.Record, room int) []string {
	var list []string
	room -= 64 // for a line about those that are left out
	for i := len(r.Events) - 1; i >= 0; i-- {
		var text bytes.Buffer
		fmt.Fprintf(&text, "# Event %d:\n", r.Events[i].N)
		hexLines(&text, r.Events[i].Append(nil))
		if room -= text.Len(); room < 0 {
			break
		}
		list = append([]string{text.String()}, list...)
	}
	return list
}

// hexLines writes bytes in comments.
func hexLines(text *bytes.Buffer, b []byte) {
	for len(b) > 0 {
		n := min(len(b), shownInLine)
		fmt.Fprintf(text, "#   %x\n", b[:n])
		b = b[n:]
	}
}

// gameText returns the game by this end's record, with its person's name. It leaves out the
// comments of a very long game.
func (f *front) gameText(name string) string {
	snap := f.state.Snapshot()
	m, err := match.New(f.view.Terms.Variant)
	if err != nil { // the terms were checked
		return ""
	}
	for _, h := range snap.Plies {
		if _, err := m.Play(m.Position().ToMove(), h); err != nil {
			break // they were played before
		}
	}
	_ = m.Abort(match.Desynced) // one that has ended stays as it is
	names := [2]string{match.NameOr(name, f.view.Party(f.view.Self)), f.peer}
	if f.view.Party(snap.Starter) != f.view.Party(f.view.Self) {
		names[0], names[1] = names[1], names[0]
	}
	text := match.GameText(m, names[0], names[1])
	if len(text) > maxEvidence/2 {
		text, _, _ = strings.Cut(text, "\n")
		text += "\n"
	}
	return text
}
