package textui

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// looks is a link that counts how often its events are asked for, and rings if there are some.
type looks struct {
	*farLink
	bell Bell
	n    int
}

func (l *looks) Events() []table.News {
	l.n++
	return l.farLink.Events()
}

// TestWaitingSleeps waits as a host for two hours: the screen looks for events a few times only,
// and yet shows each one at the moment at which it comes.
func TestWaitingSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &looks{farLink: newFarLink(t, variant(t, "kalah(2,2)"), match.Host, match.Host), bell: NewBell()}
		l.events = []table.News{table.Listening{Addr: "[::]:7000", Reachable: []string{"192.168.1.20:7000"}}}
		tbl := table.NewTable(l, match.Host, [2]string{match.Host: "Ann"}, [2]match.Seat{match.Host: match.NewPerson()})
		in, typed := io.Pipe()
		done := make(chan error)
		go func() {
			done <- Play(t.Context(), sceneOf(tbl), NewLines(in), io.Discard, Config{Interactive: true, NoBoard: true, Bell: l.bell})
		}()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if l.n > 1500 {
			t.Errorf("%d looks in two hours", l.n)
		}
		l.events = []table.News{table.Failed{Note: rules.NewNote("netplay.no-chance")}}
		l.bell.Ring()
		rung := time.Now()
		if err, passed := <-done, time.Since(rung); err == nil || passed != 0 {
			t.Errorf("the end is noticed after %v, with %v", passed, err)
		}
		_ = typed.Close()
	})
}
