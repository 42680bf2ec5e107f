package kit

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
	"mancala/tools/need"
	"mancala/tools/need/screen"
)

// gallery returns a form with every kind of widget, placed in a window.
func gallery(c *render.Canvas, window render.Rect) *Form {
	field := WithID("name", NewTextField("Your name", "Ada", nil))
	field.Hint = "Others see it."
	failing := WithID("address", NewTextField("Address", "", nil))
	failing.Error, failing.Placeholder = "That is no address.", "name or address"
	play := WithID("play", NewButton("Play", nil))
	play.Primary = true
	hint := WithID("hint", NewButton("Hint", nil))
	hint.Shortcut, hint.Tip = "H", "Shows the best house to play."
	undo := WithID("undo", NewButton("Undo", nil))
	undo.Shortcut = "Ctrl+Z"
	off := WithID("redo", &Button{Label: "Redo", Disabled: true})
	long := WithID("long", NewButton("A label that needs two lines here", nil))
	goOn := WithID("continue", &Button{Label: "Continue", Caption: "you 12, Greedy 9, your turn", Shortcut: "C"})
	sound := WithID("sound", NewSwitch("Sound", true, nil))
	sound.Shortcut = "M"
	bar := WithID("bar", NewSwitch("Evaluation bar", false, nil))
	volume := WithID("volume", NewSlider("Volume", 70, 100, 5, nil))
	volume.Words = func(v int) string { return fmt.Sprint(v, " %") }
	speed := WithID("speed", NewChoice("Speed", []string{"Off", "Fast", "Normal", "Slow"}, 2, nil))
	rules := WithID("rules", NewChoice("Rules", []string{"Kalah with a long name", "Another long name of rules"}, 0, nil))
	rules.OnOpen = func() {}
	seeds := WithID("seeds", NewStepper("Seeds", 4, 1, 10, nil))
	table := WithID("table", tableOf(12))
	var cards []Part
	for i, name := range []string{"Seedling", "Casual", "Sharp", "Strong", "Master", "Perfect"} {
		card := WithID("card-"+name, NewCard(name, "Looks two plies ahead and likes captures.", nil))
		card.Dots, card.OutOf = i+1, 6
		card.Picture = func(c *render.Canvas, r render.Rect) {
			radius := min(r.W, r.H) * 0.4
			c.FillCircle(r.Center(), radius, render.Backdrop)
			for k := range i + 1 {
				c.FillCircle(r.Center().Add(render.Point{X: float64(k%3-1) * radius / 2, Y: float64(k/3) * radius / 2}), radius/4, render.Ink)
			}
		}
		if card.Selected = i == 2; i == 1 {
			card.Badge = "beaten"
		}
		cards = append(cards, Sized(210, 210, Put(card)))
	}
	columns := 3
	if window.W < 1000 {
		columns = 1
	}
	page := &Stack{Gap: Gap, Parts: []Part{Tiles(170, Gap, cards...), Flow(columns, Gap, 2*Gap,
		Group("Game", Across(Put(hint), Put(undo)), Across(Put(off), Put(long)), Put(goOn), Put(play)),
		Group("View", Put(sound), Put(bar), Low(volume), Low(speed), Low(rules), Low(seeds)),
		Group("", Put(field), Put(failing), Across(Put(WithID("help", NewLink("Help", nil))), Put(WithID("about", NewLink("About", nil))))),
		Group("Games", Sized(180, 180, Put(table))),
	)}}
	f := NewForm(ControlsOf(page)...)
	f.Fill(c, window.Inset(20), window, page)
	return f
}

// shoot draws a form on a new picture.
func shoot(t *testing.T, f *Form, w, h int, theme render.Theme) *image.RGBA {
	t.Helper()
	img := ebiten.NewImage(w, h)
	t.Cleanup(img.Deallocate)
	c := newCanvas(t)
	c.SetTheme(theme)
	c.Begin(img, render.Scale(w, h, 1))
	c.Fill(render.Panel)
	f.Draw(c)
	f.Draw(c) // the second drawing uses the measurements of the first
	c.Fill(render.Panel)
	f.Draw(c)
	picture := image.NewRGBA(img.Bounds())
	img.ReadPixels(picture.Pix)
	return picture
}

// keep writes a picture in colour and in grey, if MANCALA_PICTURES names a folder.
func keep(t *testing.T, name string, picture *image.RGBA) {
	t.Helper()
	dir := os.Getenv("MANCALA_PICTURES")
	if dir == "" {
		return
	}
	grey := image.NewGray(picture.Rect)
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			grey.Set(x, y, picture.At(x, y))
		}
	}
	for suffix, img := range map[string]image.Image{"": picture, "-grey": grey} {
		file := need.Must(os.Create(filepath.Join(dir, name+suffix+".png")))(t)
		need.NoError(t, png.Encode(file, img))
		need.NoError(t, file.Close())
	}
}

// TestGallery draws every widget in every theme, in a wide, the smallest and a tall window, and
// checks that the focus is visible.
func TestGallery(t *testing.T) {
	screen.Need(t)
	ids := []string{"card-Casual", "hint", "sound", "volume", "speed", "name", "table", "help"}
	for i, size := range [][2]int{{1280, 720}, {640, 400}, {600, 1000}} {
		for k, theme := range render.Themes() {
			u := render.Scale(size[0], size[1], 1)
			window := render.Rect{W: float64(size[0]) / u, H: float64(size[1]) / u}
			for _, id := range ids {
				if id != ids[(i+k)%len(ids)] && (testing.Short() || i > 0 || k > 0) && os.Getenv("MANCALA_PICTURES") == "" {
					continue // software OpenGL is slow
				}
				f := gallery(newCanvas(t), window)
				f.moveTo(f.Find(id))
				calm(f, 2*restTicks)
				f.Update(&Input{Cursor: nowhere})
				picture := shoot(t, f, size[0], size[1], theme)
				keep(t, fmt.Sprintf("gallery-%s-%dx%d-%s", theme.Code(), size[0], size[1], id), picture)
				checkFocusSeen(t, f, picture, u, theme)
			}
		}
	}
}

// checkFocusSeen checks that there is more gold around the focused widget than anywhere else.
func checkFocusSeen(t *testing.T, f *Form, picture *image.RGBA, unit float64, theme render.Theme) {
	t.Helper()
	gold := theme.Colour(render.Gold)
	near, far := 0, 0
	around := f.Focused().Bounds().Inset(-8)
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if picture.RGBAAt(x, y) != gold {
				continue
			}
			if around.Contains(render.Point{X: float64(x) / unit, Y: float64(y) / unit}) {
				near++
			} else {
				far++
			}
		}
	}
	id, least := f.Info(f.Focused()).ID, 500
	if id == "table" { // its row has a mark, and it no frame
		least = 350
	}
	if near < least || far > near {
		t.Errorf("%s: the focus on %s has %d pixels of gold, and everything else %d", theme.Code(), id, near, far)
	}
}
