package page

import (
	"slices"
	"strconv"

	"mancala/render"
)

// DrawRatings draws ratings in order as a line over lines of whole hundreds. It draws nothing and
// returns false if there are fewer than two.
func DrawRatings(c *render.Canvas, r render.Rect, points []int) bool {
	const label, step = 52, 100
	if len(points) < 2 {
		return false
	}
	low, high := slices.Min(points)/step*step, (slices.Max(points)/step+1)*step
	axis, plot := r.CutLeft(label)
	plot = plot.Inset(10)
	for v := low; v <= high; v += step * (((high-low)/step + 3) / 4) { // at most five lines
		y := plot.Bottom() - plot.H*float64(v-low)/float64(high-low)
		c.Text(strconv.Itoa(v), render.Point{X: axis.Right() - 8, Y: y}, render.Caption.Aligned(render.Right))
		c.FillRect(render.Rect{X: plot.X, Y: y - 0.5, W: plot.W, H: 1}, 0, render.Line)
	}
	PlotPoints(c, plot, points, low, high)
	return true
}

// PlotPoints draws numbers from low to high as a line, with a disc at its end.
func PlotPoints(c *render.Canvas, plot render.Rect, points []int, low, high int) {
	at := func(i int) render.Point {
		return render.Point{
			X: plot.X + plot.W*float64(i)/float64(len(points)-1), Y: plot.Bottom() - plot.H*float64(points[i]-low)/float64(high-low),
		}
	}
	area := []render.Point{{X: plot.X, Y: plot.Bottom()}}
	for i := range points {
		area = append(area, at(i))
	}
	c.FillPolygon(append(area, render.Point{X: plot.Right(), Y: plot.Bottom()}), render.GraphGround)
	for i := range len(points) - 1 {
		c.Line(at(i), at(i+1), 2, render.Graph)
	}
	c.FillCircle(at(len(points)-1), 4, render.Ink)
}
