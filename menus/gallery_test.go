package menus

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/menustest"
	"mancala/tools/need"
	"mancala/tools/need/screen"
)

// gallerySizes are the window sizes, in pixels, of the pictures of the screens.
var gallerySizes = [][2]int{{640, 400}, {600, 1000}, {1280, 720}, {2560, 1440}}

// galleryTexts are settings of the looks of the gallery, by their names.
var galleryTexts = map[string]menustest.Shelf{
	"usual": {}, "clear": {"theme": "contrast", "text-size": "126"},
}

// TestGallery draws every screen of the tour, in short mode every fifth in its usual look, and
// checks that it is not empty. If MANCALA_PICTURES names a folder, it writes pictures there, in
// four sizes, in English and German, as usual and in the theme Contrast with the largest text.
// MANCALA_STOPS then limits the screens by the first words of their names, and MANCALA_LOOKS the
// looks, such as usual-1280x720-en. Both are lists with commas.
func TestGallery(t *testing.T) {
	screen.Need(t)
	dir := os.Getenv("MANCALA_PICTURES")
	for name, texts := range galleryTexts {
		for _, size := range gallerySizes {
			for _, language := range []string{words.English, "de"} {
				if dir == "" && (size[0] != 640 || language != words.English || testing.Short() && name != "usual") {
					continue // software OpenGL is slow
				}
				look := fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], language)
				if wanted("MANCALA_LOOKS", look) {
					menustest.Speak(t, language)
					drawStops(t, texts, size, look)
				}
			}
		}
	}
}

// drawStops draws every wanted stop of the tour in a look.
func drawStops(t *testing.T, texts menustest.Shelf, size [2]int, look string) {
	t.Helper()
	dir := os.Getenv("MANCALA_PICTURES")
	for i, s := range stops() {
		if dir == "" && i%need.Short(5, 1) > 0 || !wanted("MANCALA_STOPS", s.name) {
			continue
		}
		v := s.visitWith(t, texts, size[0], size[1])
		picture := v.drawn()
		if plain(picture) {
			t.Errorf("%s is empty in the look %s", s.name, look)
		}
		if dir != "" {
			name := strings.ReplaceAll(s.name, " ", "-") + "-" + look + ".png"
			keepPicture(t, filepath.Join(dir, name), picture)
		}
		v.End()
	}
}

// wanted reports whether a name begins with an item of an environment variable. It returns true if
// there are no items.
func wanted(variable, name string) bool {
	for _, start := range strings.Split(os.Getenv(variable), ",") {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// drawn draws the visible screens.
func (v *visit) drawn() *image.RGBA {
	v.settle()
	img := ebiten.NewImage(v.w, v.h)
	defer img.Deallocate()
	c := v.Shared().Canvas
	c.Begin(img, v.Shared().Unit(v.w, v.h, 1))
	for range 2 { // the second drawing uses the measurements of the first, and stretches no board
		v.Shared().Art.DrawBackdrop(c)
		for _, s := range v.stack.Visible() {
			s.Layout(c, c.Bounds())
			s.Draw(c)
		}
		for range 60 { // a second after the window has changed its size
			v.Shared().Art.Tick()
		}
	}
	picture := image.NewRGBA(img.Bounds())
	img.ReadPixels(picture.Pix)
	return picture
}

// plain reports whether a picture has no light pixels, as of text.
func plain(picture *image.RGBA) bool {
	for i := 0; i < len(picture.Pix); i += 4 {
		if picture.Pix[i] > 150 && picture.Pix[i+1] > 150 {
			return false
		}
	}
	return true
}

func keepPicture(t *testing.T, file string, picture image.Image) {
	t.Helper()
	f := need.Must(os.Create(file))(t)
	defer f.Close()
	need.NoError(t, png.Encode(f, picture))
}
