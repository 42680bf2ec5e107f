package review

import (
	"fmt"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Screen steps through a game and rates each ply. It shows the position before a ply, with the
// played and the best house, or the last position. It asks a judge in the background while it is
// open.
type Screen struct {
	stepper
	judging *scene.Judging

	graph                     *graph
	graphHeight               float64
	nextMistake, playOn, back *kit.Button
	send                      *kit.Button
	fresh                     bool // before the first press

	wanted  bool // the peer would like to play again
	goingOn bool // computer players moved without Next before
}

// New returns a review of the present state of a scene's game. It pauses the computer players of a
// running game meanwhile.
func New(shell page.Shell, r page.ToReview) *Screen {
	sc := r.Scene
	s := &Screen{judging: r.Judging, wanted: sc.Wanted(sc.Self().Other()), goingOn: !sc.Stepwise}
	if s.judging == nil {
		s.judging = shell.Shared().NewJudging(sc)
	}
	sc.Stepwise = true
	sc.Settle()
	s.stepper.init(shell, "review", sc, s.row, func() int { return min(s.at+1, s.review.Plies()) })
	s.review = s.judging.Review
	s.board.Task = func() string {
		return strings.TrimRight(s.headline()+" - "+s.judgmentWords()+" "+s.valueWords(), " -")
	}
	s.board.Dress = func(v *render.View) {
		if s.dress(v); v.ShowTurn {
			s.advise(v)
		}
	}
	s.graph = kit.WithID("graph", &graph{review: s})
	s.list.Words = s.rowWords
	s.nextMistake = kit.WithID("next-mistake", kit.NewButton(words.T("Next mistake"), s.showNextMistake))
	s.playOn = kit.WithID("play-on", kit.NewButton(words.C("from the position on the board", "Play on"), func() { shell.Push(newPlayOnCard(&s.stepper, s.overtaken)) }))
	s.back, s.send = page.NewBack(shell, "back"), page.NewSend(shell, sc)
	s.Compose(shell.Back, s.compose)
	s.Controls.Focus(s.list)
	if s.fresh = r.Ply == 0; s.fresh {
		s.begin(s.review.Plies())
	} else {
		s.begin(r.Ply - 1)
		s.tellWhy()
	}
	s.enable()
	return s
}

// Close cancels the judge, and lets a running game continue.
func (s *Screen) Close() {
	s.judging.Close()
	if s.goingOn {
		s.scene.Stepwise = false
	}
}

// Update handles input, advances the motion and polls the judge.
func (s *Screen) Update(in *kit.Input) bool {
	if s.overtaken() {
		return true
	}
	s.fresh = s.fresh && !in.Pressed && len(in.Keys) == 0 && in.Wheel == 0
	changed := s.update(in, s.keys)
	changed = s.consult() || changed
	return s.enable() || changed
}

// overtaken leaves the review if the next game with a peer has begun, since reviews are not allowed
// during a game. It also says that the peer would like to play again.
func (s *Screen) overtaken() bool {
	if s.scene.Local() {
		return false
	}
	if s.scene.Stage() == table.StageGame {
		s.Shell.Go(page.ToBoard{})
		s.Shell.Say(words.T("Game %d begins", s.scene.Number()) + ".")
		return true
	}
	if wanted := s.scene.Wanted(s.scene.Self().Other()); wanted && !s.wanted {
		s.wanted = true
		s.Shell.Say(s.scene.RematchWords())
	}
	return false
}

// consult polls the judge. It reports whether anything visible has changed.
func (s *Screen) consult() bool {
	news, done := s.judging.Poll()
	return s.turn(done) || news
}

// stuck says why the judge has stopped, or "".
func (s *Screen) stuck() string {
	if err := s.judging.Stuck(); err != nil {
		return words.Sentence(err)
	}
	return ""
}

// turn goes to a turning point while the user still looks at the end: to the first that is found,
// and once more when everything is judged. It reports whether it has gone there.
func (s *Screen) turn(judged bool) bool {
	if !s.fresh || !judged && s.at < s.review.Plies() {
		return false
	}
	s.fresh = !judged
	n, ok := s.turningPoint()
	if ok = ok && n != s.at; ok {
		s.begin(n)
	}
	return ok
}

// Keys returns the keys of a review.
func (s *Screen) Keys() []page.KeyLine { return page.Lines(page.StepKeys, page.ReviewKeys) }

// keys handles the keys of a review.
func (s *Screen) keys(in *kit.Input) bool {
	mistake := in.TakeKey(ebiten.KeyN)
	if mistake {
		s.showNextMistake()
	}
	return mistake
}

// advise marks the best house, and shows the way of its seeds if the ply was worse.
func (s *Screen) advise(v *render.View) {
	best, ok := s.review.Verdict(s.at)
	if !ok || best.Best() == 0 || best.Best() == rules.Swap {
		return
	}
	s.board.Advise(v, best.Best(), words.C("on a house of the board", "best"))
	if s.shown().Mark < match.Inaccuracy {
		v.Preview = nil
	}
}

// shown returns the assessment of the present ply. The last position has none.
func (s *Screen) shown() match.Assessment {
	if s.at >= s.review.Plies() {
		return match.Assessment{}
	}
	a, _ := s.review.Assess(s.at + 1)
	return a
}

// mistakeAfter returns the position before the next mistake after n, wrapping around, and whether
// there is one.
func (s *Screen) mistakeAfter(n int) (int, bool) {
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

// turningPoint returns the position before the first ply that lost the lead or, without one, before
// the first mistake. It reports whether there is one.
func (s *Screen) turningPoint() (n int, ok bool) {
	for i := range s.review.Plies() {
		before, _, known := s.review.South(i)
		after, _, then := s.review.South(i + 1)
		if a, _ := s.review.Assess(i + 1); a.Mark < match.Mistake {
			continue
		}
		if !ok {
			n, ok = i, true
		}
		if known && then && (before > 0) != (after > 0) {
			return i, true
		}
	}
	return n, ok
}

// showNextMistake goes to the position before the next mistake.
func (s *Screen) showNextMistake() {
	if n, ok := s.mistakeAfter(s.at); ok {
		s.begin(n)
	}
}

// enable enables exactly the buttons with an effect, and reports whether any has changed.
func (s *Screen) enable() (changed bool) {
	set := func(b *kit.Button, enabled bool) {
		changed = changed || b.Disabled == enabled
		b.Disabled = !enabled
	}
	_, mistakes := s.mistakeAfter(s.at)
	changed = s.enableSteps()
	set(s.nextMistake, mistakes)
	set(s.playOn, !s.review.Position(s.at).Over())
	return changed
}

// rowWords returns the text of a row of the list.
func (s *Screen) rowWords(i int) string {
	if i >= s.review.Plies() {
		return s.endWords()
	}
	a, _ := s.review.Assess(i + 1)
	line := fmt.Sprintf("%d. %s: %s", i+1, s.mover(i+1), page.PlyName(a.House))
	switch {
	case a.Mark == match.Unmarked:
		return line
	case a.Cost > 0:
		return words.T("%s - %s, costs %s", line, words.Mark(a.Mark), words.Cost(a))
	}
	return line + " - " + words.Mark(a.Mark)
}
