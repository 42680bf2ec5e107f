package menus

import (
	"slices"
	"strconv"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

const scoresWidth = 860

// scoresScreen shows the five best wins of a rule set and size.
type scoresScreen struct {
	page
	variants []rules.Variant
	variant  rules.Variant
	choice   *kit.Choice
	table    *kit.Table
	rows     []Score
	delete   *kit.Button
	back     *kit.Button
}

func newScoresScreen(a *App) *scoresScreen {
	s := &scoresScreen{page: page{app: a, name: "top scores"}, variant: a.book.Now().Setup.Variant}
	if m := a.currentVariant(); m.Houses > 0 {
		s.variant = m
	}
	s.table = &kit.Table{
		Columns: []kit.TableColumn{
			{Title: "#", Width: 52, Align: render.Right},
			{Title: "Winner"},
			{Title: "Seeds", Width: 76, Align: render.Right},
			{Title: "Ahead by", Width: 104, Align: render.Right},
			{Title: "Turns", Width: 78, Align: render.Right},
			{Title: "Against"},
			{Title: "Date", Width: 136},
		},
		Cells: s.cells,
		Empty: "Looking...",
	}
	s.delete = kit.NewButton("Delete...", s.askDelete)
	s.back = kit.NewButton("Back", a.pop)
	s.setVariants(nil)
	a.cfg.Scores.Variants(func(list []rules.Variant, err error) {
		if err != nil {
			return
		}
		if idle := a.currentVariant().Houses == 0; idle && len(list) > 0 && !slices.Contains(list, s.variant) {
			s.variant = list[0] // an empty table tells nothing
			s.load()
		}
		s.setVariants(list)
	})
	s.load()
	return s
}

// currentVariant is what is being played, or the zero variant.
func (a *App) currentVariant() rules.Variant {
	if a.scene == nil || a.scene.Match() == nil {
		return rules.Variant{}
	}
	return a.scene.Match().Position().Variant()
}

// setVariants offers the variants that have scores, and the current one.
func (s *scoresScreen) setVariants(list []rules.Variant) {
	if !slices.Contains(list, s.variant) {
		list = append([]rules.Variant{s.variant}, list...)
	}
	s.variants = list
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = describeVariant(v)
	}
	s.choice = kit.NewChoice("", names, slices.Index(list, s.variant), func(i int) {
		s.variant = s.variants[i]
		s.load()
	})
	s.form = kit.NewForm(s.choice, s.table, s.delete, s.back)
	s.form.OnCancel = s.app.pop
	s.form.Focus(s.back)
	s.app.relayout()
}

// load asks for the rows of the chosen variant.
func (s *scoresScreen) load() {
	v := s.variant
	s.app.cfg.Scores.Top(v, func(list []Score, err error) {
		if v != s.variant {
			return
		}
		s.rows, s.table.Selected = list, 0
		s.table.Empty = "Nobody has won a game by these rules yet. Be the first!"
		if err != nil {
			s.table.Empty = sentence(err.Error())
		}
		s.table.Rows, s.delete.Disabled = len(list), len(list) == 0
		s.form.Invalidate()
	})
}

// cells returns the cells of a row of the table.
func (s *scoresScreen) cells(i int) []string {
	row := s.rows[i]
	return []string{
		strconv.Itoa(i + 1), row.Name, strconv.Itoa(row.Seeds), strconv.Itoa(row.Margin),
		strconv.Itoa(row.Turns), row.Opponent, row.Date.Local().Format(dateForm),
	}
}

// dateForm is how screens write a day.
const dateForm = "2 Jan 2006"

// askDelete deletes the selected score after a question.
func (s *scoresScreen) askDelete() {
	if s.table.Selected >= len(s.rows) {
		return
	}
	row := s.rows[s.table.Selected]
	text := "The win of " + row.Name + " with " + plural(row.Seeds, "seed") + " is taken off the top scores for good. The game stays in My games."
	s.app.push(newQuestion(s.app, "Delete this score?", text, "Delete", "Keep it", func() {
		s.app.cfg.Archive.DeleteScore(row.GameID, func(err error) {
			if err != nil {
				s.app.say(sentence(err.Error()))
			}
			s.load()
		})
	}))
}

// Layout places the choice of rules, the table and the way back.
func (s *scoresScreen) Layout(_ *render.Canvas, area render.Rect) {
	placePage(area, scoresWidth, s.choice, s.table, s.back)
	row := s.back.Bounds()
	row.X, row.W = s.table.Bounds().X, 140
	s.delete.SetBounds(row)
}

// Draw draws the table.
func (s *scoresScreen) Draw(c *render.Canvas) {
	drawHeading(c, "Top Scores", scoresWidth)
	s.form.Draw(c)
}
