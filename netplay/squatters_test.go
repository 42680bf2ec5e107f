package netplay

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
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
	s.first, s.room.admission = first, openDoor
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
