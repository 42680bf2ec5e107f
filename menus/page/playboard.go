package page

import (
	"slices"

	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// PlayBoard is a board on which a user plays the row at the bottom, as in a lesson or a puzzle. The
// screen around it decides on the effect of a ply.
type PlayBoard struct {
	kit.Identity
	// Shared is the state that all screens share.
	Shared *Shared
	// Now returns the position on the board, and whether it waits for a ply of the user.
	Now func() (p rules.Position, asks bool)
	// Bottom is the side of the user.
	Bottom rules.Side
	// Play plays a pit that the user has clicked or chosen. The pit may be illegal.
	Play func(pit rules.Pit)
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
}

// Position returns the position on the board.
func (b *PlayBoard) Position() rules.Position {
	p, _ := b.Now()
	return p
}

func (b *PlayBoard) asks() bool {
	_, asks := b.Now()
	return asks
}

// houses returns the number of houses per side.
func (b *PlayBoard) houses() int { return int(b.Position().Variant().Houses) }

// Layout returns the place of each pit.
func (b *PlayBoard) Layout() render.Layout { return b.layout }

// Chosen returns the house that the user has chosen, or 0.
func (b *PlayBoard) Chosen() rules.House { return b.chosen }

// Unchoose forgets the house that the user has chosen.
func (b *PlayBoard) Unchoose() { b.chosen, b.tapped = 0, 0 }

// Bounds returns the widget's rectangle.
func (b *PlayBoard) Bounds() render.Rect { return b.bounds }

// SetBounds sets the widget's rectangle.
func (b *PlayBoard) SetBounds(r render.Rect) {
	b.bounds, b.layout = r, b.Shared.LayBoard(r, b.houses(), b.Bottom)
}

// Extent says that the board takes the remaining room.
func (b *PlayBoard) Extent(*render.Canvas, float64) kit.Extent {
	const least = 150
	return kit.Extent{Least: least, Most: kit.Endless}
}

// Focusable reports true.
func (b *PlayBoard) Focusable() bool { return true }

// DrawsFocus marks a widget that draws its own focus.
func (b *PlayBoard) DrawsFocus() {}

// Describe returns the task and the comment.
func (b *PlayBoard) Describe() kit.Info {
	return kit.Info{Kind: kit.KindOther, Label: b.Task(), Value: b.Comment()}
}

// Parts returns the houses.
func (b *PlayBoard) Parts() []kit.Info {
	p, asks := b.Now()
	return HouseParts(b.layout, []rules.Position{p}, b.Bottom, HousesNow{Playable: asks, Chosen: b.chosen, HasChosen: b.chosen != 0})
}

// UsePart selects a house or plays it.
func (b *PlayBoard) UsePart(id string, act kit.Act) bool {
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
func (b *PlayBoard) own(h rules.House) rules.Pit { return rules.Pit{Side: b.Bottom, House: h} }

// Told describes the board.
func (b *PlayBoard) Told() []string {
	who := [2]string{}
	who[b.Bottom], who[b.Bottom.Opponent()] = words.T("Your side"), words.T("The other side")
	return BoardWords(b.Position(), [2]rules.Side{b.Bottom.Opponent(), b.Bottom}, who)
}

// Update handles the pointer and the keys.
func (b *PlayBoard) Update(in *kit.Input, at kit.State) bool {
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
func (b *PlayBoard) tap(pit rules.Pit) bool {
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
func (b *PlayBoard) point(in *kit.Input, at kit.State) {
	pit, ok := b.layout.At(in.Cursor)
	switch {
	case ok && at.Hovered && pit.Side == b.Bottom && !pit.IsStore():
		b.chosen, b.byKeys = pit.House, false
	case !b.byKeys:
		b.chosen = 0
	}
}

// keys selects and plays houses with the keyboard.
func (b *PlayBoard) keys(in *kit.Input) {
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
func (b *PlayBoard) choose(way int) {
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

// Draw draws the board.
func (b *PlayBoard) Draw(c *render.Canvas, at kit.State) {
	b.Shared.Art.Draw(c, WithWords(b.View(at)))
}

// View returns the present view of the board.
func (b *PlayBoard) View(at kit.State) render.View {
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
