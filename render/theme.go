package render

import "image/color"

// Role is the purpose of a colour. The canvas maps it to a colour of its theme when it draws, so
// the theme may change at any time. The zero value is Backdrop.
type Role uint16

// The roles outside the board.
const (
	// Backdrop is the ground behind everything.
	Backdrop Role = iota
	// Panel is the ground of cards, dialogs and bars.
	Panel
	// PanelRaised is the ground of controls on a panel: buttons, fields.
	PanelRaised
	// PanelHover is the ground of the control under the pointer.
	PanelHover
	// Edge is the outline of a control at rest.
	Edge
	// Line separates and frames.
	Line
	// Chosen is the ground of the chosen option, and of selected text.
	Chosen
	// Ink is text.
	Ink
	// InkSoft is text of less weight: captions, hints.
	InkSoft
	// InkDim is text of disabled controls.
	InkDim
	// Gold marks the most important thing at the moment: the turn, the focus, the primary button.
	Gold
	// Brass is the inlaid name of the program.
	Brass
	// GoldHover is gold under the pointer.
	GoldHover
	// GoldPressed is gold that is pressed.
	GoldPressed
	// InkOnGold is text on gold.
	InkOnGold
	// InkSoftOnGold is text of less weight on gold.
	InkSoftOnGold
	// Warn is text about errors.
	Warn
	// Shade covers the screen behind a dialog.
	Shade
	// Inaccuracy, Mistake and Blunder are marks of plies in a review.
	Inaccuracy
	Mistake
	Blunder
	// Graph is the line of a graph, GraphGround the area below it, and GraphHere marks the current
	// place.
	Graph
	GraphGround
	GraphHere
	// BarDrawn and BarLost are parts of a bar of figures; the part of games won is Gold.
	BarDrawn
	BarLost

	// Texts and lights on the board.
	countInk
	numberInk
	carved
	hintInk
	lamp
	plate

	roles
)

// The low bits of a role identify it; the bits above are its transparency, from 0 for opaque to 255
// for invisible.
const (
	clearShift = 8
	roleMask   = 1<<clearShift - 1
)

// Faded returns the role with an opacity of share, 0..1, instead of its present one.
func (r Role) Faded(share float64) Role {
	hidden := 255 - uint8(255*max(0, min(1, share)))
	return r&roleMask | Role(hidden)<<clearShift
}

// Theme is a complete look: the colours of all roles, and the materials of boards and seeds. It is
// a comparable value; equal themes look the same. The zero value is invisible; take one from
// [Themes].
type Theme struct {
	code    string
	colours [roles]color.RGBA // premultiplied
	board   boardLook
	table   tableLook
	seeds   [SeedColours]glass
	discs   bool // seeds as flat discs with an outline
	// gameSeeds says that a board has the seeds of its game instead.
	gameSeeds bool
	// counts is the size of the counts on a board, as a factor on the usual size.
	counts float64
}

// rgb is a colour in straight sRGB, each part in 0..1.
type rgb [3]float32

// material is the material of a board.
type material uint8

const (
	timber material = iota
	slate
	flat // no pattern, no light; edges are lines
)

// boardLook is the look of boards.
type boardLook struct {
	material            material
	dark, middle, light rgb
	gleam               rgb     // the colour of the light in the polish
	inlay               rgb     // the colour of the line around an inlay
	inset               float32 // tone of the ground of an inlay; 1 is the board's tone
}

// tableLook is the look of the table: its tone under the lamp and far from it, and the strength of
// the felt's nap, 0..1.
type tableLook struct {
	near, far rgb
	nap       float32
}

// Code returns the name of the theme in settings. It never changes.
func (t *Theme) Code() string { return t.code }

// Colour returns the colour of a role, premultiplied. For an unknown role it is transparent.
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
