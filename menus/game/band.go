package game

import (
	"strconv"
	"strings"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
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
	whyWidth     = 260
)

// panel returns the end for a window of a width: the verdict, the score and the controls side by
// side or, in a tall window, below each other. Its height is the same for any text, so that the
// board never moves.
func (e *ending) panel(width float64) *kit.Panel {
	e.scale = max(0.7, min(1, width/usualWidth))
	if e.game.upright {
		e.scale = 1
	}
	wide, figures := max(300, min(400, 0.3*width)), 320*e.scale
	verdict := kit.Painted(verdictLine*e.scale+remarkLine+textLines, e.drawVerdict)
	score := kit.Sized(scoreHeight, scoreHeight, &kit.Narrow{Part: e.score(), Width: figures, Centred: true})
	if link := e.story(); link != nil {
		row := &kit.Narrow{Part: kit.Put(link), Width: whyWidth, Centred: true}
		score = kit.Centred(&kit.Stack{Parts: []kit.Part{score, kit.Sized(kit.ControlHeight, kit.ControlHeight, row)}})
	}
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

// drawVerdict draws the result, and a remark, the reason and a text on it below. The text counts
// seconds while the connection is down. Without enough room the reason has smaller letters.
func (e *ending) drawVerdict(c *render.Canvas, r render.Rect) {
	align := render.Left
	if e.game.upright {
		align = render.Center
	}
	head := kit.Painted(verdictLine*e.scale, func(c *render.Canvas, r render.Rect) { e.drawHeadline(c, r, align) })
	below := e.below(c, r, align, render.Body)
	if verdictLine*e.scale+below.Extent(c, r.W).Least > r.H {
		below = e.below(c, r, align, render.Caption)
	}
	rows := kit.Centred(&kit.Stack{Parts: []kit.Part{head, &lane{below, e.game.Controls, align}}})
	rows.Place(c, r)
	rows.Draw(c, render.Point{})
}

// below returns the lines below the result, with the reason in a style.
func (e *ending) below(c *render.Canvas, r render.Rect, align render.Align, reason render.TextStyle) *kit.Stack {
	below := &kit.Stack{}
	if line := e.remark(); e.place > 0 {
		below.Parts = append(below.Parts, kit.Painted(remarkLine, e.drawMedal))
	} else if line != "" {
		style := kit.Shrunk(c, line, r.W, smallest, render.Action.Aligned(align))
		var part kit.Part = kit.Say(line, style)
		if c.TextWidth(line, style) <= r.W {
			part = kit.Painted(remarkLine, func(c *render.Canvas, r render.Rect) { kit.DrawLine(c, line, r, style) })
		}
		below.Parts = append(below.Parts, part)
	}
	if why := e.scene.Why(); why != "" {
		if len(below.Parts) == 0 {
			below.Parts = append(below.Parts, kit.Blank(6)) // below the tails of the large letters
		}
		below.Parts = append(below.Parts, kit.Say(why, reason.Aligned(align)))
	}
	below.Parts = append(below.Parts, kit.Say(e.text(), e.textStyle().Aligned(align)))
	return below
}

// drawHeadline draws the result in large type.
func (e *ending) drawHeadline(c *render.Canvas, r render.Rect, align render.Align) {
	style, at := kit.Shrunk(c, e.scene.Verdict(), r.W, smallest, headline.Sized(verdictSize*e.scale).Aligned(align)), r.Center()
	if e.wonHere() {
		style = style.In(render.Gold)
	}
	if align == render.Left {
		at.X = r.X
	}
	c.Inlaid(c.Fit(e.scene.Verdict(), r.W, style), at, style)
}

// lane is a part of a form that gives way to announced sentences.
type lane struct {
	kit.Part
	form  *kit.Form
	align render.Align
}

// Place makes the place of the part the lane of the form.
func (l *lane) Place(c *render.Canvas, r render.Rect) {
	l.form.Lane = kit.Lane{Place: r, Align: l.align}
	l.Part.Place(c, r)
}

// Draw draws the part, unless a sentence has its place.
func (l *lane) Draw(c *render.Canvas, by render.Point) {
	if l.form.Announced == "" {
		l.Part.Draw(c, by)
	}
}

// textStyle is the style of the text: strong if the peer asks for another game.
func (e *ending) textStyle() render.TextStyle {
	if e.scene.Stage() == table.StageOver && e.scene.Wanted(e.scene.Self().Other()) {
		return render.Strong
	}
	return render.Caption
}

// remark returns a remark on the result, or "".
func (e *ending) remark() string { return remark(e.scene.Match().Result(), e.lostHere()) }

// smallest is the least legible size of a line of the end.
const smallest = 16

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
	const radius, gap, foot = 15, 12, 10 // the ribbon hangs below the medal
	room := r.W - 2*radius - gap
	style := kit.Shrunk(c, text, room, smallest, render.Action.In(render.Gold))
	if c.TextWidth(text, style) > room {
		style = style.Sized(13) // there is one line for it
	}
	if wide := 2*radius + gap + c.TextWidth(text, style) + 1; e.game.upright && wide < r.W {
		r = r.Centered(wide, r.H)
	}
	r.H -= foot
	cells := kit.Row(r, gap, 2*radius, 0)
	at := cells[0].Center()
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
	kit.DrawLine(c, text, cells[1], style)
}

