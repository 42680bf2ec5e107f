package learn

import (
	"strings"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// sheet returns the board, and beside it the question or the result.
func (s *solve) sheet(g page.Grid) page.Sheet {
	over := s.over() && !s.show.Moving()
	panel := kit.Part(kit.OnPanel(s.panel(g, over)))
	if g.Upright { // the board stays in its place
		room := max(250, panel.Extent(s.Canvas, g.Area.W).Least)
		panel = kit.Sized(room, room, kit.Rows(panel))
	}
	const least, share = 150, 0.7 // of the window, so that the board is in view beside a long panel
	board := kit.Put(s.board)
	if !g.Upright {
		board = kit.Sized(least, share*g.Window.H, board)
	}
	sheet := page.Sheet{Title: s.course.title(), Content: g.Pair(8, board, 4, g.Middle(panel)), Actions: []*kit.Button{s.back}}
	if g.Columns >= 8 {
		sheet.Aside = page.BesideTitle(render.Strong, s.course.aside)
	}
	switch {
	case !over:
		if s.course.helps() {
			sheet.Before = []*kit.Button{s.hint, s.giveUp}
		}
		if s.attempt.Question().CanSwap() {
			sheet.Before = append(sheet.Before, s.swap)
		}
	case s.course.shared() != "":
		sheet.Before = []*kit.Button{s.share}
	}
	if _, ok := s.toldAgain(); ok {
		sheet.Before = append(sheet.Before, s.why)
	}
	if over && s.course.more() {
		sheet.Actions = append(sheet.Actions, s.next)
	}
	return sheet
}

// headline is the style of the first line beside the board.
var headline = render.Action

// panel returns the part beside the board: the question and the comment on the last answer or,
// after the attempt, its result. The user's latest results are below.
func (s *solve) panel(g page.Grid, over bool) kit.Part {
	const line = 26
	lately := kit.Painted(line, s.course.paint)
	rows := func(parts ...kit.Part) *kit.Stack { return &kit.Stack{Gap: g.Gap() * 0.6, Parts: parts} }
	switch p := s.attempt.Puzzle(); {
	case !over:
		list := rows(kit.Say(s.task(), render.Strong), kit.Say(rulesLine(p.Position.Variant()), render.Caption))
		list.Parts = append(append(list.Parts, said(s.comment, s.told)...), lately)
		return list
	case s.ended:
		return rows(append(s.result(), lately)...)
	case g.Upright && !g.Narrow:
		return kit.Across(rows(append(s.result(), lately)...), rows(s.values()...))
	}
	return rows(append(append(s.result(), s.values()...), lately)...)
}

// rulesLine names the rules of a puzzle and, for a relative of the game, says how it differs.
func rulesLine(v rules.Variant) string {
	name := page.ShortVariant(v)
	if about, known := words.GameOf(v); known && v.Name() != v.Discipline() {
		return words.T("%[1]s: %[2]s", name, about.Line.T())
	}
	return name
}

// result returns the lines about a finished attempt.
func (s *solve) result() []kit.Part {
	list := []kit.Part{kit.Say(s.headline(), headline)}
	if story := s.show.Story(); story != "" {
		list = append(list, kit.Say(story, render.Body))
	}
	for i, line := range s.course.result(s.attempt) {
		style := render.Strong
		if i > 0 {
			style = render.Caption
		}
		list = append(list, kit.Say(line, style))
	}
	if s.ended {
		return list
	}
	var titles []string
	for _, name := range s.attempt.Puzzle().Names() {
		title, _ := words.PuzzleTheme(name)
		titles = append(titles, title)
	}
	if len(titles) > 0 {
		list = append(list, kit.Say(words.T("Themes: %s", strings.Join(titles, ", ")), render.Caption))
	}
	return list
}

// values returns the values of all plies of the puzzle.
func (s *solve) values() []kit.Part {
	high := valueRow * float64(len(s.attempt.Puzzle().Values))
	return []kit.Part{
		kit.Say(words.T("What each move was worth:"), render.Caption), kit.Painted(high, s.paintValues),
	}
}

// said returns a comment and the events on the board, if there are any.
func said(comment, told string) (list []kit.Part) {
	if comment != "" {
		list = append(list, kit.Say(comment, render.Body))
	}
	if told != "" {
		list = append(list, kit.Say(told, render.Caption))
	}
	return list
}

// headline says how the attempt ended.
func (s *solve) headline() string {
	switch {
	case s.ended:
		return words.T("Time is up")
	case s.attempt.State() == puzzle.GivenUp:
		return words.T("That was the solution")
	case s.attempt.Wrong() > 0:
		n := s.attempt.Wrong() + 1
		return words.N("Solved at try %d", "Solved at try %d", n, n)
	case s.attempt.Hints() > 0:
		return words.T("Solved with a hint")
	}
	return words.T("Solved!")
}

// valueRow is the height of a line about the value of a ply.
const valueRow = 24

// valueTexts are the texts about the values of plies, with the style of the best ones and their
// greatest widths.
type valueTexts struct {
	name          func(h rules.House) string
	verdict       func(v puzzle.Value) string
	strong        render.TextStyle
	house, result float64
}

// valueGap is the least distance between two texts about a value.
const valueGap = 12

// valueTexts returns texts that have room in a width: if necessary with mere numbers of houses, and
// in smaller type.
func (s *solve) valueTexts(c *render.Canvas, width float64) valueTexts {
	p := s.attempt.Puzzle()
	t := valueTexts{name: page.PlyName, strong: render.Label, verdict: func(v puzzle.Value) string {
		return words.Verdict(match.Verdict{Value: v.Seeds, Exact: true, Winner: p.ResultOnly()})
	}}
	crowded := func() bool {
		t.house, t.result = 0, 0
		for _, v := range p.Values {
			t.house, t.result = max(t.house, c.TextWidth(t.name(v.Ply), t.strong)), max(t.result, c.TextWidth(t.verdict(v), t.strong))
		}
		return t.house+t.result+valueGap > width
	}
	if crowded() {
		t.name = func(h rules.House) string {
			if h == rules.Swap {
				return page.PlyName(h)
			}
			return h.String()
		}
	}
	const least = 12
	for crowded() && t.strong.Size > least {
		t.strong.Size--
	}
	return t
}

// paintValues draws the value of each ply of the puzzle: its house, a bar and the result.
func (s *solve) paintValues(c *render.Canvas, r render.Rect) {
	p, t := s.attempt.Puzzle(), s.valueTexts(c, r.W)
	low, high := 0, 1 // the range of values
	for _, v := range p.Values {
		low, high = min(low, v.Seeds), max(high, v.Seeds)
	}
	bars := render.Rect{X: r.X + t.house + valueGap, W: r.W - t.house - t.result - 2*valueGap}
	zero := bars.X + bars.W*float64(-low)/float64(high-low)
	for i, v := range p.Values {
		y := r.Y + valueRow*(float64(i)+0.5)
		style, ink := render.Caption.Sized(t.strong.Size), render.InkDim
		if p.Right[0].Has(v.Ply) {
			style, ink = t.strong, render.Ink
		}
		c.Text(t.name(v.Ply), render.Point{X: r.X, Y: y}, style)
		c.Text(t.verdict(v), render.Point{X: r.Right(), Y: y}, style.Aligned(render.Right))
		if end := zero + bars.W*float64(v.Seeds)/float64(high-low); bars.W > valueGap {
			c.FillRect(render.Rect{X: min(zero, end), Y: y - 4, W: max(end-zero, zero-end), H: 8}, 2, ink)
			c.FillRect(render.Rect{X: zero - 0.5, Y: y - valueRow/2 + 2, W: 1, H: valueRow - 4}, 0, render.Line)
		}
	}
}
