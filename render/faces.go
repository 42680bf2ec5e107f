package render

import (
	"slices"

	"mancala/rules"
)

// boardFace is the description of the board of a game, all that tells it from the boards of the
// others: its form, its ornaments, its material and its seeds. Whatever lays out or paints a board
// reads it, and nothing else asks which game is played. Lengths are in pitches.
type boardFace struct {
	game string // the name of its preset

	// The form.
	free      float64 // share of the area that a small board leaves free
	frame     float64 // between the edge of the board and everything on it, for an ornament
	corner    float64 // radius of the board's corners
	aisle     float64 // between the two rows
	column    float64 // from the frame to the cell of the first house
	storeHalf float64 // half the width of a store
	stores    stores
	stretch   [2]float64 // least and most of a house's half straight part, on a lying board

	// The look.
	border border
	ring   ring
	wood   [2]rgb  // the middle tone by material, or zero for the theme's
	felt   rgb     // the lining of its stores, or zero if there is none
	inset  float32 // tone of the ground of an inlay, or zero for the theme's
	figure float32 // strength of the pattern of the wood
	seeds  seedLook
}

// stores is the form of the stores of a board.
type stores uint8

const (
	ovalStores stores = iota // at the ends, as long as the rows are apart
	bowlStores               // at the ends, round
	trayStores               // between the rows, along them
)

// border is an ornament along the edge of a board.
type border struct {
	pattern pattern
	inset   float64 // from the edge of the board to its middle
	half    float64 // half its width
	period  float64
	ink     rgb // of metal or wood that is let in; zero if it is carved
}

// pattern is the drawing of a border.
type pattern uint8

// The patterns; board.kage has the same numbers.
const (
	noPattern pattern = iota
	line1
	line2
	diamonds
	zigzag
	braid
	wave
)

// ring is a line of metal or wood that is let in around each pit.
type ring struct {
	gap, width float64 // from the rim of the pit, and of the line
	ink        rgb
}

// seedLook is the material and the colours of the seeds of a game. The zero value is the theme's
// glass.
type seedLook struct {
	style   SeedStyle
	colours *[SeedColours]rgb
}

var (
	brass = rgb{0.80, 0.62, 0.32}
	maple = rgb{0.84, 0.68, 0.45}
	horn  = rgb{0.90, 0.84, 0.70}
	baize = rgb{0.085, 0.19, 0.185}
)

