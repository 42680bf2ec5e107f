package game

import (
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// drawStatus draws the bar at the bottom: the turn, the last event, and the state of the
// connection.
func (g *Screen) drawStatus(c *render.Canvas, r render.Rect) {
	c.FillRect(r, 0, render.Panel)
	r = columns(r)
	story := g.scene.Story()
	if _, alarm := g.state(); story != "" && !alarm && g.trouble() == "" && g.Controls.Announced == "" {
		g.Controls.Lane = kit.Lane{Place: r.Inset(1)}
		drawStory(c, story, r)
		return
	}
	x, y, turn, style := r.X, r.Center().Y, g.scene.Turn(), render.Action
	if g.scene.Stage() == table.StageGame && g.scene.Person(g.scene.Party(g.scene.TurnShown())) {
		style = style.In(render.Gold)
	}
	lane := r
	lane.X = x + c.TextWidth(turn, style) + 20
	lane.W = r.Right() - lane.X
	g.Controls.Lane = kit.Lane{Place: lane.Inset(1), Closed: g.refusal != ""}
	if g.Controls.Announced != "" && g.refusal == "" { // in place of the last event
		c.Text(turn, render.Point{X: x, Y: y}, style)
		return
	}
	list, alarm := g.about()
	happened, hStyle := g.happened()
	room := r.W - 48 - c.TextWidth(turn, style) - c.TextWidth(happened, hStyle)
	for len(list) > 1 && c.TextWidth(list[0], render.Caption) > room {
		list = list[1:]
	}
	about := list[0]
	right := c.TextWidth(about, render.Caption)
	if !alarm && right > room {
		about, right = "", 0 // the event is more important
	}
	turn = c.Fit(turn, r.W-right-48, style)
	c.Text(turn, render.Point{X: x, Y: y}, style)
	x += c.TextWidth(turn, style) + 28
	const enough = 240 // least room for a shortened sentence
	if room := r.Right() - 24 - right - x; room > enough || c.TextWidth(happened, hStyle) <= room {
		c.Text(c.Fit(happened, room, hStyle), render.Point{X: x, Y: y}, hStyle)
	}
	caption := render.Caption.Aligned(render.Right)
	if alarm {
		caption = caption.In(render.Warn)
	}
	c.Text(about, render.Point{X: r.Right(), Y: y}, caption)
}

// drawStory draws the sentence of a story on the whole bar: on one line or, in smaller letters, on
// two.
func drawStory(c *render.Canvas, story string, r render.Rect) {
	style := render.Body
	for style.Size > smallest && c.TextWidth(story, style) > r.W {
		style.Size--
	}
	const least = 13
	for style.Size > least && kit.TextHeight(c, story, r.W, style) > r.H {
		style.Size--
	}
	high := kit.TextHeight(c, story, r.W, style)
	kit.DrawText(c, story, r.Centered(r.W, min(high, r.H)), style)
}

// columns returns the part of a row of the window between the margins of a page.
func columns(row render.Rect) render.Rect {
	area := page.NewGrid(row).Area
	row.X, row.W = area.X, area.W
	return row
}

// happened returns the last event, or a more urgent message, and its style.
func (g *Screen) happened() (string, render.TextStyle) {
	if trouble := g.trouble(); trouble != "" {
		return trouble, render.Body.In(render.Warn)
	}
	if story := g.scene.Story(); story != "" { // beside an alarm
		return story, render.Body
	}
	if hint := g.scene.HintWords(); hint != "" {
		return hint, render.Body
	}
	if what := g.firstTask(); what != "" {
		return what, render.Body
	}
	return g.scene.Happened(), render.Body.In(render.InkSoft)
}

// firstTask tells people who have never played a house what to do on their turn; "" for others.
func (g *Screen) firstTask() string {
	side := g.scene.Bottom()
	switch {
	case g.Settings.Now().Sown, !g.scene.PersonToMove(), g.scene.Moving(), !g.Settings.Loaded():
		return ""
	case g.scene.Side(g.scene.ToMove()) != side:
		return words.T("Choose a house of your row")
	case g.board.Layout.Upright():
		return words.T("Choose a house on the left")
	}
	return words.T("Choose a house of the lower row")
}

// trouble returns why the last press did nothing, or why a computer player does not move.
func (g *Screen) trouble() string {
	if g.refusal == "" && g.scene.Stage() == table.StageGame {
		return words.Sentence(g.scene.Note())
	}
	return g.refusal
}

// score returns the number of the move and the displayed stores, the lower one first.
func (g *Screen) score() string {
	n, board, bottom := g.scene.Match().Plies(), g.scene.Moment().Board, g.scene.Bottom()
	if !g.scene.Moving() && g.scene.Stage() == table.StageGame {
		n++
	}
	return words.T("Move %[1]d - %[2]d : %[3]d", n, board.Seeds(rules.StoreOf(bottom)), board.Seeds(rules.StoreOf(bottom.Opponent())))
}

// about returns the name of the game with the state of the connection or, in a local game, with the
// move and the score, longest first, and whether it is alarming.
func (g *Screen) about() (list []string, alarm bool) {
	text, alarm := g.state()
	m := g.scene.Match()
	if alarm || m == nil {
		return []string{text}, alarm
	}
	name := words.RulesTitle(m.Position().Variant())
	return []string{words.T("%[1]s - %[2]s", name, text), name}, false
}

// state returns the state of the connection or, in a local game, the move and the score, and
// whether it is alarming.
func (g *Screen) state() (text string, alarm bool) {
	number := max(1, g.scene.Number())
	switch stage := g.scene.Stage(); {
	case g.scene.Local() && g.scene.Match() != nil:
		text = g.score()
		if number > 1 {
			text = words.T("Game %[1]d - %[2]s", number, text)
		}
		return text, false
	case stage == table.StageEnded, stage == table.StageFailed:
		return words.T("Not connected"), true
	case g.scene.IsPaused():
		return words.T("Connection down"), true
	case g.scene.Quiet() && g.scene.AtClub():
		return words.T("Nothing heard from the club..."), true
	case g.scene.Quiet():
		return words.T("Nothing heard from %s...", g.scene.Peer()), true
	case g.scene.Watchers() > 0, g.scene.Watching():
		return g.plates.watched(), false
	}
	if control := g.scene.Clocks().Control; control.Timed() {
		return words.T("Connected - game %[1]d, %[2]s", number, control.String()), false
	}
	return words.T("Connected - game %d", number), false
}
