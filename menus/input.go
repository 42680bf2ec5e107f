package menus

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/exp/textinput"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
)

// Key repeat, in ticks: the delay before the first repeat, and the time between repeats.
const (
	repeatDelay = 24
	repeatEvery = 3
)

// inputReader collects Ebitengine's input of one tick into a kit.Input.
type inputReader struct {
	composer textinput.Composer
	field    *kit.TextField // the field being typed into, or nil
	unit     float64
	text     string
	preedit  string
	cursor   render.Point
	down     bool // the button of the mouse, or a finger
	pressed  []ebiten.Key
	touches  []ebiten.TouchID
	touch    ebiten.TouchID
	touching bool
	pads     gamepads
	source   kit.Source // the device used last
	browser  bool       // the program is a page in a browser, where phones show their own keyboard
	finger   bool       // the device is for fingers, so that typing shows no names of keys
	byTouch  bool       // the pointer used last was a finger, not the mouse
	mouse    render.Point
}

func newInputReader() *inputReader {
	r := &inputReader{unit: 1}
	r.composer.OnNewSession = r.session
	r.composer.OnCommit = r.commit
	r.composer.OnComposition = func(c *textinput.Composition) { r.preedit = c.Text() }
	return r
}

// in sets the browser around the program, or nil.
func (r *inputReader) in(b *ports.Browser) {
	if r.browser = b != nil; r.browser && b.Finger {
		r.finger, r.source = true, kit.Touch
	}
}

// typed records that a key was pressed.
func (r *inputReader) typed() {
	if !r.finger {
		r.source = kit.Keyboard
	}
}

// session tells an input method the position of the caret in the focused field and the text around
// it.
func (r *inputReader) session() *textinput.SessionOptions {
	if r.field == nil {
		return nil
	}
	caret := r.field.CaretRect()
	before, after := r.field.AroundCaret()
	scale := r.unit / grain
	return &textinput.SessionOptions{
		CaretBounds: image.Rect(int(caret.X*scale), int(caret.Y*scale),
			int(math.Ceil(caret.Right()*scale)), int(math.Ceil(caret.Bottom()*scale))),
		TextBeforeCaret: before, TextAfterCaret: after,
	}
}

// commit inserts text from an input method, with its changes around the caret.
func (r *inputReader) commit(c *textinput.Commit) {
	if before, after := c.IsSurroundingTextReplaced(); r.field != nil && (before || after) {
		r.field.ReplaceAround(c.SurroundingText())
	}
	r.text += c.Text()
}

// read returns this tick's input. field is the text field that has the focus, or nil.
func (r *inputReader) read(field *kit.TextField, unit float64) *kit.Input {
	in := &kit.Input{}
	r.unit = unit
	if field != r.field {
		r.composer.Cancel()
		r.field, r.preedit = field, ""
	}
	composing := false
	if field != nil {
		r.text = ""
		handled, err := r.composer.Update()
		composing = handled && err == nil
		in.Text, in.Composition = r.text, r.preedit
	}
	keys := r.keys()
	if in.KeyDown = len(r.pressed) > 0; !composing {
		in.Keys = keys
	}
	if pressed := r.pads.now(); len(pressed) > 0 {
		in.Keys = append(in.Keys, pressed...)
		r.source = kit.Pad
	}
	r.readPointer(in)
	in.Source, in.Shift, in.SystemKeyboard = r.source, held(ebiten.KeyShift), r.browser
	return in
}

// none returns the input of a tick without changes: a pressed button stays down.
func (r *inputReader) none() *kit.Input {
	return &kit.Input{Cursor: r.cursor, Down: r.down, Source: r.source, SystemKeyboard: r.browser}
}

// keys returns the keys pressed or repeated this tick. A tap shorter than a tick counts too.
func (r *inputReader) keys() []kit.KeyPress {
	var list []kit.KeyPress
	r.pressed = inpututil.AppendJustPressedKeys(r.pressed[:0])
	for _, k := range r.pressed {
		list = append(list, withModifiers(k, false))
		r.typed()
	}
	r.pressed = inpututil.AppendPressedKeys(r.pressed[:0])
	for _, k := range r.pressed {
		d := inpututil.KeyPressDuration(k)
		if d > repeatDelay && (d-repeatDelay)%repeatEvery == 0 {
			list = append(list, withModifiers(k, true))
		}
	}
	return list
}

func withModifiers(k ebiten.Key, repeat bool) kit.KeyPress {
	return kit.KeyPress{
		Key: k, Repeat: repeat, Shift: held(ebiten.KeyShift), Alt: held(ebiten.KeyAlt),
		Ctrl: held(ebiten.KeyControl) || held(ebiten.KeyMeta),
	}
}

// held reports whether a modifier is down, or was pressed and released within the tick.
func held(k ebiten.Key) bool { return ebiten.IsKeyPressed(k) || inpututil.IsKeyJustPressed(k) }

// pixels returns a position in physical pixels.
func pixels(x, y float64) render.Point { return render.Point{X: x, Y: y}.Mul(grain) }

// cursor returns the position of the mouse, in physical pixels.
func cursor() render.Point { return pixels(ebiten.CursorPositionF()) }

// readPointer sets the cursor, the button and the wheel; a touch counts as the mouse.
func (r *inputReader) readPointer(in *kit.Input) {
	in.Pressed = inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft)
	in.Released = inpututil.IsMouseButtonJustReleased(ebiten.MouseButtonLeft)
	in.Down = ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	at := r.readTouch(in, cursor()).Mul(1 / r.unit)
	r.down = in.Down
	in.CursorMoved = at != r.cursor
	in.Cursor, r.cursor = at, at
	_, dy := ebiten.Wheel()
	if in.Wheel = -dy * page.WheelNotch; dy != 0 {
		r.source = kit.Mouse
	}
}

// readTouch treats the first finger as the mouse, whose position is given. After a touch the
// pointer is off the screen until the mouse moves.
func (r *inputReader) readTouch(in *kit.Input, mouse render.Point) render.Point {
	const nowhere = -1 << 20
	if r.mouse != mouse || in.Pressed {
		r.mouse, r.byTouch = mouse, false
		r.source = kit.Mouse
	}
	r.touches = inpututil.AppendJustPressedTouchIDs(r.touches[:0])
	if len(r.touches) > 0 && !r.touching {
		r.touch, r.touching, r.byTouch, in.Pressed = r.touches[0], true, true, true
		r.source = kit.Touch
	}
	switch {
	case r.touching && inpututil.IsTouchJustReleased(r.touch):
		r.touching, in.Released = false, true
		return pixels(inpututil.TouchPositionFInPreviousTick(r.touch))
	case r.touching:
		in.Down = true
		return pixels(ebiten.TouchPositionF(r.touch))
	case r.byTouch:
		return render.Point{X: nowhere, Y: nowhere}
	}
	return mouse
}

// typedInto returns the text field that gets the typed characters, or nil.
func (a *App) typedInto() *kit.TextField {
	if a.cfg.Typed {
		return nil
	}
	return a.Top().Field()
}