// faces are the boards of all games with one of their own, the usual one first. The relatives of
// Kalah are variations of its board: the same form, and another wood or line.
var faces = [...]boardFace{
	{
		game: "kalah", corner: 0.56, aisle: 0.42, column: 1.15, storeHalf: 0.415, figure: 1,
	},
	{ // cherry, and a ring around each house, since an empty one matters
		game: "empty-capture", corner: 0.56, aisle: 0.42, column: 1.15, storeHalf: 0.415, figure: 0.8,
		ring: ring{gap: 0.03, width: 0.026, ink: rgb{0.66, 0.47, 0.27}},
		wood: [2]rgb{timber: {0.47, 0.20, 0.115}, slate: {0.30, 0.235, 0.235}},
	},
	{ // black wood with the corners of a cabinet, and two bright lines
		game: "video", frame: 0.15, corner: 0.16, aisle: 0.42, column: 1.15, storeHalf: 0.36, figure: 0.5,
		border: border{pattern: line2, inset: 0.15, half: 0.035, period: 1, ink: horn},
		wood:   [2]rgb{timber: {0.205, 0.150, 0.125}, slate: {0.135, 0.150, 0.175}},
		inset:  0.5,
	},
	{ // light walnut with round bowls, into which both sides sow
		game: "bowls", frame: 0.06, corner: 0.95, aisle: 0.42, column: 1.32, storeHalf: 0.52, stores: bowlStores, figure: 1.1,
		border: border{pattern: line1, inset: 0.11, half: 0.012, period: 1},
		wood:   [2]rgb{timber: {0.585, 0.375, 0.20}, slate: {0.285, 0.32, 0.33}},
		inset:  0.5,
	},
	{ // dark rosewood, all brass: diamonds along the edge, and a ring around each pit
		game: "mangala", frame: 0.17, corner: 0.40, aisle: 0.42, column: 1.15, storeHalf: 0.40, figure: 0.7,
		border: border{pattern: diamonds, inset: 0.155, half: 0.07, period: 0.26, ink: brass},
		ring:   ring{gap: 0.03, width: 0.034, ink: rgb{0.60, 0.45, 0.24}},
		wood:   [2]rgb{timber: {0.285, 0.115, 0.085}, slate: {0.165, 0.195, 0.215}},
		seeds:  seedLook{PebbleSeeds, &marbles},
	},
	{ // a pale trunk, hollowed out and carved, with a bowl at each end
		game: "oware", frame: 0.20, corner: 1.6, aisle: 0.46, column: 1.46, storeHalf: 0.56, stores: bowlStores, figure: 0.75,
		border: border{pattern: zigzag, inset: 0.16, half: 0.07, period: 0.22},
		wood:   [2]rgb{timber: {0.70, 0.535, 0.345}, slate: {0.50, 0.485, 0.45}},
		inset:  0.36,
		seeds:  seedLook{ballSeeds, &nuts},
	},
	{ // long houses, and two trays between the rows
		game: "togyz", frame: 0.13, corner: 0.30, aisle: 0.84, column: 0.20, storeHalf: 0.29, stores: trayStores, stretch: [2]float64{0.17, 0.5}, figure: 0.9,
		border: border{pattern: braid, inset: 0.12, half: 0.05, period: 0.42, ink: maple},
		felt:   baize,
		wood:   [2]rgb{timber: {0.385, 0.235, 0.115}, slate: {0.215, 0.265, 0.275}},
		seeds:  seedLook{ballSeeds, &bones},
	},
	{ // the little brother: small and slim
		game: "bestemshe", free: 0.12, frame: 0.20, corner: 0.62, aisle: 0.42, column: 0.90, storeHalf: 0.29, figure: 0.9,
		border: border{pattern: wave, inset: 0.15, half: 0.05, period: 0.42, ink: maple},
		felt:   baize,
		wood:   [2]rgb{timber: {0.44, 0.285, 0.145}, slate: {0.25, 0.305, 0.315}},
		inset:  0.5,
		seeds:  seedLook{ballSeeds, &bones},
	},
}

// boardFaceOf returns the index of the face of a game: its own, or that of the game that it is a
// form of.
func boardFaceOf(v rules.Variant) uint8 {
	for _, name := range [...]string{v.Name(), v.Discipline()} {
		if i := slices.IndexFunc(faces[:], func(f boardFace) bool { return f.game == name }); i >= 0 {
			return uint8(i)
		}
	}
	return 0
}

// of returns the theme on a board with a face: with its wood, and with its seeds if those of each
// game are asked for.
func (t Theme) of(f *boardFace) Theme {
	look := &t.board
	if m := look.material; m != flat && f.wood[m] != (rgb{}) {
		for i, middle := range f.wood[m] {
			k := middle / look.middle[i]
			look.dark[i], look.light[i], look.middle[i] = k*look.dark[i], min(0.95, k*look.light[i]), middle
		}
	}
	if f.inset != 0 && look.material != flat {
		look.inset = f.inset
	}
	if t.gameSeeds && !t.discs && f.seeds.colours != nil {
		for i := range t.seeds {
			g := &t.seeds[i]
			g.style = f.seeds.style
			g.r, g.g, g.b = straight(f.seeds.colours[i])
		}
	}
	return t
}

// pale reports whether dark signs are clearer on the wood than light ones.
func (b *boardLook) pale() bool {
	const bright = 0.40
	return b.material != flat && 0.299*b.middle[0]+0.587*b.middle[1]+0.114*b.middle[2] > bright
}
