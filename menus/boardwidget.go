package menus

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// boardWidget is the board of a play as a widget: mouse, keys and touch choose a house of the own row, and choosing it
// again, or Enter, plays it. Its focus is the ring around the chosen house, so it needs none around itself.
type boardWidget struct {
	play   *Play
	art    *render.BoardArt
	bounds render.Rect
	layout render.Layout
	// refuse is told why a press did nothing.
	refuse func(why string)
	// chosen is the house that the keys have chosen or the pointer is over, where hasChosen is set.
	chosen    rules.Pit
	hasChosen bool
	byKeys    bool // the keys chose it
}

// Bounds returns the widget's place.
func (b *boardWidget) Bounds() render.Rect { return b.bounds }

// SetBounds gives the widget its place.
func (b *boardWidget) SetBounds(r render.Rect) { b.bounds = r }

// Focusable reports true: the board can always be looked over.
func (b *boardWidget) Focusable() bool { return true }

// DrawsFocus marks a widget that shows its focus itself.
func (b *boardWidget) DrawsFocus() {}

// relayout places the board for the current game.
func (b *boardWidget) relayout() {
	houses := rules.MaxHouses
	if m := b.play.Match(); m != nil {
		houses = int(m.Position().Variant().Houses)
	}
	b.layout = render.NewLayout(b.bounds, houses, b.play.Self())
}

// Update acts on the pointer and the keys.
func (b *boardWidget) Update(in *kit.Input, at kit.State) bool {
	before, had := b.chosen, b.hasChosen
	b.point(in, at)
	played := at.Clicked && b.press(b.layout.At(in.Cursor))
	if at.Focused {
		played = b.keys(in) || played
	}
	return played || before != b.chosen || had != b.hasChosen
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

// keys plays and chooses houses by the keyboard.
func (b *boardWidget) keys(in *kit.Input) bool {
	for i := range b.layout.Houses() {
		if in.TakeAnyKey(houseKeys(i)...) {
			b.choose(rules.House(i + 1))
			return b.press(b.chosen, true)
		}
	}
	switch {
	case in.TakeKey(ebiten.KeyArrowLeft):
		b.step(-1)
	case in.TakeKey(ebiten.KeyArrowRight):
		b.step(1)
	case in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace):
		if !b.hasChosen {
			b.step(1)
			return true
		}
		return b.press(b.chosen, true)
	}
	return false
}

// houseKeys returns the keys that play the i-th house from the left, counted from 0.
func houseKeys(i int) []ebiten.Key {
	digit := (i + 1) % 10
	return []ebiten.Key{ebiten.KeyDigit0 + ebiten.Key(digit), ebiten.KeyNumpad0 + ebiten.Key(digit), ebiten.KeyA + ebiten.Key(i)}
}

// choose makes a house of the own row the chosen one.
func (b *boardWidget) choose(h rules.House) {
	b.chosen, b.hasChosen, b.byKeys = rules.Pit{Side: b.play.Self(), House: h}, true, true
}

// step moves the choice along the own row, over houses that cannot be played while others can.
func (b *boardWidget) step(by int) {
	n := b.layout.Houses()
	at := int(b.chosen.House)
	if !b.hasChosen || b.chosen.Side != b.play.Self() {
		at = 0
		if by < 0 {
			at = n + 1
		}
	}
	for range n {
		at += by
		at = (at+n-1)%n + 1
		if !b.play.MyTurn() || b.play.Match().Position().Legal(rules.House(at)) == nil {
			break
		}
	}
	b.choose(rules.House(at))
}

// press plays a pit, or has it said why not.
func (b *boardWidget) press(pit rules.Pit, ok bool) bool {
	if !ok {
		b.play.Settle()
		return true
	}
	if why := b.play.Press(pit); why != "" {
		b.refuse(why)
	}
	return true
}

// Draw draws the board.
func (b *boardWidget) Draw(c *render.Canvas, at kit.State) { b.art.Draw(c, b.view(at)) }

// view is what the board shows now.
func (b *boardWidget) view(at kit.State) render.View {
	v := render.View{Layout: b.layout, Moment: b.play.Moment()}
	m := b.play.Match()
	if m == nil {
		return v
	}
	p := m.Position()
	v.Last, v.HasLast = b.play.last, b.play.hasLast && !b.play.Moving()
	if b.play.Stage() != StageGame {
		return v
	}
	v.Turn, v.ShowTurn = p.ToMove(), true
	if b.play.Moving() {
		v.Turn = b.play.shown.ToMove()
		return v
	}
	if !b.play.MyTurn() {
		return v
	}
	v.Playable = render.PlayableIn(p)
	v.Focus, v.HasFocus = b.chosen, b.hasChosen && b.chosen.Side == b.play.Self() && (!b.byKeys || at.Focused)
	if preview, ok := render.NewPreview(p, b.chosen.House); ok && v.HasFocus {
		v.Preview = &preview
	}
	return v
}
