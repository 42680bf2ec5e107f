package textui

import (
	"context"
	"io"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// The pause between two looks at the table: short after an event, then longer and longer.
const (
	minPause = 20 * time.Microsecond
	maxPause = 15 * time.Millisecond
)

// Config configures a game. The zero value reads its input from a file and keeps nothing.
type Config struct {
	// Narrate adds a sentence after each ply that describes it.
	Narrate bool
	// NoBoard replaces the drawings by sentences.
	NoBoard bool
	// Colour adds escape sequences for the terminal's 16 colours.
	Colour bool
	// Pace is the least time between two plies if all players are computers at this end; zero shows
	// each ply at once.
	Pace time.Duration
	// Interactive reports that a person types the input during the game. Then there are more
	// questions: for a name for the top scores, whether to play again, how long to wait for a lost
	// connection.
	Interactive bool
	// Names are the names given by the players at this end, by party. At one keyboard a party
	// without a name is called Player 1 or Player 2.
	Names [2]string
	// Propose returns the proposed name for the one person here, if they have won and have given
	// none; nil proposes none.
	Propose func() string
	// Scores records the wins that the recorder of the scene returns; nil if wins do not count.
	Scores Scores
	// GoOn is the command that goes on with a game that was left; empty if games are not kept. Anew
	// is the command that begins another game instead, if there is one, and Replay returns the
	// command that shows a game again.
	GoOn   string
	Anew   string
	Replay func(id string) string
	// Terms are those of the table of a club at which the game is played, and nil elsewhere. The
	// person has agreed to them by sitting down, and the lobby leads back to a game that was left.
	Terms *lobby.Settings
	// Hall is the club around that table; nil if no one types here.
	Hall Hall
	// Resumed reports that the table begins with a kept game.
	Resumed bool
	// CheckAddress returns an error for an address, host:port, at which guests cannot reach this
	// host; nil accepts all.
	CheckAddress func(addr string) error
	// Invite makes a host print an invite as soon as it listens, and let in only guests with an
	// invite.
	Invite bool
	// Link returns the link with which a browser joins this host, from an address, host:port, or an
	// invite; nil if browsers are not let in. Code returns the QR code of a link, row by row; true
	// is dark.
	Link func(invite string) string
	Code func(link string) [][]bool
}

// Hall is a club around a game at one of its tables. Its methods return at once.
type Hall interface {
	// News returns lines about the club to be shown now, each once; among them are those about
	// reports and blocks that were asked for.
	News() []string
	// Report reports the other player to the people who run the club, for the game with a number.
	Report(game int, text string)
	// Block blocks the other player.
	Block()
}

// Scores records wins. Its methods return at once; done is called by a later Poll.
type Scores interface {
	// Place reports the place of a win among the top scores; 0 means none.
	Place(s match.Score, done func(place int, err error))
	// Add records a win, and reports whether it is new.
	Add(s match.Score, done func(added bool, err error))
	// Poll calls the callbacks that are due.
	Poll()
}

// question is the open question to a person at this end.
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

// game shows a scene. It derives the position from the events alone, so each event is shown with
// the board of its time even if several come at once.
type game struct {
	cfg   Config
	scene *scene.Scene
	out   *screen

	question question
	who      [2]string      // the names of the sides
	position rules.Position // after the last event
	last     rules.Sowing   // the ply that led to it; zero if none did
	by       [2]match.Party // who has which side
	offered  bool           // the host's rules are on the screen
	agreed   bool           // the person here has agreed to them
	shown    bool           // the picture of the choices is on the screen
	typed    bool           // the ply that comes next was typed here
	since    moments        // when things happened
	met      bool           // a peer is, or was, there
	resumed  bool           // the first game is a kept one
	finished bool           // the last game has come to an end of its own
	again    bool           // this end has asked for the next game
	sure     verb           // this end is asked whether it really resigns, or ends the game
	leaving  bool           // the person here leaves, which needs no telling
	listens  bool           // the address of the host is on the screen
	looked   bool           // a guest who began no game is on the screen
	waits    bool           // the next step prints whose turn it is
	left     match.PeerLeft
	secured  *match.Security // the protection of the connection that is on the screen

	clock clock
	pause pause
	pace  pace
	win   win
	wait  wait
	door  door

	meeting meeting

	ahead      []string // lines typed early: answers to questions to come
	held       bool     // they wait for news of the connection, too
	fresh      bool     // the scene has shown an event in this look
	inputEnded bool
}

// moments are when something was so last.
type moments struct {
	look time.Time // the scene has advanced to it
	news time.Time // there was any
	over time.Time // a game of a computer at a club had just ended; zero while it runs
}

// Play shows a scene until its games are over, asks the persons at this end, and lets the computers
// there play. It returns nil if the game came to an end or was left with "quit", and the error of
// ctx as soon as that ends. Otherwise it returns a [*Trouble]: the input ended, the output could
// not be written, or the network failed. It sets Prefs and Show of the scene's Env, and does not
// close the scene.
func Play(ctx context.Context, sc *scene.Scene, in *Lines, out io.Writer, cfg Config) error {
	g := newGame(sc, out, cfg)
	if g.scene.Watching() {
		g.door.watchers = 1 // this one
	}
	err := g.loop(ctx, in)
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

// newGame returns a game that shows a scene.
func newGame(sc *scene.Scene, out io.Writer, cfg Config) *game {
	g := &game{cfg: cfg, scene: sc, out: newScreen(out, cfg.Colour), resumed: cfg.Resumed}
	g.since.look = time.Now()
	sc.Env.Prefs, sc.Env.Show = scene.Motionless, g.show
	return g
}

// loop alternates between the events of the table and the input.
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
		g.watch()
		g.lookOut(time.Now())
		if err := g.out.flush(); err != nil {
			return err
		}
		if done, err := g.hear(ctx, in, pause); done {
			return err
		}
	}
}

