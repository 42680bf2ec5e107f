package game

import (
	"math"
	"time"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/render"
	"mancala/rules"
)

// toss is the coin over the board that decides who begins.
type toss struct {
	game   *Screen
	passed time.Duration
	on     bool
}

// begin begins a toss if the scene has one, unless the user wants less motion.
func (t *toss) begin() {
	if t.game.scene.TakeToss() && !t.game.Settings.Now().Still {
		t.on, t.passed = true, 0
	}
}

// advance moves the coin by d, and reports whether there is one. Input or a ply ends the toss.
func (t *toss) advance(d time.Duration, input bool) bool {
	t.begin()
	if !t.on {
		return false
	}
	t.passed += d
	t.on = t.passed < motion.TossTime && !input && !t.game.scene.Moving() && t.game.scene.Stage() == table.StageGame
	return true
}

// The size of the coin and the height to which it rises, in pitches of the board.
const (
	coinSize = 0.62
	coinRise = 1.3
)

// draw draws the coin and, once it lies, the name of who begins.
func (t *toss) draw(c *render.Canvas) {
	if !t.on {
		return
	}
	now, l := motion.TossAt(t.passed), t.game.board.Layout
	pitch := l.Pit(rules.Pit{Side: rules.South, House: 1}).W
	radius := coinSize * pitch * (1 + 0.35*now.Height)
	at := l.Board().Center().Sub(render.Point{Y: coinRise * pitch * now.Height})
	shadow := l.Board().Center().Add(render.Point{Y: 0.1 * pitch * (1 + now.Height)})
	fillEllipse(c, shadow, radius, radius*math.Abs(now.Tilt), render.Shade.Faded(0.5*now.Shown))
	high := radius * math.Abs(now.Tilt)
	fillEllipse(c, at.Add(render.Point{Y: 0.1 * radius}), radius, high, render.GoldPressed.Faded(now.Shown)) // its thickness
	fillEllipse(c, at, radius, high, render.Gold.Faded(now.Shown))
	fillEllipse(c, at, 0.84*radius, 0.84*high, render.GoldPressed.Faded(now.Shown))
	fillEllipse(c, at, 0.79*radius, 0.79*high, render.Gold.Faded(now.Shown))
	starter := t.game.scene.Starter()
	c.Aside(func() { t.letter(c, starter, at, radius, now) })
	if now.Lies {
		t.caption(c, starter, at.Add(render.Point{Y: radius + 30}), now.Shown)
	}
}

// letter draws the initial of a player on the upper face, if that is visible enough.
func (t *toss) letter(c *render.Canvas, starter match.Party, at render.Point, radius float64, now motion.Toss) {
	if math.Abs(now.Tilt) < 0.75 {
		return
	}
	if now.Tilt < 0 {
		starter = starter.Other()
	}
	first, _ := utf8.DecodeRuneInString(t.game.scene.Name(starter))
	style := render.Heading.Sized(math.Round(0.9 * radius)).Aligned(render.Center).In(render.InkOnGold.Faded(now.Shown))
	c.Text(string(first), at, style)
}

// caption says who begins.
func (t *toss) caption(c *render.Canvas, starter match.Party, at render.Point, shown float64) {
	said := words.T("%s begins", t.game.scene.Name(starter))
	if t.game.scene.IsMe(starter) {
		said = words.T("You begin")
	}
	style := render.Action.Aligned(render.Center).In(render.Ink.Faded(shown))
	w := c.TextWidth(said, style) + 36
	c.FillRect(render.Rect{X: at.X - w/2, Y: at.Y - 20, W: w, H: 40}, 20, render.Panel.Faded(0.92*shown))
	c.Text(said, at, style)
}

// fillEllipse paints an upright ellipse.
func fillEllipse(c *render.Canvas, at render.Point, wide, high float64, ink render.Role) {
	const corners = 48
	var line [corners]render.Point
	for i := range line {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		line[i] = at.Add(render.Point{X: wide * cos, Y: max(1, high) * sin})
	}
	c.FillPolygon(line[:], ink)
}
