package info

import (
	"slices"
	"strconv"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

const scoresWidth = 860

// Scores shows the five best wins of a rule set and size.
type Scores struct {
	page.Page
	variants []rules.Variant
	variant  rules.Variant
	choice   *kit.Choice
	table    *kit.Table
	rows     []ports.Score
	delete   *kit.Button
	back     *kit.Button
}

// NewScores returns the scores by the rules of the game in progress or, without one, of the last new game.
func NewScores(shell page.Shell) *Scores {
	s := &Scores{Page: page.New(shell, "top scores"), variant: shell.Shared().Settings.Now().Setup.Variant}
	if m := currentVariant(shell); m.Houses > 0 {
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
	s.back = kit.NewButton("Back", shell.Back)
	s.setVariants(nil)
	shell.Shared().Ports.Scores.Variants(func(list []rules.Variant, err error) {
		if err != nil {
			return
		}
		if idle := currentVariant(shell).Houses == 0; idle && len(list) > 0 && !slices.Contains(list, s.variant) {
			s.variant = list[0] // an empty table tells nothing
			s.load()
		}
		s.setVariants(list)
	})
	s.load()
	return s
}

// currentVariant is what is being played, or the zero variant.
func currentVariant(shell page.Shell) rules.Variant {
	if shell.Scene() == nil || shell.Scene().Match() == nil {
		return rules.Variant{}
	}
	return shell.Scene().Match().Position().Variant()
}

// setVariants offers the variants that have scores, and the current one.
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
	s.Controls = kit.NewForm(s.choice, s.table, s.delete, s.back)
	s.Controls.OnCancel = s.Shell.Back
	s.Controls.Focus(s.back)
	s.Shell.Relayout()
}

// load asks for the rows of the chosen variant.
func (s *Scores) load() {
	v := s.variant
	s.Ports.Scores.Top(v, func(list []ports.Score, err error) {
		if v != s.variant {
			return
		}
		s.rows, s.table.Selected = list, 0
		s.table.Empty = "Nobody has won a game by these rules yet. Be the first!"
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

// askDelete deletes the selected score after a question.
func (s *Scores) askDelete() {
	if s.table.Selected >= len(s.rows) {
		return
	}
	row := s.rows[s.table.Selected]
	text := "The win of " + row.Name + " with " + page.Plural(row.Seeds, "seed") + " is taken off the top scores for good. The game stays in My games."
	s.Shell.Push(page.NewQuestion(s.Shell, "Delete this score?", text, "Delete", "Keep it", func() {
		s.Ports.Archive.DeleteScore(row.GameID, func(err error) {
			if err != nil {
				s.Shell.Say(words.Sentence(err))
			}
			s.load()
		})
	}))
}

// Layout places the choice of rules, the table and the way back.
func (s *Scores) Layout(_ *render.Canvas, area render.Rect) {
	page.PlacePage(area, scoresWidth, s.choice, s.table, s.back)
	row := s.back.Bounds()
	row.X, row.W = s.table.Bounds().X, 140
	s.delete.SetBounds(row)
}

// Draw draws the table.
func (s *Scores) Draw(c *render.Canvas) {
	page.DrawHeading(c, "Top Scores", scoresWidth)
	s.Controls.Draw(c)
}
