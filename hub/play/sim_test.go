package play

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

var seeds = flag.Uint64("tables.seeds", 500, "how many simulated tables are played")

// sim is a table with two simulated legs, its store, and all that goes wrong.
type sim struct {
	*rand.Rand
	t      *testing.T
	setup  Setup
	now    time.Time
	table  *Table
	stored []byte
	kept   [2]*simEnd    // with the stored state
	host   [2]*simEnd    // the legs' ends at the table
	guest  [2]*simEnd    // the players'
	up     [2]bool       // the connection of a leg
	down   time.Time     // when the club has died; zero while it lives
	unsure [2][]simFrame // a player's frames that the table has not acknowledged
	said   [2][]string   // lines that a player has said and the table has acknowledged
	heard  [2][]string   // lines that a player has been told
	lines  int
	moved  [2]int // what a player has said up to this line may have been told to another device
	done   map[int]outcome
	trace  []string
	wasOn  clockSample
}

type clockSample struct {
	number, plies int
	sum           time.Duration
	at            time.Time
	running       bool
}

func (s *sim) logf(format string, args ...any) {
	s.trace = append(s.trace, fmt.Sprintf(format, args...))
}

func (s *sim) fatalf(format string, args ...any) {
	s.t.Helper()
	for _, line := range s.trace[max(0, len(s.trace)-80):] {
		s.t.Log(line)
	}
	s.t.Fatalf(format, args...)
}

