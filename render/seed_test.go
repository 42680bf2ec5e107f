package render

import (
	"hash/fnv"
	"image"
	"math"
	"testing"
)

var walnut = Walnut()

func TestSeedAtlasIsTheSameEverywhere(t *testing.T) {
	const want = 0x239184527540709e
	sum := fnv.New64a()
	for _, radius := range []float64{4, 15.5, 34} {
		sum.Write(seedAtlas(&walnut, radius).Pix)
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("the seeds have the sum %#x, want %#x: look at them, and if they are right change the sum", got, uint64(want))
	}
}

// mean returns the mean colour of a disc, 0..255, and its coverage.
func mean(m *image.RGBA, x, y, radius float64) (r, g, b, a float64) {
	n := 0.0
	for py := int(y - radius); py <= int(y+radius); py++ {
		for px := int(x - radius); px <= int(x+radius); px++ {
			if math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y) <= radius {
				c := m.RGBAAt(px, py)
				r, g, b, a, n = r+float64(c.R), g+float64(c.G), b+float64(c.B), a+float64(c.A), n+1
			}
		}
	}
	return r / n, g / n, b / n, a / n
}

func luminance(r, g, b float64) float64 {
	linear := func(v float64) float64 {
		v /= 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestSeedsAreRoundAndOpaque(t *testing.T) {
	for _, theme := range Themes() {
		t.Run(theme.code, func(t *testing.T) { seedsAreRound(t, &theme) })
	}
}

func seedsAreRound(t *testing.T, theme *Theme) {
	const radius = 20.0
	atlas, cell := seedAtlas(theme, radius), seedCell(radius)
	if got := atlas.Bounds().Size(); got != image.Pt(SeedColours*cell, 2*cell) {
		t.Fatalf("the atlas is %v", got)
	}
	for i := range SeedColours {
		x, y := (float64(i)+0.5)*float64(cell), float64(cell)/2
		if _, _, _, a := mean(atlas, x, y, radius-1); a != 255 {
			t.Errorf("seed %d has holes", i)
		}
		for turn := range 16 {
			sin, cos := math.Sincos(float64(turn) / 16 * 2 * math.Pi)
			if c := atlas.RGBAAt(int(x+cos*(radius+1.5)), int(y+sin*(radius+1.5))); c.A != 0 {
				t.Errorf("seed %d covers something outside", i)
			}
		}
		_, _, _, below := mean(atlas, x+3, float64(cell)*1.5+4, 4)
		if below < 120 && !theme.discs {
			t.Errorf("the shadow of seed %d is only %g dark", i, below)
		}
		for j := range cell { // neighbours in the atlas must not shine into each other
			for _, at := range []image.Point{{i * cell, j}, {i*cell + j, 0}, {i * cell, cell + j}, {i*cell + j, cell}} {
				if c := atlas.RGBAAt(at.X, at.Y); c.A > 3 {
					t.Fatalf("cell %d is not empty at its edge %v: %v", i, at, c)
				}
			}
		}
	}
}

// The light and the highlight are at the upper left. The glass gathers light at the lower right.
func TestSeedsAreLitFromTheUpperLeft(t *testing.T) {
	const radius = 30.0
	atlas, cell := seedAtlas(&walnut, radius), float64(seedCell(radius))
	for i := range SeedColours {
		x, y := (float64(i)+0.5)*cell, cell/2
		at := func(dx, dy float64) float64 {
			r, g, b, _ := mean(atlas, x+dx*radius, y+dy*radius, radius*0.1)
			return luminance(r, g, b)
		}
		glint, dark, gathered := at(-0.24, -0.32), at(0.62, -0.46), at(0.33, 0.45)
		if glint < 0.8 || glint < gathered || gathered < 1.3*dark {
			t.Errorf("seed %d: glint %.2f, gathered light %.2f, away from both %.2f", i, glint, gathered, dark)
		}
	}
}

// Without hues, the seeds still differ.
func TestSeedsDifferInLightness(t *testing.T) {
	const radius = 20.0
	atlas, cell := seedAtlas(&walnut, radius), float64(seedCell(radius))
	low, high := math.Inf(1), 0.0
	for i := range SeedColours {
		r, g, b, _ := mean(atlas, (float64(i)+0.5)*cell, cell/2, radius-1)
		low, high = min(low, luminance(r, g, b)), max(high, luminance(r, g, b))
	}
	if high < 4*low {
		t.Errorf("the lightest seed has luminance %.3f, the darkest %.3f", high, low)
	}
}

func BenchmarkSeedAtlas(b *testing.B) {
	for b.Loop() {
		seedAtlas(&walnut, 15.7)
	}
}

// In the contrast theme all seeds look alike, and a rim keeps overlapping ones apart.
func TestDiscsCanBeCounted(t *testing.T) {
	theme := Contrast()
	for _, g := range theme.seeds {
		for _, radius := range []float64{8, 13, 30} {
			if s := g.disc(0, 0, radius); s.r < 0.99 || s.g < 0.99 || s.b < 0.99 || s.a < 0.99 {
				t.Errorf("a seed is %+v in its middle", s)
			}
			for _, from := range []float64{0.1, 1.9} { // pixels from its edge
				if s := g.disc(1-from/radius, 0, radius); s.r > 0 || s.a < 1 {
					t.Errorf("%v pixels from the edge of a seed of %v pixels is %+v", from, radius, s)
				}
			}
		}
	}
}
