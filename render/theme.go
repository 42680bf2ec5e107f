package render

import "image/color"

// Role is what a colour is for. The canvas turns it into a colour of its theme while it draws, so
// that a theme may change at any time. The zero value is Backdrop.
type Role uint16

// The roles of everything that is not the board.
const (
	// Backdrop is what lies behind everything.
	Backdrop Role = iota
	// Panel is the ground of cards, dialogs and bars.
	Panel
	// PanelRaised is the ground of what lies on a panel and can be used: buttons, fields.
	PanelRaised
	// PanelHover is the ground of what would be used by a click now.
	PanelHover
	// Line separates and frames, and is the ground of what is chosen among several.
	Line
	// Ink is text.
	Ink
	// InkSoft is text of less weight: captions, hints.
	InkSoft
	// InkDim is text of what cannot be used now.
	InkDim
	// Gold marks the one thing that matters now: the turn, the focus, the primary button.
	Gold
	// GoldHover is gold under the pointer.
	GoldHover
	// GoldPressed is gold that is held down.
	GoldPressed
	// InkOnGold is text on gold.
	InkOnGold
	// InkSoftOnGold is text of less weight on gold.
	InkSoftOnGold
	// Warn is text that says what went wrong.
	Warn
	// Shade covers what a dialog has put out of reach.
	Shade
	// Inaccuracy, Mistake and Blunder are the marks of plies in a review.
	Inaccuracy
	Mistake
	Blunder
	// Graph is the line of a graph, GraphGround is below it, and GraphHere lies over what is looked
	// at.
	Graph
	GraphGround
	GraphHere
	// BarDrawn and BarLost are the parts of a bar of figures; the part of games won is Gold.
	BarDrawn
	BarLost

	// What is written and what shines on the board.
	countInk
	numberInk
	carved
	hintInk
	lamp
	plate

	roles
)

// The name of a role is in its low bits; above them is how clear it is, from 0 for opaque to 255
// for unseen.
const (
	clearShift = 8
	roleMask   = 1<<clearShift - 1
)

// Faded returns the role with a share of its cover, 0..1, in place of the one it had.
func (r Role) Faded(share float64) Role {
	hidden := 255 - uint8(255*max(0, min(1, share)))
	return r&roleMask | Role(hidden)<<clearShift
}

// Theme is how everything looks: the colours of all roles, and what boards and seeds are made of.
// It is a comparable value; two themes that are equal look the same. The zero value draws nothing
// to be seen; take one from [Themes].
type Theme struct {
	code    string
	colours [roles]color.RGBA // premultiplied
	board   boardLook
	table   tableLook
	seeds   [SeedColours]glass
	discs   bool // seeds are flat discs with an outline
	// counts is how large the counts on a board are, as a share of the size they usually have.
	counts float64
}

// rgb is a colour in straight sRGB, each part in 0..1.
type rgb [3]float32

// material is what a board is made of.
type material uint8

const (
	timber material = iota
	slate
	flat // no pattern and no light: edges are lines
)

// boardLook is how boards look.
type boardLook struct {
	material            material
	dark, middle, light rgb
	gleam               rgb     // the colour of the light in the polish
	inlay               rgb     // the colour of the line around an inlay
	inset               float32 // how dark the ground of an inlay is; 1 is as the board
}

// tableLook is what lies behind boards: its tone under the lamp and far from it, and how strong its
// felt's nap is, 0..1.
type tableLook struct {
	near, far rgb
	nap       float32
}

// Code returns the name by which settings know the theme. It never changes.
func (t *Theme) Code() string { return t.code }

// Colour returns the colour of a role, premultiplied. Of a number that is no role it returns
// nothing to be seen.
func (t *Theme) Colour(r Role) color.RGBA {
	name := int(r & roleMask)
	if name >= len(t.colours) {
		return color.RGBA{}
	}
	c := t.colours[name]
	cover := 255 - uint32(r>>clearShift)
	if cover == 255 {
		return c
	}
	k := func(v uint8) uint8 { return uint8(uint32(v) * cover / 255) }
	return color.RGBA{k(c.R), k(c.G), k(c.B), k(c.A)}
}
