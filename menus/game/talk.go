package game

import (
	"slices"
	"strconv"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// talkPanel is the talk with the peer, instead of the log. It gets the keys only while its field
// has the focus.
type talkPanel struct {
	game  *Screen
	area  *kit.ScrollArea
	field *kit.TextField
	enter *kit.Button // pressed by Enter in the field; not visible
	words [len(match.Phrases)]*kit.Button
	mute  *kit.Button
	lines int // the number of lines shown last
}

func newTalkPanel(g *Screen) *talkPanel {
	t := &talkPanel{game: g}
	t.area = kit.WithID("talk.lines", &kit.ScrollArea{})
	t.show()
	t.field = kit.WithID("talk.say", kit.NewTextField(words.C("to the other player", "Say"), "", g.Ports.Clipboard))
	t.field.MaxRunes = match.MaxTalk
	t.enter = &kit.Button{OnPress: t.send}
	for i, phrase := range match.Phrases {
		t.words[i] = kit.WithID("talk.say-"+strconv.Itoa(i+1), kit.NewButton(words.Phrase(phrase), func() { t.say(phrase) }))
	}
	t.mute = kit.WithID("talk.mute", kit.NewButton(words.C("the other player", "Mute"), t.toggleMute))
	return t
}

// part returns the talk: the lines, and below them or, in a low place, beside them the ready-made
// phrases and the field.
func (t *talkPanel) part(low bool) kit.Part {
	const word, mute = 38, 86 // the height of a phrase, and the width of the button to mute
	fixed := func(high float64, w kit.Widget) kit.Part { return kit.Sized(high, high, kit.Put(w)) }
	said := &kit.Stack{Gap: drawerGap}
	for i := 0; i < len(t.words); i += 2 {
		said.Parts = append(said.Parts, &kit.Beside{Gap: drawerGap, Parts: []kit.Part{fixed(word, t.words[i]), fixed(word, t.words[i+1])}})
	}
	said.Parts = append(said.Parts, fixed(page.FieldHeight, t.field))
	lines := &kit.Stack{Gap: drawerGap, Parts: []kit.Part{
		kit.Line(kit.Say(words.T("Talk with %s", t.game.scene.Peer()), render.Caption), mute, fixed(word, t.mute)),
		kit.Sized(0, kit.Endless, kit.Put(t.area)),
	}}
	if low {
		return kit.Split(1, lines, 1, said)
	}
	lines.Parts = append(lines.Parts, said)
	return lines
}

// send sends the text in the field.
func (t *talkPanel) send() {
	if t.say(t.field.Text()) {
		t.field.SetText("")
	}
}

// say sends a line, and reports whether it was accepted.
func (t *talkPanel) say(text string) bool {
	err := t.game.scene.Say(text)
	t.game.did(err)
	return err == nil
}

func (t *talkPanel) toggleMute() {
	sc := t.game.scene
	sc.ToggleMute()
	t.mute.Label = words.C("the other player", "Mute")
	if sc.Muted() {
		t.mute.Label = words.C("the other player", "Unmute")
		t.game.Shell.Say(words.T("Messages from %s are hidden.", sc.Peer()))
	}
	t.game.Controls.Invalidate()
}

// sync shows new lines, and scrolls to the newest.
func (t *talkPanel) sync() {
	if n := len(t.game.scene.Talk()); n != t.lines {
		t.lines = n
		t.show()
		t.game.Shell.Relayout()
	}
}

// show puts the lines in the area.
func (t *talkPanel) show() {
	var list []kit.Part
	sc := t.game.scene
	for _, said := range sc.Talk() {
		style := render.Note
		if said.By == sc.Self() {
			style = style.In(render.InkSoft)
		}
		list = append(list, kit.Say(sc.SaidWords(said), style))
	}
	showLines(t.area, words.T("Nothing has been said yet."), list)
}

func (t *talkPanel) showNewest() { t.area.ScrollTo(t.area.ContentHeight) }

// toggleTalk closes the talk, or shows it instead of the log, with the focus in its field.
func (g *Screen) toggleTalk() {
	if g.talking {
		g.closeTalk()
		return
	}
	g.talking = true
	g.hear()
	g.compose()
	g.Controls.Focus(g.talk.field)
}

func (g *Screen) closeTalk() {
	g.talking = false
	g.compose()
	g.Controls.Focus(g.board)
}

// hear shows the number of unread lines on the button of the talk. The last one is beside the
// peer's plate; on another screen it is announced.
func (g *Screen) hear() {
	sc := g.scene
	here := g.Shell.Top() == page.Screen(g)
	if g.talking && here {
		sc.MarkRead()
	}
	if n := sc.Unread(); n != g.heard {
		if last, ok := g.talk.unread(); ok && n > g.heard {
			said := sc.SaidWords(last)
			if here {
				g.Shell.Tell(said, false)
			} else {
				g.Shell.Say(said)
			}
		}
		g.heard = n
		g.tools.talk.Badge, g.tools.talk.Tip = "", words.T("Writes to the other player.")
		if n > 0 {
			g.tools.talk.Badge = strconv.Itoa(n)
			g.tools.talk.Tip += " " + words.N("%d unread message", "%d unread messages", n, n) + "."
		}
		g.Controls.Invalidate()
	}
	g.talk.sync()
}

// unread returns the last line of the peer, and whether it is unread.
func (t *talkPanel) unread() (table.Said, bool) {
	sc := t.game.scene
	for _, said := range slices.Backward(sc.Talk()) {
		if said.By != sc.Self() {
			return said, sc.Unread() > 0
		}
	}
	return table.Said{}, false
}

// leastBubble is the least width of a bubble beside a plate, in units.
const leastBubble = 180

// bubblePlace returns the place for the last line of the peer beside their plate. It returns false
// without room there; the line is on the plate then.
func (t *talkPanel) bubblePlace(plate render.Rect) (render.Rect, bool) {
	g := t.game
	if plate.X > g.board.Layout.Board().Center().X || g.upright {
		return render.Rect{}, false
	}
	to := g.board.area.Right() - edge
	for _, b := range g.tools.shown {
		if r := b.Bounds(); r.Y < plate.Bottom() && plate.Y < r.Bottom() {
			to = min(to, r.X-kit.Gap)
		}
	}
	r := render.Rect{X: plate.Right() + kit.Gap, Y: plate.Y + 2, W: to - plate.Right() - kit.Gap, H: plate.H - 4}
	return r, r.W >= leastBubble
}

// drawBubble draws the last unread line beside the peer's plate, or in r on it, and returns the
// width used in r.
func (t *talkPanel) drawBubble(c *render.Canvas, plate, r render.Rect) float64 {
	last, unread := t.unread()
	if !unread {
		return 0
	}
	style := render.Body
	said := words.Phrase(last.Text)
	bubble, beside := t.bubblePlace(plate)
	if !beside {
		_, r = r.CutLeft(0.4 * r.W)
		said = c.Fit(said, r.W-16, style)
		c.FillCircle(render.Point{X: r.Right() - c.TextWidth(said, style) - 12, Y: r.Center().Y}, 5, render.Gold)
		c.Text(said, render.Point{X: r.Right(), Y: r.Center().Y}, style.Aligned(render.Right))
		return c.TextWidth(said, style) + 24
	}
	said = c.Fit(said, bubble.W-44, style)
	bubble.W = c.TextWidth(said, style) + 44
	at := render.Point{X: bubble.X, Y: bubble.Center().Y}
	c.FillPolygon([]render.Point{at.Add(render.Point{X: -9}), at.Add(render.Point{X: 8, Y: -7}), at.Add(render.Point{X: 8, Y: 7})}, render.PanelHover)
	c.FillRect(bubble, min(14, bubble.H/2), render.PanelHover)
	c.FillCircle(at.Add(render.Point{X: 17}), 5, render.Gold)
	c.Text(said, at.Add(render.Point{X: 31}), style)
	return 0
}
