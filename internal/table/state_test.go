package table

import (
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// drawTerms draws small boards, on which games end soon.
func drawTerms(t *rapid.T) Terms {
	kalah, _ := rules.Preset("kalah")
	kalah.Pie = rapid.Bool().Draw(t, "pie")
	v := need.Must(kalah.WithSize(rapid.IntRange(1, 4).Draw(t, "houses"), rapid.IntRange(1, 3).Draw(t, "seeds")))(t)
	terms := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: v.Canonical(), Club: rapid.Bool().Draw(t, "club")}
	if terms.Club {
		terms.Rated = rapid.Bool().Draw(t, "rated")
		terms.Time.Base = time.Duration(rapid.IntRange(0, 1).Draw(t, "timed")) * time.Minute
	}
	return terms
}

// drawWish draws a wish of a seat, mostly one that makes sense now or did a little earlier.
func (m *model) drawWish(t *rapid.T, by Seat) seen {
	w := seen{}
	w.Kind = rapid.SampledFrom([]Kind{
		KindPly, KindPly, KindPly, KindPly, KindPly, KindPly, KindResign, KindAsk, KindAsk, KindUnask, KindGrant, KindDeny,
		KindWant, KindWant, KindUnwant, KindName, KindSay, KindEnd,
	}).Draw(t, "kind")
	some := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	if w.Kind == KindEnd && some(10, "end") != 0 {
		w.Kind = KindSay
	}
	plies := m.game().plies
	w.ID = m.ids[by] + uint32(min(some(12, "id"), 1))
	w.Game = uint32(len(m.games) - some(12, "game")/11)
	w.Seen = m.n - uint32(some(8, "seen")/6)
	w.at = plies[:max(len(plies)-some(8, "at")/6, 0)]
	m.drawArg(t, &w)
	w.Ply = uint32(len(w.at))
	w.Hash = hashAfter(m.terms, int(w.Game), w.at)
	if w.wrong = some(12, "wrong") == 11; w.wrong {
		w.Hash[15] ^= 1
	}
	return w
}

// drawArg draws the rest of a wish of this kind.
func (m *model) drawArg(t *rapid.T, w *seen) {
	some := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	plies := m.game().plies
	switch w.Kind {
	case KindPly:
		if legal := slices.Collect(m.position().Plies()); len(legal) > 0 && some(9, "legal") != 0 {
			w.Arg = uint32(rapid.SampledFrom(legal).Draw(t, "house"))
		} else {
			w.Arg = uint32(some(300, "house"))
		}
		w.at = append(slices.Clone(w.at), rules.House(w.Arg))
	case KindAsk:
		w.Arg = uint32(some(len(plies)+2, "left"))
	case KindGrant:
		w.at = plies[:min(int(m.ask.Left)+some(8, "beside")/7, len(plies))]
		w.Arg = m.ask.N
	case KindUnask, KindDeny:
		w.Arg = m.ask.N + uint32(some(8, "ask")/7)
	case KindWant, KindUnwant:
		w.Arg = w.Game + 1
	case KindName, KindSay:
		w.Text = "Ida"
	}
}

// TestStateModel checks State against the model, with schedules of wishes of both seats that are
// legal, late or nonsense.
func TestStateModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := drawTerms(t)
		s := need.Must(NewState(terms))(t)
		m := &model{terms: terms, n: 1}
		starter := Seat(rapid.IntRange(1, 2).Draw(t, "starter"))
		m.begin(starter)
		e := Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(starter)}}
		e.Left = s.left(Nobody, &e.Wish, noon)
		need.Must(s.Apply(&e, noon))(t)
		now := noon
		for range rapid.IntRange(10, 120).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 50).Draw(t, "ms")) * time.Millisecond)
			m.step(t, s, now)
			m.same(t, s)
		}
		m.restored(t, s, now)
	})
}

// step gives both the same wish, or decision of a club.
func (m *model) step(t *rapid.T, s *State, now time.Time) {
	if m.terms.Club && rapid.IntRange(0, 9).Draw(t, "owner") == 0 {
		m.ownStep(t, s, now)
		return
	}
	by := Seat(rapid.IntRange(1, 2).Draw(t, "seat"))
	w := m.drawWish(t, by)
	want := m.refusal(by, &w)
	e := Event{N: s.N + 1, By: by, Wish: w.Wish, Left: s.left(by, &w.Wish, now)}
	before := s.Snapshot()
	c, err := s.Apply(&e, now)
	if got, _ := err.(Code); got != want {
		t.Fatalf("%+v by %d is refused as %v; the model says %v", w, by, err, want)
	}
	if err != nil {
		if after := s.Snapshot(); string(after.Append(nil)) != string(before.Append(nil)) {
			t.Fatalf("%v has changed %+v to %+v", err, before, after)
		}
		return
	}
	games := len(m.games)
	running := m.game().ending == match.Running
	m.take(by, &w)
	over := running && (len(m.games) == games && m.game().ending != match.Running)
	if c.Began != (len(m.games) > games) || c.Over != over {
		t.Fatalf("change %+v; began %v, over %v", c, len(m.games) > games, over)
	}
}

// ownStep makes a decision of the club.
func (m *model) ownStep(t *rapid.T, s *State, now time.Time) {
	g := m.game()
	running, mover := g.ending == match.Running, m.mover(len(g.plies))
	w := Wish{Kind: rapid.SampledFrom([]Kind{KindTimeOut, KindClock, KindClock}).Draw(t, "decision"), Game: uint32(len(m.games)), Seen: s.N}
	legal := running && !m.closed
	switch w.Kind {
	case KindTimeOut:
		w.Arg = uint32(rapid.IntRange(1, 2).Draw(t, "loser"))
		legal = legal && m.running && Seat(w.Arg) == mover
	case KindClock:
		w.Arg = uint32(rapid.IntRange(0, 2).Draw(t, "runs"))
		legal = legal && (w.Arg == 0 || Seat(w.Arg) == mover)
	}
	e := Event{N: s.N + 1, Wish: w, Left: s.left(Nobody, &w, now)}
	if w.Kind == KindTimeOut && legal {
		e.Left[s.Clocks.Side] = 0
	}
	_, err := s.Apply(&e, now)
	if (err == nil) != legal {
		t.Fatalf("%+v: %v; the model says legal %v", w, err, legal)
	}
	if legal {
		m.rule(&w)
	}
}

// rule applies a decision of the club.
func (m *model) rule(w *Wish) {
	m.n++
	switch g := m.game(); w.Kind {
	case KindTimeOut:
		m.end(match.TimedOut, Seat(w.Arg))
	case KindClock:
		g.met = g.met || w.Arg != 0
		m.running = w.Arg != 0 && m.terms.Time.Timed()
	}
}

// restored makes the state again from the bytes of its snapshot.
func (m *model) restored(t *rapid.T, s *State, now time.Time) {
	snap := s.Snapshot()
	read, rest, err := ParseSnapshot(snap.Append(nil))
	if err != nil || len(rest) != 0 {
		t.Fatalf("%v, %d bytes left", err, len(rest))
	}
	again := need.Must(read.State(now))(t)
	m.same(t, again)
	if second := again.Snapshot(); string(second.Append(nil)) != string(snap.Append(nil)) {
		t.Fatalf("%+v became %+v", snap, second)
	}
	if !slices.Equal(again.hashes, s.hashes) {
		t.Fatal("the hashes of the game differ")
	}
}
