package review

import (
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// stepPage is the number of plies of a step by PgUp or PgDn.
const stepPage = 10

// Dimensions of a stepper, in units.
const (
	listRow     = 30 // a row of the list
	namesHeight = 24 // the line for a name above or below the board
)

// stepper steps through a game ply by ply. It shows the position before a ply, or the last
// position.
type stepper struct {
	page.Page
	scene  *scene.Scene
	review *match.Review
	names  [2]string // by side
	lines  []string  // the effect of each ply
	bottom rules.Side
	at     int // the position shown: 0..Plies
	motion *motion.Timeline
	passed time.Duration // of the motion
	wheel  float64       // the wheel distance since the last step

	board                       *stepBoard
	list                        *kit.List
	first, previous, next, last *kit.Button
}

// init prepares s for the present state of a scene's game. The screen fills in the rows of the list
// and makes the form.
func (s *stepper) init(shell page.Shell, name string, sc *scene.Scene) {
	s.Page = page.New(shell, name)
	s.scene, s.review = sc, match.NewReview(sc.Match())
	s.names = [2]string{sc.SideName(rules.South), sc.SideName(rules.North)}
	s.lines, s.bottom = slices.Clone(sc.Lines()), sc.Bottom()
	s.board = kit.WithID("board", &stepBoard{game: s})
	s.list = kit.WithID("moves", &kit.List{Rows: s.review.Plies() + 1, RowHeight: listRow, OnSelect: func(i int) { s.show(i) }})
	step := func(id, label string, way float64, end bool, to func() int) *kit.Button {
		b := kit.WithID(id, kit.NewButton(label, func() { s.show(to()) }))
		b.Icon = stepIcon(way, end)
		return b
	}
	s.first = step("first", words.C("to a position of a game", "First"), -1, true, func() int { return 0 })
	s.previous = step("previous", words.C("to a position of a game", "Previous"), -1, false, func() int { return s.at - 1 })
	s.next = step("next", words.C("to a position of a game", "Next"), 1, false, func() int { return s.at + 1 })
	s.last = step("last", words.C("to a position of a game", "Last"), 1, true, s.review.Plies)
}

// update handles input and advances the motion. own, which handles the keys of the screen, comes
// first.
func (s *stepper) update(in *kit.Input, own func(*kit.Input) bool) bool {
	motion := s.motion
	acts := in.Pressed || len(in.Keys) > 0
	changed := own(in) || s.keys(in)
	changed = s.turnWheel(in) || changed
	changed = s.Controls.Update(in) || changed
	if s.motion != nil {
		if s.passed += s.Elapsed; s.passed >= s.motion.Duration() || acts && motion == s.motion {
			s.settle()
		}
		changed = true
	}
	return changed
}

// keys handles the keys that step.
func (s *stepper) keys(in *kit.Input) bool {
	steps := [...]struct {
		key ebiten.Key
		to  int
	}{
		{ebiten.KeyArrowLeft, s.at - 1},
		{ebiten.KeyArrowRight, s.at + 1},
		{ebiten.KeyPageUp, s.at - stepPage},
		{ebiten.KeyPageDown, s.at + stepPage},
		{ebiten.KeyHome, 0},
		{ebiten.KeyEnd, s.review.Plies()},
	}
	for _, step := range steps {
		if in.TakeKey(step.key) {
			s.show(step.to)
			return true
		}
	}
	if in.TakeKey(ebiten.KeyR) {
		s.bottom = s.bottom.Opponent()
		s.Shell.Relayout()
		return true
	}
	return false
}

// enableSteps enables exactly the buttons with an effect, and reports whether any has changed.
func (s *stepper) enableSteps() (changed bool) {
	for b, enabled := range map[*kit.Button]bool{
		s.first: s.at > 0, s.previous: s.at > 0, s.next: s.at < s.review.Plies(), s.last: s.at < s.review.Plies(),
	} {
		changed = changed || b.Disabled == enabled
		b.Disabled = !enabled
	}
	return changed
}

// show goes to the position after n plies, clamped to the game. A single step forward is animated.
func (s *stepper) show(n int) {
	from := s.at
	s.at = max(0, min(n, s.review.Plies()))
	s.settle()
	if before, sowing := s.ply(from); s.at == from+1 && s.Settings.Now().Speed != motion.Off {
		t := motion.NewTimeline(before, sowing, s.Settings.Now().Speed, false)
		s.motion = &t
	}
	s.list.Select(s.at)
	s.Controls.Invalidate()
}

// ply returns the position after n plies, and the ply played in it. For the last position it
// returns the zero sowing.
func (s *stepper) ply(n int) (rules.Position, rules.Sowing) {
	if n >= s.review.Plies() {
		return s.review.Position(n), rules.Sowing{}
	}
	return s.review.Ply(n + 1)
}

// moveWords returns the number of a position: "move 2 of 4".
func (s *stepper) moveWords(n int) string { return words.T("move %d of %d", n, s.review.Plies()) }

// begin goes to the position after n plies without a motion.
func (s *stepper) begin(n int) {
	s.show(n)
	s.settle()
}

// settle ends the motion at once.
func (s *stepper) settle() { s.motion, s.passed = nil, 0 }

// moment returns the present state of the board.
func (s *stepper) moment() motion.Moment {
	if s.motion != nil {
		return s.motion.At(s.passed)
	}
	return motion.Still(s.review.Position(s.at).Board())
}

// Motion returns the timeline of the ply being shown, or nil.
func (s *stepper) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return s.motion, s.passed, s.board.layout
}

