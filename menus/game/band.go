package game

import (
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// Dimensions of the band, in units.
const (
	verdictSize  = 66
	verdictLine  = 66
	remarkLine   = 42
	textLines    = 70 // for three lines
	scoreSize    = 96
	scoreHeight  = 122
	bandControls = kit.LabelHeight + 2*kit.ControlHeight + kit.NoteHeight + 4
	bandPad      = 14 // above and below
	usualWidth   = 1280
)

// panel returns the end for a window of a width: the verdict, the score and the controls side by
// side or, in a tall window, below each other. Its height is the same for any text, so that the
// board never moves.
func (e *ending) panel(width float64) *kit.Panel {
	e.scale = max(0.7, min(1, width/usualWidth))
	wide, figures := max(300, min(400, 0.3*width)), 320*e.scale
	if e.game.upright {
		e.scale = 1
	}
	verdict := &kit.Picture{Least: verdictLine*e.scale + remarkLine + textLines, Paint: e.drawVerdict}
	score := &kit.Picture{Least: scoreHeight, Paint: e.drawScore}
	controls := kit.Sized(bandControls, bandControls, e.controls())
	var parts kit.Part = kit.Line(kit.Line(verdict, figures, score), wide, controls)
	if e.game.upright {
		parts = &kit.Narrow{Width: 720, Centred: true, Part: &kit.Stack{Parts: []kit.Part{verdict, score, controls}}}
	}
	side := columns(render.Rect{W: width}).X - bandPad
	return &kit.Panel{Part: &kit.Margins{Part: parts, Left: side, Right: side}, Pad: bandPad, Rule: true}
}

// controls returns the buttons in two rows, or the name field with its buttons.
func (e *ending) controls() kit.Part {
	if e.naming {
		return &kit.Stack{Parts: []kit.Part{kit.Put(e.name), kit.Rest(), kit.Across(kit.Puts(e.save, e.skip)...)}}
	}
	list := kit.Puts(e.widgets()...)
	if len(list)%2 > 0 {
		list = append(list, kit.Blank(0))
	}
	return kit.Centred(kit.Rows(kit.Across(list[:2]...), kit.Across(list[2:]...)))
}

// headline is the style of the verdict, as for the program's name.
var headline = render.TextStyle{Weight: render.Display, Color: render.Ink}

// drawVerdict draws the result, and a remark on it below.
func (e *ending) drawVerdict(c *render.Canvas, r render.Rect) {
	align, x := render.Left, r.X
	if e.game.upright {
		align, x = render.Center, r.Center().X
	}
	line, text := e.remark(), e.textStyle().Aligned(align)
	used := verdictLine*e.scale + kit.TextHeight(c, e.text(), r.W, text)
	if e.place > 0 || line != "" {
		used += remarkLine
	}
	head, rest := r.Centered(r.W, min(r.H, used)).CutTop(verdictLine * e.scale)
	style := shrunk(c, e.scene.Verdict(), head.W, headline.Sized(verdictSize*e.scale).Aligned(align))
	if e.wonHere() {
		style = style.In(render.Gold)
	}
	c.Inlaid(c.Fit(e.scene.Verdict(), head.W, style), render.Point{X: x, Y: head.Center().Y}, style)
	e.game.Controls.Lane = kit.Lane{Place: rest, Align: align}
	if e.game.Controls.Announced != "" {
		return
	}
	if e.place > 0 || line != "" {
		var row render.Rect
		row, rest = rest.CutTop(remarkLine)
		if e.place > 0 {
			e.drawMedal(c, row)
		} else {
			style := shrunk(c, line, row.W, render.Action.Aligned(align))
			kit.DrawLine(c, line, row, style)
		}
	}
	kit.DrawText(c, e.text(), rest, text)
}

// textStyle is the style of the text: strong if the peer asks for another game.
func (e *ending) textStyle() render.TextStyle {
	if e.scene.Stage() == match.StageOver && e.scene.Wanted(e.scene.Self().Other()) {
		return render.Strong
	}
	return render.Caption
}

// remark returns a remark on the result, or "".
func (e *ending) remark() string { return remark(e.scene.Match().Result(), e.lostHere()) }

// shrunk returns a style in which a line fits a width, or the smallest legible one.
func shrunk(c *render.Canvas, line string, room float64, style render.TextStyle) render.TextStyle {
	const smallest = 16
	for wide := c.TextWidth(line, style); wide > room && style.Size > smallest; wide = c.TextWidth(line, style) {
		style = style.Sized(max(smallest, 0.98*style.Size*min(1, room/wide)))
	}
	return style
}

// wonHere reports whether a person at this end has won.
func (e *ending) wonHere() bool {
	side, won := e.scene.Match().Result().Winner()
	return won && e.scene.Person(e.scene.Party(side))
}

// drawMedal draws a medal with the place in the top scores, and its description.
func (e *ending) drawMedal(c *render.Canvas, r render.Rect) {
	text := words.N("New best: %d seed", "New best: %d seeds", e.seeds, e.seeds)
	if e.place > 1 {
		text = words.N("Place %[1]d of the five best: %[2]d seed", "Place %[1]d of the five best: %[2]d seeds", e.seeds, e.place, e.seeds)
	}
	const radius = 15
	style := shrunk(c, text, r.W-2*radius-12, render.Action.In(render.Gold))
	text = c.Fit(text, r.W-2*radius-12, style)
	at := render.Point{X: r.X + radius, Y: r.Y + radius + 1}
	if e.game.upright {
		at.X = r.Center().X - (c.TextWidth(text, style)+12)/2
	}
	for _, way := range [...]float64{-1, 1} { // the ends of the ribbon
		c.FillPolygon([]render.Point{
			at.Add(render.Point{X: way * 1, Y: 8}), at.Add(render.Point{X: way * 11, Y: 6}), at.Add(render.Point{X: way * 13, Y: 22}),
			at.Add(render.Point{X: way * 8, Y: 19}), at.Add(render.Point{X: way * 4, Y: 23}),
		}, render.InkSoft)
	}
	c.FillCircle(at, radius, render.Gold)
	c.FillCircle(at, radius-3, render.GoldPressed)
	c.FillCircle(at.Add(render.Point{X: -4, Y: -5}), 3.5, render.Ink.Faded(0.55)) // the highlight
	c.Text(strconv.Itoa(e.place), at, render.Strong.Aligned(render.Center).In(render.InkOnGold))
	c.Text(text, at.Add(render.Point{X: radius + 12}), style)
}

// remark returns a remark on a result, or "". lost says that the loser reads it.
func remark(r match.Result, lost bool) string {
	if r.Ending != match.Finished {
		return ""
	}
	if r.Outcome == rules.Draw {
		n := r.Stores[rules.South]
		if n != r.Stores[rules.North] {
			return words.T("The position has come again, so the game is drawn.")
		}
		return words.N("Nothing between you: %d seed each.", "Nothing between you: %d seeds each.", n, n)
	}
	by := max(r.Stores[0]-r.Stores[1], r.Stores[1]-r.Stores[0])
	switch {
	case by == 1 && lost:
		return words.T("One seed short. So close!")
	case by == 2 && lost:
		return words.T("Two seeds short. So close!")
	case by == 1:
		return words.T("By a single seed!")
	case by == 2:
		return words.T("By just two seeds!")
	}
	return ""
}

// lostHere reports whether the only person here has lost.
func (e *ending) lostHere() bool {
	side, won := e.scene.Match().Result().Winner()
	return won && e.scene.IsMe(e.scene.Party(side.Opponent()))
}

// drawScore draws the two stores in large type, with the names below.
func (e *ending) drawScore(c *render.Canvas, r render.Rect) {
	stores := e.scene.Match().Result().Stores
	winner, won := e.scene.Match().Result().Winner()
	size := scoreSize * e.scale
	if e.scene.Match().Result().Ending != match.Finished { // the stores are not the result
		size, won = 0.6*size, false
	}
	number := render.Heading.Sized(size).Aligned(render.Center).In(render.InkSoft)
	middle := r.Center().Sub(render.Point{Y: 10})
	c.FillRect(render.Rect{X: middle.X - 0.14*size, Y: middle.Y, W: 0.28 * size, H: max(3, 0.07*size)}, 2, render.InkSoft)
	for i, side := range e.sides() {
		style, soft := number, render.Caption.Aligned(render.Center)
		if won && side == winner {
			style, soft = style.In(render.Gold), soft.In(render.Ink)
		}
		text, way := strconv.Itoa(stores[side]), [...]float64{-1, 1}[i]
		at := middle.Add(render.Point{X: way * (0.3*size + c.TextWidth(text, style)/2)})
		c.Text(text, at, style)
		at.Y += 0.5*size + 10
		c.Text(c.Fit(sideName(e.scene, side), r.W/2-8, soft), at, soft)
	}
}

// sideName returns the name of the player of a side: "You" for the only person here.
func sideName(sc *scene.Scene, side rules.Side) string {
	if sc.IsMe(sc.Party(side)) {
		return words.C("above a score", "You")
	}
	return sc.SideName(side)
}

// text says how the game ended, how it changed a rating, and why the program waits.
func (e *ending) text() string {
	text := e.state()
	if v, visiting := e.game.leaving.visit(); visiting && v.News != "" {
		text = v.News + " " + text
	}
	return text
}

// state names the way in which the game ended, and the event that the program waits for.
func (e *ending) state() string {
	switch stage := e.scene.Stage(); {
	case stage == match.StageEnded, stage == match.StageFailed:
		return words.Sentence(e.scene.Note())
	case e.scene.IsPaused():
		return e.scene.PauseWords()
	case stage == match.StageOver && e.scene.Wanted(e.scene.Self()):
		return words.T("Waiting for %s to agree to another game.", e.scene.Peer())
	case e.scene.Wanted(e.scene.Self().Other()):
		return e.scene.RematchWords()
	}
	text := e.next()
	loser := e.scene.Loser()
	switch e.scene.Match().Result().Ending {
	case match.Resigned:
		return resigned(e.scene.Name(loser), e.scene.IsMe(loser)) + " " + text
	case match.TimedOut:
		return outOfTime(e.scene.Name(loser), e.scene.IsMe(loser)) + " " + text
	}
	if tally := e.scene.TallyWords(); tally != "" {
		return tally + " " + text
	}
	return text
}

func resigned(name string, me bool) string {
	if me {
		return words.T("You resigned.")
	}
	return words.T("%s resigned.", name)
}

func outOfTime(name string, me bool) string {
	if me {
		return words.T("Your time was over.")
	}
	return words.T("%s ran out of time.", name)
}

// next says which player begins the next game.
func (e *ending) next() string {
	starter := e.scene.Starter().Other()
	if e.scene.IsMe(starter) {
		return words.T("You begin the next game.")
	}
	return words.T("%s begins the next game.", e.scene.Name(starter))
}
