package scene

import (
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// Narrate receives a narration of the game, in whole sentences, for users who do not see the board.
// An urgent sentence needs attention: the user's turn, the end of the game, a request by the peer.
type Narrate func(sentence string, urgent bool)

// narration keeps the turn that was narrated last.
type narration struct {
	turn  match.Party // the party whose turn was narrated
	known bool
}

// narrate narrates an event.
func (sc *Scene) narrate(e table.News) {
	tell := sc.Env.Narrate
	if tell == nil {
		return
	}
	switch e := e.(type) {
	case table.GameStarted:
		sc.narration.known = false
		tell(beginWords(e)+".", false)
	case table.Played:
		m := e.Series.Match()
		tell(sc.Teller().Sown(m.Last(), m.Position())+sc.estimateOf(m), false)
	case table.Rewound:
		sc.narration.known = false
		if e.Note != nil {
			tell(words.Sentence(e.Note), true)
		}
		tell(rewoundWords(e)+".", false)
	case table.GameOver:
		sc.narration.known = false
		sc.narrateEnd(e)
	case table.Paused:
		sc.narration.known = false
		tell(sc.PauseReason()+".", true)
	case table.PeerLeft:
		if text := words.Sentence(e.Note); text != "" && !e.Local {
			tell(text, true)
		}
	case table.Failed:
		tell(words.Sentence(e.Note), true)
	default:
		sc.narratePeer(e)
	}
}

// estimateOf returns the estimate of the computer player that chose the last ply of a game, as a
// sentence, or "".
func (v *view) estimateOf(m *match.Match) string {
	guess, estimated := v.Estimate(m.Plies())
	if !estimated {
		return ""
	}
	return " " + words.Estimate(v.SideName(m.Last().Mover), guess)
}

// narratePeer narrates the peer's actions besides plies.
func (sc *Scene) narratePeer(e table.News) {
	tell := sc.Env.Narrate
	switch e := e.(type) {
	case table.Connected:
		if !sc.Local() && !e.Club { // the club is here; it tells who else is not
			tell(words.T("%s is here.", sc.Peer()), false)
		}
	case table.PeerQuiet:
		tell(sc.QuietWords(e.Quiet), false)
	case table.PeerAbsent:
		tell(sc.AbsenceWords(e.Absent), false)
	case table.TakebackAsked:
		if !sc.Here(e.By) && !sc.Watching() {
			tell(sc.AskedWords()+".", true)
		}
	case table.RematchWanted:
		if !sc.Here(e.By) && !sc.Watching() {
			tell(sc.RematchWords(), false)
		}
	}
}

// narrateEnd narrates the end of a game. A game that was broken off has a different sentence.
func (sc *Scene) narrateEnd(e table.GameOver) {
	r := e.Series.Match().Result()
	switch r.Ending {
	case match.Finished, match.Resigned, match.TimedOut:
	default:
		return
	}
	sc.Env.Narrate(sc.Why()+" "+words.T("%[1]s. %[2]s %[3]d, %[4]s %[5]d.", sc.Verdict(),
		sc.SideName(rules.South), r.Stores[rules.South], sc.SideName(rules.North), r.Stores[rules.North]), true)
}

// narrateTurn says once that it is the turn of a person here.
func (sc *Scene) narrateTurn() {
	if sc.Env.Narrate == nil || sc.Stage() != table.StageGame || sc.IsPaused() {
		return
	}
	turn := sc.ToMove()
	if sc.narration.known && sc.narration.turn == turn {
		return
	}
	sc.narration = narration{turn: turn, known: true}
	switch {
	case !sc.Person(turn):
	case sc.IsMe(turn):
		sc.Env.Narrate(words.T("Your turn")+".", true)
	default:
		sc.Env.Narrate(words.T("%s's turn", sc.Name(turn))+".", true)
	}
}

// Teller returns a Teller for the game.
func (v *view) Teller() words.Teller {
	return words.NewTeller([2]string{v.SideName(rules.South), v.SideName(rules.North)})
}
