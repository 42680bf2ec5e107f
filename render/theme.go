package render

import "image/color"

// Role is what a colour is for. The canvas turns it into a colour of its theme while it draws, so that a theme may change
// at any time. The zero value is Backdrop.
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
	// Graph is the line of a graph, GraphGround is below it, and GraphHere lies over what is looked at.
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

// The name of a role is in its low bits; above them is how clear it is, from 0 for opaque to 255 for unseen.
const (
	clearShift = 8
	roleMask   = 1<<clearShift - 1
)

// Faded returns the role with a share of its cover, 0..1, in place of the one it had.
func (r Role) Faded(share float64) Role {
	hidden := 255 - uint8(255*max(0, min(1, share)))
	return r&roleMask | Role(hidden)<<clearShift
}

// Theme is how everything looks: the colours of all roles, and what boards and seeds are made of. It is a comparable value;
// two themes that are equal look the same. The zero value draws nothing to be seen; take one from [Themes].
type Theme struct {
	code    string
	colours [roles]color.RGBA // premultiplied
	board   boardLook
	table   tableLook
	seeds   [SeedColours]glass
}

// rgb is a colour in straight sRGB, each part in 0..1.
type rgb [3]float32

// boardLook is what boards are made of: the tones of the timber, from the late wood of a ring to the early one.
type boardLook struct {
	dark, middle, light rgb
	gleam               rgb // the colour of the light in the polish
}

// tableLook is what lies behind boards: its tone under the lamp and far from it.
type tableLook struct {
	near, far rgb
}

// Code returns the name by which settings know the theme. It never changes.
func (t *Theme) Code() string { return t.code }

// Colour returns the colour of a role, premultiplied. Of a number that is no role it returns nothing to be seen.
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

// Walnut is the theme of a walnut board with seeds of glass.
func Walnut() Theme {
	return Theme{
		code: "walnut",
		colours: [roles]color.RGBA{
			Backdrop:      {0x12, 0x18, 0x1b, 0xff},
			Panel:         {0x1e, 0x28, 0x2d, 0xff},
			PanelRaised:   {0x2b, 0x39, 0x40, 0xff},
			PanelHover:    {0x38, 0x4b, 0x54, 0xff},
			Line:          {0x4a, 0x5f, 0x69, 0xff},
			Ink:           {0xf6, 0xee, 0xdf, 0xff},
			InkSoft:       {0xb4, 0xbd, 0xbd, 0xff},
			InkDim:        {0x7c, 0x88, 0x8c, 0xff},
			Gold:          {0xff, 0xd8, 0x7d, 0xff},
			GoldHover:     {0xff, 0xe3, 0xa0, 0xff},
			GoldPressed:   {0xe8, 0xbd, 0x5c, 0xff},
			InkOnGold:     {0x2a, 0x1e, 0x0a, 0xff},
			InkSoftOnGold: {0x5a, 0x44, 0x1c, 0xff},
			Warn:          {0xff, 0xa8, 0x8c, 0xff},
			Shade:         {0x00, 0x00, 0x00, 0xa0},
			Inaccuracy:    {0xff, 0xe0, 0x6e, 0xff},
			Mistake:       {0xff, 0xb0, 0x6a, 0xff},
			Blunder:       {0xff, 0x8a, 0x7a, 0xff},
			Graph:         {0xc8, 0xd2, 0xd2, 0xff},
			GraphGround:   {0x18, 0x1c, 0x1c, 0x1c},
			GraphHere:     {0x24, 0x1f, 0x12, 0x24},
			BarDrawn:      {0x8c, 0x9a, 0x9a, 0xff},
			BarLost:       {0x4c, 0x5a, 0x66, 0xff},
			countInk:      {0xff, 0xf3, 0xdc, 0xff},
			numberInk:     {0xe9, 0xcb, 0x9c, 0xff},
			carved:        {0x1a, 0x0c, 0x05, 0xc8},
			hintInk:       {0xb4, 0xf0, 0xff, 0xff},
			lamp:          {0xff, 0xdc, 0xa0, 0xff},
			plate:         {0x17, 0x11, 0x0c, 0xe8},
		},
		board: boardLook{
			dark: rgb{0.205, 0.095, 0.045}, middle: rgb{0.475, 0.262, 0.128}, light: rgb{0.66, 0.405, 0.212},
			gleam: rgb{1, 0.86, 0.66},
		},
		table: tableLook{near: rgb{0.118, 0.160, 0.172}, far: rgb{0.034, 0.048, 0.056}},
		// The lightness of the seeds differs as well as their hue.
		seeds: [SeedColours]glass{
			{0.80, 0.11, 0.15, 0.4}, // ruby
			{0.95, 0.64, 0.12, 1.9}, // amber
			{0.10, 0.56, 0.27, 2.7}, // emerald
			{0.10, 0.64, 0.66, 0.9}, // teal
			{0.12, 0.33, 0.80, 1.4}, // sapphire
			{0.50, 0.22, 0.74, 2.2}, // amethyst
			{0.92, 0.42, 0.58, 0.1}, // rose
			{0.86, 0.89, 0.93, 3.0}, // pearl
		},
	}
}
