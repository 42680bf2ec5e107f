package page

import (
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// Board is a board on which a user explores and plays the houses of a row with the mouse, fingers,
// keys or another program, or which they only look at. The screen around it decides on the effect
// of a ply.
type Board struct {
	kit.Identity
	// Shared is the state that all screens share.
	Shared *Shared
	// Now returns the state of the game on the board.
	Now func() BoardNow
	// Bottom is the side at the bottom.
	Bottom rules.Side
	// Layout is the place of each pit.
	Layout render.Layout
	// Play plays a pit that the user has clicked or chosen. The pit may be illegal. Without Play,
	// the board is only to look at.
	Play func(pit rules.Pit)
	// Named, if not nil, returns the name of a player, and whether it is their turn. The names are
	// above and below a large board.
	Named func(side rules.Side) (name string, turn bool)
	// Task and Comment are for screen readers: the task, and the result of the last ply. Each may
	// be nil.
	Task, Comment func() string
	// Tell, if not nil, names the players for screen readers.
	Tell func() words.Teller
	// Dress completes the view of the board. It may be nil.
	Dress func(v *render.View)
	// Careful makes the first tap of a finger show a ply and the second one play it, if the user's
	// settings say so.
	Careful bool

	bounds render.Rect
	marks  boardMarks
	names  bool // there is room for the names
}

// BoardNow is the state of the game on a board.
type BoardNow struct {
	// Past are the positions up to the one on the board.
	Past []rules.Position
	// Side is the side of the user's row.
	Side rules.Side
	// Asks says that the position waits for a ply of the user, Moving that a ply is still being
	// shown.
	Asks, Moving bool
}

// Position returns the position on the board.
func (n BoardNow) Position() rules.Position { return n.Past[len(n.Past)-1] }

// boardMarks are a user's marks on a board.
type boardMarks struct {
	chosen rules.Pit // the house selected by the keys or under the pointer, or a store
	byKeys bool      // selected by the keys or by a first tap
	tapped rules.Pit // the house tapped once by a finger, or a store
}

// nameLine is the height of a line for a name, in units.
const nameLine = 24

// Position returns the position on the board.
func (b *Board) Position() rules.Position { return b.Now().Position() }

// Houses returns the number of houses of a row.
func (b *Board) Houses() int { return int(b.Position().Variant().Houses) }

// Chosen returns the house that the user has chosen, or 0.
func (b *Board) Chosen() rules.House { return b.marks.chosen.House }

// Unchoose forgets the house that the user has chosen.
func (b *Board) Unchoose() { b.marks = boardMarks{} }

// Resume takes the house that the user has chosen on another board.
func (b *Board) Resume(other *Board) { b.marks = other.marks }

// Bounds returns the widget's rectangle.
func (b *Board) Bounds() render.Rect { return b.bounds }

// SetBounds sets the widget's rectangle.
func (b *Board) SetBounds(r render.Rect) {
	const roomy = 220
	b.bounds, b.names = r, b.Named != nil && r.H >= roomy
	if b.names {
		r.Y, r.H = r.Y+nameLine, r.H-2*nameLine
	}
	b.Layout = b.Shared.LayBoard(r, b.Position().Variant(), b.Bottom)
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

// Update handles the pointer and the keys.
func (b *Board) Update(in *kit.Input, at kit.State) bool {
	if b.Play == nil {
		return false
	}
	before := b.marks
	if in.CursorMoved || at.Pressed {
		b.point(in, at)
	}
	played := at.Clicked && b.click(in, at)
	if at.Focused {
		played = b.keys(in) || played
	}
	return played || before != b.marks
}

// point follows the pointer.
func (b *Board) point(in *kit.Input, at kit.State) {
	pit, ok := b.Layout.At(in.Cursor)
	switch {
	case ok && at.Hovered && !pit.IsStore():
		b.marks.chosen, b.marks.byKeys = pit, false
	case !b.marks.byKeys:
		b.marks.chosen = rules.Pit{}
	}
}

// click plays the pit under the pointer, and reports whether there is one. The first of two taps
// only marks it.
func (b *Board) click(in *kit.Input, at kit.State) bool {
	pit, ok := b.Layout.At(in.Cursor)
	if at.Tapped && b.Careful && b.tap(pit) || !ok {
		return false
	}
	b.Play(pit)
	return true
}

// tap handles the first of two taps on a playable house, which only shows the effect of its ply.
func (b *Board) tap(pit rules.Pit) bool {
	again, now := b.marks.tapped == pit, b.Now()
	b.marks.tapped = rules.Pit{}
	if prefs := b.Shared.Settings.Now(); again || !prefs.TwoTaps || !prefs.Preview || !now.Asks || now.Moving {
		return false
	}
	if pit.Side != now.Side || pit.IsStore() || now.Position().Legal(pit.House) != nil {
		return false
	}
	b.marks = boardMarks{chosen: pit, byKeys: true, tapped: pit}
	return true
}

// keys selects and plays houses with the keyboard, and reports whether it used a key.
func (b *Board) keys(in *kit.Input) bool {
	for i := range b.Houses() {
		if in.TakeAnyKey(HouseKeys(i)...) {
			b.choose(rules.House(i + 1))
			b.Play(b.marks.chosen)
			return true
		}
	}
	back, on := rowKeys(b.Layout)
	switch {
	case in.TakeKey(back):
		b.step(-b.onward())
	case in.TakeKey(on):
		b.step(b.onward())
	case !in.TakeAnyKey(playKeys...):
		return false
	case b.marks.chosen.IsStore():
		b.step(1)
	default:
		b.Play(b.marks.chosen)
	}
	return true
}

// onward is 1 if the house numbers of the user's row increase to the right, or downwards on an
// upright board, and -1 otherwise.
func (b *Board) onward() int {
	if b.Now().Side == b.Layout.Bottom() {
		return 1
	}
	return -1
}

// choose selects a house of the user's row.
func (b *Board) choose(h rules.House) {
	b.marks.chosen, b.marks.byKeys = rules.Pit{Side: b.Now().Side, House: h}, true
}

// step moves the selection along the user's row. It skips illegal houses if there are legal ones.
func (b *Board) step(by int) {
	n, now := b.Houses(), b.Now()
	at := int(b.marks.chosen.House)
	if at == 0 || b.marks.chosen.Side != now.Side {
		at = 0
		if by < 0 {
			at = n + 1
		}
	}
	for range n {
		at += by
		at = (at+n-1)%n + 1
		if !now.Asks || now.Position().Legal(rules.House(at)) == nil {
			break
		}
	}
	b.choose(rules.House(at))
}

// Draw draws the board and the names.
func (b *Board) Draw(c *render.Canvas, at kit.State) {
	b.Shared.Art.Draw(c, WithWords(b.View(at)))
	if !b.names {
		return
	}
	const pad, radius = 12, 6
	board := b.Layout.Board()
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

// Advise marks a house with a word, and shows the way of its seeds unless the user looks at the way
// from another house.
func (b *Board) Advise(v *render.View, h rules.House, word string) {
	past := b.Now().Past
	v.Hint, v.HasHint, v.HintWord = rules.Pit{Side: past[len(past)-1].ToMove(), House: h}, true, word
	if preview, ok := motion.NewPreview(past, h); ok && v.Preview == nil {
		v.Preview = &preview
	}
}

// DressStory shows the way of the seeds while a story does.
func DressStory(v *render.View, s *scene.Showing) {
	if way := s.StoryWay(); way != nil {
		v.Focus, v.HasFocus, v.Preview = way.From, true, way
	}
}

// View returns the present view of the board.
func (b *Board) View(at kit.State) render.View {
	now, chosen := b.Now(), b.marks.chosen
	p := now.Position()
	v := render.View{Layout: b.Layout, Moment: motion.Still(p.Board()), Name: words.RulesTitle(p.Variant()), ShowNumbers: true, Turn: now.Side, ShowTurn: true}
	if now.Asks && !now.Moving {
		v.Playable = render.PlayableIn(p)
		v.Focus, v.HasFocus = chosen, !chosen.IsStore() && chosen.Side == now.Side && (!b.marks.byKeys || at.Focused)
		if preview, ok := motion.NewPreview(now.Past, chosen.House); ok && v.HasFocus && b.Shared.Settings.Now().Preview {
			v.Preview = &preview
		}
	}
	if b.Dress != nil {
		b.Dress(&v)
	}
	return v
}
