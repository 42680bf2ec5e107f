package menus

import (
	"errors"
	"fmt"
	"time"

	"mancala/match"
	"mancala/motion"
	"mancala/rules"
	"mancala/words"
)

// thinkingPause is how long a computer player waits after the last motion before it moves by itself, so that an eye can
// follow.
const thinkingPause = 350 * time.Millisecond

// Play is a table as the screens show it: the motion of the last ply, what just happened in words, and the pace of the
// computer players. It has no clock; time comes in by Advance.
type Play struct {
	*match.Table
	advice

	// kinds says by party who decides at this end, and recorder keeps the games of the table; nil
	// keeps none.
	kinds    [2]string
	recorder *match.Recorder
	far

	shown    rules.Position // the position before the motion, while one runs
	motion   *motion.Timeline
	elapsed  time.Duration
	speed    motion.Speed
	last     rules.Pit // the house played last
	hasLast  bool
	happened string // what just happened, for the status bar
	stepwise bool   // computer players move only when told to
	waited   time.Duration
	thought  time.Duration // how long a computer player has been thinking
	// flipOnTurn turns the board on every turn, when two persons share it; flipped turns it for good.
	flipOnTurn, flipped bool
	lines               plyLines
	// observe, where not nil, is told every event.
	observe func(match.Event)
}

// NewPlay returns the play of a table; kinds says by party who decides at this end, as in a
// [match.Record].
func NewPlay(t *match.Table, kinds [2]string) *Play {
	return &Play{Table: t, kinds: kinds, speed: motion.Normal}
}

// networkPlay returns the play of a link to another machine that has just been made, with a person at this end.
func networkPlay(link match.Link, self match.Party, name string) *Play {
	var names [2]string
	var seats [2]match.Seat
	names[self], seats[self] = name, match.NewPerson()
	return NewPlay(match.NewTable(link, self, names, seats), [2]string{match.KindPerson, match.KindPerson})
}

// Local reports whether both parties sit at this end.
func (p *Play) Local() bool { return p.Here(match.Host) && p.Here(match.Guest) }

// me returns the one person at this end, and false where there are two or none.
func (p *Play) me() (match.Party, bool) {
	if p.Persons() != 1 {
		return match.Host, false
	}
	if p.Person(match.Guest) {
		return match.Guest, true
	}
	return match.Host, true
}

// Bottom returns the side that is drawn at the bottom.
func (p *Play) Bottom() rules.Side {
	side := p.Side(p.Self())
	if p.Local() {
		side = p.Side(match.Host)
	}
	if me, one := p.me(); one {
		side = p.Side(me)
	}
	if p.flipOnTurn && p.Persons() == 2 && p.Stage() == match.StageGame {
		side = p.TurnShown()
	}
	if p.flipped {
		side = side.Opponent()
	}
	return side
}

// Peer returns the name of the other one, as seen from the person at this end.
func (p *Play) Peer() string {
	if me, one := p.me(); one {
		return p.Name(me.Other())
	}
	return p.Name(p.Self().Other())
}

// Moving reports whether a ply is being shown.
func (p *Play) Moving() bool { return p.motion != nil }

// TurnShown is the side whose turn the picture shows: it passes when the motion has ended.
func (p *Play) TurnShown() rules.Side {
	if p.motion != nil {
		return p.shown.ToMove()
	}
	if m := p.Match(); m != nil {
		return m.Position().ToMove()
	}
	return rules.South
}

// Moment returns what the board shows now.
func (p *Play) Moment() motion.Moment {
	if p.motion != nil {
		return p.motion.At(p.elapsed)
	}
	if m := p.Match(); m != nil {
		return motion.Still(m.Position().Board())
	}
	return motion.Moment{}
}

// Advance lets d pass, takes in what happened at the table, and has a computer player think when it is time. It reports
// whether anything to be seen changed.
func (p *Play) Advance(d time.Duration) bool {
	moving := p.motion != nil
	changed := moving
	if moving {
		if p.elapsed += d; p.elapsed >= p.motion.Duration() {
			p.Settle()
		}
	}
	for _, e := range p.Poll() {
		if p.observe != nil {
			p.observe(e)
		}
		p.take(e)
		changed = true
	}
	changed = p.consult() || changed
	changed = !moving && p.pace(d) || changed
	changed = p.watchPause(d) || changed
	return p.watchThinking(d) || changed
}

// pace has the computer player whose turn it is move by itself, a moment after the last motion.
func (p *Play) pace(d time.Duration) bool {
	if !p.ComputerToMove() || p.motion != nil || p.Thinking() {
		p.waited = 0
		return false
	}
	p.waited += d
	if p.stepwise || p.waited < thinkingPause && p.speed != motion.Off || p.bar.working() && p.waited < barHold {
		return false
	}
	p.bar.cancel() // it takes no memory and no time from a player
	p.Ask()
	return true
}

// Next has the computer player whose turn it is move now.
func (p *Play) Next() {
	p.Settle()
	p.bar.cancel()
	p.Ask()
}

// Settle ends the motion at once: the board shows the position as it is.
func (p *Play) Settle() { p.motion, p.elapsed = nil, 0 }

// take shows one event.
func (p *Play) take(e match.Event) {
	p.far.take(e, p)
	switch e := e.(type) {
	case match.GameStarted:
		p.begin(e)
	case match.Played:
		p.played(e)
	case match.Rewound:
		p.Settle()
		p.hasLast = false
		p.happened = fmt.Sprintf("Back to before move %d", e.Plies+1)
	case match.GameOver:
		p.over(e)
	case match.PeerLeft, match.Failed:
		p.Settle()
	}
}

