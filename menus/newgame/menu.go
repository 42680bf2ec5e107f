package newgame

import (
	"math/rand/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// Menu is the first screen: three large ways into a game over a demo board, the unfinished game
// above it, and the ways to other screens below. The place of each is independent of the others.
type Menu struct {
	page.Page
	kept  *page.Kept // the last unfinished game, or nil
	goOn  *kit.Button
	offer *offer
	due   func(count bool) int // the number of due mistakes; counts them on request
	learn *kit.Button          // leads to these, if there are any
	ways  []*kit.Card
	links []*kit.Button // everything else
	alive *page.Demo    // nil if the variant is invalid
	// scenery is the place of the board, between the name and the ways.
	scenery *kit.Picture
}

// NewMenu returns the main menu. due returns the number of the user's due mistakes, and counts them
// on request.
func NewMenu(shell page.Shell, due func(count bool) int) *Menu {
	m := &Menu{Page: page.New(shell, "main menu"), due: due}
	m.goOn = kit.WithID("main.continue", kit.NewPrimary(words.T("Continue"), func() { GoOn(shell, m.kept) }))
	m.learn = kit.WithID("main.mistakes", kit.NewButton(words.T("My mistakes"), func() { shell.Go(page.ToLearn{Mistakes: true}) }))
	m.way("computer", words.T("Play the computer"), words.T("Six levels, from Seedling to Perfect"), drawComputer, func() { shell.Push(newLadder(shell)) })
	m.way("two-here", words.T("Two players here"), words.T("In turn, at one board"), drawTwo, func() { shell.Push(newTwoHere(shell)) })
	switch list := farWays(shell); len(list) {
	case 0:
	case 1:
		m.way(list[0].id, list[0].title, list[0].line, drawOnline, list[0].do)
	default:
		m.way("online", words.T("Play online"), words.T("Host or join a game, or visit a club"), drawOnline, func() { shell.Push(newOnline(shell)) })
	}
	m.addLinks()
	m.offer = newOffer(shell)
	m.alive = page.NewDemo(m.Ports.Variant, rand.New(rand.NewPCG(uint64(m.Ports.Chance(1<<31-1)), 0)).IntN)
	m.Compose(nil, m.sheet)
	m.Controls.Focus(m.ways[0])
	m.Returned()
	return m
}

// way adds a large way into a game.
func (m *Menu) way(id, title, line string, draw func(p kit.Pen), do func()) {
	card := kit.WithID("main."+id, kit.NewCard(title, line, do))
	card.Picture = m.picture(draw)
	m.ways = append(m.ways, card)
}

// addLinks adds the links to the other screens.
func (m *Menu) addLinks() {
	link := func(id, label string, draw func(p kit.Pen), to page.Route) {
		b := kit.WithID("main."+id, kit.NewLink(label, func() { m.Shell.Go(to) }))
		b.Sign = icon(draw)
		m.links = append(m.links, b)
	}
	link("learn", words.C("puzzles and lessons", "Learn"), drawLearn, page.ToLearn{})
	link("scores", words.T("Top Scores"), drawScores, page.ToScores{})
	link("games", words.T("My games"), drawGames, page.ToGames{})
	link("help", words.T("Help"), drawHelp, page.ToHelp{})
	link("settings", words.T("Settings"), drawSettings, page.ToSettings{})
	link("about", words.T("About"), drawAbout, page.ToAbout{})
	if m.Ports.Browser == nil {
		link("exit", words.T("Exit"), drawExit, page.ToExit{})
	}
}

// Returned looks for due mistakes and for a game to continue. If the game is another one than
// before, its button gets the focus.
func (m *Menu) Returned() {
	findKept(m.Shell, func(k *page.Kept) {
		other := k != nil && (m.kept == nil || m.kept.Game.ID != k.Game.ID)
		m.kept = k
		if m.goOn.Caption = ""; k != nil {
			m.goOn.Caption = words.T("%[1]s: %[2]s", words.RulesTitle(k.Last.Variant()), standing(k))
		}
		m.Recompose()
		if other {
			m.Controls.Focus(m.goOn)
		}
	})
	m.offer.ask()
	m.due(true)
}

// Update handles input. Without a game to continue, the board is alive.
func (m *Menu) Update(in *kit.Input) bool {
	due := ""
	if n := m.due(false); n > 0 {
		due = words.DueMistakes(n)
	}
	if m.offer.follow() || due != m.learn.Caption {
		m.learn.Caption = due
		m.Recompose()
	}
	changed := m.Page.Update(in)
	return m.kept == nil && m.alive.Follow(m.Shared, in) || changed
}

// Renewed returns the menu in another language.
func (m *Menu) Renewed() page.Screen {
	again := NewMenu(m.Shell, m.due)
	again.alive = m.alive
	return again
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
