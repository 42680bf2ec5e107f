package game

import (
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// stripKind is the subject of the strip.
type stripKind uint8

const (
	stripNone   stripKind = iota
	stripPaused           // the connection is down
	stripAsked            // the peer asks to take plies back
	stripAsking           // this end asks
	stripWanted           // a guest is waiting for the seat of an idle peer
	stripAbsent           // the peer is not connected to the club
)

// strip is a line below the board, beside the user's plate, about a lost connection or a request
// between the two ends. It has buttons for the answer, and leaves the board its keys.
type strip struct {
	game                     *Screen
	options                  *kit.Button
	accept, refuse, withdraw *kit.Button
	room, keep               *kit.Button
	kept                     string // the guest who has to wait
	shown                    stripKind
}

func newStrip(g *Screen) *strip {
	s := &strip{game: g}
	s.options = kit.WithID("game.options", kit.NewButton(words.T("Options"), func() {
		if s.shown == stripAbsent {
			g.leaving.askAbsent()
		} else {
			g.leaving.askPaused()
		}
	}))
	answer := func(id, label string, do func() error) *kit.Button {
		return kit.WithID("game."+id, kit.NewButton(label, func() {
			g.did(do())
			if s.sync() {
				g.compose()
			}
			g.Controls.Focus(g.board) // the button disappears
		}))
	}
	s.accept = answer("accept", words.T("Accept"), func() error { return g.scene.AnswerTakeback(true) })
	s.refuse = answer("refuse", words.T("Refuse"), func() error { return g.scene.AnswerTakeback(false) })
	s.withdraw = answer("withdraw", words.T("Withdraw"), func() error { return g.scene.WithdrawTakeback() })
	s.room = kit.WithID("game.make-room", kit.NewButton(words.T("Make room"), g.leaving.askMakeRoom))
	s.keep = answer("wait-on", words.T("Keep waiting"), func() error { s.kept = g.scene.Door().SeatWanted(); return nil })
	return s
}

// kind returns the present subject of the strip.
func (s *strip) kind() stripKind {
	sc := s.game.scene
	self := sc.Self()
	if sc.Local() {
		return stripNone
	}
	if sc.IsPaused() {
		return stripPaused
	}
	if sc.Watching() {
		return stripNone
	}
	if _, asked := sc.Asks(self.Other()); asked {
		return stripAsked
	}
	if _, asking := sc.Asks(self); asking {
		return stripAsking
	}
	if by := sc.Door().SeatWanted(); by != "" && by != s.kept {
		return stripWanted
	}
	if sc.Absent() {
		return stripAbsent
	}
	return stripNone
}

// buttons returns the buttons shown now, from the left.
func (s *strip) buttons() []*kit.Button {
	switch s.shown {
	case stripPaused:
		if s.game.scene.Watching() {
			return nil
		}
		return []*kit.Button{s.options}
	case stripAsked:
		return []*kit.Button{s.accept, s.refuse}
	case stripAsking:
		return []*kit.Button{s.withdraw}
	case stripWanted:
		return []*kit.Button{s.room, s.keep}
	case stripAbsent:
		if s.game.leaving.mayEnd() {
			return []*kit.Button{s.options}
		}
	}
	return nil
}

// sync updates the strip, and reports whether its buttons have changed.
func (s *strip) sync() bool {
	old := s.shown
	if s.game.scene.Door().SeatWanted() == "" {
		s.kept = ""
	}
	s.shown = s.kind()
	return s.shown != old
}

// text returns the text of the strip.
func (s *strip) text() string {
	sc := s.game.scene
	switch s.shown {
	case stripPaused:
		return sc.PauseWords()
	case stripAsked:
		return sc.AskedWords()
	case stripAsking:
		n, _ := sc.Asks(sc.Self())
		plies := sc.Match().Plies() - n
		return words.N("You ask to take back the last move - waiting for %[1]s",
			"You ask to take back the last %[2]d moves - waiting for %[1]s", plies, sc.Peer(), plies)
	case stripWanted:
		return words.T("%[1]s is waiting for a seat; %[2]s has done nothing for 2 minutes", words.Name(sc.Door().SeatWanted()), sc.Peer())
	case stripAbsent:
		return s.game.leaving.absentWords()
	}
	return ""
}

// absentWords says that the other player is away, and whose clock runs.
func (l *leaving) absentWords() string {
	switch c := l.game.scene.Clocks(); {
	case !c.Running:
		return words.T("%s is not connected - waiting", l.game.scene.Peer())
	case l.game.scene.IsMe(l.game.scene.Party(c.Side)):
		return words.T("%s is not connected - your clock is running", l.game.scene.Peer())
	}
	return words.T("%s is not connected - their clock is running", l.game.scene.Peer())
}

// line returns the strip as a line of a width: its text and, at the right, its buttons.
func (s *strip) line(width float64) kit.Part {
	const high, gap = 42, 8
	text := kit.Part(kit.Painted(asideHeight, s.draw))
	list := s.buttons()
	if len(list) == 0 {
		return text
	}
	wide := min(134, 0.54*width/float64(len(list)))
	line := kit.Line(&kit.Margins{Part: text, Right: gap}, wide)
	line.Gap = gap
	for _, b := range list {
		line.Widths, line.Parts = append(line.Widths, wide), append(line.Parts, kit.Sized(high, high, kit.Put(b)))
	}
	return line
}

// draw draws the text.
func (s *strip) draw(c *render.Canvas, r render.Rect) {
	said := s.text()
	if said == "" {
		return
	}
	ink := render.Gold
	if s.shown == stripPaused || s.shown == stripAbsent {
		ink = render.Warn
	}
	style, line, most := render.Strong.In(ink), 22.0, 2
	lines := c.Wrap(said, r.W, style)
	for len(lines) > most && style.Size > 14 { // in a narrow window
		style, line, most = style.Sized(style.Size-2), line-3, 3
		lines = c.Wrap(said, r.W, style)
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = c.Fit(lines[most-1]+" …", r.W, style)
	}
	y := r.Center().Y - float64(len(lines)-1)*line/2
	c.Paragraph(said, func() {
		for _, text := range lines {
			c.Text(text, render.Point{X: r.Right(), Y: y}, style.Aligned(render.Right))
			y += line
		}
	})
}

// askPaused asks whether to wait, to leave or to end the game while the peer is away.
func (l *leaving) askPaused() {
	shell := l.game.Shell
	wait := page.NewAnswer(shell, "paused.wait-on", words.T("Keep waiting"), l.game.scene.WaitOn)
	wait.Primary = true
	title := words.T("%s is away", l.game.scene.Peer())
	answers := []*kit.Button{
		wait, page.NewAnswer(shell, "paused.leave", words.T("Leave and keep it"), l.leaveAndKeep),
		page.NewAnswer(shell, "paused.end", words.T("End it"), l.endIt),
	}
	if l.clubTerms() != "" { // the club would not receive an end
		title = words.T("No connection to the club")
		answers = []*kit.Button{wait, page.NewAnswer(shell, "paused.leave", words.T("Leave for now"), l.leaveAndKeep)}
	}
	l.away = page.NewCard(shell, "paused", title, pausedWords(l.game), func() { l.game.scene.WaitOn(); shell.Back() }, answers...)
	shell.Push(l.away)
}

// pausedWords explains the answers to askPaused. For a host it adds the code of the meeting point,
// for a guest with lost data.
func pausedWords(g *Screen) string {
	if terms := g.leaving.clubTerms(); terms != "" {
		return g.scene.PauseReason() + ". " + terms
	}
	text := words.T("%s. If you leave and keep the game, you can go on with it later: choose Continue in the main menu. If you end it, it has no winner.", g.scene.PauseReason())
	if m := g.scene.Door().Meeting(); m.Open() {
		text += " " + words.T("If %[1]s's program no longer has the game, leave it or end it; then %[1]s joins with the code %[2]s.", g.scene.Peer(), m.Guest())
	}
	return text
}

// askAbsent is askPaused for another player without a connection to the club.
func (l *leaving) askAbsent() {
	shell, peer := l.game.Shell, l.game.scene.Peer()
	wait := page.NewAnswer(shell, "absent.wait-on", words.T("Keep waiting"), func() {})
	wait.Primary = true
	text := words.T("If %s stays away for an hour, the game ends without a winner.", peer)
	if l.isTimed() {
		text = words.T("When it is their turn, their clock is running, and %s loses if the time runs out.", peer)
	}
	text += " " + words.T("If you leave for now, you can come back. If you end it, it has no winner.")
	l.away = page.NewCard(shell, "absent", words.T("%s is away", peer), text, shell.Back, wait,
		page.NewAnswer(shell, "absent.leave", words.T("Leave for now"), l.leaveAndKeep),
		page.NewAnswer(shell, "absent.end", words.T("End it"), l.endIt))
	shell.Push(l.away)
}

// syncAway updates the text of askPaused's card. It closes that card or askAbsent's once the peer
// is back.
func (l *leaving) syncAway() {
	switch {
	case l.away == nil, l.away.Name() == "absent" && l.game.scene.Absent():
		return
	case l.away.Name() == "paused" && l.game.scene.IsPaused():
		l.away.SetText(pausedWords(l.game))
		return
	}
	if l.game.Shell.Top() == page.Screen(l.away) {
		l.game.Shell.Back()
	}
	l.away = nil
}
