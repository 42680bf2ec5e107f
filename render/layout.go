package render

import (
	"math"

	"mancala/rules"
)

// Proportions of a board, in pitches. The pitch is the distance between the middles of two
// neighbouring houses.
const (
	houseRadius = 0.44
	storeMargin = 0.21 // from a board's frame to a store at its end
	mostStretch = 0.62 // of the houses of an upright board
	trayName    = 1.25 // from the middle of a board to its trays; its name is between them
	trayCount   = 0.86 // the least from a tray to the end of the rows; its count is there
	trayHouses  = 6    // the least number of houses a side of a board with trays

	// A board with a smaller pitch, in units, is a small one, as on a help page: with less air and
	// without house numbers.
	smallPitch = 48
	// The pitch of a board of few houses is at most this share of the area's extent across its
	// rows.
	pitchShare = 0.27
)

// Layout holds the places of everything on a board, in units. On a horizontal board the bottom
// side's houses run from left to right along the lower row to its store, which is at the end, or in
// games with trays between the rows, in the right half. The other side's pits are rotated by 180
// degrees. An upright board is a horizontal one rotated clockwise by 90 degrees: the bottom side's
// houses run down the left column to its store at the bottom. Its houses are oval, as wide as the
// area allows. Make one with [NewLayout] or [NewTableLayout]. It is a small comparable value; equal
// layouts look the same.
type Layout struct {
	board   Rect
	pitch   float64
	stretch float64 // half of a house's straight part across the board, in pitches
	letters float64 // size of counts, numbers and words, as a factor on the usual size
	houses  int
	look    uint8 // index of the game's face
	bottom  rules.Side
	upright bool
	plated  bool
}

// NewLayout lays out the board of a game in the middle of an area, as large as possible with room
// for its shadow. It is upright if the area is higher than wide. bottom is the side with the lower
// row, or the left column and the lower store. NewLayout clamps the number of houses to
// 1..[rules.MaxHouses].
func NewLayout(area Rect, game rules.Variant, bottom rules.Side) Layout {
	return newLayout(area, game, bottom, false)
}

// NewTableLayout is [NewLayout] with room for the players' plates at the ends of the board; see
// [Layout.Plate].
func NewTableLayout(area Rect, game rules.Variant, bottom rules.Side) Layout {
	return newLayout(area, game, bottom, true)
}

func newLayout(area Rect, game rules.Variant, bottom rules.Side, plated bool) Layout {
	houses := max(1, min(int(game.Houses), rules.MaxHouses))
	l := Layout{look: boardFaceOf(game), houses: houses, bottom: bottom, plated: plated}
	return l.Lettered(area, 1)
}

// face returns the face of the game.
func (l Layout) face() *boardFace { return &faces[l.look] }

// trays reports whether the stores lie between the rows.
func (l Layout) trays() bool { return l.face().stores == trayStores && l.houses >= trayHouses }

// Lettered returns the layout in an area with counts, numbers and words in larger letters. letters
// is the factor.
func (l Layout) Lettered(area Rect, letters float64) Layout {
	l.upright, l.letters = area.H > area.W, letters
	stretch := l.face().stretch
	if l.upright {
		stretch = [2]float64{0, mostStretch}
	}
	l.stretch = stretch[0]
	area = area.Centered(area.W*(1-l.face().free), area.H*(1-l.face().free))
	room := l.lie(Point{area.W, area.H})
	fits := func() bool {
		size := l.lie(l.size().Add(Point{0.36 * l.pitch, 0.3 * l.pitch}))
		if l.plated {
			size.Y += 2 * l.plateRoom()
		}
		return size.X <= area.W && size.Y <= area.H
	}
	largest(&l.pitch, 1, max(1, room.Y*pitchShare), fits)
	if stretch[1] > 0 {
		largest(&l.stretch, stretch[0], stretch[1], fits)
	}
	size := l.lie(l.size())
	l.board = area.Centered(size.X, size.Y)
	return l
}

// largest sets a value to approximately the largest one in low..high that fits, or to low.
func largest(value *float64, low, high float64, fits func() bool) {
	for range 40 {
		*value = (low + high) / 2
		if fits() {
			low = *value
		} else {
			high = *value
		}
	}
	*value = low
}

// size returns the board's extents along its rows and across them.
func (l Layout) size() Point {
	f := l.face()
	column := f.column
	if f.stores == trayStores && !l.trays() { // stores at the ends after all
		column = storeMargin + 2*f.storeHalf + 0.11
	}
	return Point{(float64(l.houses) + 2*(column+f.frame)) * l.pitch, 2 * (l.rowEnd() + l.band() + f.frame*l.pitch)}
}

// lie exchanges width and height on an upright board.
func (l Layout) lie(size Point) Point {
	if l.upright {
		return Point{size.Y, size.X}
	}
	return size
}

// out converts board coordinates to a place on the screen. The origin is the middle of the board.
// along points along the bottom side's row towards its store, and across towards that row.
func (l Layout) out(along, across float64) Point {
	if l.upright {
		along, across = -across, along
	}
	return l.board.Center().Add(Point{along, across})
}

// in is the inverse of out.
func (l Layout) in(p Point) (along, across float64) {
	p = p.Sub(l.board.Center())
	if l.upright {
		return p.Y, -p.X
	}
	return p.X, p.Y
}

// around returns the rectangle on the screen around a point in board coordinates. length and width
// are half its sizes along the rows and across them.
func (l Layout) around(along, across, length, width float64) Rect {
	middle, half := l.out(along, across), l.lie(Point{length, width})
	return Rect{middle.X - half.X, middle.Y - half.Y, 2 * half.X, 2 * half.Y}
}

