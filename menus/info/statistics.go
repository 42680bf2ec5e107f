package info

import (
	"fmt"
	"math"
	"slices"

	"mancala/internal/match"
	"mancala/internal/match/statistics"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// recentGames is the largest number of games in the statistics.
const recentGames = 1000

// development shows the user's rating against each opponent over time, and the results by first
// house.
type development struct {
	screen *Games
	rules  *kit.Choice
	stats  statistics.Statistics
	round  int // counts the requests: a late answer to an earlier one is dropped
}

func newDevelopment(s *Games) development {
	return development{screen: s, rules: kit.WithID("statistics.rules", kit.NewChoice("", nil, 0, nil))}
}

// ask requests the games by the chosen rules.
func (d *development) ask() {
	s := d.screen
	d.rules.Options, d.rules.OnChange = s.rules.Options, func(int) { d.ask() }
	d.rules.OnOpen = func() { s.Shell.Push(page.NewChooser(s.Shell, words.T("Rules"), d.rules)) }
	d.round++
	round := d.round
	query := match.GameQuery{Variant: s.rules.At(d.rules.Selected), Limit: recentGames}
	s.Ports.Archive.Games(query, func(list []match.Record, _ int, err error) {
		if round != d.round {
			return
		}
		if err != nil {
			s.Shell.Say(words.Sentence(err))
			return
		}
		d.stats = statistics.Of(list)
		s.Recompose()
	})
}

// Least and greatest heights of the pictures, in units.
const (
	chartLeast, chartMost = 98, 420
)

// part returns the pictures, side by side if there is room.
func (d *development) part(g page.Grid) kit.Part {
	picture := func(paint func(*render.Canvas, render.Rect)) kit.Part {
		return &kit.Picture{Least: chartLeast, Most: chartMost, Paint: paint}
	}
	left := kit.Part(kit.Say(words.T("Your rating against each opponent"), render.Strong))
	if len(d.rules.Options) > 2 {
		left = kit.Split(1, left, 1, kit.Put(d.rules))
	}
	chart := kit.OnPanel(kit.Rows(left, picture(d.paintChart)))
	if len(d.stats.Openings) == 0 {
		return chart
	}
	title := words.T("Games by your first house")
	began := kit.OnPanel(kit.Rows(kit.Say(title, render.Strong), picture(d.paintOpenings)))
	return g.Pair(7, chart, 5, began)
}

// chart is the place of the curves, and its scale.
type chart struct {
	plot  render.Rect
	games int
	reach float64 // the rating at the upper edge; the lower edge has its negative
}

// x returns the x coordinate of a game.
func (c chart) x(game int) float64 {
	return c.plot.X + c.plot.W*(float64(game)+0.5)/float64(max(1, c.games))
}

// y returns the y coordinate of a lead.
func (c chart) y(lead float64) float64 { return c.plot.Center().Y - lead/c.reach*c.plot.H/2 }

// mostCurves is the greatest number of drawn curves: the ones with most games.
const mostCurves = 6

// curves returns the curves drawn.
func (d *development) curves() []statistics.Curve {
	return d.stats.Curves[:min(mostCurves, len(d.stats.Curves))]
}

// paintChart draws a curve for each opponent, with the name at its end, and the zero line.
func (d *development) paintChart(c *render.Canvas, r render.Rect) {
	const number, dates = 44, 24
	names := d.namesWidth(c, r.W)
	ch := chart{games: d.stats.Games, reach: 100}
	ch.plot = render.Rect{X: r.X + number, Y: r.Y + 8, W: r.W - names - number, H: r.H - dates - 16}
	for _, curve := range d.curves() {
		for _, p := range curve.Points {
			ch.reach = max(ch.reach, 100*math.Ceil(math.Abs(p.Lead)/100))
		}
	}
	d.paintAxes(c, ch)
	places := d.labels(ch)
	for i, curve := range d.curves() {
		ink := curveInks[i]
		for n, p := range curve.Points {
			at := render.Point{X: ch.x(p.Game), Y: ch.y(p.Lead)}
			if n > 0 {
				before := curve.Points[n-1]
				c.Line(render.Point{X: ch.x(before.Game), Y: ch.y(before.Lead)}, at, 2, ink)
			}
		}
		last := curve.Points[len(curve.Points)-1]
		end, from := render.Point{X: ch.x(last.Game), Y: ch.y(last.Lead)}, ch.plot.Right()+10
		c.Line(end, render.Point{X: from, Y: places[i]}, 1, render.Line)
		c.FillCircle(end, 4, ink)
		c.FillCircle(render.Point{X: from + 8, Y: places[i]}, 5, ink)
		style := render.Note
		c.Text(c.Fit(nameAndLead(curve), r.Right()-from-20, style), render.Point{X: from + 20, Y: places[i]}, style)
	}
}

// nameAndLead returns the words at the end of a curve.
func nameAndLead(curve statistics.Curve) string {
	return fmt.Sprintf("%s %+.0f", words.Name(curve.Opponent), curve.Points[len(curve.Points)-1].Lead)
}

// namesWidth returns the width of the names beside the curves, at most half of the picture's.
func (d *development) namesWidth(c *render.Canvas, width float64) float64 {
	var widest float64
	for _, curve := range d.curves() {
		widest = max(widest, c.TextWidth(nameAndLead(curve), render.Note))
	}
	return min(widest+32, width/2)
}

// curveInks are the colours of the curves. The name is beside the end of each.
var curveInks = [mostCurves]render.Role{render.Ink, render.Graph, render.BarDrawn, render.InkDim, render.InkSoft, render.BarLost}

// paintAxes draws the lines of equal strength and of the greatest leads, and the dates.
func (d *development) paintAxes(c *render.Canvas, ch chart) {
	style := render.Caption
	for _, lead := range [...]float64{ch.reach, 0, -ch.reach} {
		line := render.Rect{X: ch.plot.X, Y: ch.y(lead) - 0.5, W: ch.plot.W, H: 1}
		c.FillRect(line, 0, render.Line)
		text := "0"
		if lead != 0 {
			text = fmt.Sprintf("%+.0f", lead)
		}
		c.Text(text, render.Point{X: ch.plot.X - 8, Y: line.Y}, style.Aligned(render.Right))
	}
	y := ch.plot.Bottom() + 20
	c.Text(words.Day(d.stats.First.Local()), render.Point{X: ch.plot.X, Y: y}, style)
	c.Text(words.Day(d.stats.Last.Local()), render.Point{X: ch.plot.Right(), Y: y}, style.Aligned(render.Right))
	middle := words.C("in a graph of ratings", "0: as strong as you")
	if room := ch.plot.W - 200; c.TextWidth(middle, style) < room {
		c.Text(middle, render.Point{X: ch.plot.Center().X, Y: y}, style.Aligned(render.Center))
	}
}

// labels returns the y coordinate of the name of each curve: beside its end, but apart from the
// others.
func (d *development) labels(ch chart) []float64 {
	list := d.curves()
	apart := min(22, ch.plot.H/float64(max(1, len(list))))
	order := make([]int, len(list))
	places := make([]float64, len(list))
	for i, curve := range list {
		order[i], places[i] = i, ch.y(curve.Points[len(curve.Points)-1].Lead)
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(math.Copysign(1, places[a]-places[b])) })
	least := ch.plot.Y
	for _, i := range order {
		places[i] = max(places[i], least)
		least = places[i] + apart
	}
	most := ch.plot.Bottom()
	for _, i := range slices.Backward(order) {
		places[i] = min(places[i], most)
		most = places[i] - apart
	}
	return places
}

