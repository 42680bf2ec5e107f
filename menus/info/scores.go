package info

import (
	"slices"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// places is the number of scores kept per rule set.
const places = 5

// Scores shows the five best wins of a rule set and size.
type Scores struct {
	page.Page
	variants []rules.Variant
	variant  rules.Variant
	choice   *kit.Choice
	table    *kit.Table
	rows     []match.Score
	delete   *kit.Button
	back     *kit.Button
	frame    page.Frame
}

// NewScores returns the scores for the rules of the game in progress or, if there is none, of the
// last new game.
func NewScores(shell page.Shell) *Scores {
	s := &Scores{Page: page.New(shell, "top scores"), variant: shell.Shared().Settings.Now().Setup.Variant}
	if m := currentVariant(shell); m.Houses > 0 {
		s.variant = m
	}
	s.table = &kit.Table{
		Columns: []kit.TableColumn{
			{Title: "#", Width: placeWidth, Align: render.Right},
			{Title: words.T("Winner")},
			{Title: words.T("Seeds"), Width: 86, Align: render.Right, Named: true},
			{Title: words.T("Ahead by"), Width: 124, Align: render.Right, Named: true},
			{Title: words.T("Turns"), Width: 86, Align: render.Right, Named: true, Needs: 640},
			{Title: words.T("Against"), Named: true},
			{Title: words.T("Date"), Width: 146, Needs: 760},
		},
		Cells: s.cells,
		Paint: s.paintMedal,
		Empty: words.T("Looking..."),
	}
	s.table.SetID("scores.table")
	s.delete = kit.WithID("scores.delete", kit.NewButton(words.T("Delete..."), s.askDelete))
	s.back = kit.WithID("scores.back", kit.NewButton(words.T("Back"), shell.Back))
	s.setVariants(nil)
	shell.Shared().Ports.Scores.Variants(func(list []rules.Variant, err error) {
		if err != nil {
			return
		}
		if idle := currentVariant(shell).Houses == 0; idle && len(list) > 0 && !slices.Contains(list, s.variant) {
			s.variant = list[0] // an empty table is useless
			s.load()
		}
		s.setVariants(list)
	})
	s.load()
	return s
}

// currentVariant returns the rules of the game in progress, or the zero variant.
func currentVariant(shell page.Shell) rules.Variant {
	if shell.Scene() == nil || shell.Scene().Match() == nil {
		return rules.Variant{}
	}
	return shell.Scene().Match().Position().Variant()
}

// setVariants sets the options to the variants that have scores, and the current one.
func (s *Scores) setVariants(list []rules.Variant) {
	if !slices.Contains(list, s.variant) {
		list = append([]rules.Variant{s.variant}, list...)
	}
	s.variants = list
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = page.DescribeVariant(v)
	}
	s.choice = kit.NewChoice("", names, slices.Index(list, s.variant), func(i int) {
		s.variant = s.variants[i]
		s.load()
	})
	s.choice.SetID("scores.rules")
	s.Controls = kit.NewForm(s.table, s.delete, s.back)
	if len(list) > 1 {
		s.Controls = kit.NewForm(s.choice, s.table, s.delete, s.back)
	}
	s.Controls.OnCancel = s.Shell.Back
	s.Controls.Focus(s.back)
	s.Shell.Relayout()
}

// load requests the rows of the chosen variant.
func (s *Scores) load() {
	v := s.variant
	s.Ports.Scores.Top(v, func(list []match.Score, err error) {
		if v != s.variant {
			return
		}
		s.rows, s.table.Selected = list, 0
		s.table.Empty = words.T("No game by these rules has been won yet. Be the first!")
		if err != nil {
			s.table.Empty = words.Sentence(err)
		}
		s.table.Rows, s.delete.Disabled = len(list), len(list) == 0
		s.Controls.Invalidate()
	})
}

// cells returns the cells of a row of the table.
func (s *Scores) cells(i int) []string {
	row := s.rows[i]
	return []string{
		strconv.Itoa(i + 1), row.Name, strconv.Itoa(row.Seeds), strconv.Itoa(row.Margin),
		strconv.Itoa(row.Turns), row.Opponent, words.Day(row.Date.Local()),
	}
}

