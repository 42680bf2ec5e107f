package menus

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
)

// padState is the state of a gamepad with the standard layout in one tick.
type padState struct {
	buttons [ebiten.StandardGamepadButtonMax + 1]bool
	// x and y are the left stick, -1..1; y grows downwards.
	x, y float64
}

// padKeys maps the buttons of a gamepad to keys.
var padKeys = map[ebiten.StandardGamepadButton]kit.KeyPress{
	ebiten.StandardGamepadButtonLeftLeft:         {Key: ebiten.KeyArrowLeft},
	ebiten.StandardGamepadButtonLeftRight:        {Key: ebiten.KeyArrowRight},
	ebiten.StandardGamepadButtonLeftTop:          {Key: ebiten.KeyArrowUp},
	ebiten.StandardGamepadButtonLeftBottom:       {Key: ebiten.KeyArrowDown},
	ebiten.StandardGamepadButtonRightBottom:      {Key: ebiten.KeyEnter},
	ebiten.StandardGamepadButtonRightRight:       {Key: ebiten.KeyEscape},
	ebiten.StandardGamepadButtonRightLeft:        {Key: ebiten.KeyH},
	ebiten.StandardGamepadButtonRightTop:         {Key: ebiten.KeySlash, Shift: true},
	ebiten.StandardGamepadButtonFrontTopLeft:     {Key: ebiten.KeyTab, Shift: true},
	ebiten.StandardGamepadButtonFrontBottomLeft:  {Key: ebiten.KeyZ, Ctrl: true},
	ebiten.StandardGamepadButtonFrontTopRight:    {Key: ebiten.KeyTab},
	ebiten.StandardGamepadButtonFrontBottomRight: {Key: ebiten.KeyZ, Ctrl: true, Shift: true},
	ebiten.StandardGamepadButtonCenterRight:      {Key: ebiten.KeyF10},
	ebiten.StandardGamepadButtonCenterLeft:       {Key: ebiten.KeyF1},
}

// A stick counts as pushed from padPush off its centre until it is within padRest. So a stick that
// trembles, or rests slightly off its centre, has no effect.
const (
	padPush = 0.6
	padRest = 0.4
	// padEvery is the number of ticks between repeats of a direction. The delay before the first
	// one is the same as for keys.
	padEvery = 7
)

// gamepad turns the input of one gamepad into key presses.
type gamepad struct {
	stick  ebiten.StandardGamepadButton // the direction in which the stick is pushed
	pushed bool
	held   [ebiten.StandardGamepadButtonMax + 1]int // ticks; negative if held at connection
}

// newGamepad returns the reader of a newly connected gamepad. A button held at that moment counts
// only after its release.
func newGamepad(now padState) *gamepad {
	p := &gamepad{}
	p.push(now)
	for b, down := range p.directed(now).buttons {
		if down {
			p.held[b] = -1
		}
	}
	return p
}

// read returns the key presses of one tick. A held direction repeats.
func (p *gamepad) read(now padState) []kit.KeyPress {
	p.push(now)
	var list []kit.KeyPress
	for b, down := range p.directed(now).buttons {
		press, ok := padKeys[ebiten.StandardGamepadButton(b)]
		switch {
		case !down:
			p.held[b] = 0
		case !ok, p.held[b] < 0:
		default:
			p.held[b]++
			if d := p.held[b] - 1; d > 0 {
				press.Repeat = true
				if !isArrow(press.Key) || d < repeatDelay || (d-repeatDelay)%padEvery != 0 {
					continue
				}
			}
			list = append(list, press)
		}
	}
	return list
}

func isArrow(k ebiten.Key) bool {
	return k == ebiten.KeyArrowLeft || k == ebiten.KeyArrowRight || k == ebiten.KeyArrowUp || k == ebiten.KeyArrowDown
}

// push determines in which of four directions the stick is pushed.
func (p *gamepad) push(now padState) {
	far := math.Hypot(now.x, now.y)
	if math.IsNaN(far) || far < padRest || far < padPush && !p.pushed {
		p.pushed = false
		return
	}
	const turn = 1.3 // how much further another direction must be: a diagonal must not flutter
	flat, steep := math.Abs(now.x), math.Abs(now.y)
	if p.pushed {
		switch p.stick {
		case ebiten.StandardGamepadButtonLeftLeft, ebiten.StandardGamepadButtonLeftRight:
			flat *= turn
		default:
			steep *= turn
		}
	}
	p.pushed = true
	switch {
	case flat >= steep && now.x < 0:
		p.stick = ebiten.StandardGamepadButtonLeftLeft
	case flat >= steep:
		p.stick = ebiten.StandardGamepadButtonLeftRight
	case now.y < 0:
		p.stick = ebiten.StandardGamepadButtonLeftTop
	default:
		p.stick = ebiten.StandardGamepadButtonLeftBottom
	}
}

// directed returns the state with the stick as a press of the directional pad.
func (p *gamepad) directed(now padState) padState {
	if p.pushed {
		now.buttons[p.stick] = true
	}
	return now
}

// gamepads reads all connected gamepads.
type gamepads struct {
	known map[ebiten.GamepadID]*gamepad
	ids   []ebiten.GamepadID
}

// read returns the key presses of one tick. ids are the connected gamepads, and state returns the
// state of one.
func (p *gamepads) read(ids []ebiten.GamepadID, state func(ebiten.GamepadID) (padState, bool)) []kit.KeyPress {
	if len(ids) == 0 && len(p.known) == 0 {
		return nil
	}
	var list []kit.KeyPress
	seen := make(map[ebiten.GamepadID]*gamepad, len(ids))
	for _, id := range ids {
		now, ok := state(id)
		if !ok {
			continue
		}
		known, ok := p.known[id]
		if !ok {
			seen[id] = newGamepad(now)
			continue
		}
		seen[id] = known
		list = append(list, known.read(now)...)
	}
	p.known = seen
	return list
}

// now returns the key presses of this tick from the real gamepads.
func (p *gamepads) now() []kit.KeyPress {
	p.ids = ebiten.AppendGamepadIDs(p.ids[:0])
	return p.read(p.ids, realPad)
}

// realPad returns the state of a gamepad, and whether its layout is known.
func realPad(id ebiten.GamepadID) (padState, bool) {
	if !ebiten.IsStandardGamepadLayoutAvailable(id) {
		return padState{}, false
	}
	s := padState{
		x: ebiten.StandardGamepadAxisValue(id, ebiten.StandardGamepadAxisLeftStickHorizontal),
		y: ebiten.StandardGamepadAxisValue(id, ebiten.StandardGamepadAxisLeftStickVertical),
	}
	for b := range s.buttons {
		s.buttons[b] = ebiten.IsStandardGamepadButtonPressed(id, ebiten.StandardGamepadButton(b))
	}
	return s, true
}
