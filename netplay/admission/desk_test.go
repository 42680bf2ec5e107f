package admission

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mancala/internal/table"
	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/netplay/limit"
)

var epoch = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// bench is a seat of a test, with the messages to its guests.
type bench struct {
	desk  *Desk
	in    *Guest
	shut  bool
	said  []string
	still Standstill
}

func newBench(policy match.Admission) *bench {
	b := &bench{}
	b.desk = NewDesk(b, policy)
	lots := uint64(0)
	b.desk.Draw = func() uint64 { lots++; return lots } // the oldest first
	return b
}

func (b *bench) Full() bool             { return b.shut || b.in != nil }
func (b *bench) Guest() *Guest          { return b.in }
func (b *bench) Standstill() Standstill { return b.still }

func (b *bench) Series() Series { return b.still.Series }

func (b *bench) Vacate() { b.say("vacated") }

func (b *bench) GiveWay() {
	b.say(b.in.Name + " gives way")
	b.leaves(true)
}

func (b *bench) say(text string) { b.said = append(b.said, text) }

// leaves ends the connection of the guest in the seat.
func (b *bench) leaves(wasted bool) {
	g := b.in
	if b.in, b.still = nil, (Standstill{}); wasted {
		b.desk.Owe(g.Addr)
	}
	b.desk.Forget(g)
}

// unplayed is a series without a ply of its guest.
type unplayed struct{ name string }

func (unplayed) GuestPlayed() bool { return false }

// seeker is a session of a test.
type seeker struct {
	b *bench
	g *Guest
}

func (s seeker) Seat(time.Time) {
	s.b.say(s.g.Name + " sits")
	s.b.in, s.b.still = s.g, Standstill{Series: unplayed{s.g.Name}}
}

func (s seeker) Wait(why wire.WaitReason, limit time.Duration, _ time.Time) {
	s.b.say(fmt.Sprintf("%s waits %v %v", s.g.Name, why, limit))
}

func (s seeker) Reject(no Refusal) {
	s.b.say(fmt.Sprintf("%s %v %v", s.g.Name, no.Code, no.Wait))
}

// guest returns a guest who wants to wait if the seat is taken.
func (b *bench) guest(name, addr string) *Guest {
	g := &Guest{Name: name, From: addr, Addr: limit.AddressOf(addr + ":1"), Patient: true}
	g.Seeker = seeker{b, g}
	return g
}

// were compares the messages since the last call.
func (b *bench) were(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(b.said, want) {
		t.Errorf("it says %q, want %q", b.said, want)
	}
	b.said = nil
}

// TestDeskGivesTheSeat: the first guest sits, the next ones wait in order, invited ones first, and
// an impatient one is turned away.
func TestDeskGivesTheSeat(t *testing.T) {
	b := newBench(match.Admission{Ask: match.AskNone})
	ann, bob, eve := b.guest("Ann", "192.0.2.1"), b.guest("Bob", "192.0.2.2"), b.guest("Eve", "192.0.2.3")
	eve.Invited = true
	hasty := b.guest("Hasty", "192.0.2.4")
	hasty.Patient = false
	b.desk.Ask(ann, epoch)
	b.were(t, "Ann sits")
	if no := b.desk.Refuses(hasty, epoch); no.Code != wire.RejectCode_REJECT_CODE_GAME_FULL {
		t.Errorf("one who does not wait gets %v", no)
	}
	b.desk.Ask(bob, epoch)
	b.desk.Ask(eve, epoch)
	b.were(t, "Bob waits WAIT_REASON_FULL 0s", "Eve waits WAIT_REASON_FULL 0s")
	b.leaves(false)
	b.desk.Tick(epoch)
	b.were(t, "Eve sits")
	b.leaves(false)
	b.desk.Tick(epoch)
	b.were(t, "Bob sits")
}

// TestDeskAsks: the host's person hears of a stranger, and their answer lets the stranger in, turns
// them away, or bars them.
func TestDeskAsks(t *testing.T) {
	for answer, want := range map[match.Answer]string{
		match.LetIn: "Ann sits", match.NotNow: "Ann REJECT_CODE_NOT_NOW 0s", match.Never: "Ann REJECT_CODE_BARRED 0s",
	} {
		b := newBench(match.Admission{Ask: match.AskStrangers})
		ann := b.guest("Ann", "192.0.2.1")
		b.desk.Ask(ann, epoch)
		b.were(t, fmt.Sprintf("Ann waits WAIT_REASON_ASKED %v", askWait))
		events := b.desk.Events()
		if len(events) != 1 || events[0] != (table.Knocked{Knock: 1, Peer: "Ann", Addr: "192.0.2.1"}) {
			t.Fatalf("the person hears %+v", events)
		}
		b.desk.Answer(1, answer, epoch)
		b.were(t, want)
		if events := b.desk.Events(); len(events) != 1 || events[0] != (table.KnockEnded{Knock: 1}) {
			t.Errorf("after %v the person hears %+v", answer, events)
		}
		if barred := b.desk.KeepsOut(ann, epoch).Code == wire.RejectCode_REJECT_CODE_BARRED; barred != (answer == match.Never) {
			t.Errorf("after %v the address is barred: %v", answer, barred)
		}
	}
}

// TestDeskEndsAnIdleTurn: a guest who does not play loses the seat once an equal has waited, and
// then has to wait.
func TestDeskEndsAnIdleTurn(t *testing.T) {
	b := newBench(match.Admission{Ask: match.AskNone})
	ann, bob := b.guest("Ann", "192.0.2.1"), b.guest("Bob", "192.0.2.2")
	b.desk.Ask(ann, epoch)
	b.desk.Ask(bob, epoch)
	b.were(t, "Ann sits", "Bob waits WAIT_REASON_FULL 0s")
	at := b.desk.NextTick(epoch)
	if at != epoch.Add(FirstAfter) {
		t.Fatalf("the desk looks again at %v", at)
	}
	b.desk.Tick(at.Add(-time.Nanosecond))
	b.were(t)
	b.desk.Tick(at)
	b.were(t, "Ann gives way", "Bob sits")
	b.desk.Tick(at)
	if no := b.desk.KeepsOut(ann, at); no.Code != wire.RejectCode_REJECT_CODE_TRY_LATER || no.Wait <= 0 {
		t.Errorf("one who wasted the seat gets %v", no)
	}
}
