package textui

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
)

// clocked returns a happening in which the clocks of a game begin.
func clocked(at time.Duration, text string) happening {
	return happening{at, func(l *farLink) {
		control, err := match.ParseTimeControl(text)
		if err != nil {
			panic(err)
		}
		l.clocks = match.NewClocks(control)
		l.clocks.Running, l.clocks.Side, l.clocks.At = true, l.Series.Match().Position().ToMove(), time.Now()
		l.emit(table.Clocked{Clocks: l.clocks})
	}}
}

// timesOut returns a happening in which the running clock reaches zero.
func timesOut(at time.Duration) happening {
	return happening{at, func(l *farLink) {
		loser := l.clocks.Side
		if err := l.Series.Match().TimeOut(loser); err != nil {
			panic(err)
		}
		l.emit(table.GameOver{By: l.Series.Party(loser)})
	}}
}

// clocks are scenes of games with clocks.
func clocks(*testing.T) []dialogue {
	two := "kalah(2,2)"
	return []dialogue{
		{
			name: "clock", link: then(guestOf(two), clocked(second(1), "1+2"), plays(second(5), 2),
				emits(second(7), table.PeerAbsent{Absent: true}), emits(second(8), table.PeerAbsent{}), timesOut(second(65))),
			cfg: person, keys: []timed{at(2, "clock"), at(10, "clock"), at(12, "takeback"), at(13, "help"), at(70, "n")},
			said: "leave for good",
		},
		{
			name: "clock-turns", link: then(guestOf(two, 2), clocked(second(1), "90s+0"), plays(second(20), 1), timesOut(second(30))),
			cfg: person, keys: []timed{at(5, "4"), at(28, "clock"), at(40, "n")}, said: "play 1|leave for good",
		},
		{
			name: "clock-awaited", link: then(guestOf(two), emits(second(1), table.PeerAbsent{Absent: true}), emits(second(2), table.PeerAbsent{}),
				plays(second(3), 2), emits(second(4), table.PeerAbsent{Absent: true})),
			cfg: person, keys: []timed{at(5, "quit")}, said: "leave for now",
		},
		{name: "clock-none", link: guestOf(two), cfg: person, keys: []timed{at(1, "clock"), at(2, "quit")}, said: "leave for now"},
	}
}
