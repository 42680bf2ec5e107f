package menus

import (
	"fmt"
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// reviewPatience is how long a judge takes for a position that it cannot know exactly.
const reviewPatience = time.Second

// reviewPage is how many plies PgUp and PgDn go.
const reviewPage = 10

// reviewScreen goes through a game ply by ply and says what each was worth. It shows the position before a ply, with the
// house played and the best one, or the last position. A judge is asked in the background, as long as the screen is there.
type reviewScreen struct {
	page
	play   *Play
	review *match.Review
	judge  match.Judge
	asking inquiry
	asked  int    // the position that is being asked about
	stuck  string // why the judge says no more

	names  [2]string // by side
	lines  []string  // what each ply did
	bottom rules.Side
	at     int // the position shown: 0..Plies
	motion *render.Timeline
	passed time.Duration // of the motion
	wheel  float64       // how far it was turned since the last step

	board                       *reviewBoard
	graph                       *reviewGraph
	list                        *kit.List
	first, previous, next, last *kit.Button
	nextMistake, playOn, back   *kit.Button
	top, sheet, side, sums      render.Rect

	wanted  bool // the one at the other end would like to play again
	goingOn bool // computer players moved by themselves before
}

// newReviewScreen returns the review of a play's game as it stands now. A running game of computer players waits meanwhile.
func newReviewScreen(a *App, p *Play) *reviewScreen {
	s := &reviewScreen{
		page: page{app: a, name: "review"}, play: p, review: match.NewReview(p.Match()), judge: a.cfg.NewJudge(reviewPatience),
		names: [2]string{p.SideName(rules.South), p.SideName(rules.North)}, lines: slices.Clone(p.Lines()), bottom: p.Bottom(),
		wanted: p.Wanted(p.Self().Other()), goingOn: !p.stepwise,
	}
	p.stepwise = true
	p.Settle()
	s.board, s.graph = &reviewBoard{review: s}, &reviewGraph{review: s}
	s.list = &kit.List{
		Rows: s.review.Plies() + 1, RowHeight: reviewRow, DrawRow: s.drawRow, Words: s.rowWords,
		OnSelect: func(i int) { s.show(i) },
	}
	s.first = kit.NewButton("First", func() { s.show(0) })
	s.previous = kit.NewButton("Previous", func() { s.show(s.at - 1) })
	s.next = kit.NewButton("Next", func() { s.show(s.at + 1) })
	s.last = kit.NewButton("Last", func() { s.show(s.review.Plies()) })
	s.nextMistake = kit.NewButton("Next mistake", s.showNextMistake)
	s.playOn = kit.NewButton("Play on from here", func() { a.push(newPlayOnCard(s)) })
	s.back = kit.NewButton("Back", a.pop)
	s.form = kit.NewForm(s.board, s.graph, s.list, s.first, s.previous, s.next, s.last, s.nextMistake, s.playOn, s.back)
	s.form.OnCancel = a.pop
	s.form.Focus(s.list)
	s.at = s.review.Plies()
	s.list.Select(s.at)
	s.enable()
	return s
}

// canReview reports whether there is a game to review: one with plies, that is over or played at this machine alone.
func (p *Play) canReview() bool {
	m := p.Match()
	return m != nil && m.Plies() > 0 && (p.Local() || p.Stage() > match.StageGame)
}

// close ends what the judge is being asked, and lets a running game go on.
func (s *reviewScreen) close() {
	s.asking.forget()
	if s.goingOn {
		s.play.stepwise = false
	}
}

// Update acts on input, lets the motion go on and takes in what the judge says.
func (s *reviewScreen) Update(in *kit.Input) bool {
	if s.overtaken() {
		return true
	}
	motion := s.motion
	acts := in.Pressed || len(in.Keys) > 0
	changed := s.keys(in)
	changed = s.turnWheel(in) || changed
	changed = s.form.Update(in) || changed
	if s.motion != nil {
		if s.passed += tick; s.passed >= s.motion.Duration() || acts && motion == s.motion {
			s.settle()
		}
		changed = true
	}
	changed = s.consult() || changed
	return s.enable() || changed
}

// overtaken leaves the review when the next game with somebody at another machine begins: during that there is none. It also
// tells that the other one would like to have it.
func (s *reviewScreen) overtaken() bool {
	if s.play.Local() {
		return false
	}
	if s.play.Stage() == match.StageGame {
		s.app.popTo(s.app.gameScreen())
		s.app.say("The next game has begun.")
		return true
	}
	if wanted := s.play.Wanted(s.play.Self().Other()); wanted && !s.wanted {
		s.wanted = true
		s.app.say(s.play.Peer() + " would like to play again.")
	}
	return false
}

// consult takes in what the judge says, and asks about the next position. It reports whether anything to be seen changed.
func (s *reviewScreen) consult() bool {
	changed := s.asking.poll()
	if changed {
		s.take()
	}
	if s.stuck != "" || s.asking.working() {
		return changed
	}
	n, more := s.review.Next()
	if more {
		s.asked = n
		s.asking.start(s.judge, s.review.Position(n))
	}
	return changed
}

// take takes in a verdict, or why there is none.
func (s *reviewScreen) take() {
	v, known := s.asking.about(s.review.Position(s.asked))
	switch done := !s.asking.working(); {
	case known:
		s.review.Judged(s.asked, v, done)
	case done && s.asking.err != nil:
		s.review.Unjudged(s.asked)
		s.stuck = sentence(s.asking.err.Error())
	case done:
		s.review.Unjudged(s.asked)
	}
}

// keys steps through the game.
func (s *reviewScreen) keys(in *kit.Input) bool {
	steps := [...]struct {
		key ebiten.Key
		to  int
	}{
		{ebiten.KeyArrowLeft, s.at - 1},
		{ebiten.KeyArrowRight, s.at + 1},
		{ebiten.KeyPageUp, s.at - reviewPage},
		{ebiten.KeyPageDown, s.at + reviewPage},
		{ebiten.KeyHome, 0},
		{ebiten.KeyEnd, s.review.Plies()},
	}
	for _, step := range steps {
		if in.TakeKey(step.key) {
			s.show(step.to)
			return true
		}
	}
	switch {
	case in.TakeKey(ebiten.KeyM):
		s.showNextMistake()
	case in.TakeKey(ebiten.KeyR):
		s.bottom = s.bottom.Opponent()
		s.app.relayout()
	default:
		return false
	}
	return true
}

// turnWheel steps by the wheel, a notch a ply, except over the list, which scrolls by it.
func (s *reviewScreen) turnWheel(in *kit.Input) bool {
	if in.Wheel == 0 || in.Over(s.list.Bounds()) {
		return false
	}
	s.wheel += in.Wheel
	in.Wheel = 0
	steps := int(s.wheel / wheelStep)
	s.wheel -= float64(steps * wheelStep)
	if steps != 0 {
		s.show(s.at + steps)
	}
	return steps != 0
}

// show goes to the position after n plies, or the nearest one that there is. A single step forward is shown as it was
// played.
func (s *reviewScreen) show(n int) {
	from := s.at
	s.at = max(0, min(n, s.review.Plies()))
	s.settle()
	if before, sowing := s.ply(from); s.at == from+1 && s.app.speed != render.SpeedOff {
		t := render.NewTimeline(before, sowing, s.app.speed, false)
		s.motion = &t
	}
	s.list.Select(s.at)
	s.form.Invalidate()
}

// ply returns the ply that is played in the position after n plies, with that position; none in the last one.
func (s *reviewScreen) ply(n int) (rules.Position, rules.Sowing) {
	if n >= s.review.Plies() {
		return s.review.Position(n), rules.Sowing{}
	}
	return s.review.Ply(n + 1)
}

// shown returns what is known of the ply that is shown; of the last position nothing.
func (s *reviewScreen) shown() match.Assessment {
	if s.at >= s.review.Plies() {
		return match.Assessment{}
	}
	a, _ := s.review.Assess(s.at + 1)
	return a
}

// settle ends the motion at once.
func (s *reviewScreen) settle() { s.motion, s.passed = nil, 0 }

// moment is what the board shows now.
func (s *reviewScreen) moment() render.Moment {
	if s.motion != nil {
		return s.motion.At(s.passed)
	}
	return render.Still(s.review.Position(s.at).Board())
}

// mistakeAfter returns the position in which the next mistake is made, looked for around the end, and whether there is one.
func (s *reviewScreen) mistakeAfter(n int) (int, bool) {
	for k := 1; k <= s.review.Plies(); k++ {
		i := (n + k) % (s.review.Plies() + 1)
		if i == s.review.Plies() {
			continue
		}
		if a, _ := s.review.Assess(i + 1); a.Mark >= match.Inaccuracy {
			return i, true
		}
	}
	return 0, false
}

// showNextMistake goes to where the next mistake is made.
func (s *reviewScreen) showNextMistake() {
	if n, ok := s.mistakeAfter(s.at); ok {
		s.show(n)
		s.settle()
	}
}

// enable lets exactly those buttons be pressed that would do something, and reports whether that changed any.
func (s *reviewScreen) enable() (changed bool) {
	set := func(b *kit.Button, enabled bool) {
		changed = changed || b.Disabled == enabled
		b.Disabled = !enabled
	}
	_, mistakes := s.mistakeAfter(s.at)
	set(s.first, s.at > 0)
	set(s.previous, s.at > 0)
	set(s.next, s.at < s.review.Plies())
	set(s.last, s.at < s.review.Plies())
	set(s.nextMistake, mistakes)
	set(s.playOn, !s.review.Position(s.at).Over())
	return changed
}

// name is what the review calls whoever has a side.
func (s *reviewScreen) name(side rules.Side) string { return s.names[side&1] }

// mover names whoever makes ply n, from 1.
func (s *reviewScreen) mover(n int) string {
	_, sowing := s.review.Ply(n)
	return s.name(sowing.Mover)
}

// rowWords says what a row of the list says.
func (s *reviewScreen) rowWords(i int) string {
	if i >= s.review.Plies() {
		return s.endWords()
	}
	a, _ := s.review.Assess(i + 1)
	words := fmt.Sprintf("%d. %s: %s", i+1, s.mover(i+1), plyName(a.House))
	if a.Mark == match.Unmarked {
		return words
	}
	words += " - " + a.Mark.String()
	if a.Cost > 0 {
		words += ", costs " + a.CostText()
	}
	return words
}

// plyName names a ply in a few letters.
func plyName(h rules.House) string {
	if h == rules.Swap {
		return "swaps sides"
	}
	return "house " + h.String()
}
