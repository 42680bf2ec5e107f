package netplay

import (
	"testing"
	"time"

	"mancala/match"
)

// TestCutGreeting cuts the line after each frame of a greeting, or ends the process of one end. The
// two ends never disagree about who begins: if a game is left, the guest comes back to it or is
// told that it is over, and the seat is free for another guest.
func TestCutGreeting(t *testing.T) {
	for _, first := range []match.First{match.FirstHost, match.FirstGuest, match.FirstToss} {
		for frames := range 7 {
			p := newPair(t, kalah, first)
			for range frames {
				for _, from := range [...]match.Party{match.Guest, match.Host} {
					if len(p.sent[from]) > 0 {
						p.deliver(from)
						break
					}
				}
			}
			p.cut()
			if p.series[match.Guest] != nil && !p.series[match.Guest].over {
				p.connect()
				p.deliverAll()
				guest := p.session[match.Guest]
				if together := guest.phase == playing && p.session[match.Host].phase == playing; !together && guest.phase != ended {
					t.Errorf("first %d, cut after %d frames: the guest is in phase %d", first, frames, guest.phase)
				} else if together && p.series[0].Starter() != p.series[1].Starter() {
					t.Errorf("first %d, cut after %d frames: two starters", first, frames)
				}
				p.cut()
			}
			if s := p.room.series; s != nil && (!s.paused || s.over) {
				t.Errorf("first %d, cut after %d frames: the seat is kept for no one", first, frames)
			}
			if s := p.room.series; s != nil { // the person waits for another guest
				s.leave(goodbye{reason: match.ReasonLater, note: leftHere(match.ReasonLater, true)})
				p.room.tidy()
			}
			p.room.open, p.series, p.now = true, [2]*Series{}, p.now.Add(time.Hour)
			p.connect()
			p.deliverAll()
			if p.session[0].phase != playing || p.session[1].phase != playing {
				t.Errorf("first %d, cut after %d frames: another guest is in phase %d", first, frames, p.session[1].phase)
			}
		}
	}
}
