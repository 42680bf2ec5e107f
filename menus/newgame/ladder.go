package newgame

import (
	"cmp"
	"slices"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// ladder is the screen for choosing a computer player: a card per level, from weak to strong. One
// click begins the game.
type ladder struct {
	page.Page
	players []match.Strategy // the ladder's, weakest first
	cards   []*kit.Card      // one per player
	beaten  []bool           // by index in players
	chosen  bool             // the initial focus has been set
	first   *kit.Choice
	game    *kit.Button // which game is played
}

// rungColours are the seed colours of the levels, by rung.
var rungColours = [...]uint8{2, 3, 4, 5, 0, 7}

func newLadder(shell page.Shell) *ladder {
	l := &ladder{Page: page.New(shell, "ladder")}
	for _, s := range l.Ports.Strategies {
		if s.Rung > 0 {
			l.players = append(l.players, s)
		}
	}
	slices.SortStableFunc(l.players, func(a, b match.Strategy) int { return cmp.Compare(a.Rung, b.Rung) })
	l.beaten = make([]bool, len(l.players))
	last := l.Settings.Now().Setup.Seats[match.Guest]
	for i, s := range l.players {
		card := kit.WithID("ladder."+s.Name, kit.NewCard("", "", func() { l.play(s.Name) }))
		card.Dots, card.OutOf, card.Selected = i+1, len(l.players), s.Name == last
		card.Picture = func(c *render.Canvas, r render.Rect) {
			l.Art.DrawPit(c, r, render.PitPicture{Seeds: i + 1, Colour: rungColours[i%len(rungColours)], Golden: l.beaten[i]})
		}
		l.cards = append(l.cards, card)
	}
	l.first = newFirst(shell, "ladder.first", [2]string{match.Host: words.T("You"), match.Guest: words.T("Computer")})
	l.game = newGameButton(shell, "ladder.game", func() { l.name(); l.focusNext() })
	options := kit.WithID("ladder.options", kit.NewButton(words.T("More options"), func() { shell.Push(NewSetup(shell, page.PlayComputer)) }))
	watch := kit.WithID("ladder.watch", kit.NewButton(words.T("Watch two"), func() { shell.Push(NewSetup(shell, page.TwoComputers)) }))
	back := page.NewBack(shell, "ladder.back")
	l.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Play the computer"), Content: l.content(g), Before: []*kit.Button{options, watch}, Actions: []*kit.Button{back},
		}
	})
	l.Returned()
	l.name()
	return l
}

// name writes the players of the chosen game on the cards.
func (l *ladder) name() {
	v := l.Settings.Now().Setup.Variant
	for i, s := range l.players {
		l.cards[i].Label = words.Name(l.Ports.Title(s, v))
		l.cards[i].Caption = cmp.Or(words.StrategyLine(words.Player(s.Name, v)), s.About)
	}
}

// Returned looks up the beaten players. The focus starts at the first unbeaten one.
func (l *ladder) Returned() {
	l.Ports.Archive.Figures(func(f match.Figures, _ error) {
		for i, s := range l.players {
			l.beaten[i] = slices.ContainsFunc(f.By, func(by match.Figure) bool { return by.Kind == s.Name && by.Won > 0 })
			l.cards[i].Badge = ""
			if l.beaten[i] {
				l.cards[i].Badge = words.T("Beaten")
			}
		}
		if !l.chosen {
			l.focusNext()
		}
		l.chosen = true
		l.Controls.Invalidate()
	})
}

// focusNext focuses the first unbeaten player.
func (l *ladder) focusNext() {
	if next := slices.Index(l.beaten, false); next >= 0 {
		l.Controls.Focus(l.cards[next])
	}
}

// play begins a game against a level, with the rules of the last local game.
func (l *ladder) play(name string) {
	setup := l.Settings.Now().Setup
	me := ""
	if setup.Seats[match.Host] == match.KindPerson {
		me = setup.Names[match.Host]
	}
	setup.Names = [2]string{match.Host: cmp.Or(me, l.Settings.Now().Name)}
	setup.Seats = [2]string{match.Host: match.KindPerson, match.Guest: name}
	setup.StepByStep = false
	beginGame(l.Shell, setup, l.first)
}

// content returns the cards, who begins, and the game.
func (l *ladder) content(g page.Grid) kit.Part {
	columns := len(l.cards)
	switch {
	case g.Upright:
		columns = 2
	case g.Columns < 12:
		columns = (columns + 1) / 2
	}
	leastCard, highestCard := 112.0, 410.0
	switch {
	case g.Roomy:
		highestCard = 270 // below them is a board
	case g.Tight:
		leastCard = 140 // for three lines
	}
	cards := kit.Columns(columns, kit.Gap, kit.Cards(leastCard, highestCard, l.cards...)...)
	if g.Roomy {
		v, computer := l.Settings.Now().Setup.Variant, page.BoardSeat{Line: words.T("Computer")}
		board := page.SeatsBoard(g, l.Art, page.Start(v), computer, page.BoardSeat{Line: words.T("You")})
		return g.Rows(cards, g.Pair(4, g.Rows(kit.Put(l.first), kit.Lowered(words.C("which rules are played", "Game"), l.game)), 8, board))
	}
	return g.Rows(cards,
		&kit.Beside{Gap: kit.Gap, Shares: []float64{2, 1}, Parts: []kit.Part{
			&kit.Narrow{Part: kit.Put(l.first), Width: 460}, kit.Lowered(words.C("which rules are played", "Game"), l.game),
		}})
}

// Renewed returns the screen in another language.
func (l *ladder) Renewed() page.Screen { return newLadder(l.Shell) }
