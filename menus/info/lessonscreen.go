package info

import (
	"cmp"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// Lesson teaches a game in a few steps on a board.
type Lesson struct {
	page.Page
	game   rules.Variant
	lesson lesson
	ply    scene.Showing

	board                  *page.Board
	comment                *kit.Picture // below the board
	leave, why, back, next *kit.Button
}

// NewLesson returns the lesson of a game at its first step. A game without a lesson gets the first
// preset's.
func NewLesson(shell page.Shell, game rules.Variant) *Lesson {
	s := &Lesson{Page: page.New(shell, "lesson"), game: game}
	about, _ := words.GameOf(game)
	if len(about.Lesson) == 0 {
		s.game = rules.Presets()[0].Variant
		about, _ = words.GameOf(s.game)
	}
	s.lesson.steps = about.Lesson
	s.board = kit.WithID("lesson.board", s.newBoard())
	s.leave = kit.WithID("lesson.leave", kit.NewLink(words.T("Leave the lesson"), shell.Back))
	s.why = kit.WithID("lesson.why", kit.NewButton(words.T("Why?"), s.tellWhy))
	s.why.Shortcut = "W"
	s.back = page.NewRetreat("lesson.back", words.T("Back"), func() { s.begin(s.lesson.at - 1) })
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
	s.ply = scene.Showing{}
	s.board.Unchoose()
	s.Controls.Focus(s.board)
	s.enable()
}

// goOn goes to the next step, solved or not. After the last one it goes to a game or back.
func (s *Lesson) goOn() {
	switch {
	case !s.lesson.last():
		s.begin(s.lesson.at + 1)
	case s.lesson.solved:
		s.Settings.Change(func(now *settings.Settings) { now.Greeted = true }) // no more offers of it
		s.playFirst()
	default:
		s.Shell.Back()
	}
}

// firstOpponent is the computer player for a user who has just learned the game.
const firstOpponent = "seedling"

// opponent returns the easiest computer player, or false if there are none.
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
	s.back.Disabled, s.why.Disabled = s.lesson.at == 0, !s.settled()
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
func (s *Lesson) settled() bool { return s.lesson.solved && !s.ply.Moving() }

// play plays a pit for the user.
func (s *Lesson) play(pit rules.Pit) {
	if s.ply.Moving() || !s.lesson.play(pit) {
		return
	}
	s.board.Unchoose()
	if s.ply.Show(s.lesson.before, s.lesson.sowing, s.Settings.Now().Speed, false); !s.ply.Moving() {
		s.settle()
	}
}

// tellWhy tells the move of a step again, slowly, with a sentence that says why.
func (s *Lesson) tellWhy() {
	s.Shell.Tell(s.ply.Tell([]rules.Position{s.lesson.before}, s.lesson.sowing.From, [2]string{"", words.T("The other side")}, s.Shared.Prefs()), true)
	s.enable()
}

// settle ends the motion.
func (s *Lesson) settle() {
	s.ply.Settle()
	s.enable()
	s.Controls.Focus(s.next)
}

// Motion returns the timeline of the ply being shown, or nil.
func (s *Lesson) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return s.ply.Motion(), s.ply.Passed(), s.board.Layout
}

// Update handles input and advances the motion. Any input ends it.
func (s *Lesson) Update(in *kit.Input) bool {
	if s.ply.Moving() {
		if s.ply.Pass(s.Elapsed) || in.Pressed || len(in.Keys) > 0 {
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
// text of all steps, so the board does not move.
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
	sheet := page.Sheet{Title: words.RulesTitle(s.game), Before: []*kit.Button{s.leave, s.why}, Actions: []*kit.Button{s.back, s.next}}
	if g.Columns < 12 { // the title is too long for dots beside it
		parts = append([]kit.Part{dots}, parts...)
	} else {
		sheet.Aside = dots
	}
	sheet.Content = &kit.Stack{Gap: 10, Parts: parts}
	return sheet
}

// paintComment draws the comment on the last move, unless seeds are in the air.
func (s *Lesson) paintComment(c *render.Canvas, r render.Rect) {
	if s.ply.Moving() && s.ply.Story() == "" {
		return
	}
	style := commentStyle
	if !s.lesson.solved {
		style = style.In(render.InkSoft)
	}
	kit.DrawText(c, cmp.Or(s.ply.Story(), s.lesson.comment), r, style)
}

// dotsHeight is the height of the row of dots.
const dotsHeight = 20

// lessonWidth is the largest width of the texts.
const lessonWidth = 820

var (
	taskStyle    = render.Body.Aligned(render.Center)
	commentStyle = render.Strong.Aligned(render.Center)
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

// newBoard returns the board of the lesson, on which South plays.
func (s *Lesson) newBoard() *page.Board {
	return &page.Board{
		Shared: s.Shared, Bottom: rules.South, Play: s.play, Dress: s.dress,
		Now: func() page.BoardNow {
			return page.BoardNow{Past: []rules.Position{s.lesson.now}, Side: rules.South, Asks: !s.lesson.solved}
		},
		Task:    func() string { return s.lesson.step().Task.T() },
		Comment: func() string { return s.lesson.comment },
	}
}

// dress shows the motion, the last ply and the hint.
func (s *Lesson) dress(v *render.View) {
	if s.ply.Moving() {
		v.Moment = s.ply.Moment()
	}
	if s.lesson.solved {
		v.Last, v.HasLast = rules.Pit{Side: rules.South, House: s.lesson.sowing.From}, !s.ply.Moving()
	}
	page.DressStory(v, &s.ply)
	if h, ok := s.lesson.hint(); ok && !s.ply.Moving() {
		s.board.Advise(v, h, words.C("on a house of the board", "hint"))
	}
}
