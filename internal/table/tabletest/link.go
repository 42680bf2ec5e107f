// Package tabletest holds tools for tables that the tests of several packages share: a link, and
// ends of real links.
package tabletest

import (
	"fmt"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// Link is a link whose far end is the test: it plays by a real match and queues events.
type Link struct {
	Games
	// Self is the party at this end.
	Self match.Party
	// Said holds the link's wishes besides plies.
	Said []string
	// HasGuests says that the link is a host's.
	HasGuests bool
	// Next are the events after WaitAgain.
	Next []table.News
	// Now is the time of a link that keeps time, and Clocks are its game's clocks; see KeepTime.
	Now    func() time.Time
	Clocks match.Clocks

	events []table.News
}

// Events returns the events since the last call.
func (f *Link) Events() []table.News {
	events := f.events
	f.events = nil
	return events
}

// Push queues events. News of a game that comes without a series gets the link's, as it is now.
func (f *Link) Push(events ...table.News) {
	for _, e := range events {
		f.events = append(f.events, f.Complete(e))
	}
}

// PlayFor plays for either party, as if it had come from there.
func (f *Link) PlayFor(who match.Party, h rules.House) error {
	m := f.Series.Match()
	if _, err := m.Play(f.Series.Side(who), h); err != nil {
		return err
	}
	f.Push(table.Played{})
	if c := &f.Clocks; c.Running {
		Played(c, m.Position().ToMove(), f.time())
		f.Push(table.Clocked{Clocks: *c})
	}
	if m.Position().Over() {
		f.Push(table.GameOver{})
	}
	return nil
}

// KeepTime makes the far end keep the time of the current game, as a club does. The clock of the
// side to move runs from now on.
func (f *Link) KeepTime(c match.TimeControl, now func() time.Time) {
	f.Now, f.Clocks = now, match.NewClocks(c)
	f.Clocks.Running, f.Clocks.Side, f.Clocks.At = true, f.Series.Match().Position().ToMove(), f.time()
	f.Push(table.Clocked{Clocks: f.Clocks})
}

// TimeOut makes the far end say that the running clock has run down.
func (f *Link) TimeOut() error {
	loser := f.Series.Party(f.Clocks.Side)
	if err := f.Series.Match().TimeOut(f.Clocks.Side); err != nil {
		return err
	}
	f.Clocks.Running, f.Clocks.Left[f.Clocks.Side] = false, 0
	f.Push(table.Clocked{Clocks: f.Clocks}, table.GameOver{By: loser})
	return nil
}

// Played ends a ply of the side whose clock runs: it gets the increment, and the clock of next
// starts.
func Played(c *match.Clocks, next rules.Side, now time.Time) {
	c.Left[c.Side] = c.LeftAt(c.Side, now) + c.Control.Increment
	c.Side, c.At = next, now
}

// time returns the time of the link.
func (f *Link) time() time.Time {
	if f.Now == nil {
		return time.Time{}
	}
	return f.Now()
}

func (f *Link) say(what string) error { f.Said = append(f.Said, what); return nil }

// Accept notes the wish.
func (f *Link) Accept() error { return f.say("accept") }

// Wish plays for this end; it notes every other wish.
func (f *Link) Wish(by match.Party, k table.Kind, arg int, text string) error {
	if k == table.KindPly {
		return f.PlayFor(by, rules.House(arg))
	}
	return f.say(Words(k, arg, text))
}

// Words returns a wish in a few words.
func Words(k table.Kind, arg int, text string) string {
	switch k {
	case table.KindAsk:
		return fmt.Sprint("ask back to ", arg)
	case table.KindPly:
		return "play " + text
	case table.KindSay:
		return "say " + text
	case table.KindName:
		return "winner " + text
	}
	return [...]string{
		table.KindResign: "resign", table.KindWant: "rematch", table.KindUnwant: "withdraw rematch",
		table.KindUnask: "withdraw takeback", table.KindGrant: "answer true", table.KindDeny: "answer false",
	}[k]
}

// Guests returns a part that notes the wishes, or nil if the link is no host's.
func (f *Link) Guests() table.Guests {
	if !f.HasGuests {
		return nil
	}
	return guests{f}
}

// guests notes the wishes of a host's person.
type guests struct{ link *Link }

// Answer notes the wish.
func (g guests) Answer(knock int, a match.Answer) {
	_ = g.link.say(fmt.Sprint("answer knock ", knock, ": ", a))
}

// Admit notes the wish.
func (g guests) Admit(a match.Admission) { _ = g.link.say(fmt.Sprintf("admit %+v", a)) }

// Invite notes the wish and returns an invitation to the address.
func (g guests) Invite(addr string) string {
	_ = g.link.say("invite to " + addr)
	return "mancala://" + addr + "/#key-secret"
}

// Remove notes the wish.
func (g guests) Remove(bar bool) { _ = g.link.say(fmt.Sprint("remove, bar: ", bar)) }

// WaitAgain notes the wish and queues the events of Next.
func (f *Link) WaitAgain() {
	_ = f.say("wait again")
	f.Push(f.Next...)
	f.Next = nil
}

// Leave notes the wish.
func (f *Link) Leave(r table.Reason) { _ = f.say(fmt.Sprint("leave for ", r)) }

// Close notes the wish.
func (f *Link) Close() error { return f.say("close") }
