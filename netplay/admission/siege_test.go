package admission

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/netplay/limit"
)

// siege is a host with strangers who want the seat but do not use it.
type siege struct {
	*bench
	now    time.Time
	series *int // of the seated guest, or of one who has gone without playing
	gone   map[*Guest]bool
}

func newSiege(seed uint64) *siege {
	s := &siege{bench: &bench{}, now: epoch, gone: map[*Guest]bool{}}
	s.desk = NewDesk(s, match.Admission{Ask: match.AskNone})
	s.desk.Draw = rand.New(rand.NewPCG(seed, 1)).Uint64
	return s
}

// squat is a series without a ply of its guest.
type squat struct{ n *int }

func (squat) GuestPlayed() bool { return false }

func (s *siege) Full() bool { return s.series != nil }

func (s *siege) Series() Series {
	if s.series == nil {
		return nil
	}
	return squat{s.series}
}

func (s *siege) Standstill() Standstill {
	if s.series == nil {
		return Standstill{}
	}
	return Standstill{Series: s.Series(), Number: 1, Paused: s.in == nil}
}

func (s *siege) Vacate() { s.series = nil }

func (s *siege) GiveWay() {
	s.drops()
	s.series = nil
}

// drops breaks the line of the guest in the seat.
func (s *siege) drops() {
	g := s.in
	s.in, s.gone[g] = nil, true
	s.desk.Owe(g.Addr)
	s.desk.Forget(g)
}

// stranger is the session of a guest in a siege.
type stranger struct {
	s *siege
	g *Guest
}

func (k stranger) Seat(time.Time)                                       { k.s.in, k.s.series = k.g, new(int) }
func (k stranger) Wait(_ wire.WaitReason, _ time.Duration, _ time.Time) {}
func (k stranger) Reject(Refusal)                                       { k.s.gone[k.g] = true }

// comes has a guest come from an address, and says whether they read the rules.
func (s *siege) comes(addr string, patient bool) *Guest {
	g := &Guest{Name: "Gus", Addr: limit.AddressOf(addr + ":1"), Patient: patient}
	g.Seeker = stranger{s, g}
	if no := s.desk.Refuses(g, s.now); no.Code != 0 {
		s.gone[g] = true
		return g
	}
	s.desk.Read(g, s.now)
	s.desk.Ask(g, s.now)
	return g
}

// encampment is a host besieged by strangers at many addresses who take the seat, keep it for a
// while without a ply, and let the line drop.
type encampment struct {
	addrs int
	queue bool          // they wait for the seat
	sit   time.Duration // how long each keeps the seat; an hour means until it is taken away
}

// waits returns the time that an honest guest waits for the seat. They come five seconds later,
// stay, and come again a quarter of a second after each refusal.
func (e encampment) waits(seed uint64) time.Duration {
	s := newSiege(seed)
	order := rand.New(rand.NewPCG(seed, 2)).Perm(e.addrs)
	camp, honest, began := make([]*Guest, e.addrs), (*Guest)(nil), epoch.Add(5*time.Second)
	seated := time.Time{}
	for ; s.now.Sub(began) < time.Hour; s.now = s.now.Add(100 * time.Millisecond) {
		for _, i := range order {
			switch g := camp[i]; {
			case g == nil, s.gone[g] && (int(s.now.Sub(epoch)/(100*time.Millisecond))+i)%10 == 0:
				camp[i] = s.comes(fmt.Sprintf("203.0.113.%d", i+1), e.queue)
			case s.in == g && seated.IsZero():
				seated = s.now
			case s.in == g && s.now.Sub(seated) >= e.sit:
				s.drops()
			}
		}
		if !s.now.Before(began) && s.now.Sub(began)%(250*time.Millisecond) == 0 && (honest == nil || s.gone[honest]) {
			honest = s.comes("198.51.100.1", true)
		}
		if s.desk.Tick(s.now); honest != nil && s.in == honest {
			break
		}
		if s.in == nil {
			seated = time.Time{}
		}
	}
	return s.now.Sub(began)
}

// TestEncampment measures how long an honest guest waits among squatters. Each address wastes one
// turn at most before the honest guest's.
func TestEncampment(t *testing.T) {
	for _, e := range []encampment{
		{8, false, 2 * time.Second},
		{38, false, 2 * time.Second},
		{8, true, 2 * time.Second},
		{38, true, 2 * time.Second},
		{8, true, time.Hour},
	} {
		var waits []time.Duration
		for seed := range uint64(20) {
			waits = append(waits, e.waits(seed))
		}
		longest := slices.Max(waits)
		turn := min(e.sit, FirstAfter) + 1500*time.Millisecond
		most := time.Duration(e.addrs) * turn
		if !e.queue {
			most = 2 * turn
		}
		if t.Logf("%+v: all waited up to %v", e, longest); longest > most {
			t.Errorf("%+v: all waited up to %v, more than %v", e, longest, most)
		}
	}
}

// TestAFullQueueCountsAddresses fills the queue from eight addresses with four guests each. A guest
// of another address still gets a place, from an address with several.
func TestAFullQueueCountsAddresses(t *testing.T) {
	s := newSiege(1)
	s.comes("203.0.113.100", false)
	for i := range MaxQueue {
		s.comes(fmt.Sprintf("203.0.113.%d", i/4+1), true)
	}
	if n := len(s.desk.queue); n != MaxQueue {
		t.Fatalf("%d guests wait, not %d", n, MaxQueue)
	}
	for i := range 8 {
		if g := s.comes(fmt.Sprintf("198.51.100.%d", i+1), true); s.gone[g] {
			t.Errorf("guest %d from an address of their own is turned away", i)
		}
	}
	from := map[limit.Address]int{}
	for _, g := range s.desk.queue {
		from[g.Addr]++
	}
	for i := range 8 {
		if n := from[limit.AddressOf(fmt.Sprintf("203.0.113.%d:1", i+1))]; n != 3 {
			t.Errorf("%d guests of address %d wait, not 3", n, i)
		}
	}
	if n := len(s.desk.queue); n != MaxQueue || len(from) != 16 {
		t.Errorf("%d guests of %d addresses wait", n, len(from))
	}
}
