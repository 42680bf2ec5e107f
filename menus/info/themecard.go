package info

import (
	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
)

// themeHeight is the height of the cards that show themes.
const themeHeight = 160

// themeCard offers a theme by a little board in it.
type themeCard struct {
	*kit.Card
	theme render.Theme
	art   *render.BoardArt // of its own, or the pictures of all boards would be painted anew all the time
	board rules.Board
}

// sampleHouses is how many houses a side the board on a card has.
const sampleHouses = 3

func newThemeCard(theme render.Theme, name string, wear func()) *themeCard {
	t := &themeCard{Card: kit.WithID("settings.theme-"+theme.Code(), kit.NewCard(name, "", wear)), theme: theme}
	for side := range t.board.House {
		for house := range sampleHouses {
			t.board.House[side][house] = uint8(2 + (side+house)%3)
		}
	}
	t.Picture = t.draw
	return t
}

// tick lets a tick pass for the pictures.
func (t *themeCard) tick() {
	if t.art != nil {
		t.art.Tick()
	}
}

// draw draws the board. The pictures are made when it is first seen.
func (t *themeCard) draw(c *render.Canvas, r render.Rect) {
	if t.art == nil {
		art, err := render.NewBoardArt()
		if err != nil {
			return // the program has drawn a board before, so there is none
		}
		t.art = art
	}
	const flat = 0.6 // so that the board is never upright
	place := r.Inset(4).Centered(r.W-8, min(r.H-8, flat*r.W))
	worn := c.Theme()
	c.SetTheme(t.theme)
	defer c.SetTheme(worn)
	c.FillRect(r, 8, render.Backdrop)
	t.art.Draw(c, render.View{
		Layout: render.NewLayout(place, sampleHouses, rules.South), NoCounts: true,
		Moment: motion.Still(t.board), Turn: rules.South, ShowTurn: true,
	})
}
