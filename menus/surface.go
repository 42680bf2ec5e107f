package menus

import (
	"image"
	"runtime"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

const (
	// quietAfter is the quiet time before the program rests, and rest is the length of its sleeps
	// between readings of input. Ebitengine catches up on as much as 83 ms of ticks, so ticks keep
	// their length.
	quietAfter = time.Second
	rest       = 70 * time.Millisecond
	// tidyAfter is the time from a change of the screen or of the window's size to the return of
	// unused memory.
	tidyAfter = 3 * time.Second
	// repaintEvery is the interval at which an unchanged window is repainted on systems that lose
	// the pixels of a covered window, because nothing else restores them. A focused window is
	// rarely covered.
	repaintEvery        = 5 * time.Second
	repaintFocusedEvery = 15 * time.Second
	// If drawing takes longer than slowPicture, a resized window stretches its old picture until
	// its size has been stable for sizeSettled, or until longestStretch has passed. Then it is
	// redrawn.
	slowPicture    = 30 * time.Millisecond
	sizeSettled    = 50 * time.Millisecond
	longestStretch = 300 * time.Millisecond
)

// grain is the number of physical pixels per pixel of Ebitengine's own picture of the window, which
// is never visible and should take little memory. Positions of the pointer and of the caret are in
// its pixels. With a coarser one, the window of an input method would be beside the caret.
const grain = 8

// surface is the content of the window. It paints only changes, and rests while nothing happens.
type surface struct {
	picture *ebiten.Image // the last one drawn
	corner  *ebiten.Image // a pixel of it
	size    image.Point   // of the window, in pixels
	lost    bool          // the window may have lost its pixels
	focused bool
	inside  bool // the pointer is in the window

	active  time.Time // the last activity
	spent   time.Time // the last change that left memory unused, until its return
	tidy    func()    // gives it back; may be nil
	painted time.Time // the last paint of the window
	sized   time.Time // the last change of the window's size
	drawn   time.Time // the start of the last drawing of the picture
	cost    time.Duration
	timed   bool // cost is valid for the picture

	of     state         // the topmost screen of the picture
	before *ebiten.Image // the fading picture of another screen, or nil
	window image.Point   // the size of the window when that was the screen
	spare  bool          // memory returns only with the next paint
	fade   motion.Slide
	faded  time.Time // the last step of the fade
}

// attend records the input of a tick.
func (s *surface) attend(in *kit.Input, now time.Time) {
	if in.Acts() {
		s.fade.Rest()
	}
	if in.CursorMoved || in.Pressed || in.Released || in.Down || in.Wheel != 0 || len(in.Keys) > 0 || in.Text != "" || in.Composition != "" {
		s.active = now
	}
}

// look determines whether the window may have lost its pixels. Do not call it every tick, since the
// query for the focus is a round trip to the window system.
func (s *surface) look(now time.Time) { s.see(ebiten.IsFocused(), s.holds(cursor()), now) }

// see is look with the focus and the pointer given.
func (s *surface) see(focused, inside bool, now time.Time) {
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

// holds reports whether a point in pixels is in the window.
func (s *surface) holds(at render.Point) bool {
	return render.Rect{W: float64(s.size.X), H: float64(s.size.Y)}.Contains(at)
}

// forgetful reports whether covered windows of an operating system may lose their pixels, as on X11
// without a compositor.
func forgetful(goos string) bool {
	switch goos {
	case "linux", "freebsd", "openbsd", "netbsd":
		return true
	}
	return false
}

// update updates the picture in a window of a size in pixels. If the picture has changed, it calls
// draw, unless drawing has to wait, and reports whether it did. It makes Ebitengine repaint the
// window if necessary, and rests after a quiet time. canvas is Ebitengine's own picture of the
// window.
func (s *surface) update(canvas *ebiten.Image, size image.Point, changed bool, now time.Time, draw func(*ebiten.Image)) (done bool) {
	if size != s.size {
		s.size, s.sized, s.spent, s.lost = size, now, now, true
	}
	s.look(now)
	s.giveBack(now)
	s.dissolve(now)
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
	case now.Sub(s.active) >= quietAfter && runtime.GOOS != "js": // a browser does its own pacing
		time.Sleep(rest)
		return false
	default:
		return false
	}
	canvas.DrawImage(s.corner, &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}) // changing one pixel is enough
	s.lost, s.painted = false, now
	return done
}

// giveBack returns unused memory, once after each change of the screen or the window's size.
func (s *surface) giveBack(now time.Time) {
	if s.tidy != nil && !s.spent.IsZero() && now.Sub(s.spent) >= tidyAfter {
		s.spent = time.Time{}
		s.tidy()
	}
}