// paintOpenings draws a column for each house: the games won at the bottom, drawn and lost above.
func (d *development) paintOpenings(c *render.Canvas, r render.Rect) {
	const numbers = 46
	most := 1
	for _, o := range d.stats.Openings {
		most = max(most, o.Played())
	}
	room := render.Rect{X: r.X, Y: r.Y + 14, W: r.W, H: r.H - numbers - 14}
	for i, cell := range kit.EqualRow(room, 8, len(d.stats.Openings)) {
		d.paintOpening(c, cell, d.stats.Openings[i], most)
	}
	style := render.Caption.Aligned(render.Center)
	c.Text(c.Fit(page.ShortVariant(d.stats.Variant), r.W, style), render.Point{X: r.Center().X, Y: r.Bottom() - 8}, style)
}

// paintOpening draws the column of a house in cell, scaled to the most frequent first house, and
// the share of games won.
func (d *development) paintOpening(c *render.Canvas, cell render.Rect, o statistics.Opening, most int) {
	y := cell.Bottom()
	wide := min(cell.W, 44)
	for _, part := range [...]struct {
		n   int
		ink render.Role
	}{{o.Won, wonColour}, {o.Drawn, drawnColour}, {o.Lost, lostColour}} {
		if part.n == 0 {
			continue
		}
		h := max(3, (cell.H-14)*float64(part.n)/float64(most))
		y -= h
		c.FillRect(render.Rect{X: cell.Center().X - wide/2, Y: y, W: wide, H: h - 2}, 3, part.ink)
	}
	style := render.Label.Aligned(render.Center)
	at := render.Point{X: cell.Center().X, Y: cell.Bottom() + 12}
	c.Text(o.House.String(), at, style)
	if o.Played() > 0 {
		small := render.Caption.Aligned(render.Center).In(render.Ink)
		share := words.T("%d %%", (100*o.Won+o.Played()/2)/o.Played())
		c.Text(c.Fit(share, cell.W+6, small), render.Point{X: at.X, Y: y - 10}, small)
	}
}
