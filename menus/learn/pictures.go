package learn

import (
	"math"
	"slices"
	"strconv"

	"mancala/internal/puzzle"
	"mancala/menus/page"
	"mancala/render"
)

// lying returns the middle of a place, no higher than a share of its width.
func lying(r render.Rect, share float64) render.Rect { return r.Centered(r.W, min(r.H, share*r.W)) }

// paintDaily draws the board of today's puzzle, and the days of this week below it.
func (s *Screen) paintDaily(c *render.Canvas, r render.Rect) {
	week, board := r.CutBottom(34)
	page.DrawStill(c, s.Art, s.learner.today().Puzzle().Position, board)
	paintWeek(c, week, s.learner.streak, s.learner.today())
}

// paintWeek draws the last seven days in a row.
func paintWeek(c *render.Canvas, r render.Rect, streak puzzle.Streak, today puzzle.Day) {
	paintDays(c, r, streak, today-6, today)
}

// calendarRows is the number of weeks of a calendar.
const calendarRows = 5

// paintCalendar draws the last weeks as rows, from Monday on.
func paintCalendar(c *render.Canvas, r render.Rect, streak puzzle.Streak, today puzzle.Day) {
	paintDays(c, r, streak, today-today%7-7*(calendarRows-1), today)
}

// paintDays draws a disc for each day in rows of seven: filled if its puzzle was solved on it, and
// with a ring for today.
func paintDays(c *render.Canvas, r render.Rect, streak puzzle.Streak, first, today puzzle.Day) {
	const days, radius = 7, 7
	step, rows := min(44, r.W/days), (today-first)/days+1
	for day := first; day <= today; day++ {
		row, column := (day-first)/days, (day-first)%days
		at := render.Point{X: r.Center().X + step*(float64(column)-(days-1)/2), Y: r.Y + r.H/float64(rows)*(float64(row)+0.5)}
		solved := 0.0
		if streak.Has(day) {
			solved = 1
		}
		disc(c, at, radius, solved)
		if day == today {
			ringed(c, at, radius)
		}
	}
}

// ringed draws a ring around a disc.
func ringed(c *render.Canvas, at render.Point, radius float64) {
	radius += 4
	c.StrokeRect(render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}, radius, 1.5, render.InkSoft)
}

// disc draws a disc for a share of 0 to 1: full, half full or empty.
func disc(c *render.Canvas, at render.Point, radius, share float64) {
	around := render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}
	if share >= 1 {
		c.FillCircle(at, radius, render.Ink)
		return
	}
	c.StrokeRect(around, radius, 1.5, render.InkDim)
	if share > 0 {
		c.FillCircle(at, radius/2, render.Ink)
	}
}

// paintScores draws a disc for each of the last puzzles: full if it was solved at once, half full
// with a hint.
func paintScores(c *render.Canvas, r render.Rect, scores []float64) {
	const radius, step = 7, 24
	scores = scores[max(0, len(scores)-int(r.W/step)):]
	for i, score := range scores {
		disc(c, render.Point{X: r.X + radius + 1 + step*float64(i), Y: r.Center().Y}, radius, score)
	}
}

// paintRating draws the rating after each of the last tries as a line, and the present one.
func (s *Screen) paintRating(c *render.Canvas, r render.Rect) {
	r = lying(r, 0.75)
	points, now := s.learner.points, s.learner.rating()
	style := render.Total.Aligned(render.Center).Sized(min(render.Total.Size, r.H*0.4))
	if len(points) < 2 {
		c.Text(strconv.Itoa(now), r.Center(), style)
		return
	}
	const pad, least = 10, 60 // the least range of points
	low, high := slices.Min(points), slices.Max(points)
	spare := max(0, least-(high-low))
	low, high = low-spare/2, high+(spare+1)/2
	page.PlotPoints(c, r.Inset(pad), points, low, high)
}

// paintThemes draws a bar for each theme: the share of solved puzzles.
func paintThemes(c *render.Canvas, r render.Rect, t puzzle.Training) {
	r = lying(r, 0.75)
	names := puzzle.ThemeNames()
	step := r.W / float64(len(names))
	for i, name := range names {
		theme, _ := puzzle.ParseTheme(name) // it is one of the names
		tried, solved := t.ByTheme(theme)
		column := render.Rect{X: r.X + step*float64(i) + step*0.2, Y: r.Y + 8, W: step * 0.6, H: r.H - 16}
		c.FillRect(column, 3, render.PanelHover)
		bar, _ := column.CutBottom(max(6, column.H*float64(solved)/float64(max(1, tried))))
		c.FillRect(bar, 3, render.InkSoft)
	}
}