// poll advances the scene, which shows its new events, and reports whether there were any.
func (g *game) poll() bool {
	if g.cfg.Scores != nil {
		g.cfg.Scores.Poll()
	}
	now := time.Now()
	g.tellNews(now)
	if g.tooFast(now) {
		return false
	}
	passed := now.Sub(g.since.look)
	g.since.look, g.fresh = now, false
	g.scene.Advance(passed)
	return g.fresh
}

// show shows an event.
func (g *game) show(e match.Event) {
	g.since.news, g.fresh, g.held = g.since.look, true, false
	g.tell(e)
	g.keepPace(e, g.since.look)
}

// tellNews shows what the club says.
func (g *game) tellNews(now time.Time) {
	if g.cfg.Hall == nil {
		return
	}
	if lines := g.cfg.Hall.News(); len(lines) > 0 {
		g.out.line(lines...)
		g.since.news = now
	}
}

// expectsEvents reports whether events may come without input. They do not if all players are at
// this end and a person is to move.
func (g *game) expectsEvents() bool { return !g.scene.Local() || !g.out.open }

// hosting reports whether this end waits for guests.
func (g *game) hosting() bool {
	return !g.scene.Local() && !g.scene.Watching() && g.scene.Self() == match.Host
}

// peer returns the name of the other end.
func (g *game) peer() string { return g.scene.Name(g.scene.Self().Other()) }

// playing reports whether a game is running; its connection may be down.
func (g *game) playing() bool { return g.scene.Stage() == match.StageGame }

// step takes the next step of the current stage. It reports whether the game is done, and with
// which error.
func (g *game) step() (done bool, err error) {
	if p, paused := g.scene.Paused(); paused {
		return g.stepPaused(p)
	}
	switch g.scene.Stage() {
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
	offer := g.scene.Offer()
	if t := g.cfg.Terms; t != nil && t.Variant.Canonical() == offer.Variant.Canonical() {
		g.agree(true)
		return
	}
	if !g.offered {
		g.out.line(rulesWords(offer.Variant, words.Name(offer.Host))...)
		g.offered = true
	}
	g.ask(askRules, words.T("Do you agree? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
}

// turn asks the player to move for a ply, if they are at this end.
func (g *game) turn() (done bool, err error) {
	if g.waits {
		g.waits = false
		g.sayWhoWaits()
	}
	switch text := words.Sentence(g.scene.Note()); {
	case text != "": // a computer player gives no ply
		return true, &Trouble{Text: text}
	case g.sure == verbResign:
		g.ask(askSure, words.T("Resign? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
	case g.sure == verbRemove:
		g.ask(askSure, g.removeQuestion())
	case g.sure == verbEnd:
		g.ask(askSure, g.endQuestion())
	case g.scene.Hinting():
	case g.scene.PersonToMove():
		g.tellHint()
		g.tellTimes()
		g.showChoices()
		g.ask(askPly, prompt(g.position, g.who))
	}
	return false, nil
}

// showChoices shows the possible choices, unless they are on the screen.
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
