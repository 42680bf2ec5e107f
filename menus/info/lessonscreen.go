package info

import (
	"slices"
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Lesson teaches a game in a few steps on a board.
type Lesson struct {
	page.Page
	game   rules.Variant
	lesson lesson
	motion *motion.Timeline // the ply being shown, or nil
	passed time.Duration

	board             *lessonBoard
	comment           *kit.Picture // below the board
	leave, back, next *kit.Button
}

// NewLesson returns the lesson of a game at its first step, or that of the first preset if the game
// has none. No lesson will be offered to the user again.
func NewLesson(shell page.Shell, game rules.Variant) *Lesson {
	s := &Lesson{Page: page.New(shell, "lesson"), game: game}
	about, _ := words.GameOf(game)
	if len(about.Lesson) == 0 {
		s.game = rules.Presets()[0].Variant
		about, _ = words.GameOf(s.game)
	}
	s.lesson.steps = about.Lesson
	s.Settings.Change(func(now *settings.Settings) { now.Greeted = true })
	s.board = kit.WithID("lesson.board", &lessonBoard{screen: s})
	s.leave = kit.WithID("lesson.leave", kit.NewLink(words.T("Leave the lesson"), shell.Back))
	s.back = kit.WithID("lesson.back", kit.NewButton(words.T("Back"), func() { s.begin(s.lesson.at - 1) }))
	s.next = kit.WithID("lesson.next", kit.NewButton("", s.goOn))
	s.Compose(shell.Back, s.sheet)
	s.begin(0)
	return s
}

// Renewed returns the lesson at the beginning of the same step.
func (s *Lesson) Renewed() page.Screen {
	again := NewLesson(s.Shell, s.game)
	again.begin(s.lesson.at)
	return again
}

// begin goes to the beginning of a step.
func (s *Lesson) begin(step int) {
	s.lesson.begin(step)
	s.motion, s.board.chosen = nil, 0
	s.Controls.Focus(s.board)
	s.enable()
}

// goOn goes to the next step, solved or not, and after the last one to a game or back.
func (s *Lesson) goOn() {
	switch {
	case !s.lesson.last():
		s.begin(s.lesson.at + 1)
	case s.lesson.solved:
		s.playFirst()
	default:
		s.Shell.Back()
	}
}

// firstOpponent is the computer player for a user who has just learned the game.
const firstOpponent = "seedling"

// opponent returns the easiest computer player; false if there are none.
func (s *Lesson) opponent() (name, title string, ok bool) {
	list := s.Ports.Strategies
	if len(list) == 0 {
		return "", "", false
	}
	one := list[0]
	for _, other := range list {
		if other.Name == firstOpponent {
			one = other
		}
	}
	return one.Name, one.Title, true
}

// playFirst begins a first game.
func (s *Lesson) playFirst() {
	name, _, ok := s.opponent()
	if !ok {
		s.Shell.Back()
		return
	}
	s.Shell.Go(page.ToStart{Setup: settings.Setup{
		Variant: s.game, Names: [2]string{s.Settings.Now().Name, ""}, Seats: [2]string{match.KindPerson, name},
	}})
}

// enable updates the buttons.
func (s *Lesson) enable() {
	s.back.Disabled = s.lesson.at == 0
	s.next.Label, s.next.Primary = words.C("lesson", "Skip"), s.settled()
	switch _, title, ok := s.opponent(); {
	case !s.settled():
	case !s.lesson.last():
		s.next.Label = words.C("lesson", "Next")
	case ok:
		s.next.Label = words.T("Play %s", title)
	default:
		s.next.Label = words.C("lesson", "Done")
	}
	s.Controls.Invalidate()
}

// settled reports whether the step is solved and the motion has ended.
func (s *Lesson) settled() bool { return s.lesson.solved && s.motion == nil }

// play plays a pit for the user.
func (s *Lesson) play(pit rules.Pit) {
	if s.motion != nil || !s.lesson.play(pit) {
		return
	}
	s.board.chosen = 0
	if speed := s.Settings.Now().Speed; speed != motion.Off {
		line := motion.NewTimeline(s.lesson.before, s.lesson.sowing, speed, false)
		s.motion, s.passed = &line, 0
		return
	}
	s.settle()
}

// settle ends the motion.
func (s *Lesson) settle() {
	s.motion = nil
	s.enable()
	s.Controls.Focus(s.next)
}

// Motion returns the timeline of the ply being shown, or nil.
func (s *Lesson) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return s.motion, s.passed, s.board.layout
}

