package netplay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
)

// siege is a host whose seat is wanted by strangers who do not use it.
type siege struct {
	*crowd
	squatters []*visitor
	events    map[int]int // events of the host's person, by second
}

func newSiege(t *testing.T, n int, first match.First) *siege {
	s := &siege{crowd: &crowd{t: t, out: new(strings.Builder)}, events: map[int]int{}}
	s.begin(nil)
	s.first, s.room.desk.Policy = first, openDoor
	for i := range n {
		s.comes(fmt.Sprint("Eve", i), fmt.Sprintf("203.0.113.%d", i+1), nil)
	}
	s.squatters = slices.Clone(s.guests)
	return s
}

// step lets a tenth of a second pass: the squatter in the seat leaves it, those who have left come
// again, and the host's person waits for the next guest.
func (s *siege) step() {
	s.now = s.now.Add(100 * time.Millisecond)
	s.guests = slices.DeleteFunc(s.guests, func(v *visitor) bool {
		return v.host.Ended() && v.guest.Ended() && !slices.Contains(s.squatters, v)
	})
	for i, v := range s.squatters {
		if v.guest.phase == playing {
			v.guest.Leave(match.ReasonQuit)
		} else if v.host.Ended() {
			s.guests = slices.DeleteFunc(s.guests, func(other *visitor) bool { return other == v })
			s.comes(v.name, v.addr, []string{"wait"})
			s.squatters[i] = s.guests[len(s.guests)-1]
		}
		v.host.Tick(s.now)
	}
	s.settle()
	told := strings.Count(s.out.String(), "    host: ")
	s.events[int(s.now.Sub(epoch)/time.Second)] += told
	s.out.Reset()
	s.room.open = true
}

// TestSquatters lets sixteen strangers at sixteen addresses take the seat, leave it and come again
// at once. An honest guest who does not even wait soon gets it, and the host's screen stays calm.
func TestSquatters(t *testing.T) {
	for _, first := range []match.First{match.FirstHost, match.FirstToss} {
		s := newSiege(t, 16, first)
		for range 50 {
			s.step()
		}
		tries, began := 0, s.now
		for honest := (*visitor)(nil); honest == nil || honest.guest.phase != playing; s.step() {
			if honest == nil || honest.guest.Ended() {
				tries++
				s.comes("Ann", "198.51.100.1", nil)
				honest = s.find("Ann")
			}
			if s.now.Sub(began) > time.Minute {
				t.Fatalf("an honest guest does not get in; %d tries in a minute", tries)
			}
		}
		if waited := s.now.Sub(began); waited > 20*time.Second {
			t.Errorf("an honest guest got in after %v and %d tries", waited, tries)
		}
		for second, n := range s.events {
			if n > 8 { // of one guest: two that begin a game, and two that end it; and the beginning of the next
				t.Errorf("in second %d the host's person heard %d times of strangers", second, n)
			}
		}
	}
}

// encampment is a host besieged by strangers at many addresses who take the seat, keep it for a
// while without a ply, and let the line drop.
type encampment struct {
	addrs int
	queue bool          // they wait for the seat
	sit   time.Duration // how long each keeps the seat; an hour means until it is taken away
}