// askDelete asks, and then deletes the selected score.
func (s *Scores) askDelete() {
	if s.table.Selected >= len(s.rows) {
		return
	}
	row := s.rows[s.table.Selected]
	text := words.N("The win of %[2]s with %[1]d seed is removed from the top scores for good. The game stays in My games.",
		"The win of %[2]s with %[1]d seeds is removed from the top scores for good. The game stays in My games.", row.Seeds, row.Seeds, row.Name)
	s.Shell.Push(page.NewQuestion(s.Shell, words.T("Delete this score?"), text, words.T("Delete"), words.T("Keep it"), func() {
		s.Ports.Archive.DeleteScore(row.GameID, func(err error) {
			if err != nil {
				s.Shell.Say(words.Sentence(err))
			}
			s.load()
		})
	}))
}

// Dimensions of the table, in units.
const (
	placeWidth           = 76 // including the medal
	lowestRow, tallRow   = 44, 76
	scoresHeader         = 38
	medalRadius, cellEnd = 15, 30
)

// Layout places the choice of rules, if there is one, the table and the back button.
func (s *Scores) Layout(_ *render.Canvas, area render.Rect) {
	s.frame = page.NewFrame(area, min(area.W, 1280))
	body, row := s.frame.Body(), s.frame.Buttons
	if len(s.variants) > 1 {
		var place render.Rect
		place, body = body.CutTop(kit.ControlHeight)
		s.choice.SetBounds(place)
		_, body = body.CutTop(kit.Gap)
	} else {
		_, body = body.CutTop(kit.Gap)
	}
	s.table.Tall = max(lowestRow, min(tallRow, (body.H-scoresHeader)/places))
	body.H = min(body.H, scoresHeader+places*s.table.Tall)
	s.table.SetBounds(body)
	s.delete.SetBounds(render.Rect{X: row.X, Y: row.Y, W: 160, H: row.H})
	s.back.SetBounds(render.Rect{X: row.Right() - 200, Y: row.Y, W: 200, H: row.H})
}

// paintMedal draws a glass seed beside the first place.
func (s *Scores) paintMedal(c *render.Canvas, place render.Rect, row, column int) bool {
	if row != 0 || column != 0 {
		return false
	}
	at := render.Point{X: place.Right() - cellEnd, Y: place.Center().Y}
	c.FillCircle(at, medalRadius+7, render.Backdrop)
	c.StrokeRect(render.Rect{X: at.X - medalRadius - 7, Y: at.Y - medalRadius - 7, W: 2 * (medalRadius + 7), H: 2 * (medalRadius + 7)}, medalRadius+7, 1.5, render.InkSoft)
	s.Art.DrawSeed(c, at, medalRadius, medalColour)
	return true
}

// medalColour is the colour of the medal: amber.
const medalColour = 1

// Draw draws the table. Free places are faint.
func (s *Scores) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("Top Scores"))
	if len(s.variants) < 2 {
		at := render.Point{X: s.frame.Area.X + 2, Y: s.frame.Area.Y + 2}
		c.Text(page.DescribeVariant(s.variant), at, render.Caption)
	}
	for i := max(1, len(s.rows)); i < places; i++ {
		s.drawEmpty(c, i)
	}
	s.Controls.Draw(c)
}

// drawEmpty draws a free place.
func (s *Scores) drawEmpty(c *render.Canvas, i int) {
	r := s.table.Bounds()
	y := r.Y + scoresHeader + (float64(i)+0.5)*s.table.Tall
	c.Text(strconv.Itoa(i+1), render.Point{X: r.X + placeWidth - 12, Y: y}, render.Body.In(render.InkDim).Aligned(render.Right))
	const dash, gap = 10, 12
	for x := r.X + placeWidth + 12; x+dash < r.Right()-12; x += dash + gap {
		c.FillRect(render.Rect{X: x, Y: y, W: dash, H: 1.5}, 0.75, render.Line.Faded(0.7))
	}
}
