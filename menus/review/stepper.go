package review

import (
	"slices"
	"strconv"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// stepPage is the number of plies of a step by PgUp or PgDn.
const stepPage = 10

// listRow is the height of a row of the list, in units.
const listRow = 30

// stepper steps through a game ply by ply. It shows the position before a ply, or the last
// position.
type stepper struct {
	page.Page
	scene  *scene.Scene
	review *match.Review
	names  [2]string  // by side
	own    rules.Side // the side of the only person here or, without one, the lower one
	lines  []string   // the effect of each ply
	at     int        // the position shown: 0..Plies
	ply    scene.Showing
	wheel  float64 // the wheel distance since the last step

	row                              func(i int) row // a row of the list
	told                             func() int      // the ply to tell again, or 0
	board                            *page.Board
	list                             *kit.List
	first, previous, next, last, why *kit.Button
}

// init prepares s for the present state of a scene's game, with rows of the list and the ply that
// can be told again, or 0. The screen makes the form.
func (s *stepper) init(shell page.Shell, name string, sc *scene.Scene, rows func(i int) row, told func() int) {
	s.Page, s.row, s.told = page.New(shell, name), rows, told
	s.scene, s.review = sc, match.NewReview(sc.Match())
	s.names = [2]string{sc.SideName(rules.South), sc.SideName(rules.North)}
	s.own = sc.Bottom()
	if me, one := sc.Me(); one {
		s.own = sc.Side(me)
	}
	s.lines = slices.Clone(sc.Lines())
	s.board = kit.WithID("board", &page.Board{
		Shared: s.Shared, Bottom: sc.Bottom(), Named: s.named, Dress: s.dress,
		Now: func() page.BoardNow { return page.BoardNow{Past: []rules.Position{s.review.Position(s.at)}} },
	})
	s.list = kit.WithID("moves", &kit.List{Rows: s.review.Plies() + 1, RowHeight: listRow, OnSelect: s.show, DrawRow: s.drawRow})
	step := func(id, label string, way float64, end bool, to func() int) *kit.Button {
		b := kit.WithID(id, kit.NewButton(label, func() { s.show(to()) }))
		b.Icon = stepIcon(way, end)
		return b
	}
	s.first = step("first", words.C("to a position of a game", "First"), -1, true, func() int { return 0 })
	s.previous = step("previous", words.C("to a position of a game", "Previous"), -1, false, func() int { return s.at - 1 })
	s.next = step("next", words.C("to a position of a game", "Next"), 1, false, func() int { return s.at + 1 })
	s.why = kit.WithID("why", kit.NewButton(words.T("Why?"), s.tellWhy))
	s.why.Shortcut = "W"
	s.last = step("last", words.C("to a position of a game", "Last"), 1, true, s.review.Plies)
}

// row is a row of the list.
type row struct {
	// ply is a ply, from 1, or 0 for a row about the start or the end.
	ply int
	// texts are a text and a mark at the right end, once or shorter each time. The first that fits
	// is drawn, or else the last.
	texts [][2]string
	mark  match.Mark // the look of the mark
}

// signRoom is the width of the sign of a player before a text.
const signRoom = 22

// drawRow draws a row of the list: the number of its ply, the sign of the player, and its text.
func (s *stepper) drawRow(c *render.Canvas, r render.Rect, i int) {
	row, style, marked := s.row(i), render.Note, render.Caption
	if i != s.at {
		style = style.In(render.InkSoft)
	}
	const number, gap, sign, end = 34, 10, 12, 8
	cells := kit.Row(r, gap, number, 0)
	if row.ply == 0 {
		kit.DrawLine(c, row.texts[0][0], cells[1], style)
		return
	}
	kit.DrawLine(c, strconv.Itoa(row.ply), cells[0], style.In(render.InkDim).Aligned(render.Right))
	cells = kit.Row(cells[1], 0, sign, signRoom-sign, 0, end)
	_, sowing := s.review.Ply(row.ply)
	drawPlayer(c, cells[0].Center(), sowing.Mover == s.own, style.Color)
	texts := row.texts
	for len(texts) > 1 && c.TextWidth(texts[0][0], style)+gap+markWidth(c, texts[0][1], row.mark, marked) > cells[2].W {
		texts = texts[1:]
	}
	drawMark(c, texts[0][1], row.mark, cells[2], marked)
	kit.DrawLine(c, texts[0][0], cells[2], style)
}

// update handles input and advances the motion. own, which handles the keys of the screen, comes
// first.
func (s *stepper) update(in *kit.Input, own func(*kit.Input) bool) bool {
	motion := s.ply.Motion()
	acts := in.Pressed || len(in.Keys) > 0
	changed := own(in) || s.keys(in)
	changed = s.turnWheel(in) || changed
	changed = s.Controls.Update(in) || changed
	if s.ply.Moving() {
		if s.ply.Pass(s.Elapsed); acts && motion == s.ply.Motion() {
			s.ply.Settle()
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
		s.board.Bottom = s.board.Bottom.Opponent()
		s.Shell.Relayout()
		return true
	}
	return false
}

// enableSteps enables exactly the buttons with an effect, and reports whether any has changed.
func (s *stepper) enableSteps() (changed bool) {
	for b, enabled := range map[*kit.Button]bool{
		s.why: s.told() > 0, s.first: s.at > 0, s.previous: s.at > 0, s.next: s.at < s.review.Plies(), s.last: s.at < s.review.Plies(),
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
	s.ply = scene.Showing{}
	if s.at == from+1 {
		before, sowing := s.review.Ply(s.at)
		s.ply.Show(before, sowing, s.Settings.Now().Speed, false)
	}
	s.list.Select(s.at)
	s.Controls.Invalidate()
}

// tellWhy tells a ply again, slowly, with a sentence that says why.
func (s *stepper) tellWhy() {
	n := s.told()
	_, ply := s.review.Ply(n)
	s.Shell.Tell(s.ply.Tell(s.review.Past(n-1), ply.From, s.scene.SideNames(), s.Shared.Prefs()), true)
	s.Controls.Invalidate()
}

// moveWords returns the number of a position: "move 2 of 4".
func (s *stepper) moveWords(n int) string { return words.T("move %d of %d", n, s.review.Plies()) }

// begin goes to the position after n plies without a motion.
func (s *stepper) begin(n int) {
	s.show(n)
	s.ply.Settle()
}

// moment returns the present state of the board.
func (s *stepper) moment() motion.Moment {
	if s.ply.Moving() {
		return s.ply.Moment()
	}
	return motion.Still(s.review.Position(s.at).Board())
}

// Motion returns the timeline of the ply being shown, or nil.
func (s *stepper) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return s.ply.Motion(), s.ply.Passed(), s.board.Layout
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

// players returns the sides, the user's first.
func (s *stepper) players() [2]rules.Side { return [2]rules.Side{s.own, s.own.Opponent()} }

// name returns the name of the player of a side.
func (s *stepper) name(side rules.Side) string { return s.names[side&1] }

// mover returns the name of the player of ply n, counted from 1.
func (s *stepper) mover(n int) string {
	_, sowing := s.review.Ply(n)
	return s.name(sowing.Mover)
}

// named returns the name of the player of a side, and whether it is their turn.
func (s *stepper) named(side rules.Side) (name string, turn bool) {
	p := s.review.Position(s.at)
	return s.name(side), p.ToMove() == side && !p.Over() && !s.ply.Moving()
}

// dress completes the view of the board. The next house in the game has the ring of the last ply.
func (s *stepper) dress(v *render.View) {
	p := s.review.Position(s.at)
	rests := !s.ply.Moving() && !p.Over()
	v.Moment, v.Turn, v.ShowTurn, v.ShowNumbers = s.moment(), p.ToMove(), rests, rests && s.Settings.Now().Numbers
	page.DressStory(v, &s.ply)
	if rests && s.at < s.review.Plies() {
		_, sowing := s.review.Ply(s.at + 1)
		v.Last, v.HasLast = rules.Pit{Side: sowing.Mover, House: sowing.From}, sowing.From != rules.Swap
	}
}
