package menustest

import (
	"image"
	"image/png"
	"os"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
	"mancala/tools/need"
)

// KeepPicture draws the visible screens in a window of a size, in pixels, and writes the picture to
// a PNG file.
func (b *Bench) KeepPicture(file string, size [2]int) {
	b.T.Helper()
	img := ebiten.NewImage(size[0], size[1])
	defer img.Deallocate()
	c := b.Shared().Canvas
	c.Begin(img, render.Scale(size[0], size[1], 1))
	b.Shared().Art.DrawBackdrop(c)
	for _, s := range b.Stack.Visible() {
		s.Layout(c, c.Bounds())
		s.Draw(c)
	}
	picture := image.NewRGBA(img.Bounds())
	img.ReadPixels(picture.Pix)
	f := need.Must(os.Create(file))(b.T)
	defer f.Close()
	need.NoError(b.T, png.Encode(f, picture))
}
