package info

import (
	"fmt"
	"slices"
	"strconv"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// places is the number of scores kept per rule set.
const places = 5

// Scores shows the five best wins of a rule set and size.
type Scores struct {
	page.Page
	variants []rules.Variant
	variant  rules.Variant
	choice   *kit.Choice // nil without alternatives
	table    *kit.Table
	rows     []match.Score
	state    string         // instead of rows
	loaded   bool           // they have arrived
	game     *match.Record  // the selected one, or nil
	last     rules.Position // of the game
	delete   *kit.Button
	open     *kit.Button
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
			{Title: words.T("Ahead by"), Width: 124, Align: render.Right, Named: true, Needs: 460},
			{Title: words.T("Turns"), Width: 86, Align: render.Right, Named: true, Needs: 640},
			{Title: words.T("Against"), Named: true},
			{Title: words.T("Date"), Width: 146, Needs: 760},
		},
		Cells: s.cells,
		Paint: s.paintMedal,
	}
	s.state = words.T("Looking...")
	s.table.SetID("scores.table")
	s.table.OnSelect, s.table.OnOpen = func(int) { s.look() }, func(int) { s.show() }
	s.open = kit.WithID("scores.open", kit.NewPrimary(words.T("Open"), s.show))
	s.delete = kit.WithID("scores.delete", kit.NewButton(words.T("Delete..."), s.askDelete))
	back := page.NewBack(shell, "scores.back")
	s.setVariants(nil)
	play := playButton(shell, "scores.play")
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		sheet := page.Sheet{Title: words.T("Top Scores"), Content: s.content(g), Actions: []*kit.Button{back}}
		if len(s.rows) > 0 {
			sheet.Before, sheet.Actions = []*kit.Button{s.delete}, append(sheet.Actions, s.open)
		} else if s.loaded {
			sheet.Actions = append(sheet.Actions, play)
		}
		return sheet
	})
	s.Controls.Rest(back)
	shell.Shared().Ports.Scores.Variants(func(list []rules.Variant, err error) {
		if err != nil {
			return
		}
		if idle := currentVariant(shell).Houses == 0; idle && len(list) > 0 && !slices.Contains(list, s.variant) {
			s.variant = list[0] // an empty table is useless
			s.load()
		}
		s.setVariants(list)
		s.Recompose()
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

// setVariants sets the options to the variants with scores, and the current one.
func (s *Scores) setVariants(list []rules.Variant) {
	if !slices.Contains(list, s.variant) {
		list = append([]rules.Variant{s.variant}, list...)
	}
	s.variants = list
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = page.DescribeVariant(v)
	}
	if s.choice = nil; len(list) > 1 {
		s.choice = kit.WithID("scores.rules", kit.NewChoice("", names, slices.Index(list, s.variant), func(i int) {
			s.variant = s.variants[i]
			s.load()
		}))
	}
}

// load requests the rows of the chosen variant.
func (s *Scores) load() {
	v := s.variant
	s.Ports.Scores.Top(v, func(list []match.Score, err error) {
		if v != s.variant {
			return
		}
		s.rows, s.table.Selected = list, 0
		s.state, s.loaded = "", err == nil
		switch {
		case err != nil:
			s.state = words.Sentence(err)
		case len(list) == 0:
			s.state = words.T("No game by these rules has been won yet. Be the first!")
		}
		s.table.Rows = len(list)
		s.look()
		s.Recompose()
	})
}

// look asks for the selected game. It may have been deleted.
func (s *Scores) look() {
	s.game, s.open.Disabled = nil, true
	s.Shell.Relayout()
	i := s.table.Selected
	if i >= len(s.rows) {
		return
	}
	id := s.rows[i].GameID
	s.Ports.Archive.Game(id, func(g match.Record, found bool, _ error) {
		last, err := g.Game.Replay()
		if now := s.table.Selected; !found || err != nil || now >= len(s.rows) || s.rows[now].GameID != id {
			return
		}
		s.game, s.last, s.open.Disabled = &g, last, false
		s.Shell.Relayout()
	})
}

// show opens the selected game.
func (s *Scores) show() {
	if s.game != nil {
		page.Replay(s.Shell, *s.game, page.ToReplay{Game: s.game, Deleted: s.load})
	}
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
	lowestRow, tallRow   = 44, 66
	medalRadius, cellEnd = 15, 30
)

// content returns the choice of rules or their name, and the table with its free places or, if all
// are free, a way to the first win.
func (s *Scores) content(g page.Grid) kit.Part {
	parts := []kit.Part{kit.Say(page.DescribeVariant(s.variant), render.Caption)}
	if s.choice != nil {
		parts[0] = kit.Put(s.choice)
	}
	if s.state != "" {
		return g.Rows(append(parts, firstGame(g, &s.Page, s.state))...)
	}
	if s.table.Tall = tallRow; g.Low || g.Roomy {
		s.table.Tall = lowestRow
	}
	height := kit.TableHeader + float64(len(s.rows))*s.table.Tall
	free := float64(places-len(s.rows)) * s.table.Tall
	rest := &kit.Picture{Most: free, Paint: s.paintFree}
	if g.Roomy || g.Upright {
		rest.Least = free
	}
	list := kit.Part(&kit.Stack{Parts: []kit.Part{kit.Sized(height, height, kit.Put(s.table)), rest}})
	if g.Columns == 12 && !g.Low && !g.Roomy {
		return g.Rows(append(parts, kit.Split(7, list, 5, s.board(g)))...)
	}
	return g.Rows(append(parts, list, s.board(g))...)
}

// board returns the last position of the selected game, with its players and their seeds.
func (s *Scores) board(g page.Grid) kit.Part {
	row := s.rows[min(s.table.Selected, len(s.rows)-1)]
	seat := func(name string, seeds int) page.BoardSeat {
		return page.BoardSeat{Name: name, Line: fmt.Sprintf("%s: %d", name, seeds)}
	}
	winner, loser := seat(row.Name, row.Seeds), seat(row.Opponent, row.Seeds-row.Margin)
	switch {
	case s.game == nil || s.game.ID != row.GameID:
		return page.SeatsBoard(g, s.Art, page.Start(s.variant), loser, winner)
	case s.last.Lead(rules.South) < 0:
		winner, loser = loser, winner
	}
	return page.SeatsBoard(g, s.Art, s.last, loser, winner)
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

// paintFree draws the free places.
func (s *Scores) paintFree(c *render.Canvas, r render.Rect) {
	for i := len(s.rows); i < places; i++ {
		if y := r.Y + (float64(i-len(s.rows))+0.5)*s.table.Tall; y+s.table.Tall/2 <= r.Bottom()+0.5 {
			s.drawFree(c, render.Rect{X: r.X, Y: y, W: r.W}, i)
		}
	}
}

// drawFree draws a free place.
func (s *Scores) drawFree(c *render.Canvas, r render.Rect, i int) {
	y := r.Y
	c.Text(strconv.Itoa(i+1), render.Point{X: r.X + placeWidth - 12, Y: y}, render.Body.In(render.InkDim).Aligned(render.Right))
	const dash, gap = 10, 12
	for x := r.X + placeWidth + 12; x+dash < r.Right()-12; x += dash + gap {
		c.FillRect(render.Rect{X: x, Y: y, W: dash, H: 1.5}, 0.75, render.Line.Faded(0.7))
	}
}
