package menus

import (
	"image"
	"runtime"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
)

const (
	// quietAfter is how long nothing may have happened until the program rests, and rest how long
	// it then does so before it looks at its input again. Ebitengine makes up for up to 83 ms of
	// ticks, so ticks stay as long as they are.
	quietAfter = time.Second
	rest       = 70 * time.Millisecond
	// repaintEvery is after how long an unchanged window is painted again all the same, where no
	// system keeps the pixels that another window covers: what has been covered comes back only so.
	// A window with the focus is hardly ever covered.
	repaintEvery        = 5 * time.Second
	repaintFocusedEvery = 15 * time.Second
	// A picture that takes longer than slowPicture to draw is drawn for a new size of the window
	// only when that has stayed the same for sizeSettled, or after longestStretch; until then the
	// one before is stretched.
	slowPicture    = 30 * time.Millisecond
	sizeSettled    = 50 * time.Millisecond
	longestStretch = 300 * time.Millisecond
)

// surface is what the window shows. It paints only what has changed, and rests while nothing
// happens.
type surface struct {
	picture *ebiten.Image // the last one drawn
	corner  *ebiten.Image // a pixel of it
	size    image.Point   // of the window, in pixels
	lost    bool          // the window may have lost its pixels
	focused bool
	inside  bool // the pointer is in the window

	active  time.Time // when something happened last
	painted time.Time // when the window was painted last
	sized   time.Time // when the window got its size
	drawn   time.Time // when the drawing of the picture began
	cost    time.Duration
	timed   bool // cost is that of the picture
}

// attend takes note of a tick's input.
func (s *surface) attend(in *kit.Input, now time.Time) {
	if in.CursorMoved || in.Pressed || in.Released || in.Down || in.Wheel != 0 || len(in.Keys) > 0 || in.Text != "" || in.Composition != "" {
		s.active = now
	}
}

// look finds out whether the window may have lost its pixels. To ask for the focus costs an answer
// of the window system, so this is not for every tick.
func (s *surface) look(now time.Time) {
	focused, inside := ebiten.IsFocused(), s.holds(ebiten.CursorPosition())
	every := repaintEvery
	if focused {
		every = repaintFocusedEvery
	}
	s.lost = s.lost || focused != s.focused || inside && !s.inside || forgetful(runtime.GOOS) && now.Sub(s.painted) >= every
	if focused != s.focused || inside != s.inside {
		s.active = now
	}
	s.focused, s.inside = focused, inside
}

// holds reports whether a place in pixels is in the window.
func (s *surface) holds(x, y int) bool { return image.Pt(x, y).In(image.Rectangle{Max: s.size}) }

// forgetful reports whether windows of a system may lose their pixels to those that cover them:
// X11's do, unless a compositor runs.
func forgetful(goos string) bool {
	switch goos {
	case "linux", "freebsd", "openbsd", "netbsd":
		return true
	}
	return false
}

// update brings the picture up to date. If what is to be seen has changed, draw draws it, unless
// that has to wait: update reports whether it did. It makes Ebitengine show the window anew if it
// has to, and rests if there is nothing to do for a while. Canvas is Ebitengine's own picture of
// the window. Nothing of it is seen: see present.
func (s *surface) update(canvas *ebiten.Image, changed bool, now time.Time, draw func(*ebiten.Image)) (done bool) {
	if size := canvas.Bounds().Size(); size != s.size {
		s.size, s.sized, s.lost = size, now, true
	}
	s.look(now)
	if changed {
		s.active = now
	}
	if !s.timed && s.picture != nil {
		s.cost, s.timed = now.Sub(s.drawn), true
	}
	switch {
	case changed && !s.waits(now):
		s.drawn, s.timed, done = now, false, true
		s.renew()
		draw(s.picture)
	case s.lost && s.picture != nil:
	case now.Sub(s.active) >= quietAfter && runtime.GOOS != "js": // a browser paces the program itself
		time.Sleep(rest)
		return false
	default:
		return false
	}
	canvas.DrawImage(s.corner, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}) // a change of one pixel does
	s.lost, s.painted = false, now
	return done
}

// present puts the picture into the window, stretched if it was drawn for another size. Canvas is
// placed there by geoM.
func (s *surface) present(screen ebiten.FinalScreen, geoM ebiten.GeoM) {
	if s.picture == nil {
		return
	}
	opts := &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
	if have := s.picture.Bounds().Size(); have != s.size {
		opts.Filter = ebiten.FilterLinear
		opts.GeoM.Scale(float64(s.size.X)/float64(have.X), float64(s.size.Y)/float64(have.Y))
	}
	opts.GeoM.Concat(geoM)
	screen.DrawImage(s.picture, opts)
}

// waits reports whether a picture in the window's new size has to wait.
func (s *surface) waits(now time.Time) bool {
	if s.picture == nil || s.picture.Bounds().Size() == s.size {
		return false
	}
	have := s.picture.Bounds().Size()
	cost := float64(s.cost) * float64(s.size.X*s.size.Y) / float64(have.X*have.Y)
	return cost > float64(slowPicture) && now.Sub(s.sized) < sizeSettled && now.Sub(s.drawn) < longestStretch+s.cost
}

// renew gives the picture the window's size.
func (s *surface) renew() {
	if s.picture != nil && s.picture.Bounds().Size() == s.size {
		return
	}
	if s.picture != nil {
		s.picture.Deallocate()
	}
	s.picture = ebiten.NewImageWithOptions(image.Rectangle{Max: s.size}, &ebiten.NewImageOptions{Unmanaged: true})
	s.corner = s.picture.SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image)
}
