package play

import (
	"slices"
	"time"

	"mancala/match"
	"mancala/rules"
)

// leg is the state of a leg as the events of its link tell it. Its guest is the player of
// the leg; its host stands for the other player.
type leg struct {
	seated bool // its series has begun
	online bool // its player is connected
	quiet  bool // nothing is heard of its player
	over   bool // its series is over
	reopen bool // its player has not got the seat, and may come again

	number  int
	plies   []rules.House
	ending  match.Ending
	by      match.Party // who resigned or ran out of time
	wants   [2]bool     // the next game
	asks    [2]request  // open ones only
	renamed bool        // the host has named the winner of the last game

	// Acts of the table on the leg that its player has not confirmed yet.
	resigning, withdrawing, withdrawingAsk bool
	// The last news told to the leg's player.
	told       clocks
	toldAbsent bool
	// tellsAbsence is the time before which the leg's player is told nothing about an absence, and
	// absenceWaits says that there is something to tell then.
	tellsAbsence time.Time
	absenceWaits bool
	// retry is the time before which nothing is tried on the leg, after something was refused.
	retry time.Time
	tries int
}

// request is an open request to go back to the position after that many plies.
type request struct {
	Open  bool
	Plies int
}

// clocks is the part of the clocks that changes in another way than by running.
type clocks struct {
	number, plies int
	running       bool
	side          rules.Side
	left          [2]time.Duration
}

// observe takes an event of the leg's link in.
func (l *leg) observe(e match.Event) {
	switch e := e.(type) {
	case match.Connected:
		*l = leg{seated: true, online: true}
	case match.GameStarted:
		*l = leg{
			seated: true, online: l.online, quiet: l.quiet, toldAbsent: l.toldAbsent, tellsAbsence: l.tellsAbsence,
			number: e.Number, plies: slices.Clone(e.Plies),
		}
	case match.Played:
		l.plies = append(l.plies, e.Sowing.From)
	case match.Rewound:
		l.plies, l.ending, l.asks, l.wants = l.plies[:e.Plies], match.Running, [2]request{}, [2]bool{}
	case match.GameOver:
		l.ending, l.by, l.asks, l.resigning = e.Result.Ending, e.By, [2]request{}, false
	case match.Paused:
		l.online, l.resigning, l.withdrawing, l.withdrawingAsk = false, false, false, false
		l.toldAbsent, l.tellsAbsence, l.told, l.retry, l.tries = false, time.Time{}, clocks{}, time.Time{}, 0
	case match.Resumed:
		l.online, l.quiet = true, false
	case match.PeerQuiet:
		l.quiet = e.Quiet
	case match.PeerLeft:
		l.left(e)
	case match.Failed:
		l.over, l.online = true, false
	default:
		l.observeTalks(e)
	}
}

// observeTalks takes in wishes for the next game and requests to take plies back.
func (l *leg) observeTalks(e match.Event) {
	switch e := e.(type) {
	case match.RematchWanted:
		l.wants[e.By] = true
	case match.RematchWithdrawn:
		l.wants[e.By] = false
		l.withdrawing = l.withdrawing && e.By != match.Host
	case match.TakebackAsked:
		l.asks[e.By] = request{true, e.Plies}
	case match.TakebackAnswered:
		l.asks[e.By.Other()], l.withdrawingAsk = request{}, l.withdrawingAsk && e.By == match.Host
	case match.TakebackWithdrawn:
		l.asks[e.By], l.withdrawingAsk = request{}, l.withdrawingAsk && e.By == match.Guest
	}
}

// left takes in that the series is over. A player whose program never knew of the seat may come
// again.
func (l *leg) left(e match.PeerLeft) {
	l.online = false
	if e.Reason == match.ReasonUnspecified && !e.Local && l.number == 1 && len(l.plies) == 0 {
		*l = leg{reopen: true}
		return
	}
	l.over = !e.Kept
}
