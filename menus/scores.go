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
	back     *kit.Button
}

func newScoresScreen(a *App) *scoresScreen {
	s := &scoresScreen{page: page{app: a, name: "top scores"}, variant: a.setup.Variant}
	if m := a.currentVariant(); m.Houses > 0 {
		s.variant = m
	}
	s.table = &kit.Table{
		Columns: []kit.TableColumn{
			{Title: "#", Width: 52, Align: render.Right},
			{Title: "Winner"},
			{Title: "Seeds", Width: 76, Align: render.Right},
			{Title: "Ahead by", Width: 96, Align: render.Right},
			{Title: "Turns", Width: 72, Align: render.Right},
			{Title: "Against"},
			{Title: "Date", Width: 136},
		},
		Empty: "Looking...",
	}
	s.back = kit.NewButton("Back", a.pop)
	s.setVariants(nil)
	a.cfg.Scores.Variants(func(list []rules.Variant, err error) {
		if err == nil {
			s.setVariants(list)
		}
	})
	s.load()
	return s
}

// currentVariant is what is being played, or the zero variant.
func (a *App) currentVariant() rules.Variant {
	if a.play == nil || a.play.Match() == nil {
		return rules.Variant{}
	}
	return a.play.Match().Position().Variant()
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
	s.form = kit.NewForm(s.choice, s.table, s.back)
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
		s.table.Rows = nil
		s.table.Empty = "Nobody has won a game by these rules yet. Be the first!"
		if err != nil {
			s.table.Empty = sentence(err.Error())
		}
		for i, row := range list {
			s.table.Rows = append(s.table.Rows, []string{
				strconv.Itoa(i + 1), row.Name, strconv.Itoa(row.Seeds), strconv.Itoa(row.Margin),
				strconv.Itoa(row.Turns), row.Opponent, row.Date.Local().Format("2 Jan 2006"),
			})
		}
		s.form.Invalidate()
	})
}

// Layout places the choice of rules, the table and the way back.
func (s *scoresScreen) Layout(_ *render.Canvas, area render.Rect) {
	placePage(area, scoresWidth, s.choice, s.table, s.back)
}

// Draw draws the table.
func (s *scoresScreen) Draw(c *render.Canvas) {
	drawHeading(c, "Top Scores", scoresWidth)
	s.form.Draw(c)
}
