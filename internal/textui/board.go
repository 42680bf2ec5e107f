package textui

import (
	"cmp"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// board is the board on the screen. It follows only the events, so each one appears with its own
// board even if several come at once.
type board struct {
	*terminal
	who      [2]string      // the names of the sides
	by       [2]match.Party // who has which side
	position rules.Position // after the last event
	last     rules.Sowing   // the ply that led to it, or zero
	shown    bool           // the picture of the choices is on the screen
	typed    bool           // the next ply was typed here
	waits    bool           // the next step prints whose turn it is
}

// begin takes the start of a new or resumed game.
func (b *board) begin(e table.GameStarted) {
	starter := e.Series.Starter()
	b.position, b.last, b.by, b.typed = e.Series.Match().Position(), rules.Sowing{}, [2]match.Party{starter, starter.Other()}, false
	names := match.TellApart([2]string{b.called(match.Host), b.called(match.Guest)}, match.AtSecond)
	b.who = [2]string{names[b.by[0]], names[b.by[1]]}
}

// called returns the name of a party on the screen.
func (b *board) called(p match.Party) string {
	if b.scene.Local() {
		return cmp.Or(b.cfg.Names[p], words.T("Player %d", int(p)+1))
	}
	return b.scene.Name(p)
}

// introduce prints who plays at the start of a game.
func (b *board) introduce(e table.GameStarted) {
	if e.Tossed {
		b.out.line(words.T("A coin was tossed, and both programs have checked it: %s begins.", b.scene.Name(e.Series.Starter())))
	}
	plies := e.Series.Match().Plies()
	if (plies > 0 || b.resumed) && !b.ended() {
		b.out.line(b.goingOnWords())
	}
	if b.scene.Local() && e.Series.Number() == 1 && plies == 0 {
		return
	}
	m := int(b.position.Variant().Houses)
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		b.out.line(sideWords(b.who[side], side, m, !b.scene.Local() && b.scene.Here(b.by[side])))
	}
}

// ended reports whether the game is over at the position on the screen, though its end may come as
// a later event: so it is for a watcher who comes late.
func (b *board) ended() bool {
	m := b.scene.Match()
	return !m.Running() && m.Position() == b.position
}

// goingOnWords returns a sentence about a resumed game, with its score.
func (b *board) goingOnWords() string {
	own := rules.South
	for side, party := range b.by {
		if b.scene.Local() && b.scene.Person(party) || !b.scene.Local() && b.scene.Here(party) {
			own = rules.Side(side)
			break
		}
	}
	other := own.Opponent()
	name := b.who[other]
	if p := b.by[other]; b.scene.Local() && !b.scene.Person(p) {
		name = b.scene.Name(p)
	}
	mine, theirs := b.position.Store(own), b.position.Store(other)
	if b.scene.Watching() || b.scene.Local() && b.scene.Persons() != 1 {
		return words.T("Going on with the game of %s against %s, %d to %d.", b.who[own], name, mine, theirs)
	}
	return words.T("Going on with the game against %s, %d to %d.", name, mine, theirs)
}

// played shows a ply: the choice, unless it was typed here, the effect as a sentence, and the
// board.
func (b *board) played(e table.Played) {
	m := e.Series.Match()
	b.position, b.last, b.waits = m.Position(), m.Last(), false
	t := teller(b.who, b.position.Variant())
	if !b.typed {
		b.out.styled(strong, t.Choice(b.last))
	}
	b.typed = false
	if guess, estimated := b.scene.Estimate(m.Plies()); estimated {
		b.out.line(words.Estimate(b.who[b.last.Mover], guess))
	}
	if b.cfg.Narrate {
		b.out.line(t.Ply(b.last, b.position))
	}
	if !b.last.Ends() { // otherwise the end shows the board
		b.showTurn()
	}
}

// rewound shows the board after plies were taken back.
func (b *board) rewound(e table.Rewound) {
	b.position, b.last = e.Series.Match().Position(), rules.Sowing{}
	if e.Note != nil {
		b.out.line(words.Sentence(e.Note))
	}
	b.showTurn()
}

// over shows the end of a game, and reports whether it has a result.
func (b *board) over(e table.GameOver) bool {
	b.typed = false
	r := e.Series.Match().Result()
	switch r.Ending {
	case match.Finished:
		b.show()
	case match.Resigned:
		b.show()
		b.out.styled(strong, words.T("%s gives the game up.", b.nameOf(e.By)))
	case match.TimedOut:
		b.show()
		b.out.styled(strong, words.T("%s ran out of time.", b.nameOf(e.By)))
	default:
		return false
	}
	result := resultLines(r.Outcome, r.Stores, b.who)
	b.out.styled(strong, result[0])
	b.out.line(result[1:]...)
	if text := b.tallyWords(); text != "" {
		b.out.line(text)
	}
	return true
}

// nameOf returns the name of a party's side.
func (b *board) nameOf(p match.Party) string {
	if b.by[rules.North] == p {
		return b.who[rules.North]
	}
	return b.who[rules.South]
}

// tallyWords returns the score of the series, or "" before its second result.
func (b *board) tallyWords() string {
	t := b.scene.Tally()
	if t.Wins[0]+t.Wins[1]+t.Draws < 2 {
		return ""
	}
	south, north := t.Wins[b.by[rules.South]], t.Wins[b.by[rules.North]]
	if t.Draws > 0 {
		return words.T("Games so far: %s %d, %s %d, drawn %d.", b.who[rules.South], south, b.who[rules.North], north, t.Draws)
	}
	return words.T("Games so far: %s %d, %s %d.", b.who[rules.South], south, b.who[rules.North], north)
}

// show shows the board after a change.
func (b *board) show() {
	b.shown = false
	if !b.cfg.NoBoard {
		b.out.line(boardLines(b.position, b.last, b.out.painter)...)
	}
}

// showTurn shows the board. If the player to move is at the other end, it also says whose turn it
// is.
func (b *board) showTurn() {
	b.show()
	b.sayWhoWaits()
}

// showAgain shows the board again, in words if drawings are off.
func (b *board) showAgain() {
	switch {
	case b.scene.Match() == nil:
		b.out.refuse(words.T("There is no board yet."))
	case b.cfg.NoBoard:
		b.out.line(boardWords(b.position, b.who)...)
	default:
		b.show()
	}
}

// resume makes the next step show the choices again, or whose turn it is.
func (b *board) resume() { b.typed, b.shown, b.waits = false, false, true }

// sayWhoWaits prints whose turn it is if the player to move is at the other end.
func (b *board) sayWhoWaits() {
	if side := b.position.ToMove(); !b.scene.Local() && !b.scene.Here(b.by[side]) && !b.ended() {
		b.out.line(words.T("Waiting for %s.", b.who[side]))
	}
}

// choose shows the possible choices, unless the screen has them, and asks for one.
func (b *board) choose() {
	if !b.shown {
		b.shown = true
		if b.cfg.NoBoard {
			b.out.line(choiceWords(b.position, b.who))
		} else {
			b.out.line(moveLines(b.position, b.out.painter)...)
		}
		if b.position.CanSwap() {
			b.out.line(swapWords(b.position, b.who))
		}
	}
	b.ask(askPly, prompt(b.position, b.who))
}
