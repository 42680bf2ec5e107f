package newgame

import (
	"cmp"
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// ladder is the screen for choosing a computer player: a card per level, from weak to strong. One
// click begins the game.
type ladder struct {
	page.Page
	players       []match.Strategy // those of the ladder, weakest first
	cards         []*kit.Card      // one per player
	beaten        []bool           // by index in players
	chosen        bool             // the initial focus has been set
	first         *kit.Choice
	options, back *kit.Button
	watch         *kit.Button // two computer players
	frame         page.Frame
	rules         render.Rect
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
	var widgets []kit.Widget
	for i, s := range l.players {
		card := kit.WithID("ladder."+s.Name, kit.NewCard(words.Name(s.Title), cmp.Or(words.StrategyLine(s.Name), s.About), func() { l.play(s.Name) }))
		card.Dots, card.OutOf, card.Selected = i+1, len(l.players), s.Name == last
		card.Picture = func(c *render.Canvas, r render.Rect) {
			l.Art.DrawPit(c, r, render.PitPicture{Seeds: i + 1, Colour: rungColours[i%len(rungColours)], Golden: l.beaten[i]})
		}
		l.cards = append(l.cards, card)
		widgets = append(widgets, card)
	}
	l.first = newFirst(shell, "ladder.first", [2]string{match.Host: words.T("You"), match.Guest: words.T("Computer")})
	l.options = kit.WithID("ladder.options", kit.NewLink(words.T("More options"), func() { shell.Push(NewSetup(shell, page.PlayComputer)) }))
	l.watch = kit.WithID("ladder.watch", kit.NewLink(words.T("Watch two"), func() { shell.Push(NewSetup(shell, page.TwoComputers)) }))
	l.back = kit.WithID("ladder.back", kit.NewButton(words.T("Back"), shell.Back))
	l.Controls = kit.NewForm(append(widgets, l.first, l.watch, l.options, l.back)...)
	l.Controls.OnCancel = shell.Back
	l.Returned()
	return l
}

// Returned looks up which players have been beaten. The focus starts at the first one who has not.
func (l *ladder) Returned() {
	l.Ports.Archive.Figures(func(f match.Figures, _ error) {
		for i, s := range l.players {
			l.beaten[i] = slices.ContainsFunc(f.By, func(by match.Figure) bool { return by.Kind == s.Name && by.Won > 0 })
			l.cards[i].Badge = ""
			if l.beaten[i] {
				l.cards[i].Badge = words.T("Beaten")
			}
		}
		if next := slices.Index(l.beaten, false); next >= 0 && !l.chosen {
			l.Controls.Focus(l.cards[next])
		}
		l.chosen = true
		l.Controls.Invalidate()
	})
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

// Layout places the cards in one row or, if that is too narrow, in several, and the other controls
// below them.
func (l *ladder) Layout(_ *render.Canvas, window render.Rect) {
	l.frame = page.NewFrame(window, page.ListWidth)
	body := l.placeBottom(window, l.frame.Body())
	columns := len(l.cards)
	switch {
	case window.H > window.W:
		columns = 2
	case body.W < 1000:
		columns = (columns + 1) / 2
	}
	columns = max(1, columns)
	rows := float64((len(l.cards) + columns - 1) / columns)
	narrow := (body.W-float64(columns-1)*kit.Gap)/float64(columns) - 1
	height := min(highestCard, (body.H+kit.Gap)/max(1, rows)-kit.Gap)
	all := rows*(height+kit.Gap) - kit.Gap
	kit.PlaceCards(body.Centered(body.W, all), narrow, height, kit.Gap, l.cards...)
}

// placeBottom places the controls below the cards, and returns the rest of the body for the cards.
// In a narrow or upright window the buttons have a row of their own.
func (l *ladder) placeBottom(window, body render.Rect) render.Rect {
	if page.Narrow(window) || window.H > window.W {
		kit.PlaceRow(l.frame.Buttons, kit.Gap, l.watch, l.options, l.back)
		field, rest := body.CutBottom(page.FieldHeight)
		row := kit.EqualRow(field, kit.Gap, 2)
		l.first.SetBounds(row[0])
		_, l.rules = row[1].CutTop(kit.LabelHeight)
		_, rest = rest.CutBottom(kit.Gap)
		return rest
	}
	row := kit.Row(l.frame.Buttons, kit.Gap, min(420, l.frame.Buttons.W*0.34), 0, 120, 160, 120)
	labelled := row[0]
	labelled.Y, labelled.H = labelled.Bottom()-page.FieldHeight, page.FieldHeight
	l.first.SetBounds(labelled)
	l.rules = row[1]
	l.watch.SetBounds(row[2])
	l.options.SetBounds(row[3])
	l.back.SetBounds(row[4])
	_, rest := body.CutBottom(kit.LabelHeight)
	return rest
}

// highestCard is the largest height of a card.
const highestCard = 410

// Draw draws the cards, and the rules of the game.
func (l *ladder) Draw(c *render.Canvas) {
	l.frame.DrawHeading(c, words.T("Play the computer"))
	kit.DrawText(c, page.ShortVariant(l.Settings.Now().Setup.Variant), l.rules.Centered(l.rules.W-8, 24), render.Caption.Aligned(render.Right))
	l.Controls.Draw(c)
}

// Renewed returns the screen in another language.
func (l *ladder) Renewed() page.Screen { return newLadder(l.Shell) }
