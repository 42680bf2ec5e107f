package game

import (
	"strings"

	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// boardWidget is the board of a scene as a widget, with the players' plates.
type boardWidget struct {
	page.Board
	scene *scene.Scene
	area  render.Rect // the area for the board, the plates of its players and the edges beside them
	// placed is called after each layout.
	placed func()
	// gliding says that the board is moving to another place.
	gliding bool
	// finale is the present state of the celebration, or nil.
	finale *motion.FinaleMoment
	// over draws above the board and below the controls.
	over func(c *render.Canvas, v render.View)
}

// newBoard returns the board of the screen's scene.
func newBoard(g *Screen) *boardWidget {
	b := kit.WithID("game.board", &boardWidget{scene: g.scene, over: g.drawOver})
	b.Shared, b.Now, b.Tell, b.Dress, b.Careful = g.Shared, b.now, g.scene.Teller, b.dress, true
	b.placed = g.plates.place
	b.Play = func(pit rules.Pit) {
		if why := b.scene.Press(pit); why != "" {
			g.refuse(why)
		} else if !b.Shared.Settings.Now().Sown {
			b.Shared.Settings.Change(func(s *settings.Settings) { s.Sown = true })
		}
	}
	return b
}

// now returns the state of the game. The keys' row is that of the person to move, or else the one
// at the bottom.
func (b *boardWidget) now() page.BoardNow {
	now := page.BoardNow{Past: b.scene.Match().Past(), Side: b.scene.Bottom(), Asks: b.scene.PersonToMove(), Moving: b.scene.Moving()}
	if now.Asks {
		now.Side = now.Position().ToMove()
	}
	return now
}

// Bounds returns the widget's rectangle.
func (b *boardWidget) Bounds() render.Rect { return b.Layout.Board() }

// SetBounds sets the area for the board and the plates of its players, and lays them out.
func (b *boardWidget) SetBounds(r render.Rect) {
	b.area, b.Bottom, b.Layout = r, b.scene.Bottom(), b.lay(r)
	b.placed()
}

// lay returns the layout of the board of the current game in an area.
func (b *boardWidget) lay(area render.Rect) render.Layout {
	area.X, area.W = area.X+edge, area.W-2*edge
	return b.Shared.LayTable(area, b.Position().Variant(), b.scene.Bottom())
}

// Update turns the board if its bottom has changed, and handles the pointer and the keys.
func (b *boardWidget) Update(in *kit.Input, at kit.State) bool {
	turned := b.Bottom != b.scene.Bottom()
	if turned {
		b.SetBounds(b.area)
	}
	return b.Board.Update(in, at) || turned
}

// Told names the game, and describes the board and the last move.
func (b *boardWidget) Told() []string {
	m := b.scene.Match()
	list := append([]string{page.DescribeVariant(m.Position().Variant()) + "."}, b.Board.Told()...)
	if n := m.Plies(); n > 0 {
		_, sowing := m.Ply(n)
		last := words.T("Last move: %s", b.Tell().Sown(sowing, m.Position()))
		list = append(list, strings.TrimSpace(last+" "+b.scene.Why()))
	}
	return list
}

// Draw draws the board.
func (b *boardWidget) Draw(c *render.Canvas, at kit.State) {
	v := page.WithWords(b.View(at))
	b.Shared.Art.Draw(c, v)
	b.over(c, v)
}

// dress completes the view of the board: the motion, the turn, the last ply and the hint.
func (b *boardWidget) dress(v *render.View) {
	v.Gliding, v.Moment, v.Finale = b.gliding, b.scene.Moment(), b.finale
	page.DressStory(v, &b.scene.Showing)
	if !b.scene.Moving() {
		v.Last, v.HasLast = b.scene.Last()
	}
	running := b.scene.Stage() == table.StageGame
	v.Turn, v.TurnShift, v.ShowTurn = b.scene.TurnShown(), b.scene.TurnShift(), running
	v.ShowNumbers = running && b.Shared.Settings.Now().Numbers
	if h, ok := b.scene.Hinted(); ok && h != rules.Swap && b.scene.PersonToMove() && !b.scene.Moving() {
		b.Advise(v, h, words.C("on a house of the board", "hint"))
	}
}
