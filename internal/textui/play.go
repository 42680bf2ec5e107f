package textui

import (
	"context"
	"io"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
)

// Config configures a game. The zero value reads its input from a file and keeps nothing.
type Config struct {
	// Narrate adds a sentence after each ply that describes it.
	Narrate bool
	// NoBoard replaces the drawings by sentences.
	NoBoard bool
	// Colour adds escape sequences for the terminal's 16 colours.
	Colour bool
	// Pace is the least time between two plies if all players are computers at this end. Zero shows
	// each ply at once.
	Pace time.Duration
	// Interactive means that a person types the input during the game. It adds questions: for a
	// name for the top scores, whether to play again, how long to wait for a lost connection.
	Interactive bool
	// Names are the names given by the players at this end, by party. At one keyboard a party
	// without a name is called Player 1 or Player 2.
	Names [2]string
	// Propose returns the proposed name for the only person here, if they have won and gave no
	// name; nil proposes none.
	Propose func() string
	// Scores records the wins that the recorder of the scene returns; nil if wins do not count.
	Scores Scores
	// GoOn is the command that resumes a game; empty if games are not stored. Anew is the command
	// that begins another game instead, if there is one. Replay returns the command that shows a
	// game again.
	GoOn   string
	Anew   string
	Replay func(id string) string
	// Terms are the settings of the game's table at a club; nil elsewhere. The person has agreed to
	// them by taking the seat, and can return to the game from the lobby.
	Terms *lobby.Settings
	// Club is the club around that table; nil if no one types here.
	Club Club
	// Resumed means that the table begins with a kept game.
	Resumed bool
	// Bell rings if the link of the scene's table or Club has events; nil means that nothing rings.
	Bell Bell
	// CheckAddress returns an error if guests cannot reach this host at an address, host:port; nil
	// accepts all.
	CheckAddress func(addr string) error
	// Invite makes a host print an invite as soon as it listens, and admit only guests with an
	// invite.
	Invite bool
	// Link returns the link with which a browser joins this host, from an address, host:port, or an
	// invite; nil if browsers may not join. Code returns the QR code of a link, row by row; true is
	// dark.
	Link func(invite string) string
	Code func(link string) [][]bool
}

// Club is a club around a game at one of its tables. Its methods return at once.
type Club interface {
	// News returns the new lines about the club, each once. They include the answers to reports and
	// blocks.
	News() []string
	// Bell rings if there are any, and is for the game as well.
	Bell() Bell
	// Report reports the other player to the people who run the club, for the game with a number.
	Report(game int, text string)
	// Block blocks the other player.
	Block()
}

// Scores records wins. Its methods return at once; a later Poll calls done.
type Scores interface {
	// Place reports the place of a win among the top scores; 0 means none.
	Place(s match.Score, done func(place int, err error))
	// Add records a win, and reports whether it is new.
	Add(s match.Score, done func(added bool, err error))
	// Poll calls the due callbacks.
	Poll()
}

// game shows a scene.
type game struct {
	*terminal
	board    *board
	input    *input
	offer    *offer
	line     *line
	meeting  *meeting
	guests   *guests
	requests *requests
	clock    *clock
	pace     *pace
	wait     *wait
	win      *winning

	since moments // when things happened
	fresh bool    // the scene has shown an event in this look
}

// moments are times of the last events of some kinds.
type moments struct {
	look time.Time // the scene has advanced to it
	news time.Time // there was any
	stir time.Time // there was any, or a line was typed
	over time.Time // a game of a computer at a club had just ended; zero while it runs
}

