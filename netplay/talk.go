package netplay

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/limit"
)

// Rate limit of the peer's lines of talk: a burst, for those that wait while the connection is
// down, and one a second.
const (
	talkBurst = 20
	talkEvery = time.Second
)

// talk is the part of the conversation that a series remembers.
type talk struct {
	said    uint64          // the number of this end's last line
	heard   uint64          // the number of the peer's last line
	lines   limit.Allowance // for the peer's lines
	unheard []line          // this end's lines that the peer has not confirmed, at most talkBurst
}

// newTalk returns the talk before its first line.
func newTalk() talk {
	return talk{lines: limit.NewAllowance(talkBurst, 1/talkEvery.Seconds(), time.Time{})}
}

type line struct {
	id   uint64
	text string
}

// confirm drops the lines that the peer has.
func (t *talk) confirm(id uint64) {
	for len(t.unheard) > 0 && t.unheard[0].id <= id {
		t.unheard = t.unheard[1:]
	}
	t.said = max(t.said, id)
}

// Say sends a line to the peer, cleaned by [match.CleanTalk]. It returns [match.ErrNothingSaid] if
// nothing is left of it, and [match.ErrTooFast] within a second of the last line.
func (s *Session) Say(now time.Time, text string) error {
	if s.phase != playing {
		return s.absent()
	}
	text = match.CleanTalk(text)
	t := &s.series.talk
	switch {
	case text == "":
		return match.ErrNothingSaid
	case !s.saidAt.IsZero() && now.Sub(s.saidAt) < talkEvery || len(t.unheard) >= talkBurst:
		return match.ErrTooFast
	}
	s.saidAt = now
	t.said++
	t.unheard = append(t.unheard, line{t.said, text})
	s.sendLine(t.unheard[len(t.unheard)-1])
	s.series.tell(match.Said{By: s.series.self, Text: text})
	return nil
}

func (s *Session) sendLine(l line) {
	s.send(&wire.Frame{Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: l.text, Id: l.id}}})
	s.whenAcked(func() error {
		s.series.talk.confirm(l.id)
		return nil
	})
}

// onChat passes a line on, unless it is a repetition or over the rate limit.
func (s *Session) onChat(now time.Time, c *wire.Chat) error {
	if s.phase != playing {
		return unexpected("Chat")
	}
	t := &s.series.talk
	text := match.CleanTalk(c.GetText())
	if c.GetId() <= t.heard || text == "" || !t.lines.Spend(now) {
		return nil
	}
	t.heard = c.GetId()
	s.series.tell(match.Said{By: s.series.self.Other(), Text: text})
	return nil
}
