package info

import (
	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// themeHeight is the height of the theme cards.
const themeHeight = 160

// themeCard offers a theme with a sample board.
type themeCard struct {
	*kit.Card
	theme render.Theme
	art   *render.BoardArt // its own, because a shared one would be repainted all the time
	board rules.Board
}

// sampleHouses is the number of houses per side of the sample board.
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

// tick advances the pictures by a tick.
func (t *themeCard) tick() {
	if t.art != nil {
		t.art.Tick()
	}
}

// draw draws the board. The pictures are made at the first call.
func (t *themeCard) draw(c *render.Canvas, r render.Rect) {
	if t.art == nil {
		art, err := render.NewBoardArt()
		if err != nil {
			return // impossible: the program has drawn a board before
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
		Layout: render.NewLayout(place, rules.Variant{Houses: sampleHouses}, rules.South), NoCounts: true,
		Moment: motion.Still(t.board), Turn: rules.South, ShowTurn: true,
	})
}
