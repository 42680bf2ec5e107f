package netplay

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/table"
)

// TestOneTable gives the same wishes to two sessions and to a table with one owner, each once the
// one before it has arrived everywhere, and compares what is taken and what becomes of it. Where
// wishes cross, the two differ on purpose.
func TestOneTable(t *testing.T) {
	took := map[string]int{}
	for seed := uint64(1); seed <= 150; seed++ {
		random := rand.New(rand.NewPCG(seed, 3))
		v, err := kalah.WithSize(1+random.IntN(5), 1+random.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		first := match.First(1 + random.IntN(2))
		old, one := newPair(t, v, first), newOneTable(t, v, first)
		old.do(match.Guest, func(s *Session) error { return s.Accept() })
		old.deliverAll()
		for step := range 60 {
			w := one.pick(random)
			old.now = old.now.Add(3 * time.Second)
			for _, s := range old.session {
				s.Tick(old.now)
			}
			err := old.do(w.by, func(s *Session) error { return w.today(s, old.now) })
			old.deliverAll()
			if taken := one.do(w, old.now); taken != (err == nil) {
				t.Fatalf("seed %d, step %d, %v: today %v, with one owner taken: %v", seed, step, w, err, taken)
			}
			if err == nil {
				took[w.what]++
			}
			if a, b := tell(old.series[0].Series), tell(one.owner.State().Series); a != b {
				t.Fatalf("seed %d, step %d, %v:\ntoday     %s\none owner %s", seed, step, w, a, b)
			}
			if a, b := tell(one.owner.State().Series), tell(one.guest.State().Series); a != b {
				t.Fatalf("seed %d, step %d, %v: the owner has %s, the follower %s", seed, step, w, a, b)
			}
		}
	}
	for _, what := range []string{"play", "resign", "rematch", "unwant", "ask", "withdraw", "grant", "deny", "say", "name"} {
		if took[what] == 0 {
			t.Errorf("never taken: %s (%v)", what, took)
		}
	}
}

// tell describes the part of a series in which two must agree.
func tell(s *match.Series) string {
	m := s.Match()
	return fmt.Sprint(s.Number(), s.Starter(), s.Tally(), m.Result(), m.Result().Ending, m.Game())
}

// deed is a wish in both forms.
type deed struct {
	what  string
	by    match.Party
	kind  table.Kind
	arg   uint32
	text  string
	today func(s *Session, now time.Time) error
}

func (d deed) String() string { return fmt.Sprintf("%s %d by %v", d.what, d.arg, d.by) }

// oneTable is the host's program with the owner, and the guest's with a follower.
type oneTable struct {
	t     *testing.T
	owner *table.Owner
	guest *table.Follower
}

func newOneTable(t *testing.T, v rules.Variant, first match.First) *oneTable {
	terms := table.Terms{Variant: v}
	owner, err := table.NewOwner(table.OwnerConfig{Terms: terms, Local: [2]bool{true, false}})
	if err == nil {
		err = owner.Join(table.B)
	}
	if err != nil {
		t.Fatal(err)
	}
	guest, err := table.NewFollower(table.FollowerConfig{Terms: terms, Self: table.B})
	if err != nil {
		t.Fatal(err)
	}
	o := &oneTable{t, owner, guest}
	outs, err := owner.Rule(table.KindBegin, uint32(table.SeatOf(first.Party())), "", epoch)
	if err != nil {
		t.Fatal(err)
	}
	o.deliver(outs, epoch)
	return o
}

// deliver gives the follower what the owner has decided, and reports whether it was no refusal.
func (o *oneTable) deliver(outs []table.Out, now time.Time) bool {
	o.t.Helper()
	taken := true
	for _, out := range outs {
		var err error
		switch {
		case out.Refused != nil:
			_, err = o.guest.Refused(*out.Refused)
			taken = false
		case out.Change != nil:
			_, err = o.guest.Apply(out.Change.Event, out.Tag, now)
		}
		if err != nil {
			o.t.Fatal(err)
		}
	}
	return taken
}

// do lets a party wish, and reports whether it was taken.
func (o *oneTable) do(d deed, now time.Time) bool {
	o.t.Helper()
	if d.by == match.Host {
		outs, err := o.owner.Local(table.A, d.kind, d.arg, d.text, now)
		o.deliver(outs, now)
		return err == nil
	}
	w, _, err := o.guest.Wish(d.kind, d.arg, d.text)
	if err != nil {
		return false
	}
	outs, err := o.owner.Wish(table.B, *w, now)
	if err != nil {
		o.t.Fatal(err)
	}
	return o.deliver(outs, now)
}

// pick draws a wish: mostly a ply of the side to move.
func (o *oneTable) pick(r *rand.Rand) deed {
	m := o.owner.State().Series.Match()
	d := deed{by: match.Party(r.IntN(2))}
	if r.IntN(2) == 0 && m.Running() {
		d.by = o.owner.State().Series.Party(m.Position().ToMove())
		house := rules.House(1 + r.IntN(int(m.Position().Variant().Houses)))
		d.what, d.kind, d.arg, d.today = "play", table.KindPly, uint32(house), func(s *Session, _ time.Time) error { return s.Play(house) }
		return d
	}
	left := r.IntN(m.Plies() + 1)
	all := []deed{
		{what: "resign", kind: table.KindResign, today: func(s *Session, _ time.Time) error { return s.Resign() }},
		{what: "rematch", kind: table.KindWant, today: func(s *Session, _ time.Time) error { return s.Rematch() }},
		{what: "rematch", kind: table.KindWant, today: func(s *Session, _ time.Time) error { return s.Rematch() }},
		{what: "unwant", kind: table.KindUnwant, today: func(s *Session, _ time.Time) error { return s.WithdrawRematch() }},
		{what: "ask", kind: table.KindAsk, arg: uint32(left), today: func(s *Session, _ time.Time) error { return s.AskTakeback(left) }},
		{what: "ask", kind: table.KindAsk, arg: uint32(left), today: func(s *Session, _ time.Time) error { return s.AskTakeback(left) }},
		{what: "withdraw", kind: table.KindUnask, today: func(s *Session, _ time.Time) error { return s.WithdrawTakeback() }},
		{what: "grant", kind: table.KindGrant, today: func(s *Session, _ time.Time) error { return s.AnswerTakeback(true) }},
		{what: "deny", kind: table.KindDeny, today: func(s *Session, _ time.Time) error { return s.AnswerTakeback(false) }},
		{what: "say", kind: table.KindSay, text: "x", today: func(s *Session, now time.Time) error { return s.Say(now, "x") }},
		{what: "name", kind: table.KindName, text: "Ida", today: func(s *Session, _ time.Time) error { return s.NameWinner("Ida") }},
	}
	if all[0].what == "resign" && r.IntN(4) > 0 {
		all = all[1:]
	}
	chosen := all[r.IntN(len(all))]
	if chosen.kind == table.KindWant && o.owner.State().Wants[d.by] { // to want it twice is no mistake today
		return o.pick(r)
	}
	chosen.by = d.by
	return chosen
}