// remark returns a remark on a result, or "". lost says that the loser reads it.
func remark(r match.Result, lost bool) string {
	if r.Ending != match.Finished {
		return ""
	}
	if r.Outcome == rules.Draw {
		n := r.Stores[rules.South]
		if n != r.Stores[rules.North] { // a repeated position
			return ""
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

// score returns the two stores in large type, with the names below.
func (e *ending) score() kit.Part {
	const names = 20
	result := e.scene.Match().Result()
	winner, won := result.Winner()
	size := scoreSize * e.scale
	if result.Ending != match.Finished { // the stores are not the result
		size, won = 0.6*size, false
	}
	column := func(side rules.Side, align render.Align) kit.Part {
		style, soft := render.Heading.Sized(size).Aligned(align).In(render.InkSoft), render.Caption.Aligned(render.Center)
		if won && side == winner {
			style, soft = style.In(render.Gold), soft.In(render.Ink)
		}
		number, name := strconv.Itoa(result.Stores[side]), sideName(e.scene, side)
		under := func(c *render.Canvas, r render.Rect) { // its middle, or a long name away from the dash
			wide := min(r.W, max(c.TextWidth(number, style), c.TextWidth(name, soft)+1))
			if align == render.Right {
				r.X = r.Right() - wide
			}
			r.W = wide
			kit.DrawLine(c, name, r, soft)
		}
		return kit.Centred(&kit.Stack{Parts: []kit.Part{
			kit.Painted(size, func(c *render.Canvas, r render.Rect) {
				kit.DrawLine(c, number, r, kit.Shrunk(c, number, r.W, smallest, style))
			}), kit.Painted(names, under),
		}})
	}
	dash := kit.Painted(size, func(c *render.Canvas, r render.Rect) {
		c.FillRect(r.Centered(r.W, max(3, 0.07*size)), 2, render.InkSoft)
	})
	between := kit.Centred(&kit.Stack{Parts: []kit.Part{dash, kit.Blank(names)}})
	bottom := e.scene.Bottom()
	parts := []kit.Part{column(bottom, render.Right), between, column(bottom.Opponent(), render.Left)}
	return &kit.Beside{Gap: kit.Gap, Widths: []float64{0, 0.28 * size}, Parts: parts}
}

// sideName returns the name of the player of a side: "You" for the only person here.
func sideName(sc *scene.Scene, side rules.Side) string {
	if sc.IsMe(sc.Party(side)) {
		return words.C("above a score", "You")
	}
	return sc.SideName(side)
}

// text says how the game changed a rating, and what comes next or why the program waits.
func (e *ending) text() string {
	text := e.state()
	if v, visiting := e.game.leaving.visit(); visiting && v.News != "" {
		text = v.News + " " + text
	}
	return text
}

// state names the event that the program waits for, or the tally and the next game.
func (e *ending) state() string {
	switch stage := e.scene.Stage(); {
	case stage == table.StageEnded, stage == table.StageFailed:
		return words.Sentence(e.scene.Note())
	case e.scene.IsPaused():
		return e.scene.PauseWords()
	case stage == table.StageOver && e.scene.Wanted(e.scene.Self()):
		return words.T("Waiting for %s to agree to another game.", e.scene.Peer())
	case e.scene.Wanted(e.scene.Self().Other()):
		return e.scene.RematchWords()
	}
	return strings.TrimSpace(e.scene.TallyWords() + " " + e.next())
}

// next says which player begins the next game.
func (e *ending) next() string {
	starter := e.scene.Starter().Other()
	if e.scene.IsMe(starter) {
		return words.T("You begin the next game.")
	}
	return words.T("%s begins the next game.", e.scene.Name(starter))
}
