package render

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

// The seeds of each style differ. All stay within their balls, and only glass colours its shadow.
func TestSeedStylesDiffer(t *testing.T) {
	const radius = 22
	cell := seedCell(radius)
	seen := map[string]bool{}
	styles := SeedStyles()[1:] // the first is another one on each board
	for _, style := range styles {
		if SeedStyleOf(style.Code()) != style {
			t.Errorf("%q is not the code of its style", style.Code())
		}
		theme := Walnut().WithSeeds(style)
		atlas := seedAtlas(&theme, radius)
		if dir := os.Getenv("MANCALA_PICTURES"); dir != "" {
			f := need.Must(os.Create(filepath.Join(dir, "seeds-"+style.Code()+".png")))(t)
			need.NoError(t, png.Encode(f, atlas))
			f.Close()
		}
		seen[string(atlas.Pix)] = true
		for i := range SeedColours {
			if middle := atlas.RGBAAt(i*cell+cell/2, cell/2); middle.A != 255 {
				t.Errorf("%s: seed %d is not solid in its middle: %v", style.Code(), i, middle)
			}
			if corner := atlas.RGBAAt(i*cell+1, 1); corner.A != 0 {
				t.Errorf("%s: seed %d is larger than its ball", style.Code(), i)
			}
			if under := atlas.RGBAAt(i*cell+cell*3/4, cell+cell*3/4); style != GlassSeeds && (under.R|under.G|under.B != 0 || under.A == 0) {
				t.Errorf("%s: the shadow of seed %d is %v", style.Code(), i, under)
			}
		}
	}
	if len(seen) != len(styles) {
		t.Errorf("%d styles look different", len(seen))
	}
	if SeedStyleOf("beans") != GameSeeds || seedStyles.Code() != "" {
		t.Error("there is a style that there is not")
	}
	if Contrast().WithSeeds(PebbleSeeds) != Contrast() || Walnut().WithSeeds(GlassSeeds) != Walnut() {
		t.Error("a theme has changed whose seeds are the same")
	}
}
