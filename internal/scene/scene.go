package scene

import (
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/table"
	"mancala/rules"
)

// thinkingPause is the pause between the last motion and a computer player's ply, so that the eye
// can follow.
const thinkingPause = 350 * time.Millisecond

// Scene presents a table to front ends: the motion of the last ply, the last event in words, and
// the pace of the computer players. It has no clock: callers pass the time to Advance.
type Scene struct {
	view
	advice

	// Env connects the scene to the program.
	Env Env
	// Stepwise makes computer players move only on Next.
	Stepwise bool
	// Flipped turns the board around.
	Flipped bool

	far
	narration narration
	clocking

	Showing
	lamp     motion.Lamp
	last     rules.Pit // the house played last
	hasLast  bool
	happened string   // the last event in words, for the status bar
	telling  []string // the words for the ply being shown, phrase by phrase
	tossed   bool     // a coin has chosen who begins, and the toss has not been shown
	waited   time.Duration
	thought  time.Duration // how long the computer player, or the judge of a hint, has been thinking
}

// Env connects a scene to the program. The zero value shows plies at normal speed, asks no judge
// and stores nothing.
type Env struct {
	// Prefs returns the current preferences. Nil means the defaults.
	Prefs func() Prefs
	// NewJudge returns a judge with some patience. Hints and the evaluation bar need it.
	NewJudge func(patience time.Duration) match.Judge
	// Now returns the time, by the same clock as the link's. If it is nil, the clocks of a game do
	// not move between two plies.
	Now func() time.Time
	// Observe, if not nil, receives every event.
	Observe func(table.News)
	// Show, if not nil, receives every event after the scene has handled it. It is for front ends
	// that write the events one after another.
	Show func(table.News)
	// Narrate, if not nil, receives a narration of the game.
	Narrate Narrate
	// Recorder stores the games of the table; nil stores none.
	Recorder *table.Recorder
}

// Prefs are the preferences that a scene follows.
type Prefs struct {
	// Speed is the speed at which plies are shown.
	Speed motion.Speed
	// FlipOnTurn turns the board on every turn if two people share it.
	FlipOnTurn bool
	// Still moves the light of the turn without animation.
	Still bool
	// Bar keeps the evaluation bar up to date.
	Bar bool
}

// prefs returns the current preferences.
func (e *Env) prefs() Prefs {
	if e.Prefs == nil {
		return Prefs{Speed: motion.Normal}
	}
	return e.Prefs()
}

// Motionless returns the preferences of a front end that shows no motion.
func Motionless() Prefs { return Prefs{Speed: motion.Off, Still: true} }

// New returns the scene of a table. kinds are the kinds of players by party, as in a
// [match.Record].
func New(t *table.Table, kinds [2]string) *Scene {
	return &Scene{view: view{Table: t, kinds: kinds}}
}

// Remote returns the scene of a new link to another machine, with a person at this end.
func Remote(link table.Link, self match.Party, name string) *Scene {
	var names [2]string
	var seats [2]match.Seat
	names[self], seats[self] = name, match.NewPerson()
	return New(table.NewTable(link, self, names, seats), [2]string{match.KindPerson, match.KindPerson})
}

// Bottom returns the side drawn at the bottom.
func (sc *Scene) Bottom() rules.Side {
	side := sc.Side(sc.Self())
	if sc.Local() {
		side = sc.Side(match.Host)
	}
	if me, one := sc.Me(); one {
		side = sc.Side(me)
	}
	if sc.Env.prefs().FlipOnTurn && sc.Persons() == 2 && sc.Stage() == table.StageGame {
		side = sc.TurnShown()
	}
	if sc.Flipped {
		side = side.Opponent()
	}
	return side
}

// Last returns the house played last. It returns false if the last turn was not a sowing, or there
// was none.
func (sc *Scene) Last() (rules.Pit, bool) { return sc.last, sc.hasLast }

// TurnShown returns the side whose turn is shown. It changes at the end of a motion.
func (sc *Scene) TurnShown() rules.Side {
	if sc.Moving() {
		return sc.before.ToMove()
	}
	if m := sc.Match(); m != nil {
		return m.Position().ToMove()
	}
	return rules.South
}

// Moment returns the present state of the board.
func (sc *Scene) Moment() motion.Moment {
	if sc.Moving() {
		return sc.Showing.Moment()
	}
	if m := sc.Match(); m != nil {
		return motion.Still(m.Position().Board())
	}
	return motion.Moment{}
}