// Play shows a scene until its games are over, asks the persons at this end, and lets its computers
// play. It returns nil after the end of the game or "quit", and ctx's error as soon as ctx ends. It
// returns a [*Trouble] if the input ends, or if writing the output or the network fails. It sets
// Prefs and Show of the scene's Env, and does not close the scene.
func Play(ctx context.Context, sc *scene.Scene, in *Lines, out io.Writer, cfg Config) error {
	g := newGame(sc, out, cfg)
	if g.scene.Watching() {
		g.guests.watchers = 1 // this one
	}
	err := g.loop(ctx, in)
	g.win.recordUnasked()
	if ctx.Err() != nil && cfg.Interactive && g.keeps() { // Ctrl+C, whose echo is on the line
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
	t := &terminal{cfg: cfg, scene: sc, out: newScreen(out, cfg.Colour), resumed: cfg.Resumed}
	b, m := &board{terminal: t}, &meeting{terminal: t}
	w, won := &wait{terminal: t, board: b}, &winning{terminal: t, board: b}
	g := &game{
		terminal: t, board: b, meeting: m, wait: w, win: won,
		input: &input{terminal: t, wait: w, win: won}, offer: &offer{terminal: t}, line: &line{terminal: t, meeting: m},
		guests: &guests{terminal: t}, requests: &requests{t}, clock: &clock{terminal: t, board: b},
		pace: &pace{terminal: t},
	}
	g.since.look = time.Now()
	g.since.stir = g.since.look
	sc.Env.Prefs, sc.Env.Show = scene.Motionless, g.show
	return g
}

// loop alternates between the events of the table and the input.
func (g *game) loop(ctx context.Context, in *Lines) error {
	pause := minPause
	for {
		pause = min(2*pause, g.rest())
		if g.poll() {
			pause = minPause
		}
		if done, err := g.step(); done {
			return err
		}
		g.wait.watch()
		g.guests.lookOut(time.Now())
		if err := g.out.flush(); err != nil {
			return err
		}
		if done, err := g.hear(ctx, in, pause); done {
			return err
		}
	}
}

// rest returns the longest pause until the next look. Only links ring: players who think, hints and
// the disk do not.
func (g *game) rest() time.Duration {
	if g.scene.ComputerToMove() || g.scene.Hinting() || g.win.adding {
		return maxPause
	}
	return g.cfg.Bell.rest(g.since.look.Sub(g.since.stir))
}

// poll advances the scene, which shows its new events, and reports whether there were any.
func (g *game) poll() bool {
	if g.cfg.Scores != nil {
		g.cfg.Scores.Poll()
	}
	now := time.Now()
	g.tellNews(now)
	if g.pace.tooFast(now) {
		return false
	}
	passed := now.Sub(g.since.look)
	g.since.look, g.fresh = now, false
	g.scene.Advance(passed)
	return g.fresh
}

// show shows an event.
func (g *game) show(e table.News) {
	g.since.news, g.since.stir, g.fresh, g.input.held = g.since.look, g.since.look, true, false
	g.tell(e)
	g.pace.keep(e, g.since.look)
}

// tellNews shows the club's news.
func (g *game) tellNews(now time.Time) {
	if g.cfg.Club == nil {
		return
	}
	if lines := g.cfg.Club.News(); len(lines) > 0 {
		g.out.line(lines...)
		g.since.news, g.since.stir = now, now
	}
}

// step takes the next step of the current stage. It reports whether the game is done, and returns
// its error.
func (g *game) step() (done bool, err error) {
	if p, paused := g.scene.Paused(); paused {
		return g.stepPaused(p)
	}
	switch g.scene.Stage() {
	case table.StageOffered:
		g.offer.step()
	case table.StageGame:
		return g.turn()
	case table.StageOver:
		return g.stepOver()
	case table.StageEnded:
		return g.stepEnded()
	case table.StageFailed:
		return true, g.line.trouble()
	}
	return false, nil
}

// turn asks a player at this end for their ply.
func (g *game) turn() (done bool, err error) {
	if g.board.waits {
		g.board.waits = false
		g.board.sayWhoWaits()
	}
	switch text := words.Sentence(g.scene.Note()); {
	case text != "": // a computer player gives no ply
		return true, &Trouble{Text: text}
	case g.doubt != nil:
		g.ask(askSure, g.doubt.question())
	case g.scene.Hinting():
	case g.scene.PersonToMove():
		g.wait.tellHint()
		g.clock.tell()
		g.board.choose()
	}
	return false, nil
}
