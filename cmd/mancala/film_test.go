package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mancala/render/apng"
	"mancala/tools/need"
)

// TestLongMovingScreenshots takes the moving picture of the README from the running program, whose
// clock is the test's: Ann has an extra turn, both sow, and Ann captures. If MANCALA_SCREENSHOTS
// names a folder, the picture there is written anew, with the same bytes on the same driver.
func TestLongMovingScreenshots(t *testing.T) {
	needHost(t)
	program := buildProgram(t, "-tags", "ebitenginevmguest")
	g := openGuest(t, program, 768, 432, "--data-dir", keptSettings(t, map[string]string{
		"name": "Ann", "speed": "fast", "greeted": "yes", "two-taps": "no",
	}))
	g.until("main menu")
	g.clickTo("#main.two-here", "two players here")
	g.tabTo("#two-here.top")
	g.type_("Bo")
	g.clickTo("#two-here.play", "game")
	g.point("")
	g.see("readme-sowing")
	g.tick(300) // nothing of the start moves or fades any more
	f := reel{guest: g, size: g.screen.Bounds().Size()}
	f.shoot(24)
	for _, house := range []string{"#house-3", "#house-6", "#house-3", "#house-2"} {
		f.play(house)
	}
	f.shoot(66)
	file := f.develop()
	first := need.Must(png.Decode(bytes.NewReader(file)))(t)
	length := time.Duration(len(f.pictures)) * timeEach
	t.Logf("%v in %d bytes", length, len(file))
	if len(file) > 1_500_000 || length < 8*time.Second || length > 12*time.Second || first.Bounds().Size() != f.size {
		t.Errorf("%v of play in pictures of %v have %d bytes", length, first.Bounds().Size(), len(file))
	}
	if dir := os.Getenv("MANCALA_SCREENSHOTS"); dir != "" {
		need.NoError(t, os.WriteFile(filepath.Join(dir, "sowing.png"), file, 0o644))
	}
}

// reel is a guest with pictures of its screen.
type reel struct {
	*guest
	size     image.Point
	pictures []*image.RGBA
}

// How many ticks of the program lie between two pictures, and how long each is shown.
const (
	ticksEach = 3
	timeEach  = ticksEach * time.Second / 60
)

// shoot takes pictures for a number of ticks.
func (f *reel) shoot(ticks int) {
	f.t.Helper()
	for ; ticks > 0; ticks -= ticksEach {
		f.tick(ticksEach)
		f.session.AdvanceFrame()
		if !f.session.WaitFrame() || !f.session.CompositeFrame() {
			f.t.Fatalf("no picture: %v", f.session.Err())
		}
		p := image.NewRGBA(image.Rectangle{Max: f.size})
		f.screen.ReadPixels(p.Pix)
		f.pictures = append(f.pictures, p)
	}
}

// play points at a house, clicks it, and takes pictures until nothing has moved for six of them.
func (f *reel) play(house string) {
	f.t.Helper()
	f.point(house)
	f.shoot(36)
	f.click(house)
	f.point("")
	for still := 0; still < 6; still++ {
		f.shoot(ticksEach)
		if n := len(f.pictures); !bytes.Equal(f.pictures[n-1].Pix, f.pictures[n-2].Pix) {
			still = 0
		}
	}
}

// develop returns the film as a file.
func (f *reel) develop() []byte {
	f.t.Helper()
	var colours apng.Colours
	for _, p := range f.pictures {
		colours.Count(p)
	}
	made := apng.New(f.size, colours.Palette())
	for _, p := range f.pictures {
		need.NoError(f.t, made.Add(p, timeEach))
	}
	var b bytes.Buffer
	need.Must(made.WriteTo(&b))(f.t)
	return b.Bytes()
}