// paintStorm draws a clock with a hand for the three minutes.
func (s *Screen) paintStorm(c *render.Canvas, r render.Rect) {
	at, radius := r.Center(), min(r.W, r.H)*0.36
	const minutes, line = 12, 3
	c.StrokeRect(render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}, radius, line, render.InkSoft)
	hand := func(angle, from, to, width float64, ink render.Role) {
		way := render.Point{X: math.Sin(angle), Y: -math.Cos(angle)}
		c.Line(at.Add(way.Mul(from*radius)), at.Add(way.Mul(to*radius)), width, ink)
	}
	sector := []render.Point{at}
	for i := range 2*minutes + 1 {
		angle := math.Pi / 2 * float64(i) / (2 * minutes)
		sector = append(sector, at.Add(render.Point{X: math.Sin(angle), Y: -math.Cos(angle)}.Mul(0.8*radius)))
	}
	c.FillPolygon(sector, render.GraphGround)
	for i := range minutes {
		hand(2*math.Pi*float64(i)/minutes, 0.84, 0.93, 2, render.InkSoft)
	}
	hand(0, 0, 0.8, line, render.Ink)
	hand(math.Pi/2, 0, 0.8, line, render.Ink)
	c.FillCircle(at, line, render.Ink)
}

// paintDue draws a card for each due mistake, one behind the other, with their number on the first.
func paintDue(c *render.Canvas, r render.Rect, n int) {
	const away, corner = 5, 6
	high := min(r.H-2*away, r.W) * 0.8
	card := r.Centered(high*0.72, high)
	for i := min(n, 3); i > 0; i-- {
		at := card.Move(render.Point{X: float64(i) * away, Y: -float64(i) * away})
		c.FillRect(at, corner, render.PanelHover)
		c.StrokeRect(at, corner, 1, render.InkDim)
	}
	c.FillRect(card, corner, render.Panel)
	c.StrokeRect(card, corner, 2, render.InkSoft)
	c.Text(strconv.Itoa(n), card.Center(), render.Total.Aligned(render.Center).Sized(card.H*0.5))
}

// paintAim draws a target.
func paintAim(c *render.Canvas, r render.Rect) {
	at, radius := r.Center(), min(r.W, r.H)*0.42
	c.FillCircle(at, radius, render.GraphGround)
	for _, share := range []float64{1, 0.64} {
		around := share * radius
		c.StrokeRect(render.Rect{X: at.X - around, Y: at.Y - around, W: 2 * around, H: 2 * around}, around, 2.5, render.InkSoft)
	}
	c.FillCircle(at, 0.28*radius, render.Ink)
}

// paintCup draws a cup.
func (s *Screen) paintCup(c *render.Canvas, r render.Rect) {
	at, size, line := r.Center(), min(r.W, r.H)*0.36, 3.0
	to := func(x, y float64) render.Point { return at.Add(render.Point{X: x * size, Y: y * size}) }
	bowl := []render.Point{to(-0.6, -0.9), to(0.6, -0.9)}
	for i := range 17 { // half an ellipse
		angle := math.Pi * float64(i) / 16
		bowl = append(bowl, to(0.6*math.Cos(angle), -0.5+0.75*math.Sin(angle)))
	}
	c.FillPolygon(bowl, render.GraphGround)
	for i := range bowl {
		c.Line(bowl[i], bowl[(i+1)%len(bowl)], line, render.InkSoft)
	}
	for _, side := range []float64{-1, 1} {
		from := to(side*0.6, -0.75)
		for i := 1; i <= 8; i++ { // a handle
			angle := math.Pi * float64(i) / 8
			next := to(side*(0.58+0.34*math.Sin(angle)), -0.45-0.3*math.Cos(angle))
			c.Line(from, next, line, render.InkSoft)
			from = next
		}
	}
	c.Line(to(0, 0.25), to(0, 0.7), line, render.InkSoft)
	c.Line(to(-0.4, 0.75), to(0.4, 0.75), 2*line, render.InkSoft)
}