// Update handles input and advances the motion. Any input ends it.
func (s *Lesson) Update(in *kit.Input) bool {
	if s.motion != nil {
		if s.passed += s.Elapsed; s.passed >= s.motion.Duration() || in.Pressed || len(in.Keys) > 0 {
			in.UsePointer()
			in.UseKeys()
			s.settle()
		}
		s.Page.Update(in)
		return true
	}
	return s.Page.Update(in)
}

// sheet returns the task above the board and the comment below it. Both have room for the longest
// text of all steps, so that the board stays in its place.
func (s *Lesson) sheet(g page.Grid) page.Sheet {
	task := &kit.Picture{Paint: func(c *render.Canvas, r render.Rect) { kit.DrawText(c, s.lesson.step().Task.T(), r, taskStyle) }}
	s.comment = &kit.Picture{Paint: s.paintComment, Least: 2 * commentStyle.Size * kit.LineSpacing}
	for _, step := range s.lesson.steps {
		width := min(g.Area.W, lessonWidth)
		task.Least = max(task.Least, kit.TextHeight(s.Canvas, step.Task.T(), width, taskStyle))
		s.comment.Least = max(s.comment.Least, kit.TextHeight(s.Canvas, step.Other.T(), width, commentStyle))
	}
	narrow := func(p kit.Part) kit.Part { return &kit.Narrow{Part: p, Width: lessonWidth, Centred: true} }
	dots := &kit.Picture{Least: dotsHeight, Most: dotsHeight, Paint: s.paintDots}
	parts := []kit.Part{narrow(task), kit.Put(s.board), narrow(s.comment)}
	sheet := page.Sheet{Title: words.RulesTitle(s.game), Before: []*kit.Button{s.leave}, Actions: []*kit.Button{s.back, s.next}}
	if g.Columns < 12 { // the title is too long for dots beside it
		parts = append([]kit.Part{dots}, parts...)
	} else {
		sheet.Aside = dots
	}
	sheet.Content = &kit.Stack{Gap: 10, Parts: parts}
	return sheet
}

// paintComment draws the comment on the last move, unless the seeds are in the air.
func (s *Lesson) paintComment(c *render.Canvas, r render.Rect) {
	if s.motion != nil {
		return
	}
	style := commentStyle
	if !s.lesson.solved {
		style = style.In(render.InkSoft)
	}
	kit.DrawText(c, s.lesson.comment, r, style)
}

// dotsHeight is the height of the row of dots.
const dotsHeight = 20

// lessonWidth is the largest width of the texts.
const lessonWidth = 820

var (
	taskStyle    = render.Body.Sized(20).Aligned(render.Center)
	commentStyle = render.Strong.Sized(20).Aligned(render.Center)
)

// paintDots draws a dot for each step: completed ones are filled, and the present one is large.
func (s *Lesson) paintDots(c *render.Canvas, r render.Rect) {
	const step, small, large = 22, 4.5, 7
	for i := range s.lesson.steps {
		at := render.Point{X: r.Right() - step*float64(len(s.lesson.steps)-i), Y: r.Center().Y}
		switch {
		case i == s.lesson.at:
			c.FillCircle(at, large, render.Ink)
		case i < s.lesson.at:
			c.FillCircle(at, small, render.InkSoft)
		default:
			c.StrokeRect(render.Rect{X: at.X - small, Y: at.Y - small, W: 2 * small, H: 2 * small}, small, 1.5, render.InkSoft)
		}
	}
}

// lessonBoard is the board of the lesson, on which South plays.
type lessonBoard struct {
	kit.Identity
	screen *Lesson
	bounds render.Rect
	layout render.Layout
	chosen rules.House // selected by the keys or under the pointer, or 0
	byKeys bool        // selected by the keys
}

// houses returns the number of houses per side.
func (b *lessonBoard) houses() int { return int(b.screen.lesson.now.Variant().Houses) }

// Bounds returns the widget's rectangle.
func (b *lessonBoard) Bounds() render.Rect { return b.bounds }

// SetBounds sets the widget's rectangle.
func (b *lessonBoard) SetBounds(r render.Rect) {
	b.bounds, b.layout = r, render.NewLayout(r, b.houses(), rules.South)
}

// Extent says that the board takes the room that is left.
func (b *lessonBoard) Extent(*render.Canvas, float64) kit.Extent {
	const least = 150
	return kit.Extent{Least: least, Most: kit.Endless}
}

// Focusable reports true.
func (b *lessonBoard) Focusable() bool { return true }

// DrawsFocus marks a widget that draws its own focus.
func (b *lessonBoard) DrawsFocus() {}

