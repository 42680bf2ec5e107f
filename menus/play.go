package menus

import (
	"errors"
	"fmt"
	"time"

	"mancala/match"
	"mancala/render"
	"mancala/rules"
)

// Stage is how far a play has come.
type Stage uint8

// The stages. A host's play goes back from StageEnded to StageListening when the next guest may come.
const (
	StageConnecting Stage = iota // the guest is dialling, or the host is opening its port
	StageListening               // the host waits for a guest
	StageOffered                 // the guest is shown the rules
	StageGame                    // a game is running
	StageOver                    // a game has ended; the two may play another
	StageEnded                   // the other one, or this one, has left
	StageFailed                  // there is no connection and there will be none
)

// Play follows one link from its first event to its last and keeps what the screens show of it: the game, the motion of
// the last ply, who is who, and what just happened in words. It has no clock; time comes in by Advance.
type Play struct {
	link  match.Link
	stage Stage
	// self is which party this end is; names are the two, by party.
	self      match.Party
	names     [2]string
	series    *match.Series
	gameID    string
	number    int            // of the current game, from 1
	shown     rules.Position // the position before the motion, while one runs
	motion    *render.Timeline
	elapsed   time.Duration
	speed     render.Speed
	last      rules.Pit // where the last ply ended
	hasLast   bool
	happened  string // what just happened, for the status bar
	quiet     bool   // nothing has been heard of the peer for a while
	wanted    [2]bool
	listening match.Listening
	offer     match.Offered
	// text is the sentence of the last PeerLeft or Failed event.
	text string
	// named is the last WinnerNamed event that nobody has taken yet.
	named   *match.WinnerNamed
	resigns match.Party // who resigned, when the ending says so
}

// defaultNames are the names of those who gave none. The other end calls them the same.
var defaultNames = [...]string{match.Host: "Host", match.Guest: "Guest"}

// NewPlay returns the play of a link that has just been made. Name is what this end calls itself.
func NewPlay(link match.Link, self match.Party, name string) *Play {
	p := &Play{link: link, self: self, speed: render.SpeedNormal}
	if p.names[self] = name; name == "" {
		p.names[self] = defaultNames[self]
	}
	return p
}

// Stage returns how far the play has come.
func (p *Play) Stage() Stage { return p.stage }

// Match returns the current game, or nil before the first.
func (p *Play) Match() *match.Match {
	if p.series == nil {
		return nil
	}
	return p.series.Match()
}

// Self returns the side this end has in the current game.
func (p *Play) Self() rules.Side {
	if p.series == nil {
		return rules.South
	}
	return p.series.Side(p.self)
}

// Name returns the name of whoever has a side in the current game.
func (p *Play) Name(side rules.Side) string {
	if p.series == nil {
		return ""
	}
	return p.names[p.series.Party(side)]
}

// Peer returns the other one's name.
func (p *Play) Peer() string { return p.names[p.self.Other()] }

// Moving reports whether a ply is being shown.
func (p *Play) Moving() bool { return p.motion != nil }

// MyTurn reports whether this end may play now. It may already during the motion of the ply before: see Press.
func (p *Play) MyTurn() bool {
	return p.stage == StageGame && p.Match().Position().ToMove() == p.Self()
}

// Moment returns what the board shows now.
func (p *Play) Moment() render.Moment {
	if p.motion != nil {
		return p.motion.At(p.elapsed)
	}
	if m := p.Match(); m != nil {
		return render.Still(m.Position().Board())
	}
	return render.Moment{}
}

// Advance lets d pass and takes in what the link has to say. It reports whether anything to be seen changed.
func (p *Play) Advance(d time.Duration) bool {
	changed := false
	if p.motion != nil {
		changed = true
		if p.elapsed += d; p.elapsed >= p.motion.Duration() {
			p.Settle()
		}
	}
	for _, e := range p.link.Events() {
		p.take(e)
		changed = true
	}
	return changed
}

// Settle ends the motion at once: the board shows the position as it is.
func (p *Play) Settle() { p.motion, p.elapsed = nil, 0 }

// take brings the play up to date with one event.
func (p *Play) take(e match.Event) {
	switch e := e.(type) {
	case match.Listening:
		p.listening = e
		if p.stage == StageConnecting {
			p.stage = StageListening
		}
	case match.Connecting:
		p.stage = StageConnecting
	case match.Offered:
		p.stage, p.offer = StageOffered, e
	case match.Connected:
		p.connect(e)
	case match.GameStarted:
		p.startGame(e)
	case match.Played:
		p.played(e)
	case match.GameOver:
		p.gameOver(e)
	case match.RematchWanted:
		p.wanted[e.By] = true
	case match.WinnerNamed:
		p.named = &e
	case match.PeerQuiet:
		p.quiet = e.Quiet
	case match.PeerLeft:
		p.stage, p.text, p.quiet = StageEnded, e.Text, false
	case match.Failed:
		p.stage, p.text = StageFailed, e.Text
	}
}

func (p *Play) connect(e match.Connected) {
	p.self, p.names[e.Self.Other()] = e.Self, e.Peer
	p.series, p.gameID, p.quiet, p.text, p.named = nil, "", false, "", nil
	s, err := match.NewSeries(e.Variant, match.Host)
	if err != nil { // the link has checked the variant
		p.stage, p.text = StageFailed, err.Error()
		return
	}
	p.series = s
}