// state is a screen in one of its states.
type state struct {
	screen page.Screen
	turns  int
}

// cross fades the present picture into the picture of another screen or state, or replaces it at
// once.
func (s *surface) cross(to state, now time.Time, still bool) {
	if s.of == to {
		return
	}
	first := s.of.screen == nil
	if s.of, s.spent = to, now; first || still || s.picture == nil || s.picture.Bounds().Size() != s.size {
		return
	}
	s.drop()
	s.before, s.window, s.faded = shrunk(s.picture), s.size, now
	s.fade.Begin(motion.FadeTime)
}

// shrunk returns a copy of a picture, at half its size if it is large. During a fade the difference
// is invisible, and the copy takes a quarter of the memory.
func shrunk(picture *ebiten.Image) *ebiten.Image {
	const large = 1 << 21 // pixels
	size, opts := picture.Bounds().Size(), &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
	if size.X*size.Y > large {
		size = size.Div(2)
		opts.GeoM.Scale(0.5, 0.5)
		opts.Filter, opts.DisableMipmaps = ebiten.FilterLinear, true
	}
	small := newPicture(size)
	small.DrawImage(picture, opts)
	return small
}

// newPicture returns an empty picture that shares no memory with others.
func newPicture(size image.Point) *ebiten.Image {
	return ebiten.NewImageWithOptions(image.Rectangle{Max: size}, &ebiten.NewImageOptions{Unmanaged: true})
}

// dissolve advances the fade by the clock, so that slow frames do not make it longer.
func (s *surface) dissolve(now time.Time) {
	if s.before == nil {
		s.lost, s.spare = s.lost || s.spare, false
		return
	}
	s.fade.Advance(now.Sub(s.faded))
	s.faded, s.active, s.lost = now, now, true
	if s.fade.Left() == 0 || s.window != s.size {
		s.drop()
	}
}

// drop drops the fading picture.
func (s *surface) drop() {
	if s.before != nil {
		s.before.Deallocate()
		s.before, s.spare = nil, true
	}
}

// present copies the picture to the window, and the fading one over it. canvas positions
// Ebitengine's own picture in the window.
func (s *surface) present(screen ebiten.FinalScreen, canvas ebiten.GeoM) {
	if s.picture == nil {
		return
	}
	var geoM ebiten.GeoM
	geoM.Scale(1.0/grain, 1.0/grain)
	geoM.Concat(canvas)
	if have := s.picture.Bounds().Size(); have != s.size { // felt around it
		opts := &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
		opts.GeoM.Scale(float64(s.size.X), float64(s.size.Y))
		opts.GeoM.Concat(geoM)
		screen.DrawImage(s.corner, opts)
	}
	opts := &ebiten.DrawImageOptions{Blend: ebiten.BlendCopy, GeoM: fitted(s.picture.Bounds().Size(), s.size)}
	if s.picture.Bounds().Size() != s.size {
		opts.Filter = ebiten.FilterLinear
	}
	opts.GeoM.Concat(geoM)
	screen.DrawImage(s.picture, opts)
	if s.before != nil {
		opts.Blend, opts.Filter = ebiten.BlendSourceOver, ebiten.FilterLinear
		opts.GeoM = fitted(s.before.Bounds().Size(), s.size)
		opts.GeoM.Concat(geoM)
		opts.ColorScale.ScaleAlpha(float32(s.fade.Left()))
		screen.DrawImage(s.before, opts)
	}
}

// fitted returns the transformation that puts a picture in the middle of a window, as large as
// possible.
func fitted(picture, window image.Point) ebiten.GeoM {
	var m ebiten.GeoM
	if picture == window {
		return m
	}
	scale := min(float64(window.X)/float64(picture.X), float64(window.Y)/float64(picture.Y))
	m.Scale(scale, scale)
	m.Translate((float64(window.X)-scale*float64(picture.X))/2, (float64(window.Y)-scale*float64(picture.Y))/2)
	return m
}

// waits reports whether drawing for the window's new size has to wait.
func (s *surface) waits(now time.Time) bool {
	if s.picture == nil || s.picture.Bounds().Size() == s.size {
		return false
	}
	have := s.picture.Bounds().Size()
	cost := float64(s.cost) * float64(s.size.X*s.size.Y) / float64(have.X*have.Y)
	return cost > float64(slowPicture) && now.Sub(s.sized) < sizeSettled && now.Sub(s.drawn) < longestStretch+s.cost
}

// renew resizes the picture to the window.
func (s *surface) renew() {
	if s.picture != nil && s.picture.Bounds().Size() == s.size {
		return
	}
	if s.picture != nil {
		s.picture.Deallocate()
	}
	s.picture = newPicture(s.size)
	s.corner = s.picture.SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image)
}
