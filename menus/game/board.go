package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// boardWidget is the board of a scene as a widget. Mouse, keys and touch select a house of the
// user's row; a second selection, or Enter, plays it. Its focus is the ring around the selected
// house.
type boardWidget struct {
	kit.Identity
	shared *page.Shared
	scene  *scene.Scene
	area   render.Rect // the area for the board, the plates of its players and the edges beside them
	layout render.Layout
	// placed is called after each layout.
	placed func()
	// refuse is called with the reason if a press had no effect.
	refuse func(why string)
	// chosen is the house selected by the keys or under the pointer, if hasChosen is set.
	chosen    rules.Pit
	hasChosen bool
	byKeys    bool // selected by the keys or by a first tap
	// tapped is the house tapped once by a finger, if hasTapped is set.
	tapped    rules.Pit
	hasTapped bool
	// gliding says that the board is moving to another place.
	gliding bool
	// finale is the present state of the celebration, or nil.
	finale *motion.FinaleMoment
	// over draws above the board and below the controls.
	over func(c *render.Canvas, v render.View)
}

// Bounds returns the widget's rectangle.
func (b *boardWidget) Bounds() render.Rect { return b.layout.Board() }

// SetBounds sets the area for the board and the plates of its players, and lays them out.
func (b *boardWidget) SetBounds(r render.Rect) {
	b.area, b.layout = r, b.lay(r)
	b.placed()
}

// Extent says that the board takes the remaining room.
func (b *boardWidget) Extent(*render.Canvas, float64) kit.Extent {
	return kit.Extent{Most: kit.Endless}
}

// Focusable reports true: the board can always be explored with the keys.
func (b *boardWidget) Focusable() bool { return true }

// DrawsFocus marks a widget that draws its own focus.
func (b *boardWidget) DrawsFocus() {}

// houses returns the number of houses per side.
func (b *boardWidget) houses() int {
	if m := b.scene.Match(); m != nil {
		return int(m.Position().Variant().Houses)
	}
	return rules.MaxHouses
}

// lay returns the layout of the board of the current game in an area.
func (b *boardWidget) lay(area render.Rect) render.Layout {
	area.X, area.W = area.X+edge, area.W-2*edge
	return b.shared.LayTable(area, b.houses(), b.scene.Bottom())
}

// Update handles the pointer and the keys.
func (b *boardWidget) Update(in *kit.Input, at kit.State) bool {
	before, had := b.chosen, b.hasChosen
	turned := b.layout.Bottom() != b.scene.Bottom()
	if turned {
		b.SetBounds(b.area)
	}
	b.point(in, at)
	played := at.Clicked && !(at.Tapped && b.tap(b.layout.At(in.Cursor))) && b.press(b.layout.At(in.Cursor))
	if at.Focused {
		played = b.keys(in) || played
	}
	return turned || played || before != b.chosen || had != b.hasChosen
}

// tap handles the first of two taps on a playable house, which only shows the effect of its ply.
func (b *boardWidget) tap(pit rules.Pit, ok bool) bool {
	again := b.hasTapped && b.tapped == pit
	b.hasTapped = false
	if !ok || again || !b.shared.Settings.Now().TwoTaps || !b.shared.Settings.Now().Preview || b.scene.Moving() || !b.scene.PersonToMove() {
		return false
	}
	p := b.scene.Match().Position()
	if pit.Side != p.ToMove() || pit.IsStore() || p.Legal(pit.House) != nil {
		return false
	}
	b.tapped, b.hasTapped = pit, true
	b.chosen, b.hasChosen, b.byKeys = pit, true, true
	return true
}

// point follows the pointer.
func (b *boardWidget) point(in *kit.Input, at kit.State) {
	if !in.CursorMoved && !at.Pressed {
		return
	}
	pit, ok := b.layout.At(in.Cursor)
	over := ok && at.Hovered && !pit.IsStore()
	switch {
	case over:
		b.chosen, b.hasChosen, b.byKeys = pit, true, false
	case !b.byKeys:
		b.hasChosen = false
	}
}

// keys selects and plays houses with the keyboard.
func (b *boardWidget) keys(in *kit.Input) bool {
	for i := range b.layout.Houses() {
		if in.TakeAnyKey(page.HouseKeys(i)...) {
			b.choose(rules.House(i + 1))
			return b.press(b.chosen, true)
		}
	}
	back, on := page.RowKeys(b.layout)
	switch {
	case in.TakeKey(back):
		b.step(-b.onward())
	case in.TakeKey(on):
		b.step(b.onward())
	case in.TakeAnyKey(page.PlayKeys...):
		if !b.hasChosen {
			b.step(1)
			return true
		}
		return b.press(b.chosen, true)
	}
	return false
}

