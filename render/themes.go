package render

import (
	"image/color"
	"slices"
)

// Themes returns all themes, the usual one first.
func Themes() []Theme { return []Theme{Walnut(), Slate(), Contrast()} }

// ThemeOf returns the theme with a code, or the usual one if there is none.
func ThemeOf(code string) Theme {
	themes := Themes()
	return themes[max(0, slices.IndexFunc(themes, func(t Theme) bool { return t.code == code }))]
}

// glasses are the usual colours of seeds. They differ in lightness and hue.
var glasses = [SeedColours]glass{
	{r: 0.80, g: 0.11, b: 0.15, turn: 0.4}, // ruby
	{r: 0.95, g: 0.64, b: 0.12, turn: 1.9}, // amber
	{r: 0.10, g: 0.56, b: 0.27, turn: 2.7}, // emerald
	{r: 0.10, g: 0.64, b: 0.66, turn: 0.9}, // teal
	{r: 0.12, g: 0.33, b: 0.80, turn: 1.4}, // sapphire
	{r: 0.50, g: 0.22, b: 0.74, turn: 2.2}, // amethyst
	{r: 0.92, g: 0.42, b: 0.58, turn: 0.1}, // rose
	{r: 0.86, g: 0.89, b: 0.93, turn: 3.0}, // pearl
}

// palettes are the colours of the three themes, in their order: red, green, blue and opacity, a
// byte each.
var palettes = [roles][3]uint32{
	Backdrop:      {0x10161aff, 0x0f1319ff, 0x000000ff},
	Panel:         {0x1a2328ff, 0x191f28ff, 0x0c0c0cff},
	PanelRaised:   {0x253138ff, 0x242c37ff, 0x1c1c1cff},
	PanelHover:    {0x2f3e46ff, 0x2f3945ff, 0x303030ff},
	Edge:          {0x2f3e46ff, 0x2f3945ff, 0xffffffff},
	Line:          {0x485c66ff, 0x4a5866ff, 0x909090ff},
	Chosen:        {0x485c66ff, 0x4a5866ff, 0x595959ff},
	Ink:           {0xf6eedfff, 0xf1f4f7ff, 0xffffffff},
	InkSoft:       {0xc1cac9ff, 0xc0c9d2ff, 0xe6e6e6ff},
	InkDim:        {0xa3adb0ff, 0xa2acb7ff, 0xc8c8c8ff},
	Gold:          {0xffd87dff, 0xf2d28bff, 0xffe14aff},
	Brass:         {0xdcae63ff, 0xd3b98aff, 0xffffffff},
	GoldHover:     {0xffe3a0ff, 0xf9e2b0ff, 0xfff0a0ff},
	GoldPressed:   {0xe8bd5cff, 0xd9b565ff, 0xffd000ff},
	InkOnGold:     {0x2a1e0aff, 0x1e1a10ff, 0x000000ff},
	InkSoftOnGold: {0x5a441cff, 0x51431fff, 0x2b2400ff},
	Warn:          {0xffa88cff, 0xffab93ff, 0xffb8a8ff},
	Shade:         {0x0000008c, 0x0000008c, 0x000000c8},
	Inaccuracy:    {0xffe06eff, 0xffe06eff, 0xfff08aff},
	Mistake:       {0xffb06aff, 0xffb06aff, 0xffc88aff},
	Blunder:       {0xff8f80ff, 0xff9184ff, 0xffb4acff},
	Graph:         {0xc8d2d2ff, 0xc6d0daff, 0xffffffff},
	GraphGround:   {0x181c1c1c, 0x16191c1c, 0x30303030},
	GraphHere:     {0x241f1224, 0x221d1324, 0x38331238},
	BarDrawn:      {0x8c9a9aff, 0x8b98a5ff, 0xa8a8a8ff},
	BarLost:       {0x4c5a66ff, 0x4b5867ff, 0x606060ff},
	countInk:      {0xfff3dcff, 0xf6f1e4ff, 0xffffffff},
	numberInk:     {0xe9cb9cff, 0xc9d2daff, 0xe6e6e6ff},
	carved:        {0x1a0c05c8, 0x05080cc8, 0x000000ff},
	hintInk:       {0xb4f0ffff, 0xa8ecffff, 0x7fe9ffff},
	lamp:          {0xffdca0ff, 0xffe6bcff, 0xffffffff},
	plate:         {0x17110ce8, 0x0c1015e8, 0x000000ff},
}

// coloured returns the colours of a theme, by its place in palettes.
func coloured(theme int) (list [roles]color.RGBA) {
	for role, c := range palettes {
		list[role] = color.RGBA{uint8(c[theme] >> 24), uint8(c[theme] >> 16), uint8(c[theme] >> 8), uint8(c[theme])}
	}
	return list
}

// Walnut is the theme of a walnut board with glass seeds.
func Walnut() Theme {
	return Theme{
		code:    "walnut",
		colours: coloured(0),
		board: boardLook{
			dark: rgb{0.205, 0.095, 0.045}, middle: rgb{0.475, 0.262, 0.128}, light: rgb{0.66, 0.405, 0.212},
			gleam: rgb{1, 0.86, 0.66}, inlay: rgb{0.10, 0.045, 0.02}, inset: 0.66,
		},
		counts: 1,
		table:  tableLook{near: rgb{0.132, 0.182, 0.186}, far: rgb{0.043, 0.060, 0.066}, nap: 1},
		seeds:  glasses,
	}
}

// Slate is the theme of a dark stone board with brass inlays and paler glass.
func Slate() Theme {
	return Theme{
		code:    "slate",
		colours: coloured(1),
		board: boardLook{
			material: slate,
			dark:     rgb{0.105, 0.125, 0.150}, middle: rgb{0.240, 0.275, 0.315}, light: rgb{0.42, 0.46, 0.50},
			gleam: rgb{0.86, 0.93, 1}, inlay: rgb{0.78, 0.62, 0.34}, inset: 0.72,
		},
		counts: 1,
		table:  tableLook{near: rgb{0.205, 0.165, 0.150}, far: rgb{0.066, 0.052, 0.050}, nap: 1},
		seeds: [SeedColours]glass{
			{r: 0.93, g: 0.45, b: 0.36, turn: 0.4}, // coral
			{r: 0.96, g: 0.80, b: 0.42, turn: 1.9}, // honey
			{r: 0.46, g: 0.78, b: 0.58, turn: 2.7}, // jade
			{r: 0.38, g: 0.78, b: 0.82, turn: 0.9}, // aquamarine
			{r: 0.34, g: 0.56, b: 0.90, turn: 1.4}, // cornflower
			{r: 0.66, g: 0.56, b: 0.88, turn: 2.2}, // lavender
			{r: 0.95, g: 0.68, b: 0.74, turn: 0.1}, // rose quartz
			{r: 0.92, g: 0.94, b: 0.96, turn: 3.0}, // crystal
		},
	}
}

// Contrast is the high-contrast theme: white on black, flat discs for seeds, no pattern and no
// gradient.
func Contrast() Theme {
	white := glass{r: 1, g: 1, b: 1}
	return Theme{
		code:    "contrast",
		colours: coloured(2),
		board: boardLook{
			material: flat, middle: rgb{0.15, 0.15, 0.15}, light: rgb{1, 1, 1},
		},
		counts: 1.12,
		discs:  true,
		seeds:  [SeedColours]glass{white, white, white, white, white, white, white, white},
	}
}
