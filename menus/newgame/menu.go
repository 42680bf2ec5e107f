package newgame

import (
	"math/rand/v2"
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Menu is the first screen: the ways into a game and to everything else, beside a board that plays
// by itself.
type Menu struct {
	page.Page
	kept           *page.Kept // the last unfinished game, or nil
	offer          *offer
	goOn, computer *kit.Button
	here, far      []*kit.Button // the large buttons for local games and for network games
	heading        *kit.Heading
	links          []*kit.Button // everything else
	alive          *living       // nil if the variant is invalid
	left           time.Duration // since the last input, or since the menu was opened
	title, board   render.Rect
}

// NewMenu returns the main menu.
func NewMenu(shell page.Shell) *Menu {
	m := &Menu{Page: page.New(shell, "main menu")}
	way := func(id, label string, do func()) *kit.Button {
		return kit.WithID("main."+id, kit.NewButton(label, func() {
			m.offer.decline()
			do()
		}))
	}
	m.goOn = way("continue", words.T("Continue"), func() { GoOn(shell, m.kept) })
	m.goOn.Primary = true
	m.computer = way("computer", words.T("Play the computer"), func() { shell.Push(newLadder(shell)) })
	m.here = []*kit.Button{m.goOn, m.computer, way("two-here", words.T("Two players here"), func() { shell.Push(newTwoHere(shell)) })}
	if m.Ports.Host != nil {
		m.far = append(m.far, way("host", words.T("Host a game"), func() { shell.Push(newHostScreen(shell)) }))
	}
	if label := joinLabel(m.Ports.Browser); label != "" {
		m.far = append(m.far, way("join", label, func() { goJoin(shell) }))
	}
	if m.Ports.Club != nil {
		m.far = append(m.far, way("club", words.T("Club"), func() { shell.Go(page.ToClub{Addr: m.Ports.Browser.Club()}) }))
	}
	m.heading = kit.WithID("main.network", &kit.Heading{Label: words.T("Over the network")})
	m.addLinks()
	m.offer = newOffer(shell)
	m.Controls = kit.NewForm()
	m.alive = newLiving(m.Ports.Variant, rand.New(rand.NewPCG(uint64(m.Ports.Chance(1<<31-1)), 0)).IntN)
	m.compose()
	m.Returned()
	return m
}

// addLinks adds the links to the other screens.
func (m *Menu) addLinks() {
	link := func(id, label string, to page.Route) {
		m.links = append(m.links, kit.WithID("main."+id, kit.NewLink(label, func() { m.Shell.Go(to) })))
	}
	link("learn", words.C("puzzles and lessons", "Learn"), page.ToLearn{})
	link("scores", words.T("Top Scores"), page.ToScores{})
	link("games", words.T("My games"), page.ToGames{})
	link("help", words.T("Help"), page.ToHelp{})
	link("settings", words.T("Settings"), page.ToSettings{})
	link("about", words.T("About"), page.ToAbout{})
	if m.Ports.Browser == nil {
		link("exit", words.T("Exit"), page.ToExit{})
	}
}

// Returned looks for a game to continue; if it is another one than before, its button gets the
// focus.
func (m *Menu) Returned() {
	m.left = 0
	findKept(m.Shell, func(k *page.Kept) {
		other := k != nil && (m.kept == nil || m.kept.Game.ID != k.Game.ID)
		m.kept = k
		m.compose()
		if other {
			m.Controls.Focus(m.goOn)
		}
	})
	m.offer.ask()
}

// compose puts the controls on the form.
func (m *Menu) compose() {
	m.goOn.Caption = ""
	here := m.here[1:]
	if m.kept != nil {
		here, m.goOn.Caption = m.here, standing(m.kept)
	}
	m.computer.Primary = m.kept == nil && !m.offers()
	var widgets []kit.Widget
	add := func(list []*kit.Button) {
		for _, b := range list {
			widgets = append(widgets, b)
		}
	}
	if m.offers() {
		widgets = m.offer.widgets()
	}
	add(here)
	if len(m.far) > 0 {
		widgets = append(widgets, m.heading)
	}
	add(m.far)
	add(m.links)
	m.Controls.Set(widgets...)
	m.Shell.Relayout()
}

// offers reports whether the lesson is being offered.
func (m *Menu) offers() bool { return m.kept == nil && m.offer.open }

// watched is how long after the last input the board stays alive; after that it costs nothing.
const watched = time.Minute

// Update handles input. The board is alive while a user may be watching: not under the pointer,
// which stops it, nor in a window that is in the background or idle.
func (m *Menu) Update(in *kit.Input) bool {
	if m.left += m.Elapsed; in.Pressed || in.CursorMoved || len(in.Keys) > 0 {
		m.left = 0
	}
	awake := m.InFront && m.left < watched && !m.Settings.Now().Still && !in.Over(m.board)
	if m.offer.follow() {
		m.compose()
	}
	changed := m.Controls.Update(in)
	if m.kept == nil && m.alive != nil && m.alive.Advance(m.Elapsed, awake) {
		changed = true
	}
	return changed
}

// Draw draws the title, the board of the unfinished game or the living one, and the controls.
func (m *Menu) Draw(c *render.Canvas) {
	c.Text("Mancala", render.Point{X: m.title.X, Y: m.title.Y + titleSize*0.55}, displayStyle)
	about := words.T("Kalah for two, near or far, or against the computer")
	kit.DrawText(c, about, render.Rect{X: m.title.X + 4, Y: m.title.Y + titleSize*1.14, W: m.title.W, H: titleHeight - titleSize*1.14}, render.Body.In(render.InkSoft))
	if v, ok := m.view(); ok {
		m.Art.Draw(c, v)
	}
	if m.offers() {
		m.offer.draw(c)
	}
	m.Controls.Draw(c)
}

// titleSize is the size of the program's name, in units.
const titleSize = 92

var displayStyle = render.TextStyle{Size: titleSize, Weight: render.Display, Color: render.Ink}

// view returns the view of the board, and whether there is a board.
func (m *Menu) view() (render.View, bool) {
	switch {
	case m.kept != nil:
		return render.View{Layout: m.layoutOf(m.kept.Last.Variant(), m.bottom()), Moment: motion.Still(m.kept.Last.Board())}, true
	case m.alive != nil:
		return render.View{Layout: m.layoutOf(m.alive.variant, rules.South), Moment: m.alive.Moment(), NoCounts: true}, true
	}
	return render.View{}, false
}

func (m *Menu) layoutOf(v rules.Variant, bottom rules.Side) render.Layout {
	return render.NewLayout(m.board, int(v.Houses), bottom)
}

// bottom is the side at the bottom of the unfinished game's board: that of the person here or, if
// there are two, the host's.
func (m *Menu) bottom() rules.Side {
	if !m.kept.One && m.kept.Game.Starter == match.Guest {
		return rules.North
	}
	return m.kept.Me
}

// standing describes the state of an unfinished game: "You 12 - Greedy 9, your turn".
func standing(k *page.Kept) string {
	mine, theirs := k.Last.Store(k.Me), k.Last.Store(k.Me.Opponent())
	peer := words.Name(k.Game.Names[k.Me.Opponent()])
	mover := k.Last.ToMove()
	switch {
	case k.One && mover == k.Me:
		return words.T("You %[1]d - %[2]s %[3]d, your turn", mine, peer, theirs)
	case k.One:
		return words.T("You %[1]d - %[2]s %[3]d, %[2]s to move", mine, peer, theirs)
	}
	return words.T("%[1]s %[2]d - %[3]s %[4]d, %[5]s to move", words.Name(k.Game.Names[k.Me]), mine, peer, theirs, words.Name(k.Game.Names[mover]))
}

// Renewed returns the menu in another language.
func (m *Menu) Renewed() page.Screen {
	again := NewMenu(m.Shell)
	again.alive = m.alive
	return again
}