// Describe returns the task and the comment.
func (b *lessonBoard) Describe() kit.Info {
	return kit.Info{Kind: kit.KindOther, Label: b.screen.lesson.step().Task.T(), Value: b.screen.lesson.comment}
}

// Parts returns the houses.
func (b *lessonBoard) Parts() []kit.Info {
	l := b.screen.lesson
	return page.HouseParts(b.layout, []rules.Position{l.now}, rules.South, page.HousesNow{Playable: !l.solved, Chosen: b.chosen, HasChosen: b.chosen != 0})
}

// UsePart selects a house or plays it.
func (b *lessonBoard) UsePart(id string, act kit.Act) bool {
	for h := rules.House(1); int(h) <= b.houses(); h++ {
		if id == page.HouseID(h) {
			b.chosen, b.byKeys = h, true
			if act == kit.Press {
				b.screen.play(rules.Pit{Side: rules.South, House: h})
			}
			return act == kit.Point || act == kit.Press
		}
	}
	return false
}

// Told describes the board.
func (b *lessonBoard) Told() []string {
	return page.BoardWords(b.screen.lesson.now, [2]rules.Side{rules.North, rules.South}, [2]string{words.T("Your side"), words.T("The other side")})
}

// Update handles the pointer and the keys.
func (b *lessonBoard) Update(in *kit.Input, at kit.State) bool {
	before, comment := b.chosen, b.screen.lesson.comment
	if in.CursorMoved || at.Pressed {
		b.point(in, at)
	}
	if pit, ok := b.layout.At(in.Cursor); ok && at.Clicked {
		b.screen.play(pit)
	}
	if at.Focused {
		b.keys(in)
	}
	if b.screen.lesson.solved {
		b.chosen = 0
	}
	return before != b.chosen || comment != b.screen.lesson.comment
}

// point follows the pointer.
func (b *lessonBoard) point(in *kit.Input, at kit.State) {
	pit, ok := b.layout.At(in.Cursor)
	switch {
	case ok && at.Hovered && pit.Side == rules.South && !pit.IsStore():
		b.chosen, b.byKeys = pit.House, false
	case !b.byKeys:
		b.chosen = 0
	}
}

// keys selects and plays houses with the keyboard.
func (b *lessonBoard) keys(in *kit.Input) {
	for h := rules.House(1); int(h) <= b.houses(); h++ {
		if in.TakeAnyKey(page.HouseKeys(int(h) - 1)...) {
			b.screen.play(rules.Pit{Side: rules.South, House: h})
			return
		}
	}
	back, on := page.RowKeys(b.layout)
	switch {
	case b.screen.lesson.solved:
	case in.TakeKey(back):
		b.choose(-1)
	case in.TakeKey(on):
		b.choose(1)
	case in.TakeAnyKey(page.PlayKeys...):
		if b.chosen == 0 {
			b.choose(1)
			return
		}
		b.screen.play(rules.Pit{Side: rules.South, House: b.chosen})
	}
}

// choose moves the selection to the next house with seeds.
func (b *lessonBoard) choose(way int) {
	legal := slices.Collect(b.screen.lesson.now.Plies())
	i := slices.Index(legal, b.chosen)
	if i < 0 && way < 0 {
		i = 0
	}
	b.chosen, b.byKeys = legal[(i+way+len(legal))%len(legal)], true
}

// Draw draws the board.
func (b *lessonBoard) Draw(c *render.Canvas, at kit.State) {
	b.screen.Art.Draw(c, page.WithWords(b.view(at)))
}

// view returns the present view of the board.
func (b *lessonBoard) view(at kit.State) render.View {
	s := b.screen
	v := render.View{Layout: b.layout, Moment: motion.Still(s.lesson.now.Board()), ShowNumbers: true}
	if s.motion != nil {
		v.Moment = s.motion.At(s.passed)
	}
	v.Turn, v.ShowTurn = rules.South, true
	if s.lesson.solved {
		v.Last, v.HasLast = rules.Pit{Side: rules.South, House: s.lesson.sowing.From}, s.motion == nil
		return v
	}
	v.Playable = render.PlayableIn(s.lesson.now)
	if h, ok := s.lesson.hint(); ok {
		v.Hint, v.HasHint = rules.Pit{Side: rules.South, House: h}, true
	}
	v.Focus, v.HasFocus = rules.Pit{Side: rules.South, House: b.chosen}, b.chosen != 0 && (!b.byKeys || at.Focused)
	if preview, ok := motion.NewPreview([]rules.Position{s.lesson.now}, b.chosen); ok && v.HasFocus && s.Settings.Now().Preview {
		v.Preview = &preview
	}
	return v
}
