package textui

import (
	"context"
	"io"
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// How long to wait before the table is looked at again: briefly after something has happened,
// longer and longer after.
const (
	minPause = 20 * time.Microsecond
	maxPause = 15 * time.Millisecond
)

// Config says how a game is shown and kept. Its zero value is a game of which nothing is kept, with
// its input from a file.
type Config struct {
	// Narrate adds a sentence after each ply that says what it did.
	Narrate bool
	// NoBoard leaves the drawings out and says in words which bowls may be chosen.
	NoBoard bool
	// Colour lets escape sequences choose among the terminal's 16 colours, in addition to the words.
	Colour bool
	// Pace is the least time between two plies if all players are computers at this end; zero
	// shows them as fast as they come.
	Pace time.Duration
	// Interactive says that a person types the input while the game goes on. Then more is asked:
	// for a name for the top scores, whether to play again, how long to wait for a lost connection.
	// Without it a script is not disturbed by such questions.
	Interactive bool
	// Names are the names that the players at this end have given, by party. At one keyboard a
	// party without one is called Player 1 or Player 2.
	Names [2]string
	// Propose returns the name to propose to the one person here who has won and has given none;
	// nil proposes none.
	Propose func() string
	// Judge gives hints to the persons here; nil gives none. In a game across the network no one
	// gets any.
	Judge match.Judge
	// Observe is told every event of the table before it is shown; nil means no one is.
	Observe func(match.Event)
	// Recorder knows the wins at this table, and Scores writes them down; both are nil if wins do
	// not count.
	Recorder *match.Recorder
	Scores   Scores
	// GoOn is the command that goes on with a game that was left; empty means that games are not
	// kept. Anew is the one that begins another game instead, if there is one, and Replay returns
	// the one that shows a game again.
	GoOn   string
	Anew   string
	Replay func(id string) string
	// Resumed says that the table begins with a game that was kept.
	Resumed bool
	// CheckAddress says in a sentence what is wrong with an address, host:port, at which guests are
	// to reach this host; nil finds nothing wrong.
	CheckAddress func(addr string) error
	// Invite has a host print an invite as soon as it can be reached, and let in only those who
	// have one.
	Invite bool
	// Link turns an address, host:port, or an invite into a link by which a browser joins this
	// host; nil if browsers are not let in. Code returns the QR code of a link, row by row, where
	// true is dark.
	Link func(invite string) string
	Code func(link string) [][]bool
}

// Scores writes wins down. Its methods return at once; done is called by a later Poll.
type Scores interface {
	// Place tells which place among the top scores a win would take; 0 means none.
	Place(s match.Score, done func(place int, err error))
	// Add writes a win down, and tells whether it is a new one.
	Add(s match.Score, done func(added bool, err error))
	// Poll calls the callbacks that are due.
	Poll()
}

// question is what a person at this end is being asked.
type question uint8

const (
	askNothing question = iota
	askPly              // which bowl to sow
	askRules            // whether the host's rules are agreeable
	askAgain            // whether to play again
	askSure             // whether to give the game up, to end it, or to remove the guest
	askName             // under which name a win goes into the top scores
	askPause            // how long to wait for the other end
)

// game follows a table. What it knows of the position it has from the events alone, so that each is
// told as it was when it happened, however many of them come at once.
type game struct {
	cfg   Config
	table *match.Table
	out   *screen
	local bool // both parties are at this end

	question question
	who      [2]string      // what the sides are called
	position rules.Position // after the last event
	last     rules.Sowing   // the ply that led to it; zero if none did
	by       [2]match.Party // who has which side
	offered  bool           // the host's rules are on the screen
	agreed   bool           // the person here has agreed to them
	shown    bool           // the picture of the choices is on the screen
	typed    bool           // the ply that comes next was typed here
	met      bool           // a peer is, or was, there
	resumed  bool           // the first game is one that was kept
	finished bool           // the last game has come to an end of its own
	again    bool           // this end has asked for the next game
	sure     verb           // this end is asked whether it really resigns, or ends the game
	leaving  bool           // the person here leaves, which needs no telling
	listens  bool           // the address of the host is on the screen
	looked   bool           // it was told that a guest began no game
	muted    bool           // the other one's lines are not shown
	waits    bool           // it is to be said whose turn it is
	left     match.PeerLeft
	secured  *match.Security // how the connection is protected, as it was told

	pause pause
	pace  pace
	win   win
	hint  scene.Inquiry
	wait  wait
	door  door

	meeting meeting

	ahead      []string // lines typed early: answers to questions to come
	held       bool     // they wait for news of the connection, too
	inputEnded bool
}

// Play shows a table until its games are over, asks the persons at this end, and has the computers
// there play. It returns nil when the game came to an end or was left with "quit", the error of ctx
// as soon as that ends, and otherwise a [*Trouble]: the input ended, the output could not be
// written, or the network failed. It does not close the table.
func Play(ctx context.Context, table *match.Table, in *Lines, out io.Writer, cfg Config) error {
	g := &game{
		cfg: cfg, table: table, out: newScreen(out, cfg.Colour), resumed: cfg.Resumed,
		local: table.Here(match.Host) && table.Here(match.Guest),
	}
	if g.watching() {
		g.door.watchers = 1 // this one
	}
	err := g.loop(ctx, in)
	g.hint.Forget()
	g.nameUnasked()
	if ctx.Err() != nil && cfg.Interactive && g.keeps() { // Ctrl+C, whose echo stands on the line
		if !g.out.open {
			g.out.write("\n")
		}
		g.out.line(g.keptWords())
	}
	g.out.breakOff()
	if flushed := g.out.flush(); err == nil {
		err = flushed
	}
	return err
}

// loop takes turns between what the table has to tell and what is typed.
func (g *game) loop(ctx context.Context, in *Lines) error {
	pause := minPause
	for {
		pause = min(2*pause, maxPause)
		if g.poll() {
			pause = minPause
		}
		if done, err := g.step(); done {
			return err
		}
		g.watch(time.Now())
		g.lookOut(time.Now())
		if err := g.out.flush(); err != nil {
			return err
		}
		if done, err := g.hear(ctx, in, pause); done {
			return err
		}
	}
}

// poll tells what has happened at the table, and reports whether something has.
func (g *game) poll() bool {
	if g.cfg.Scores != nil {
		g.cfg.Scores.Poll()
	}
	now := time.Now()
	if g.tooFast(now) {
		return false
	}
	events := g.table.Poll()
	g.held = g.held && len(events) == 0
	for _, e := range events {
		if g.cfg.Observe != nil {
			g.cfg.Observe(e)
		}
		g.tell(e)
		g.keepPace(e, now)
	}
	return len(events) > 0
}

// expectsEvents reports whether there may be something to tell though nothing is typed. If all
// players are at this end and a person is to choose, there is not.
func (g *game) expectsEvents() bool { return !g.local || !g.out.open }

// hosting reports whether this end waits for guests.
func (g *game) hosting() bool { return !g.local && !g.watching() && g.table.Self() == match.Host }

// peer returns the name of the other end.
func (g *game) peer() string { return g.name(g.table.Self().Other()) }

// name returns the name of a party as it is shown.
func (g *game) name(p match.Party) string { return words.Name(g.table.Name(p)) }

// playing reports whether a game is running, if only its connection is down.
func (g *game) playing() bool { return g.table.Stage() == match.StageGame }

// step does what the stage of the table asks for. It reports whether the game is done, and with
// what.
func (g *game) step() (done bool, err error) {
	if p, paused := g.table.Paused(); paused {
		return g.stepPaused(p, time.Now())
	}
	switch g.table.Stage() {
	case match.StageOffered:
		g.offer()
	case match.StageGame:
		return g.turn()
	case match.StageOver:
		return g.stepOver()
	case match.StageEnded:
		return g.stepEnded()
	case match.StageFailed:
		return true, g.trouble()
	}
	return false, nil
}

// ask asks a question, unless it is on the screen.
func (g *game) ask(q question, text string) {
	if g.question != q || !g.out.open {
		g.question = q
		g.out.ask(text)
	}
}

// offer shows the host's rules and asks whether they are agreeable.
func (g *game) offer() {
	if g.agreed { // and waits for the host
		return
	}
	if !g.offered {
		offer := g.table.Offer()
		g.out.line(rulesWords(offer.Variant, words.Name(offer.Host))...)
		g.offered = true
	}
	g.ask(askRules, words.T("Do you agree? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
}

// turn has the player to move, if they are at this end, make a move.
func (g *game) turn() (done bool, err error) {
	if g.waits {
		g.waits = false
		g.sayWhoWaits()
	}
	switch text := words.Sentence(g.table.Note()); {
	case text != "": // a computer player gives no ply
		return true, &Trouble{Text: text}
	case g.sure == verbResign:
		g.ask(askSure, words.T("Resign? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
	case g.sure == verbRemove:
		g.ask(askSure, g.removeQuestion())
	case g.sure == verbEnd:
		g.ask(askSure, words.T("End the game for good, with no winner? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
	case g.table.ComputerToMove():
		g.table.Ask()
	case g.hint.Working() && !g.takeHint():
	case g.table.PersonToMove():
		g.showChoices()
		g.ask(askPly, g.out.paint(strong, prompt(g.position, g.who)))
	}
	return false, nil
}

// showChoices shows what may be chosen, unless it is on the screen.
func (g *game) showChoices() {
	if g.shown {
		return
	}
	g.shown = true
	if g.cfg.NoBoard {
		g.out.line(choiceWords(g.position, g.who))
	} else {
		g.out.line(moveLines(g.position, g.out.painter)...)
	}
	if g.position.CanSwap() {
		g.out.line(swapWords(g.position, g.who))
	}
}
