package info

import (
	"fmt"
	"slices"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// figuresList shows the user's games played, won, drawn and lost, in total and by opponent, as
// bars.
type figuresList struct {
	screen  *Games
	figures match.Figures
	list    *kit.List
	empty   string
	counted bool // they have arrived
}

// figureRow is the height of an opponent's row, figureHead the height of the total, and figureLine
// the height of its second line in a window of four columns.
const (
	figureRow  = 38
	figureHead = 76
	figureLine = 32
)

// Colours of the bars. A number is always beside them.
const (
	wonColour   = render.Ink
	drawnColour = render.BarDrawn
	lostColour  = render.BarLost
)

func newFiguresList(s *Games) figuresList {
	return figuresList{screen: s, empty: words.T("Looking..."), list: kit.WithID("figures", &kit.List{RowHeight: figureRow})}
}

// ask requests the figures.
func (f *figuresList) ask() {
	f.list.DrawRow, f.list.Words, f.list.OnOpen = f.drawRow, f.words, f.filter
	f.screen.Ports.Archive.Figures(func(figures match.Figures, err error) {
		f.figures, f.counted = figures, true
		f.list.Rows = len(figures.By)
		f.empty = words.T("No game has been finished here yet. Your rating against each opponent, your first houses, and the games that you won, drew and lost are shown here.")
		if err != nil {
			f.empty = words.Sentence(err)
		}
		f.screen.Recompose()
	})
}

// filter lists the games against the opponent of a row.
func (f *figuresList) filter(i int) {
	s, by := f.screen, f.figures.By[i]
	s.opponent.Selected = max(0, slices.Index(s.kinds, by.Kind))
	if s.search.SetText(by.Opponent); s.opponent.Selected >= levelKinds {
		s.search.SetText("") // the level says who it was
	}
	s.tabs.Selected = 0
	s.Recompose()
	s.ask()
}

// words returns the text of row i: "Low: 12 played, 7 won, 1 drawn, 4 lost".
func (f *figuresList) words(i int) string {
	if i >= len(f.figures.By) {
		return words.T("no statistics")
	}
	by := f.figures.By[i]
	return words.T("%s: %d played, %d won, %d drawn, %d lost", words.Name(by.Opponent), by.Played, by.Won, by.Drawn, by.Lost)
}

// part returns the total and the opponents, or a sentence while they are unknown.
func (f *figuresList) part(g page.Grid) kit.Part {
	if f.figures.Total.Played == 0 {
		return kit.OnPanel(kit.Say(f.empty, render.Body.In(render.InkSoft)))
	}
	high := float64(figureHead)
	if g.Columns == 4 {
		high += figureLine
	}
	return kit.OnPanel(&kit.Stack{Parts: []kit.Part{kit.Painted(high, f.paintTotal), kit.Put(f.list)}})
}

// paintTotal draws the figures of all games.
func (f *figuresList) paintTotal(c *render.Canvas, r render.Rect) {
	total := f.figures.Total
	top, rest := r.CutTop(36)
	c.Text(words.N("%d game played", "%d games played", total.Played, total.Played), render.Point{X: top.X, Y: top.Center().Y}, render.Strong)
	style := render.Body
	if r.H > figureHead {
		style = render.Note
		top, rest = rest.CutTop(figureLine)
	}
	x := top.Right()
	for _, part := range [...]struct {
		words string
		color render.Role
	}{
		{words.T("%d lost", total.Lost), lostColour},
		{words.T("%d drawn", total.Drawn), drawnColour},
		{words.T("%d won", total.Won), wonColour},
	} {
		x -= c.TextWidth(part.words, style)
		c.Text(part.words, render.Point{X: x, Y: top.Center().Y}, style)
		x -= 14
		c.FillCircle(render.Point{X: x, Y: top.Center().Y}, 6, part.color)
		x -= 22
	}
	bar, _ := rest.CutTop(22)
	f.bar(c, bar, total, total.Played)
	line := render.Rect{X: r.X, Y: r.Bottom() - 10, W: r.W, H: 1}
	c.FillRect(line, 0, render.Line)
}

// bar draws won, drawn and lost games side by side, scaled to the most games against one opponent.
func (f *figuresList) bar(c *render.Canvas, r render.Rect, figure match.Figure, most int) {
	x := r.X
	for _, part := range [...]struct {
		n     int
		color render.Role
	}{{figure.Won, wonColour}, {figure.Drawn, drawnColour}, {figure.Lost, lostColour}} {
		if part.n == 0 {
			continue
		}
		w := max(3, r.W*float64(part.n)/float64(max(1, most)))
		c.FillRect(render.Rect{X: x, Y: r.Y, W: w - 2, H: r.H}, 4, part.color)
		x += w
	}
}

// drawRow draws an opponent: the name, the bar, and the numbers.
func (f *figuresList) drawRow(c *render.Canvas, r render.Rect, i int) {
	figure := f.figures.By[i]
	parts := kit.Row(render.Rect{X: r.X + 14, Y: r.Y, W: r.W - 28, H: r.H}, 14, 0.26*r.W, 0, 150)
	y := r.Center().Y
	c.Text(c.Fit(words.Name(figure.Opponent), parts[0].W, render.Strong), render.Point{X: parts[0].X, Y: y}, render.Strong)
	f.bar(c, parts[1].Centered(parts[1].W, 16), figure, f.figures.By[0].Played)
	numbers := fmt.Sprintf("%d - %d - %d", figure.Won, figure.Drawn, figure.Lost)
	c.Text(numbers, render.Point{X: parts[2].Right(), Y: y}, render.Body.Aligned(render.Right))
}