func (p *Play) begin(e match.GameStarted) {
	p.hasLast, p.balance = false, balance{}
	p.happened = "The game begins"
	switch {
	case len(e.Plies) > 0:
		p.happened = "Where the game was left"
	case e.Number > 1:
		p.happened = fmt.Sprintf("Game %d begins", e.Number)
	}
	p.Settle()
}

// played starts the motion of a ply. A motion still running ends at once.
func (p *Play) played(e match.Played) {
	m := p.Match()
	if m == nil || e.N > m.Plies() {
		return
	}
	before, s := m.Ply(e.N)
	p.Settle()
	p.last, p.hasLast = rules.Pit{Side: s.Mover, House: s.From}, s.From != rules.Swap
	p.happened = p.Tell(s)
	if p.speed == motion.Off {
		return
	}
	t := motion.NewTimeline(before, s, p.speed, !p.Person(p.Party(s.Mover)))
	p.shown, p.motion = before, &t
}

// over says how a game ended that its plies alone did not end.
func (p *Play) over(e match.GameOver) {
	if e.Result.Ending != match.Resigned {
		return
	}
	if p.happened = p.Name(e.By) + " resigns"; p.isMe(e.By) {
		p.happened = "You resign"
	}
}

func (p *Play) isMe(party match.Party) bool {
	me, one := p.me()
	return one && me == party
}

// Tell says what a ply did, in a few words.
func (p *Play) Tell(s rules.Sowing) string {
	party := p.Party(s.Mover)
	name, sows := p.Name(party), "sows"
	if p.isMe(party) {
		name, sows = "You", "sow"
	}
	if s.From == rules.Swap {
		return name + " swap" + sows[len("sow"):] + " sides"
	}
	text := fmt.Sprintf("%s %s %d from house %v", name, sows, s.Seeds, s.From)
	if s.Captured > 0 {
		text += fmt.Sprintf(" - captures %d", s.Captured)
	}
	if s.ExtraTurn {
		text += " - extra turn"
	}
	if left := int(s.Swept[rules.South]) + int(s.Swept[rules.North]); left > 0 {
		text += fmt.Sprintf(" - the last %d go to the store of their row", left)
	}
	return text
}

// Press plays a pit for the person whose turn it is. Where that is not possible it returns a sentence that says why, and
// nothing else happens. A motion still running ends at once.
func (p *Play) Press(pit rules.Pit) string {
	m := p.Match()
	p.Settle()
	switch stage := p.Stage(); {
	case m == nil || stage == match.StageEnded || stage == match.StageFailed:
		return "There is no game to play in"
	case stage == match.StageOver:
		return "The game is over"
	case p.isPaused():
		return "The connection is down - the game goes on when it is back"
	case !p.PersonToMove():
		return "Not your turn - waiting for " + p.Name(p.ToMove())
	case pit.IsStore():
		return "Stores are not sown - choose a house"
	case pit.Side != m.Position().ToMove():
		return "That is " + p.SideName(pit.Side) + "'s row"
	}
	return refusal(p.Play(pit.House))
}

// refusal turns the error of a ply into a sentence, nil into none.
func refusal(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, rules.ErrEmptyHouse):
		return "That house is empty"
	case errors.Is(err, match.ErrOutOfTurn):
		return "Not your turn"
	case errors.Is(err, match.ErrEnded), errors.Is(err, rules.ErrGameOver):
		return "The game is over"
	}
	return "That is not possible: " + err.Error()
}

// Turn says whose turn it is, or how the game ended, for the status bar.
func (p *Play) Turn() string {
	switch p.Stage() {
	case match.StageGame:
		party := p.Party(p.TurnShown())
		switch {
		case p.isPaused():
			return "Paused"
		case p.isMe(party):
			return "Your turn"
		case p.Thinking() && p.Party(p.TurnShown()) == p.ToMove():
			return p.Name(party) + " is thinking"
		}
		return p.Name(party) + "'s turn"
	case match.StageOver:
		return p.Verdict()
	case match.StageEnded, match.StageFailed:
		return words.Sentence(p.Note())
	}
	return ""
}

// Verdict says who won, as seen from this end.
func (p *Play) Verdict() string {
	m := p.Match()
	if m == nil {
		return ""
	}
	r := m.Result()
	side, won := r.Winner()
	switch {
	case r.Outcome == rules.Draw:
		return "A draw"
	case p.keptAway():
		return "The game is kept"
	case !won:
		return "The game was broken off"
	case p.isMe(p.Party(side)):
		return "You win"
	}
	return p.SideName(side) + " wins"
}

// Win returns the win of the last game as a score without a name, and whether a person at this end
// has won it and it has no name yet.
func (p *Play) Win() (match.Score, bool) {
	if p.recorder == nil {
		return match.Score{}, false
	}
	return p.recorder.Win()
}

// plyLines keeps the log's lines, one for each ply, so that none is made in a frame.
type plyLines struct {
	game  string
	lines []string
}

// Lines returns what happened in the game so far, a line for each ply, oldest first. The slice is to be read only.
func (p *Play) Lines() []string {
	m := p.Match()
	if m == nil {
		return nil
	}
	l := &p.lines
	if l.game != p.GameID() {
		l.game, l.lines = p.GameID(), nil
	}
	l.lines = l.lines[:min(len(l.lines), m.Plies())]
	for n := len(l.lines) + 1; n <= m.Plies(); n++ {
		_, s := m.Ply(n)
		l.lines = append(l.lines, fmt.Sprintf("%d. %s", n, p.Tell(s)))
	}
	return l.lines
}

// GameText returns the game as text that can be opened again.
func (p *Play) GameText() string {
	m := p.Match()
	if m == nil {
		return ""
	}
	return match.GameText(m, p.SideName(rules.South), p.SideName(rules.North))
}
