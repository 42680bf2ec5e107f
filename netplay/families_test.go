package netplay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/match"
	"mancala/rules"
)

// TestFamiliesOverTheWire plays whole random games of every named rule set between two ends, cuts
// the connection in the middle, and demands that both end with the same game. Some end because a
// position came again, which both ends must see.
func TestFamiliesOverTheWire(t *testing.T) {
	repeated := 0
	for _, named := range rules.Presets() {
		for seed := range uint64(8) {
			random := rand.New(rand.NewPCG(seed, 5))
			v, err := named.WithSize(1+random.IntN(3), 1+random.IntN(3))
			if err != nil {
				t.Fatal(err)
			}
			p := newPair(t, v, match.FirstHost)
			p.deliverAll()
			p.do(match.Guest, func(s *Session) error { return s.Accept() })
			p.deliverAll()
			last := playOverTheWire(t, p, random)
			if last.End == rules.CauseRepeated {
				repeated++
			}
		}
	}
	if repeated == 0 {
		t.Error("in no game a position came again")
	}
}

// playOverTheWire plays a game to its end, and returns the last ply.
func playOverTheWire(t *testing.T, p *pair, random *rand.Rand) (last rules.Sowing) {
	t.Helper()
	host, guest := p.series[match.Host], p.series[match.Guest]
	for n := 0; host.Match().Running(); n++ {
		if n == 5 { // a resumed series has the same past
			p.cut()
			p.connect()
			p.deliverAll()
		}
		position := host.Match().Position()
		plies := slices.Collect(position.Plies())
		h := plies[random.IntN(len(plies))]
		if err := p.do(host.Party(position.ToMove()), func(s *Session) error { return s.Play(h) }); err != nil {
			t.Fatalf("%v: house %v: %v", position, h, err)
		}
		p.deliverAll()
		if a, b := host.Match().Position(), guest.Match().Position(); a != b {
			t.Fatalf("the host has %v, the guest %v", a, b)
		}
		_, last = host.Match().Ply(host.Match().Plies())
	}
	for _, self := range [...]match.Party{match.Host, match.Guest} {
		checkEnd(t, p.events[self], host.Match().Position())
	}
	if guest.Match().Running() || host.Match().Result() != guest.Match().Result() {
		t.Fatalf("the host has %v, the guest %v", host.Match().Result(), guest.Match().Result())
	}
	return last
}

// checkEnd fails unless the events of an end tell the last ply with the position after it, and then
// that the game is over.
func checkEnd(t *testing.T, events []match.Event, last rules.Position) {
	t.Helper()
	at := slices.IndexFunc(events, func(e match.Event) bool {
		p, ok := e.(match.Played)
		return ok && p.After == last
	})
	if at < 0 || !slices.ContainsFunc(events[at:], func(e match.Event) bool { _, ok := e.(match.GameOver); return ok }) {
		t.Fatalf("no event tells that the game is over at %v: %v", last, events)
	}
}