// Advance advances the scene by d, handles the events of the table, and starts a computer player
// when it is due. It reports whether anything visible has changed.
func (sc *Scene) Advance(d time.Duration) bool {
	moving, note := sc.Moving(), sc.Note()
	changed := sc.watchPause(d) || moving
	changed = sc.watchThinking(d) || changed
	sc.Pass(d)
	for _, e := range sc.Poll() {
		if sc.Env.Observe != nil {
			sc.Env.Observe(e)
		}
		sc.take(e)
		sc.narrate(e)
		if sc.Env.Show != nil {
			sc.Env.Show(e)
		}
		changed = true
	}
	changed = sc.Note() != note || changed // a computer player gives no ply
	sc.narrateTurn()
	changed = sc.shine(d) || changed
	changed = sc.consult(d) || changed
	changed = !moving && sc.pace(d) || changed
	return sc.watchClocks() || changed
}

// Toss says that a coin has chosen who begins this game. A computer player waits for the end of the
// toss.
func (sc *Scene) Toss() { sc.tossed, sc.waited = true, -motion.TossTime }

// TakeToss reports whether a coin has chosen who begins, once for each toss.
func (sc *Scene) TakeToss() bool {
	tossed := sc.tossed
	sc.tossed = false
	return tossed
}

// shine moves the light of the turn to the row to move.
func (sc *Scene) shine(d time.Duration) bool {
	if sc.Stage() != table.StageGame {
		return false
	}
	moved := sc.lamp.Advance(sc.TurnShown(), d)
	if p := sc.Env.prefs(); p.Speed == motion.Off || p.Still {
		sc.lamp.Rest()
	}
	return moved
}

// TurnShift returns the remaining part of the light's way to the row of [Scene.TurnShown], from 1
// to 0.
func (sc *Scene) TurnShift() float64 { return sc.lamp.Shift() }

// pace starts the computer player to move, a moment after the last motion.
func (sc *Scene) pace(d time.Duration) bool {
	if !sc.ComputerToMove() || sc.Moving() || sc.Thinking() {
		sc.waited = 0
		return false
	}
	sc.waited += d
	if sc.Stepwise || sc.waited < thinkingPause && sc.Env.prefs().Speed != motion.Off || sc.bar.Working() && sc.waited < barHold {
		return false
	}
	sc.bar.Cancel() // leave memory and time to the player
	sc.thought = 0
	sc.Ask()
	return true
}

// Next makes the computer player to move play now.
func (sc *Scene) Next() {
	sc.Settle()
	sc.bar.Cancel()
	if !sc.Thinking() {
		sc.thought = 0
	}
	sc.Ask()
}

// take handles one event.
func (sc *Scene) take(e table.News) {
	sc.far.take(e, sc)
	switch e := e.(type) {
	case table.GameStarted:
		sc.begin(e)
	case table.Played:
		sc.played(e)
	case table.Rewound:
		sc.hasLast, sc.Showing = false, Showing{}
		sc.happened = rewoundWords(e)
	case table.GameOver:
		switch e.Series.Match().Result().Ending {
		case match.Resigned:
			sc.happened = sc.resignWords(e.By)
		case match.TimedOut:
			sc.Settle()
			sc.happened = sc.timeOutWords(e.By)
		}
	case table.PeerLeft, table.Failed:
		sc.Settle()
	}
}

func (sc *Scene) begin(e table.GameStarted) {
	sc.Showing = Showing{}
	sc.hasLast, sc.balance, sc.clocking = false, balance{}, clocking{shown: sc.clocking.shown}
	sc.happened = beginWords(e)
}

// played starts the motion of a ply. A motion in progress ends at once.
func (sc *Scene) played(e table.Played) {
	n := e.Series.Match().Plies()
	before, s := e.Series.Match().Ply(n)
	sc.last, sc.hasLast = rules.Pit{Side: s.Mover, House: s.From}, s.From != rules.Swap
	sc.telling = sc.phrases(n, s)
	sc.happened = strings.Join(sc.telling, between)
	sc.Show(before, s, sc.Env.prefs().Speed, !sc.Person(sc.Party(s.Mover)))
}

// Win returns the win of the last game as a score without a name. It reports whether a person at
// this end has won and the win has no name yet.
func (sc *Scene) Win() (match.Score, bool) {
	if sc.Env.Recorder == nil {
		return match.Score{}, false
	}
	return sc.Env.Recorder.Win()
}

// NameWin gives the win a name, tells the peer, and returns the score. It returns false if there is
// no unnamed win.
func (sc *Scene) NameWin(name string) (match.Score, bool) {
	if sc.Env.Recorder == nil {
		return match.Score{}, false
	}
	return sc.Env.Recorder.NameWin(name)
}