// turnWheel steps by the wheel, one ply per notch. Over the list, the wheel scrolls the list.
func (s *stepper) turnWheel(in *kit.Input) bool {
	if in.Wheel == 0 || in.Over(s.list.Bounds()) {
		return false
	}
	s.wheel += in.Wheel
	in.Wheel = 0
	steps := int(s.wheel / page.WheelNotch)
	s.wheel -= float64(steps * page.WheelNotch)
	if steps != 0 {
		s.show(s.at + steps)
	}
	return steps != 0
}

// name returns the name of the player of a side.
func (s *stepper) name(side rules.Side) string { return s.names[side&1] }

// mover returns the name of the player of ply n, counted from 1.
func (s *stepper) mover(n int) string {
	_, sowing := s.review.Ply(n)
	return s.name(sowing.Mover)
}

// stepBoard is a read-only board.
type stepBoard struct {
	kit.Identity
	game   *stepper
	bounds render.Rect
	layout render.Layout
	names  bool               // there is room for the names
	words  func() string      // describes the board for screen readers
	advise func(*render.View) // adds advice about the position to the view; may be nil
}

// Extent says that the board takes the remaining room.
func (b *stepBoard) Extent(*render.Canvas, float64) kit.Extent {
	const least = 130
	return kit.Extent{Least: least, Most: kit.Endless}
}

// SetBounds sets the widget's rectangle. If they fit, it adds lines for names above and below the
// board.
func (b *stepBoard) SetBounds(r render.Rect) {
	const roomy = 220
	b.names, b.bounds = r.H >= roomy, r
	if b.names {
		r = render.Rect{X: r.X, Y: r.Y + namesHeight, W: r.W, H: r.H - 2*namesHeight}
	}
	b.layout = b.game.LayBoard(r, int(b.game.review.Position(0).Variant().Houses), b.game.bottom)
}

// Bounds returns the widget's rectangle.
func (b *stepBoard) Bounds() render.Rect { return b.bounds }

// Focusable reports false: the board is read-only.
func (b *stepBoard) Focusable() bool { return false }

// Update does nothing.
func (b *stepBoard) Update(*kit.Input, kit.State) bool { return false }

// Describe returns a description of the board.
func (b *stepBoard) Describe() kit.Info {
	return kit.Info{Kind: kit.KindOther, Label: b.words()}
}

// Draw draws the board, and the names of the players.
func (b *stepBoard) Draw(c *render.Canvas, _ kit.State) {
	s := b.game
	s.Art.Draw(c, page.WithWords(b.view()))
	if !b.names {
		return
	}
	board := b.layout.Board()
	for side, y := range map[rules.Side]float64{
		s.bottom: board.Bottom() + namesHeight/2 + 6, s.bottom.Opponent(): board.Y - namesHeight/2 - 2,
	} {
		at := render.Point{X: board.X + 12, Y: y}
		style := render.Strong
		if p := s.review.Position(s.at); p.ToMove() == side && !p.Over() && s.motion == nil {
			c.FillCircle(at.Add(render.Point{X: 6}), 6, render.Gold)
			style = style.In(render.Gold)
			at.X += 22
		}
		c.Text(c.Fit(s.name(side), board.Right()-at.X, style), at, style)
	}
}

// view returns the present view of the board. The next house in the game has the ring of the last
// ply.
func (b *stepBoard) view() render.View {
	s := b.game
	v := render.View{Layout: b.layout, Moment: s.moment()}
	p := s.review.Position(s.at)
	if s.motion != nil || p.Over() {
		return v
	}
	v.Turn, v.ShowTurn, v.ShowNumbers = p.ToMove(), true, s.Settings.Now().Numbers
	if b.advise != nil {
		b.advise(&v)
	}
	if s.at < s.review.Plies() {
		_, sowing := s.review.Ply(s.at + 1)
		v.Last, v.HasLast = rules.Pit{Side: sowing.Mover, House: sowing.From}, sowing.From != rules.Swap
	}
	return v
}