// waits returns how long an honest guest waits for the seat, who comes five seconds later, stays,
// and comes again a quarter of a second after being turned away.
func (e encampment) waits(t *testing.T, seed uint64) time.Duration {
	s := newSiege(t, 0, match.FirstGuest)
	s.room.desk.Draw = rand.New(rand.NewPCG(seed, 1)).Uint64
	how := []string{"wait"}
	if !e.queue {
		how = nil
	}
	order := rand.New(rand.NewPCG(seed, 2)).Perm(e.addrs)
	camp := make([]*visitor, e.addrs)
	sat := map[*visitor]time.Time{}
	honest, began := (*visitor)(nil), s.now.Add(5*time.Second)
	for ; s.now.Sub(began) < time.Hour; s.now = s.now.Add(100 * time.Millisecond) {
		for _, i := range order {
			v := camp[i]
			switch {
			case v == nil || v.host.Ended() && (s.now.Sub(epoch)/(100*time.Millisecond)+time.Duration(i))%10 == 0:
				camp[i] = s.stranger(fmt.Sprintf("203.0.113.%d", i+1), how)
			case v.host.Ended():
			case v.host.phase == playing && sat[v].IsZero():
				sat[v] = s.now
			case v.host.phase == playing && s.now.Sub(sat[v]) >= e.sit:
				v.host.Lost(frames.ErrTruncated)
			}
		}
		if !s.now.Before(began) && s.now.Sub(began)%(250*time.Millisecond) == 0 && (honest == nil || honest.host.Ended()) {
			honest = s.stranger("198.51.100.1", []string{"wait"})
		}
		s.room.desk.Tick(s.now)
		s.settle()
		s.out.Reset()
		s.room.open = true
		if honest != nil && honest.host.phase == playing {
			break
		}
		s.guests = slices.DeleteFunc(s.guests, func(v *visitor) bool { return v.host.Ended() })
	}
	return s.now.Sub(began)
}

// stranger lets a guest come, and returns them.
func (s *siege) stranger(addr string, how []string) *visitor {
	s.comes("Gus", addr, how)
	s.settle()
	return s.guests[len(s.guests)-1]
}

// TestEncampment measures how long an honest guest waits among squatters. Each address wastes one
// turn at most before the honest guest's, and about half of them do.
func TestEncampment(t *testing.T) {
	for _, e := range []encampment{
		{8, false, 2 * time.Second},
		{38, false, 2 * time.Second},
		{8, true, 2 * time.Second},
		{38, true, 2 * time.Second},
		{8, true, time.Hour},
	} {
		var waits []time.Duration
		for seed := range uint64(5) {
			waits = append(waits, e.waits(t, seed))
		}
		slices.Sort(waits)
		median, longest := waits[len(waits)/2], waits[len(waits)-1]
		t.Logf("%+v: half waited up to %v, all up to %v", e, median, longest)
		turn := min(e.sit, admission.FirstAfter) + 1500*time.Millisecond
		most := time.Duration(e.addrs) * turn
		if !e.queue {
			most = 2 * turn
		}
		if longest > most {
			t.Errorf("%+v: half waited up to %v, all up to %v", e, median, longest)
		}
	}
}

// TestAFullQueueCountsAddresses fills the queue from eight addresses with four guests each. A guest
// of another address still finds a place in it, and takes that of an address with several.
func TestAFullQueueCountsAddresses(t *testing.T) {
	s := newSiege(t, 0, match.FirstGuest)
	s.stranger("203.0.113.100", nil)
	for i := range admission.MaxQueue {
		s.stranger(fmt.Sprintf("203.0.113.%d", i/admission.MaxCallers+1), []string{"wait"})
	}
	if len(s.room.desk.Waiting()) != admission.MaxQueue {
		t.Fatalf("%d guests wait, not %d", len(s.room.desk.Waiting()), admission.MaxQueue)
	}
	for i := range 8 {
		if v := s.stranger(fmt.Sprintf("198.51.100.%d", i+1), []string{"wait"}); v.host.Ended() {
			t.Errorf("guest %d from an address of their own is turned away", i)
		}
	}
	from := map[string]int{}
	for _, q := range s.room.desk.Waiting() {
		from[fmt.Sprint(q.Addr)]++
	}
	for addr, n := range from {
		if strings.Contains(addr, "203.0.113.") && n != 3 {
			t.Errorf("%d guests of %s wait, not 3", n, addr)
		}
	}
	if len(s.room.desk.Waiting()) != admission.MaxQueue || len(from) != 16 {
		t.Errorf("%d guests of %d addresses wait", len(s.room.desk.Waiting()), len(from))
	}
}
