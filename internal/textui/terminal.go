// Package textui shows a game in a terminal, line by line. It is the text program of CS150 with the
// program's seats, rule sets and network.
//
// It reads lines from an [io.Reader] and writes to an [io.Writer]. [Play] shows a [scene.Scene], as
// a window does, from the first event of its table to the last, with any players. [AskSetup] asks
// for the start of a game.
//
// # Words
//
// In a terminal houses are bowls, and have one number each. On a board of m houses a side, Player 1
// (South, who moves first) has the bowls 1 to m from left to right, and Player 2 (North) the bowls
// m+2 to 2m+1 from right to left: counter-clockwise, with the stores at m+1 and 2m+2.
package textui

import (
	"errors"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// terminal is the state that all parts of a game share: the scene, the screen, the open question,
// and the progress of the game.
type terminal struct {
	cfg   Config
	scene *scene.Scene
	out   *screen

	question question
	doubt    *doubt
	met      bool // a peer is or was connected
	resumed  bool // the first game is a kept one
	finished bool // the last game has ended by the rules
	leaving  bool // the person here leaves, so no line is needed
}

// question is the open question to a person at this end.
type question uint8

const (
	askNothing question = iota
	askPly              // which bowl to sow
	askRules            // whether the person agrees to the host's rules
	askAgain            // whether to play again
	askSure             // whether to do something irreversible
	askName             // under which name a win goes into the top scores
	askPause            // how long to wait for the other end
)

// doubt is an irreversible action that the person has to confirm.
type doubt struct {
	question func() string
	do       func()
}

// ask asks a question, unless the screen shows it.
func (t *terminal) ask(q question, text string) {
	if t.question != q || !t.out.open {
		t.question = q
		t.out.ask(text)
	}
}

// hosting reports whether this end waits for guests.
func (t *terminal) hosting() bool {
	return !t.scene.Local() && !t.scene.Watching() && t.scene.Self() == match.Host
}

// playing reports whether a game is running; its connection may be down.
func (t *terminal) playing() bool { return t.scene.Stage() == table.StageGame }

// isClubComputer reports whether a computer plays for this end at a table of a club.
func (t *terminal) isClubComputer() bool {
	return t.cfg.Terms != nil && !t.scene.Watching() && t.scene.Persons() == 0
}

// rated reports whether the games at the table of a club count for ratings.
func (t *terminal) rated() bool { return t.cfg.Terms != nil && t.cfg.Terms.Rated }

// keeps reports whether a running game stays stored when this end leaves.
func (t *terminal) keeps() bool {
	return (t.cfg.GoOn != "" || t.cfg.Terms != nil) && t.playing() && (!t.scene.Local() || t.scene.Match().Plies() > 0)
}

// keptWords says how to resume the kept game.
func (t *terminal) keptWords() string {
	switch {
	case t.cfg.Terms != nil:
		return words.T("The lobby of the club leads back to the game.") + " " + words.AwayFromClub(t.cfg.Terms.Time.Timed())
	case t.cfg.GoOn == "":
		return words.T("The game is kept.")
	}
	return words.T("The game is kept; %s goes on with it.", t.cfg.GoOn)
}

// saysKept are the notes whose sentences say that the game is kept.
var saysKept = map[string]bool{
	"netplay.closed-for-now": true, "netplay.left-for-now": true, "netplay.kept": true, "netplay.host-set-aside": true,
	"netplay.you-left-for-now": true, "netplay.you-removed-for-now": true, "netplay.removed-for-now": true,
}

// saysElsewhere are the notes whose sentences say that there is nothing to resume here.
var saysElsewhere = map[string]bool{"netplay.replaced": true, "netplay.club-gone": true}

// andKept returns the sentence of a note with the command that resumes the game.
func (t *terminal) andKept(n *rules.Note) string {
	text := words.Sentence(n)
	switch {
	case n == nil || !saysKept[n.Code] && !saysElsewhere[n.Code]:
		return text + " " + t.keptWords()
	case t.cfg.GoOn == "", saysElsewhere[n.Code]:
		return text
	}
	return text + " " + words.T("%s goes on with it.", t.cfg.GoOn)
}

// complain prints why a request was refused, unless the peer has gone, which the table reports.
func (t *terminal) complain(err error) {
	for _, told := range [...]error{
		table.Away, table.Asked, table.NothingAsked, table.Often, table.TooFast, table.NotClean,
		match.ErrNothingToUndo, table.Timed, table.Rated,
	} {
		if errors.Is(err, told) {
			t.out.refuse(words.Sentence(told))
		}
	}
}