// startGame begins a game with the starter that the event names.
func (p *Play) startGame(e match.GameStarted) {
	if p.series == nil {
		return
	}
	s, err := match.NewSeries(p.series.Variant(), e.Starter)
	if err != nil {
		return
	}
	p.series, p.gameID, p.number, p.stage = s, e.ID, e.Number, StageGame
	p.wanted, p.hasLast = [2]bool{}, false
	p.happened = "The game begins"
	if e.Number > 1 {
		p.happened = fmt.Sprintf("Game %d begins", e.Number)
	}
	p.Settle()
}

// played plays a ply that the link reports and starts its motion. A motion still running ends at once.
func (p *Play) played(e match.Played) {
	m := p.Match()
	if m == nil {
		return
	}
	before := m.Position()
	s, err := m.Play(e.Sowing.Mover, e.Sowing.From)
	if err != nil || m.Position() != e.After {
		p.happened = "This board and the other one disagree"
		return
	}
	p.Settle()
	p.last, p.hasLast = s.Last, s.From != rules.Swap
	p.happened = p.tell(s)
	if p.speed == render.SpeedOff {
		return
	}
	t := render.NewTimeline(before, s, p.speed, s.Mover != p.Self())
	p.shown, p.motion = before, &t
}

// gameOver ends the game in the play's own match too, where the plies alone have not ended it.
func (p *Play) gameOver(e match.GameOver) {
	m := p.Match()
	if m == nil {
		return
	}
	p.stage, p.resigns = StageOver, e.By
	switch e.Result.Ending {
	case match.Resigned:
		_ = m.Resign(p.series.Side(e.By)) // refused only when the match has ended already
		if p.happened = p.Peer() + " resigns"; e.By == p.self {
			p.happened = "You resign"
		}
	case match.Abandoned, match.Desynced:
		_ = m.Abort(e.Result.Ending)
	}
}

// tell says what a ply did, in a few words.
func (p *Play) tell(s rules.Sowing) string {
	who := "You sow"
	if s.Mover != p.Self() {
		who = p.Name(s.Mover) + " sows"
	}
	if s.From == rules.Swap {
		return p.Name(s.Mover) + " swaps sides"
	}
	text := fmt.Sprintf("%s %d from house %v", who, s.Seeds, s.From)
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

// Press plays a house for this end. Where that is not possible it returns a sentence that says why, and nothing else
// happens. A motion still running ends at once.
func (p *Play) Press(pit rules.Pit) string {
	m := p.Match()
	switch {
	case m == nil || p.stage == StageEnded || p.stage == StageFailed:
		return "There is no game to play in"
	case p.stage == StageOver:
		return "The game is over"
	case pit.IsStore():
		return "Stores are not sown - choose a house"
	case !p.MyTurn():
		p.Settle()
		return "Not your turn - waiting for " + p.Peer()
	case pit.Side != p.Self():
		return "That is " + p.Peer() + "'s row"
	}
	p.Settle()
	return refusal(p.link.Play(pit.House))
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
	switch p.stage {
	case StageGame:
		if p.Moving() {
			return p.moverLine()
		}
		if p.MyTurn() {
			return "Your turn"
		}
		return p.Peer() + "'s turn"
	case StageOver:
		return p.Verdict()
	case StageEnded, StageFailed:
		return p.text
	}
	return ""
}

// moverLine says who is moving while a ply is shown: the turn passes when the motion has ended.
func (p *Play) moverLine() string {
	if p.shown.ToMove() == p.Self() {
		return "Your turn"
	}
	return p.Peer() + "'s turn"
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
	case !won:
		return "The game was broken off"
	case side == p.Self():
		return "You win"
	}
	return p.Name(side) + " wins"
}

// IWon reports whether the last game was played to its end and won by this end.
func (p *Play) IWon() (match.Win, bool) {
	m := p.Match()
	if m == nil {
		return match.Win{}, false
	}
	win, ok := m.Win()
	return win, ok && win.Side == p.Self()
}

// Rematch asks for the next game.
func (p *Play) Rematch() error {
	err := p.link.Rematch()
	p.wanted[p.self] = err == nil
	return err
}

// WaitAgain has a host whose guest has left wait for the next one.
func (p *Play) WaitAgain() {
	if p.stage == StageEnded {
		p.stage = StageListening
	}
}

// Score returns the last game as a row of the top scores under the winner's name, and whether somebody won it.
func (p *Play) Score(name string) (Score, bool) {
	m := p.Match()
	if m == nil {
		return Score{}, false
	}
	win, ok := m.Win()
	return Score{
		GameID: p.gameID, Variant: p.series.Variant(), Name: name, Opponent: p.Name(win.Side.Opponent()),
		Seeds: win.Seeds, Margin: win.Margin, Turns: win.Turns,
	}, ok
}

// TakeNamed returns, once, the name under which the peer's win stands in the top scores.
func (p *Play) TakeNamed() (match.WinnerNamed, bool) {
	if p.named == nil || p.named.GameID != p.gameID {
		return match.WinnerNamed{}, false
	}
	named := *p.named
	p.named = nil
	return named, true
}
