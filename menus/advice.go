package menus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mancala/match"
	"mancala/rules"
)

// How long judges take for a position that they cannot know exactly.
const (
	hintPatience = 2 * time.Second
	barPatience  = 700 * time.Millisecond
)

// barHold is how long a computer player waits, at most, for the bar to know the position before it begins to think itself.
const barHold = 3 * barPatience / 2

// advice is what judges say beside a game: a hint for the person to move, and who is ahead. A game with another machine has
// none.
type advice struct {
	// newJudge returns a judge of some patience.
	newJudge  func(patience time.Duration) match.Judge
	hint, bar inquiry
	// showBar has the bar follow the game.
	showBar bool
	balance balance
}

// balance is what is known of who is ahead, in a position of the game that need not be the last one.
type balance struct {
	// lead is South's final store minus North's with best play, in seeds, and exact says that it is no estimate.
	lead  int
	exact bool
	of    rules.Position
	known bool // there is a value
}

// CanHint reports whether there is somebody to give a hint to: the one to move is a person, and both parties sit here.
func (p *Play) CanHint() bool { return p.Local() && p.PersonToMove() }

// Hint asks for the best house, for the person whose turn it is. Where that is not possible it returns a sentence that says
// why, and nothing else happens.
func (p *Play) Hint() string {
	switch stage := p.Stage(); {
	case !p.Local():
		return "There are no hints in a game against somebody on another machine"
	case stage == match.StageOver:
		return "The game is over"
	case !p.CanHint():
		return "Hints are for a person whose turn it is"
	}
	pos := p.Match().Position()
	if _, known := p.hint.about(pos); known || p.hint.working() {
		return ""
	}
	p.bar.forget() // the answer serves the bar as well
	p.hint.start(p.newJudge(hintPatience), pos)
	return ""
}

// hintWords says the hint, or that it is being looked for; "" where nobody has asked for one.
func (p *Play) hintWords() string {
	v := p.hint.verdict
	switch err := p.hint.err; {
	case p.hint.known:
		return "Hint: " + houseWords(v)
	case p.hint.working():
		return "Hint: thinking..."
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "Hint: nothing found in time - ask again"
	case err != nil:
		return "There is no hint: " + err.Error()
	}
	return ""
}

// houseWords names the best house of a verdict and says what it leads to.
func houseWords(v match.Verdict) string {
	what := match.PlyName(v.Best())
	if v.Exact {
		return what + " " + v.String()
	}
	return what + ", " + v.String()
}

// Hinted returns the ply that the hint names, a house or [rules.Swap], and whether there is a hint.
func (p *Play) Hinted() (rules.House, bool) {
	return p.hint.verdict.Best(), p.hint.known && p.hint.verdict.Best() != 0
}

// consult takes in what the judges have said, ends what is asked in vain, and has the bar ask about the present position. It
// reports whether anything to be seen changed.
func (p *Play) consult() bool {
	m := p.Match()
	if m == nil || !p.Local() {
		return false
	}
	changed := p.hint.poll()
	if pos := m.Position(); p.hint.asked() && (p.hint.position != pos || !p.CanHint()) {
		p.hint.forget()
		changed = true
	}
	return p.weigh(m.Position()) || changed
}

// weigh keeps the bar at the present position. It asks a judge only while nobody else here needs one.
func (p *Play) weigh(pos rules.Position) bool {
	if !p.showBar {
		p.bar.forget()
		return false
	}
	news := p.bar.poll() && p.bar.err != nil && !p.bar.known
	_, hinted := p.hint.about(pos)
	switch {
	case p.Stage() != match.StageGame:
		p.bar.cancel()
	case p.bar.asked() && p.bar.position == pos, p.Thinking(), p.hint.working(), hinted:
	default:
		p.bar.start(p.newJudge(barPatience), pos)
	}
	old := p.balance
	if v, ok := p.valueOf(pos); ok && !p.Moving() { // it moves when the seeds have come to rest
		p.balance = balance{lead: v.Value, exact: v.Exact, of: pos, known: true}
		if pos.ToMove() == rules.North {
			p.balance.lead = -v.Value
		}
	}
	return news || p.balance != old
}

// valueOf returns the judges' last word on a position.
func (p *Play) valueOf(pos rules.Position) (match.Verdict, bool) {
	if pos.Over() {
		return match.Verdict{Value: pos.Lead(pos.ToMove()), Exact: true}, true
	}
	for _, q := range [...]*inquiry{&p.hint, &p.bar} {
		if v, ok := q.about(pos); ok && !q.working() {
			return v, true
		}
	}
	return match.Verdict{}, false
}

// standing is what the bar shows.
type standing struct {
	// words says who is ahead.
	words string
	// lead is by how many seeds the side at the bottom is ahead.
	lead int
	// current is false while the value of the position on the board is not known: then words and lead are of an earlier one.
	current bool
}

// stands returns what the bar shows now.
func (p *Play) stands() standing {
	b := p.balance
	s := standing{lead: b.lead}
	if p.Bottom() == rules.North {
		s.lead = -b.lead
	}
	m := p.Match()
	s.current = b.known && m != nil && b.of == m.Position()
	switch {
	case b.known && s.current:
		s.words = p.leadWords(b)
	case !p.Moving() && p.bar.err != nil && !p.bar.working():
		s.words, s.lead = "The value is not known", 0
	case b.known:
		s.words = p.leadWords(b) + " ..."
	default:
		s.words = "thinking..."
	}
	return s
}

// leadWords says who is ahead and by how much: "Ann wins by 6", "about +2 for Ann".
func (p *Play) leadWords(b balance) string {
	side, by := rules.South, b.lead
	if by < 0 {
		side, by = rules.North, -by
	}
	name, wins := p.SideName(side), "wins"
	me := p.isMe(p.Party(side))
	switch {
	case by == 0 && b.exact:
		return "a draw"
	case by == 0:
		return match.Verdict{}.String()
	case !b.exact && me:
		return fmt.Sprintf("about +%d for you", by)
	case !b.exact:
		return fmt.Sprintf("about +%d for %s", by, name)
	case me:
		name, wins = "You", "win"
	}
	return fmt.Sprintf("%s %s by %d", name, wins, by)
}

// Close ends what judges are being asked, and the link; see [match.Table.Close].
func (p *Play) Close() error {
	p.hint.forget()
	p.bar.forget()
	return p.Table.Close()
}
