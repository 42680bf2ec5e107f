package page

import (
	"slices"

	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Board is a board on which a user plays the row at the bottom, as in a lesson or a puzzle, or
// which they only look at. The screen around it decides on the effect of a ply.
type Board struct {
	kit.Identity
	// Shared is the state that all screens share.
	Shared *Shared
	// Now returns the position on the board, and whether it waits for a ply of the user.
	Now func() (p rules.Position, asks bool)
	// Bottom is the side of the user.
	Bottom rules.Side
	// Play plays a pit that the user has clicked or chosen. The pit may be illegal. Without Play,
	// the board is only to look at.
	Play func(pit rules.Pit)
	// Named, if not nil, returns the name of a player, and whether it is their turn. The names are
	// above and below a large board.
	Named func(side rules.Side) (name string, turn bool)
	// Task and Comment are for screen readers: the task, and the result of the last ply.
	Task, Comment func() string
	// Dress completes the view of the board. It may be nil.
	Dress func(v *render.View)
	// Careful makes the first tap of a finger show a ply and the second one play it, if the user's
	// settings say so.
	Careful bool

	bounds render.Rect
	layout render.Layout
	chosen rules.House // selected by the keys or under the pointer, or 0
	byKeys bool        // selected by the keys
	tapped rules.House // tapped once, or 0
	names  bool        // there is room for the names
}

// nameLine is the height of a line for a name, in units.
const nameLine = 24

// Position returns the position on the board.
func (b *Board) Position() rules.Position {
	p, _ := b.Now()
	return p
}

func (b *Board) asks() bool {
	_, asks := b.Now()
	return asks
}

// houses returns the number of houses per side.
func (b *Board) houses() int { return int(b.Position().Variant().Houses) }

// Layout returns the place of each pit.
func (b *Board) Layout() render.Layout { return b.layout }

// Chosen returns the house that the user has chosen, or 0.
func (b *Board) Chosen() rules.House { return b.chosen }

// Unchoose forgets the house that the user has chosen.
func (b *Board) Unchoose() { b.chosen, b.tapped = 0, 0 }

// Bounds returns the widget's rectangle.
func (b *Board) Bounds() render.Rect { return b.bounds }

// SetBounds sets the widget's rectangle.
func (b *Board) SetBounds(r render.Rect) {
	const roomy = 220
	b.bounds, b.names = r, b.Named != nil && r.H >= roomy
	if b.names {
		r.Y, r.H = r.Y+nameLine, r.H-2*nameLine
	}
	b.layout = b.Shared.LayBoard(r, b.houses(), b.Bottom)
}

// Extent says that the board takes the remaining room.
func (b *Board) Extent(*render.Canvas, float64) kit.Extent {
	const least = 140
	return kit.Extent{Least: least, Most: kit.Endless}
}

// Focusable reports whether the user may play.
func (b *Board) Focusable() bool { return b.Play != nil }

// DrawsFocus marks a widget that draws its own focus.
func (b *Board) DrawsFocus() {}

// Describe returns the task and the comment.
func (b *Board) Describe() kit.Info {
	return kit.Info{Kind: kit.KindOther, Label: b.Task(), Value: b.Comment()}
}

// Parts returns the houses.
func (b *Board) Parts() []kit.Info {
	p, asks := b.Now()
	return HouseParts(b.layout, []rules.Position{p}, b.Bottom, HousesNow{Playable: asks, Chosen: b.chosen, HasChosen: b.chosen != 0})
}

// UsePart selects a house or plays it.
func (b *Board) UsePart(id string, act kit.Act) bool {
	for h := rules.House(1); int(h) <= b.houses(); h++ {
		if id == HouseID(h) {
			b.chosen, b.byKeys = h, true
			if act == kit.Press {
				b.Play(b.own(h))
			}
			return act == kit.Point || act == kit.Press
		}
	}
	return false
}

// own returns a house of the user's row.
func (b *Board) own(h rules.House) rules.Pit { return rules.Pit{Side: b.Bottom, House: h} }

// Told describes the board.
func (b *Board) Told() []string {
	who := [2]string{}
	who[b.Bottom], who[b.Bottom.Opponent()] = words.T("Your side"), words.T("The other side")
	return BoardWords(b.Position(), [2]rules.Side{b.Bottom.Opponent(), b.Bottom}, who)
}

// Update handles the pointer and the keys.
func (b *Board) Update(in *kit.Input, at kit.State) bool {
	if b.Play == nil {
		return false
	}
	before, comment := b.chosen, b.Comment()
	if in.CursorMoved || at.Pressed {
		b.point(in, at)
	}
	if pit, ok := b.layout.At(in.Cursor); ok && at.Clicked && !(at.Tapped && b.tap(pit)) {
		b.Play(pit)
	}
	if at.Focused {
		b.keys(in)
	}
	if !b.asks() {
		b.Unchoose()
	}
	return before != b.chosen || comment != b.Comment()
}

// tap handles the first of two taps on a playable house, which only shows the effect of its ply.
func (b *Board) tap(pit rules.Pit) bool {
	first, now := b.tapped != pit.House, b.Shared.Settings.Now()
	if b.tapped = 0; !b.Careful || !first || !now.TwoTaps || !now.Preview || pit.Side != b.Bottom || pit.IsStore() {
		return false
	}
	if p, asks := b.Now(); !asks || p.Legal(pit.House) != nil {
		return false
	}
	b.tapped, b.chosen, b.byKeys = pit.House, pit.House, true
	return true
}

// point follows the pointer.
func (b *Board) point(in *kit.Input, at kit.State) {
	pit, ok := b.layout.At(in.Cursor)
	switch {
	case ok && at.Hovered && pit.Side == b.Bottom && !pit.IsStore():
		b.chosen, b.byKeys = pit.House, false
	case !b.byKeys:
		b.chosen = 0
	}
}

// keys selects and plays houses with the keyboard.
func (b *Board) keys(in *kit.Input) {
	for h := rules.House(1); int(h) <= b.houses(); h++ {
		if in.TakeAnyKey(HouseKeys(int(h) - 1)...) {
			b.Play(b.own(h))
			return
		}
	}
	back, on := RowKeys(b.layout)
	switch {
	case !b.asks():
	case in.TakeKey(back):
		b.choose(-1)
	case in.TakeKey(on):
		b.choose(1)
	case in.TakeAnyKey(PlayKeys...):
		if b.chosen == 0 {
			b.choose(1)
			return
		}
		b.Play(b.own(b.chosen))
	}
}

// choose moves the selection to the next house with seeds.
func (b *Board) choose(way int) {
	legal := slices.DeleteFunc(slices.Collect(b.Position().Plies()), func(h rules.House) bool { return h == rules.Swap })
	if len(legal) == 0 {
		return
	}
	i := slices.Index(legal, b.chosen)
	if i < 0 && way < 0 {
		i = 0
	}
	b.chosen, b.byKeys = legal[(i+way+len(legal))%len(legal)], true
}

// Draw draws the board and the names.
func (b *Board) Draw(c *render.Canvas, at kit.State) {
	b.Shared.Art.Draw(c, WithWords(b.View(at)))
	if !b.names {
		return
	}
	const pad, radius = 12, 6
	board := b.layout.Board()
	line := render.Rect{X: board.X + pad, W: board.W - pad, H: nameLine}
	for side, y := range map[rules.Side]float64{b.Bottom: board.Bottom() + 6, b.Bottom.Opponent(): board.Y - nameLine - 2} {
		place, style := line.Move(render.Point{Y: y}), render.Strong
		name, turn := b.Named(side)
		if turn {
			cells := kit.Row(place, 10, 2*radius, 0)
			c.FillCircle(cells[0].Center(), radius, render.Gold)
			place, style = cells[1], style.In(render.Gold)
		}
		kit.DrawLine(c, name, place, style)
	}
}

// View returns the present view of the board.
func (b *Board) View(at kit.State) render.View {
	p, asks := b.Now()
	v := render.View{Layout: b.layout, Moment: motion.Still(p.Board()), ShowNumbers: true, Turn: b.Bottom, ShowTurn: true}
	if asks {
		v.Playable = render.PlayableIn(p)
		v.Focus, v.HasFocus = b.own(b.chosen), b.chosen != 0 && (!b.byKeys || at.Focused)
		if preview, ok := motion.NewPreview([]rules.Position{p}, b.chosen); ok && v.HasFocus && b.Shared.Settings.Now().Preview {
			v.Preview = &preview
		}
	}
	if b.Dress != nil {
		b.Dress(&v)
	}
	return v
}