// sign is 1 for the bottom side, and -1 for the other side, whose half of the board is rotated.
func (l Layout) sign(side rules.Side) float64 {
	if side == l.bottom {
		return 1
	}
	return -1
}

func (l Layout) small() bool { return l.pitch < smallPitch }

// aisle returns the distance between the two rows.
func (l Layout) aisle() float64 {
	if l.small() && !l.trays() {
		return 0.12 * l.pitch
	}
	return l.face().aisle * l.pitch
}

// Board returns the outline of the board.
func (l Layout) Board() Rect { return l.board }

// Houses returns the number of houses a side.
func (l Layout) Houses() int { return l.houses }

// Bottom returns the side with the lower row, or the left column.
func (l Layout) Bottom() rules.Side { return l.bottom }

// Upright reports whether the rows run from top to bottom.
func (l Layout) Upright() bool { return l.upright }

// Has reports whether the board has a pit.
func (l Layout) Has(p rules.Pit) bool { return int(p.House) <= l.houses && p.Side <= rules.North }

// place returns the middle of a pit in board coordinates.
func (l Layout) place(p rules.Pit) (along, across float64) {
	sign := l.sign(p.Side)
	switch f := l.face(); {
	case p.IsStore() && l.trays():
		inner, outer := l.tray()
		return sign * (inner + outer) / 2, 0
	case p.IsStore():
		return sign * (l.size().X/2 - (f.frame+storeMargin+f.storeHalf)*l.pitch), 0
	}
	return sign * (float64(p.House) - 0.5 - float64(l.houses)/2) * l.pitch, sign * (l.aisle()/2 + l.houseReach())
}

// tray returns the distances of the ends of a tray from the middle of the board.
func (l Layout) tray() (inner, outer float64) {
	return trayName * l.pitch, float64(l.houses)/2*l.pitch - l.trayCountRoom()
}

// trayCountRoom returns the length of the place for a tray's count, along the rows.
func (l Layout) trayCountRoom() float64 {
	if l.upright {
		return trayCount * l.pitch
	}
	return max(trayCount*l.pitch, 3.5*digitWidth*l.storeCountSize())
}

// rowEnd returns the distance of the rows' outer edges from the middle of the board. Oval stores
// extend as far.
func (l Layout) rowEnd() float64 { return 2*l.houseReach() + l.aisle()/2 }

// houseReach returns half the extent of a house across the board.
func (l Layout) houseReach() float64 { return (houseRadius + l.stretch) * l.pitch }

// extent returns half the extents of a pit along the rows and across them.
func (l Layout) extent(p rules.Pit) (along, across float64) {
	if !p.IsStore() {
		return houseRadius * l.pitch, l.houseReach()
	}
	half := l.face().storeHalf * l.pitch
	switch {
	case l.trays():
		inner, outer := l.tray()
		return (outer - inner) / 2, half
	case l.face().stores == bowlStores:
		return half, half
	}
	return half, l.rowEnd()
}

// Pit returns the rectangle around a pit, whose ends are half circles; a round house has a square.
// For a missing house it returns an empty rectangle in the middle of the board.
func (l Layout) Pit(p rules.Pit) Rect {
	if !l.Has(p) {
		return l.around(0, 0, 0, 0)
	}
	along, across := l.place(p)
	length, width := l.extent(p)
	return l.around(along, across, length, width)
}

// At returns the pit for a mouse or a finger at a point: a store, or a house with a margin, its
// count and its number. It returns false on bare wood and outside the board.
func (l Layout) At(pt Point) (rules.Pit, bool) {
	if !l.board.Contains(pt) {
		return rules.Pit{}, false
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for h := 0; h <= l.houses; h++ {
			if pit := (rules.Pit{Side: side, House: rules.House(h)}); l.hit(pit, pt) {
				return pit, true
			}
		}
	}
	return rules.Pit{}, false
}

// hit reports whether a point means the pit p.
func (l Layout) hit(p rules.Pit, pt Point) bool {
	if p.IsStore() {
		return l.Pit(p).Inset(-0.05 * l.pitch).Contains(pt)
	}
	along, across := l.in(pt)
	x, y := l.place(p)
	if math.Hypot(along-x, max(0, math.Abs(across-y)-l.stretch*l.pitch)) < 0.5*l.pitch {
		return true
	}
	return math.Abs(along-x) < 0.36*l.pitch && (across-y)*l.sign(p.Side) > 0
}

// Row returns the part of the board with the houses of a side, their counts and their numbers.
func (l Layout) Row(side rules.Side) Rect {
	inner, outer := l.aisle()/2, l.size().Y/2-l.face().frame*l.pitch
	return l.around(0, l.sign(side)*(inner+outer)/2, float64(l.houses)*l.pitch/2, (outer-inner)/2)
}

// plateHeight returns the height of a player's plate.
func (l Layout) plateHeight() float64 { return min(max(0.4*l.pitch, 40), 60) }

// plateGap returns the distance between the board and a plate. The board's shadow falls there.
func (l Layout) plateGap() float64 { return max(8, 0.1*l.pitch) }

func (l Layout) plateRoom() float64 { return l.plateHeight() + l.plateGap() }

// Plate returns the place for the name and score of a side's player, beyond the end of the board at
// that side's store. It is below the board at the right for the bottom side, and above it at the
// left for the other one. It is empty for a layout by [NewLayout].
func (l Layout) Plate(side rules.Side) Rect {
	if !l.plated {
		return Rect{}
	}
	board := l.board
	w := min(board.W, max(320, 3*l.pitch))
	if side == l.bottom {
		return Rect{board.Right() - w, board.Bottom() + l.plateGap(), w, l.plateHeight()}
	}
	return Rect{board.X, board.Y - l.plateRoom(), w, l.plateHeight()}
}
