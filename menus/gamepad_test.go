package menus

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
)

// padWith is a gamepad with some buttons held.
func padWith(buttons ...ebiten.StandardGamepadButton) padState {
	var s padState
	for _, b := range buttons {
		s.buttons[b] = true
	}
	return s
}

// playPad runs a gamepad through states, one per tick, and returns the keys that were pressed and
// those that repeated.
func playPad(p *gamepad, states ...padState) (down, repeats []ebiten.Key) {
	for _, s := range states {
		for _, press := range p.read(s) {
			if press.Repeat {
				repeats = append(repeats, press.Key)
			} else {
				down = append(down, press.Key)
			}
		}
	}
	return down, repeats
}

func TestEveryButtonOfAGamepadIsItsKeyOnce(t *testing.T) {
	tests := []struct {
		button ebiten.StandardGamepadButton
		want   kit.KeyPress
	}{
		{ebiten.StandardGamepadButtonLeftLeft, kit.KeyPress{Key: ebiten.KeyArrowLeft}},
		{ebiten.StandardGamepadButtonLeftRight, kit.KeyPress{Key: ebiten.KeyArrowRight}},
		{ebiten.StandardGamepadButtonLeftTop, kit.KeyPress{Key: ebiten.KeyArrowUp}},
		{ebiten.StandardGamepadButtonLeftBottom, kit.KeyPress{Key: ebiten.KeyArrowDown}},
		{ebiten.StandardGamepadButtonRightBottom, kit.KeyPress{Key: ebiten.KeyEnter}},
		{ebiten.StandardGamepadButtonRightRight, kit.KeyPress{Key: ebiten.KeyEscape}},
		{ebiten.StandardGamepadButtonRightLeft, kit.KeyPress{Key: ebiten.KeyH}},
		{ebiten.StandardGamepadButtonRightTop, kit.KeyPress{Key: ebiten.KeySlash, Shift: true}},
		{ebiten.StandardGamepadButtonFrontTopLeft, kit.KeyPress{Key: ebiten.KeyTab, Shift: true}},
		{ebiten.StandardGamepadButtonFrontBottomRight, kit.KeyPress{Key: ebiten.KeyZ, Ctrl: true, Shift: true}},
		{ebiten.StandardGamepadButtonCenterRight, kit.KeyPress{Key: ebiten.KeyF10}},
		{ebiten.StandardGamepadButtonCenterLeft, kit.KeyPress{Key: ebiten.KeyF1}},
	}
	for _, test := range tests {
		p := newGamepad(padState{})
		got := slices.Concat(p.read(padWith(test.button)), p.read(padWith(test.button)), p.read(padState{}))
		if !slices.Equal(got, []kit.KeyPress{test.want}) {
			t.Errorf("button %d gave %+v, want %+v once", test.button, got, test.want)
		}
		if again := p.read(padWith(test.button)); len(again) != 1 {
			t.Errorf("button %d, pressed again, gave %+v", test.button, again)
		}
	}
	p := newGamepad(padState{})
	if got := p.read(padWith(ebiten.StandardGamepadButtonRightStick, ebiten.StandardGamepadButtonCenterCenter)); len(got) != 0 {
		t.Errorf("buttons without a meaning gave %+v", got)
	}
}

func TestOnlyDirectionsRepeat(t *testing.T) {
	p := newGamepad(padState{})
	held := slices.Repeat([]padState{padWith(ebiten.StandardGamepadButtonLeftLeft, ebiten.StandardGamepadButtonRightBottom)}, 60)
	down, repeats := playPad(p, held...)
	if !slices.Equal(down, []ebiten.Key{ebiten.KeyEnter, ebiten.KeyArrowLeft}) {
		t.Errorf("went down: %v", down)
	}
	if want := 1 + (59-repeatDelay)/padEvery; len(repeats) != want || slices.Contains(repeats, ebiten.KeyEnter) {
		t.Errorf("repeated: %v, want Left %d times", repeats, want)
	}
}

func TestStick(t *testing.T) {
	left, up, right := ebiten.KeyArrowLeft, ebiten.KeyArrowUp, ebiten.KeyArrowRight
	tests := []struct {
		name   string
		states []padState
		want   []ebiten.Key
	}{
		{"at rest", []padState{{}, {x: 0.1, y: -0.2}}, nil},
		{"trembling in the dead zone", []padState{{x: 0.5}, {x: -0.5}, {y: 0.55}}, nil},
		{"pushed", []padState{{x: -1}, {x: -0.9}, {x: -0.5}}, []ebiten.Key{left}},
		{"trembling at the edge", []padState{{x: 0.61}, {x: 0.55}, {x: 0.62}, {x: 0.45}, {x: 0.7}}, []ebiten.Key{right}},
		{"let go and pushed again", []padState{{x: -1}, {}, {x: -1}}, []ebiten.Key{left, left}},
		{"turned to another side", []padState{{x: -1}, {x: -0.2, y: -1}}, []ebiten.Key{left, up}},
		{"fluttering on a diagonal", []padState{{x: -0.72, y: -0.7}, {x: -0.7, y: -0.72}, {x: -0.71, y: -0.7}}, []ebiten.Key{left}},
		{"with the other directions as well", []padState{{x: -1}, {x: -1, buttons: padWith(ebiten.StandardGamepadButtonLeftLeft).buttons}}, []ebiten.Key{left}},
	}
	for _, test := range tests {
		if got, _ := playPad(newGamepad(padState{}), test.states...); !slices.Equal(got, test.want) {
			t.Errorf("a stick %s gave %v, want %v", test.name, got, test.want)
		}
	}
}

// TestGamepadsComeAndGo connects and disconnects gamepads while their buttons are held.
func TestGamepadsComeAndGo(t *testing.T) {
	enter := padWith(ebiten.StandardGamepadButtonRightBottom)
	states := map[ebiten.GamepadID]padState{1: enter, 2: {}}
	state := func(id ebiten.GamepadID) (padState, bool) {
		s, ok := states[id]
		return s, ok
	}
	var p gamepads
	count := func(ids ...ebiten.GamepadID) int { return len(p.read(ids, state)) }
	if count() != 0 || count(1) != 0 || count(1) != 0 {
		t.Error("a button held while its gamepad was plugged in counts")
	}
	states[1] = padState{}
	count(1)
	if states[1] = enter; count(1) != 1 {
		t.Error("a button pressed after it was let go does not count")
	}
	if count() != 0 || count(1) != 0 {
		t.Error("pulling the plug and putting it back in pressed a button again")
	}
	states[2] = enter
	if count(1, 2) != 0 {
		t.Error("a second gamepad pressed something as it came")
	}
	states[1], states[2] = padState{}, padState{}
	count(1, 2)
	if states[2] = enter; count(1, 2) != 1 {
		t.Error("the second gamepad does not count")
	}
	if delete(states, 2); count(1, 2) != 0 {
		t.Error("a gamepad whose layout is not known counts")
	}
	states[1] = enter
	if count(1) != 1 {
		t.Error("the first gamepad stopped with the second")
	}
}
