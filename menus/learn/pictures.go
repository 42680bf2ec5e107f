package learn

import (
	"strconv"

	"mancala/menus/page"
	"mancala/puzzle"
	"mancala/render"
)

// paintDaily draws the board of today's puzzle, and the days of this week below it.
func (s *Screen) paintDaily(c *render.Canvas, r render.Rect) {
	week, board := r.CutBottom(34)
	page.DrawStill(c, s.Art, s.learner.today().Puzzle().Position, board)
	paintWeek(c, week, s.learner.streak, s.learner.today())
}

// paintWeek draws a disc for each of the last seven days: filled if its puzzle belongs to the
// streak, and with a ring for today.
func paintWeek(c *render.Canvas, r render.Rect, streak puzzle.Streak, today puzzle.Day) {
	const days, radius = 7, 7
	step := min(44, r.W/days)
	x := r.Center().X - step*(days-1)/2
	run := streak.On(today)
	for i := range days {
		day := today - puzzle.Day(days-1-i)
		at := render.Point{X: x + step*float64(i), Y: r.Center().Y}
		solved := 0.0
		if run > 0 && day <= streak.Last && day > streak.Last-puzzle.Day(run) {
			solved = 1
		}
		disc(c, at, radius, solved)
		if day == today {
			const ring = radius + 4
			c.StrokeRect(render.Rect{X: at.X - ring, Y: at.Y - ring, W: 2 * ring, H: 2 * ring}, ring, 1.5, render.InkSoft)
		}
	}
}

// disc draws a disc of a share, 0..1, of what it could be: full, half full or empty.
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

// paintRating draws the rating, large.
func (s *Screen) paintRating(c *render.Canvas, r render.Rect) {
	style := render.Total.Aligned(render.Center).Sized(min(render.Total.Size, r.H*0.4))
	c.Text(strconv.Itoa(s.learner.training.Points()), r.Center(), style)
}

// paintThemes draws a bar for each theme: the share of the puzzles that were solved.
func paintThemes(c *render.Canvas, r render.Rect, t puzzle.Training) {
	names := puzzle.ThemeNames()
	step := r.W / float64(len(names))
	for i, name := range names {
		theme, _ := puzzle.ParseTheme(name) // it is one of the names
		tried, solved := t.ByTheme(theme)
		column := render.Rect{X: r.X + step*float64(i) + step*0.2, Y: r.Y + 8, W: step * 0.6, H: r.H - 16}
		c.FillRect(column, 3, render.PanelHover)
		if tried > 0 {
			bar, _ := column.CutBottom(max(6, column.H*float64(solved)/float64(tried)))
			c.FillRect(bar, 3, render.InkSoft)
		}
	}
}