// onward is 1 if the house numbers of the keys' row increase to the right, or downwards on an
// upright board, and -1 otherwise.
func (b *boardWidget) onward() int {
	if b.keySide() == b.layout.Bottom() {
		return 1
	}
	return -1
}

// keySide returns the side of the houses for the keys: the side of the person to move, or else the
// one at the bottom.
func (b *boardWidget) keySide() rules.Side {
	if b.scene.PersonToMove() {
		return b.scene.Match().Position().ToMove()
	}
	return b.scene.Bottom()
}

// choose selects a house of the keys' row.
func (b *boardWidget) choose(h rules.House) {
	b.chosen, b.hasChosen, b.byKeys = rules.Pit{Side: b.keySide(), House: h}, true, true
}

// step moves the selection along the row. It skips illegal houses if there are legal ones.
func (b *boardWidget) step(by int) {
	n := b.layout.Houses()
	at := int(b.chosen.House)
	if !b.hasChosen || b.chosen.Side != b.keySide() {
		at = 0
		if by < 0 {
			at = n + 1
		}
	}
	for range n {
		at += by
		at = (at+n-1)%n + 1
		if !b.scene.PersonToMove() || b.scene.Match().Position().Legal(rules.House(at)) == nil {
			break
		}
	}
	b.choose(rules.House(at))
}

// press plays a pit, or calls refuse with the reason.
func (b *boardWidget) press(pit rules.Pit, ok bool) bool {
	if !ok {
		b.scene.Settle()
		return true
	}
	if why := b.scene.Press(pit); why != "" {
		b.refuse(why)
	}
	return true
}

// Parts returns the houses that the keys select.
func (b *boardWidget) Parts() []kit.Info {
	m := b.scene.Match()
	if m == nil {
		return nil
	}
	side := b.keySide()
	return page.HouseParts(b.layout, m.Past(), side, page.HousesNow{
		Playable: b.scene.PersonToMove(), Chosen: b.chosen.House, HasChosen: b.hasChosen && b.chosen.Side == side,
		Preview: b.shared.Settings.Now().Preview, Tell: b.scene.Teller(),
	})
}

// UsePart selects a house or plays it.
func (b *boardWidget) UsePart(id string, act kit.Act) bool {
	for h := rules.House(1); int(h) <= b.layout.Houses(); h++ {
		if id == page.HouseID(h) {
			b.choose(h)
			return act == kit.Point || act == kit.Press && b.press(b.chosen, true)
		}
	}
	return false
}

// Told describes the board and the last move.
func (b *boardWidget) Told() []string {
	m := b.scene.Match()
	if m == nil {
		return nil
	}
	p, bottom, tell := m.Position(), b.scene.Bottom(), b.scene.Teller()
	list := page.BoardWords(p, [2]rules.Side{bottom.Opponent(), bottom}, tell.Who)
	if n := m.Plies(); n > 0 {
		_, sowing := m.Ply(n)
		list = append(list, words.T("Last move: %s", tell.Ply(sowing, p)))
	}
	return list
}

// Draw draws the board.
func (b *boardWidget) Draw(c *render.Canvas, at kit.State) {
	v := page.WithWords(b.view(at))
	b.shared.Art.Draw(c, v)
	b.over(c, v)
}

// view returns the present view of the board.
func (b *boardWidget) view(at kit.State) render.View {
	v := render.View{Layout: b.layout, Gliding: b.gliding, Moment: b.scene.Moment(), Finale: b.finale, HintWord: words.C("on a house of the board", "hint")}
	m := b.scene.Match()
	if m == nil {
		return v
	}
	v.Last, v.HasLast = b.scene.Last()
	v.HasLast = v.HasLast && !b.scene.Moving()
	if b.scene.Stage() != match.StageGame {
		return v
	}
	v.Turn, v.ShowTurn, v.ShowNumbers = b.scene.TurnShown(), true, b.shared.Settings.Now().Numbers
	v.TurnShift = b.scene.TurnShift()
	if b.scene.Moving() || !b.scene.PersonToMove() {
		return v
	}
	p := m.Position()
	v.Playable = render.PlayableIn(p)
	if h, ok := b.scene.Hinted(); ok {
		v.Hint, v.HasHint = rules.Pit{Side: p.ToMove(), House: h}, h != rules.Swap
	}
	v.Focus, v.HasFocus = b.chosen, b.hasChosen && b.chosen.Side == p.ToMove() && (!b.byKeys || at.Focused)
	if preview, ok := motion.NewPreview(m.Past(), b.chosen.House); ok && v.HasFocus && b.shared.Settings.Now().Preview {
		v.Preview = &preview
	}
	return v
}