func newSim(t *testing.T, seed uint64) *sim {
	r := rand.New(rand.NewPCG(seed, 7))
	s := &sim{
		Rand: r, t: t, now: time.Unix(1e9, 0).UTC(), done: map[int]outcome{},
		setup: Setup{ID: "t", Variant: must(rules.ParseVariant("kalah(2,2)")), First: r.IntN(2)},
	}
	if r.IntN(2) == 0 {
		s.setup.Time, s.setup.Rated = match.TimeControl{Base: 20 * time.Second, Increment: time.Second}, r.IntN(2) == 0
	}
	table, err := NewTable(s.setup, s.now)
	if err != nil {
		t.Fatal(err)
	}
	s.table = table
	s.store()
	return s
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// store stores the table, and lets the players' frames be acknowledged.
func (s *sim) store() {
	b, err := json.Marshal(s.table.state)
	if err != nil {
		s.fatalf("store: %v", err)
	}
	s.stored, s.table.dirty = b, false
	for p, h := range s.host {
		if h != nil {
			s.kept[p], h.told = h.clone(), h.got
		}
	}
}

// hear brings the events of a leg to the table.
func (s *sim) hear(p int) {
	for len(s.host[p].events) > 0 {
		events := s.host[p].events
		s.host[p].events = nil
		for _, e := range events {
			s.logf("  leg %d: %T%+v", p, e, brief(e))
			s.table.Hear(p, e, s.now)
		}
	}
}

func brief(e match.Event) any {
	switch e := e.(type) {
	case match.Played:
		return e.Sowing.From
	case match.GameOver:
		return fmt.Sprint(e.Result, e.Result.Ending, e.By)
	case match.GameStarted:
		return fmt.Sprint(e.Number, e.Starter, e.Plies)
	case match.RematchWanted, match.RematchWithdrawn, match.TakebackAsked, match.TakebackAnswered, match.TakebackWithdrawn, match.Rewound, match.Said:
		return e
	}
	return ""
}

// work stores the events that were heard and does the next steps; it may die at any point.
func (s *sim) work() {
	s.checkClock()
	for range 1000 {
		if s.IntN(400) == 0 {
			s.crash()
			return
		}
		if s.table.dirty {
			s.store()
			s.report()
			continue
		}
		done := true
		for p, h := range s.host {
			if h == nil {
				continue
			}
			step := s.table.Next(p, s.now)
			if step.Do != Nothing {
				s.logf("  leg %d: do %d %+v", p, step.Do, step)
				s.carryOut(p, step)
				done = false
				break
			}
		}
		if done {
			for _, h := range s.host {
				if h != nil {
					h.told = h.got
				}
			}
			return
		}
	}
	s.fatalf("the table never rests")
}

// carryOut does a step on a leg.
func (s *sim) carryOut(p int, step Step) {
	h := s.host[p]
	var err error
	switch step.Do {
	case Rule:
		if s.up[p] {
			s.cut(p)
		}
		if own, plies := h.game(), step.Ruling.Plies; h.series.Number() == step.Ruling.Number && len(plies) < len(own) && slices.Equal(own[:len(plies)], plies) {
			h.era++
		}
		h.rule(step.Ruling)
		h.wants = [2]bool{h.wants[0] && step.Ruling.Ending != match.Running, h.wants[1] && step.Ruling.Ending != match.Running}
		h.resigns, h.resigning, h.unwishing, h.unasking = [2]bool{}, 0, 0, 0
		h.closeAsks()
	case TellClocks, TellAbsence, NameWinner, WaitAgain, Leave:
	default:
		if !s.up[p] {
			s.fatalf("step %d on a leg that is down", step.Do)
		}
		err = h.do(step.Do, step.House, step.Plies, step.Text, step.Party)
	}
	if err != nil {
		s.fatalf("step %+v on leg %d refused: %v", step, p, err)
	}
	s.hear(p)
}

// report takes the results; the club hears of some twice.
func (s *sim) report() {
	for _, o := range slices.Clone(s.table.state.Done) {
		if was, again := s.done[o.Number]; again && fmt.Sprint(was) != fmt.Sprint(o) {
			s.fatalf("game %d was reported as %+v and as %+v", o.Number, was, o)
		}
		s.done[o.Number] = o
		if s.IntN(3) > 0 {
			s.table.Reported(o.Number)
		}
	}
}

func (s *sim) cut(p int) {
	if !s.up[p] {
		return
	}
	s.up[p] = false
	s.guest[p].out, s.host[p].out = nil, nil
	s.host[p].emit(match.Paused{})
	s.logf("leg %d is cut", p)
}

// crash ends the club without a goodbye.
func (s *sim) crash() {
	s.logf("crash")
	s.down = s.now
	for p := range s.host {
		s.up[p], s.host[p] = false, nil
		if s.guest[p] != nil {
			s.guest[p].out = nil
		}
	}
}

// takeOver lets another node go on with the stored state.
func (s *sim) takeOver() {
	var stored state
	if err := json.Unmarshal(s.stored, &stored); err != nil {
		s.fatalf("%v", err)
	}
	before := [2]time.Duration{stored.Clocks.LeftAt(rules.South, s.down), stored.Clocks.LeftAt(rules.North, s.down)}
	t, err := takeOver(s.setup, stored, s.down, s.now)
	if err != nil {
		s.fatalf("%v", err)
	}
	s.logf("takeover: game %d %v", stored.Number, stored.Game)
	s.table, s.down, s.wasOn = t, time.Time{}, clockSample{}
	if after := [2]time.Duration{t.state.Clocks.LeftAt(rules.South, s.now), t.state.Clocks.LeftAt(rules.North, s.now)}; before != after {
		s.fatalf("the outage has cost time: %v before, %v after", before, after)
	}
	for p, k := range s.kept {
		if k == nil {
			continue
		}
		h := k.clone()
		s.host[p] = h
		h.out, h.events = nil, nil
		h.emit(match.Connected{})
		h.emit(match.GameStarted{Number: h.series.Number(), Starter: h.series.Starter(), Plies: h.game()})
		if !h.running() {
			h.emit(match.GameOver{Result: h.series.Match().Result(), By: h.by})
		}
		for p := range h.wants {
			if h.wants[p] {
				h.emit(match.RematchWanted{By: match.Party(p)})
			}
			if h.asks[p].Open {
				h.emit(match.TakebackAsked{By: match.Party(p), Plies: h.asks[p].Plies})
			}
		}
		h.emit(match.Paused{})
		s.hear(p)
	}
	s.work()
}

// move lets a player come with another device, which has only the ticket.
func (s *sim) move(p int) {
	if !s.down.IsZero() || s.IntN(10) > 0 || !s.table.Reseat(p, s.now) {
		return
	}
	s.logf("player %d takes another device", p)
	s.up[p], s.host[p], s.guest[p], s.kept[p], s.unsure[p] = false, nil, nil, nil, nil
	s.heard[p], s.moved[1-p] = nil, s.lines // the talk of the old device stays there
	s.connect(p)
}

// connect lets a player come, or come back.
func (s *sim) connect(p int) {
	if s.up[p] || !s.down.IsZero() || s.table.legs[p].over {
		return
	}
	s.up[p] = true
	if s.guest[p] == nil || s.host[p] == nil {
		starter := party(p, s.setup.First)
		s.host[p], s.guest[p] = newSimEnd(match.Host, s.setup.Variant, starter), newSimEnd(match.Guest, s.setup.Variant, starter)
		s.logf("player %d sits down", p)
	} else {
		h, g := s.host[p], s.guest[p]
		was := h.clone()
		merged := mergeSim(h, g)
		s.logf("player %d comes back: table %+v, player %+v, merged %+v", p, h.ruling(), g.ruling(), merged)
		h.settle(merged, g)
		g.settle(merged, was)
		s.unsure[p] = nil
		s.read(p)
	}
	s.hear(p)
	s.work()
}

// deliver brings the oldest frame of one end to the other.
func (s *sim) deliver(p int, toHost bool) {
	if !s.up[p] || !s.down.IsZero() {
		return
	}
	from, to := s.host[p], s.guest[p]
	if toHost {
		from, to = to, from
	}
	f := simFrame{ack: from.told}
	if len(from.out) > 0 {
		f = from.out[0]
		from.out = from.out[1:]
	}
	if toHost && f.seq > 0 {
		s.unsure[p] = append(s.unsure[p], f)
	}
	if f.kind != "" {
		s.logf("leg %d to host %v: %+v", p, toHost, f)
	}
	if err := to.step(f); err != nil {
		s.fatalf("leg %d: %v", p, err)
	}
	if toHost {
		s.hear(p)
		if s.IntN(3) > 0 {
			s.work()
		}
		return
	}
	to.told = to.got
	s.acknowledged(p, f.ack)
	s.read(p)
}

// acknowledged fails if the table has acknowledged an event that it has not stored.
func (s *sim) acknowledged(p int, ack uint64) {
	var stored state
	for len(s.unsure[p]) > 0 && s.unsure[p][0].seq <= ack {
		f := s.unsure[p][0]
		s.unsure[p] = s.unsure[p][1:]
		if f.kind == "say" {
			s.said[p] = append(s.said[p], f.line.text)
		}
		if stored.Number == 0 {
			if err := json.Unmarshal(s.stored, &stored); err != nil {
				s.fatalf("%v", err)
			}
		}
		open := stored.Number == f.game && stored.running() && !s.setup.takebacks()
		switch {
		case f.kind == "move" && open && (len(stored.Game.Plies) < f.n || stored.Game.Plies[f.n-1] != f.house):
			s.fatalf("player %d: ply %d of game %d is acknowledged, stored is %v", p, f.n, f.game, stored.Game)
		case f.kind == "resign" && stored.Number == f.game && stored.running():
			s.fatalf("player %d: the resignation is acknowledged and not stored", p)
		}
	}
}

// read lets a player read the frames that have come.
func (s *sim) read(p int) {
	for _, e := range s.guest[p].events {
		if said, ok := e.(match.Said); ok && said.By == match.Host {
			s.heard[p] = append(s.heard[p], said.Text)
		}
	}
	s.guest[p].events = nil
}

// checkClock fails unless the clocks have lost just the time that has passed.
func (s *sim) checkClock() {
	if !s.setup.Time.Timed() {
		return
	}
	st := &s.table.state
	now := clockSample{st.Number, len(st.Game.Plies), st.Clocks.LeftAt(0, s.now) + st.Clocks.LeftAt(1, s.now), s.now, st.Clocks.Running}
	was := s.wasOn
	s.wasOn = now
	if was.number != now.number || !was.running || !now.running || now.plies < was.plies {
		return
	}
	want := was.sum - now.at.Sub(was.at) + time.Duration(now.plies-was.plies)*s.setup.Time.Increment
	if want != now.sum {
		s.fatalf("the clocks show %v, not %v", now.sum, want)
	}
}

// act lets a player do something.
func (s *sim) act(p int) {
	g := s.guest[p]
	if g == nil || !s.up[p] {
		return
	}
	m := g.series.Match()
	switch k := s.IntN(40); {
	case k < 26:
		if h := s.legal(m); m.Position().ToMove() == g.series.Side(match.Guest) {
			_ = g.do(Play, h, 0, "", 0)
		}
	case k == 26:
		_ = g.do(Resign, 0, 0, "", 0)
	case k < 31:
		_ = g.do(Rematch, 0, 0, "", 0)
	case k == 31:
		_ = g.do(Unwish, 0, 0, "", 0)
	case k < 34:
		if m.Plies() > 0 {
			_ = g.do(Ask, 0, s.IntN(m.Plies()), "", 0)
		}
	case k == 34:
		_ = g.do(WithdrawAsk, 0, 0, "", 0)
	case k < 38:
		_ = g.do([]Do{Grant, Refuse}[s.IntN(2)], 0, 0, "", 0)
	default:
		s.lines++
		text := fmt.Sprint("line ", s.lines)
		_ = g.do(Say, 0, 0, text, 0)
	}
	s.read(p)
}

func (s *sim) legal(m *match.Match) rules.House {
	var houses []rules.House
	for h := rules.House(1); h <= 2; h++ {
		if m.Position().Legal(h) == nil {
			houses = append(houses, h)
		}
	}
	if len(houses) == 0 {
		return 1
	}
	return houses[s.IntN(len(houses))]
}

func (s *sim) step() {
	p := s.IntN(2)
	switch k := s.IntN(100); {
	case k < 30:
		s.act(p)
	case k < 80:
		s.deliver(p, s.IntN(2) == 0)
	case k < 83:
		if s.up[p] && s.down.IsZero() {
			s.cut(p)
			s.hear(p)
			s.work()
		}
	case k < 90:
		s.connect(p)
	case k == 90:
		s.move(p)
	case k < 97:
		if s.down.IsZero() {
			s.now = s.now.Add(time.Duration(s.IntN(900)) * time.Millisecond)
			s.table.Tick(s.now)
			s.work()
		}
	case s.down.IsZero():
		if s.IntN(4) == 0 {
			s.crash()
		}
	default:
		s.now = s.now.Add(time.Duration(s.IntN(5000)) * time.Millisecond)
		s.takeOver()
	}
}

// heal brings everything to rest: all connected, everything delivered.
func (s *sim) heal() {
	for range 100 {
		if !s.down.IsZero() {
			s.takeOver()
			continue
		}
		busy := false
		for p := range 2 {
			if !s.up[p] {
				busy = true
				s.connect(p)
			}
			for s.down.IsZero() && s.up[p] && len(s.host[p].out)+len(s.guest[p].out) > 0 {
				busy = true
				s.deliver(p, len(s.guest[p].out) > 0)
			}
			for range 2 {
				s.deliver(p, true)
				s.deliver(p, false)
			}
		}
		if s.down.IsZero() {
			s.work()
		}
		if !busy && s.down.IsZero() && s.up[0] && s.up[1] && len(s.host[0].out)+len(s.host[1].out) == 0 {
			return
		}
	}
	s.fatalf("no rest")
}

// check compares both players' games with that of the table.
func (s *sim) check() {
	st := &s.table.state
	for p, g := range s.guest {
		want := st.ruling(p)
		got := g.ruling()
		if got.Number == want.Number+1 && st.Wants[p] {
			continue // it has agreed to a wish that is no longer there
		}
		want.Before, got.Before = match.Tally{}, match.Tally{}
		if got.Ending != match.Resigned && got.Ending != match.TimedOut {
			want.Loser, got.Loser = 0, 0
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			s.fatalf("player %d has %+v, the table %+v", p, got, want)
		}
	}
	s.checkTalk()
	for n := 1; n < st.Number; n++ {
		if _, ok := s.done[n]; !ok {
			s.fatalf("game %d was not reported", n)
		}
	}
}

// checkTalk fails unless each player has been told each line of the other one once.
func (s *sim) checkTalk() {
	for p := range s.said {
		s.said[p] = slices.DeleteFunc(s.said[p], func(text string) bool {
			n, _ := strconv.Atoi(strings.TrimPrefix(text, "line "))
			return n <= s.moved[p]
		})
		heard := map[string]bool{}
		for _, text := range s.heard[1-p] {
			if heard[text] {
				s.fatalf("player %d was told %q twice", 1-p, text)
			}
			heard[text] = true
		}
		for _, text := range s.said[p] {
			if !heard[text] {
				s.fatalf("player %d was never told %q", 1-p, text)
			}
		}
	}
}

// Whatever crosses, breaks or dies: both players have the game of the table in the end, nothing
// that was acknowledged is lost, each game is reported once, and the clocks are right.
func TestSimulatedTables(t *testing.T) {
	for seed := range *seeds {
		s := newSim(t, seed)
		s.logf("seed %d %+v", seed, s.setup)
		s.connect(0)
		s.connect(1)
		for range 400 {
			s.step()
			if s.table.state.Closed {
				break
			}
		}
		if s.table.state.Closed {
			continue
		}
		s.heal()
		if !s.table.state.Closed {
			s.check()
		}
	}
}
