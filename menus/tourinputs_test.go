package menus

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
)

// A single kind of input reaches and uses every enabled control of every screen, and leaves the
// screen.
func TestLongEveryInputAloneIsEnough(t *testing.T) {
	for name, hand := range hands() {
		for _, s := range stops() {
			t.Run(name+"/"+s.name, func(t *testing.T) { s.tryAll(t, hand, 640, 400) })
			if name == "touch" {
				t.Run("phone/"+s.name, func(t *testing.T) { s.tryAll(t, hand, 390, 664) })
			}
		}
	}
}

// tryAll reaches and uses each control of a stop, and leaves it, in a window of a size.
func (s stop) tryAll(t *testing.T, hand hand, w, h int) {
	menustest.Speak(t, words.English)
	left := s.screen == "main menu"
	for _, control := range s.controls(t) {
		v := s.visit(t, w, h)
		top := v.Top()
		used, trouble := tryControl(v, hand, control)
		if trouble != "" {
			t.Errorf("%s %q %q", trouble, control.name, control.label)
		}
		if used {
			v.checkFocus(control.name)
		}
		left = left || v.Top() != top || used && v.named(control.name) == nil // a page may become another
	}
	if v := s.visit(t, w, h); !hand.leave(v) && !left {
		t.Error("does not leave the screen")
	}
}

// tryControl reaches and uses a control. It reports whether it has used it, or why not; some hands
// may lack the control.
func tryControl(v *visit, hand hand, c control) (used bool, trouble string) {
	v.wait(1, hand.source())
	w := v.named(c.name)
	switch {
	case w == nil || !w.Focusable():
		return false, ""
	case !hand.reach(v, c.name):
		return false, "does not reach"
	case c.idle || hand.use(v, c.name):
		return true, ""
	}
	return false, "does not use"
}

// checkFocus checks that the keys lead somewhere after a control was used.
func (v *visit) checkFocus(after string) {
	v.T.Helper()
	usable := slices.ContainsFunc(v.stack.Form().Widgets(), kit.Widget.Focusable)
	if v.stack.Form().Focused() == nil && usable && !v.quit {
		v.T.Errorf("after %s no control on %q has the focus", after, v.Top().Name())
	}
}

// control is an enabled control of a stop.
type control struct {
	name, label string
	idle        bool // using it changes nothing at present
}

// controls returns the enabled controls of a stop. The houses of a board have their own test.
func (s stop) controls(t *testing.T) (list []control) {
	v := s.visit(t, 640, 400)
	for _, w := range v.stack.Form().Widgets() {
		info := v.stack.Form().Info(w)
		if _, board := w.(page.Parted); board || !info.Enabled {
			continue
		}
		idle := slices.ContainsFunc(idleControls, func(e exception) bool {
			return (e.stop == "" || e.stop == s.name) && (strings.HasSuffix("."+info.ID, "."+e.text) || e.text == info.Name())
		})
		list = append(list, control{name: v.name(w), label: info.Name(), idle: idle})
	}
	return list
}

// idleControls are the controls that change nothing on a stop, each with the reason.
var idleControls = []exception{
	{stop: "top scores", text: "choice"}, // there is only one rule set
	{stop: "top scores, with one", text: "choice"},
	{stop: "settings", text: "settings.theme-walnut"},                      // it is already selected
	{stop: "join, meeting points", text: "join.host-1"},                    // it is already selected
	{stop: "join, a code without its meeting point", text: "join.connect"}, // the error is already shown
	{stop: "join, a code without its meeting point", text: "join.watch"},
	{text: "game.hint"}, // the judge of the tests says nothing
}

// Every control has a name, and an ID that is unique on its screen.
func TestEveryControlHasAnID(t *testing.T) {
	for _, s := range stops() {
		v := s.visit(t, 640, 400)
		seen, names := map[string]bool{}, map[string]bool{}
		for _, w := range v.stack.Form().Widgets() {
			info := v.stack.Form().Info(w)
			_, parted := w.(page.Parted)
			if info.Enabled && !parted && names[info.Name()] && s.name != "knock, several" { // its guests have the same answers
				t.Errorf("%s: two controls are called %q", s.name, info.Name())
			}
			names[info.Name()] = true
			switch {
			case info.Kind == kit.KindHeading, info.Kind == kit.KindSpinner:
			case info.ID == "":
				t.Errorf("%s: the %s %q has no ID", s.name, info.Kind, info.Name())
			case info.Name() == "" && !parted:
				t.Errorf("%s: the %s %q has no name", s.name, info.Kind, info.ID)
			case info.ID != "" && seen[info.ID]:
				t.Errorf("%s: the ID %q is there twice", s.name, info.ID)
			}
			seen[info.ID] = true
		}
	}
}

// On every screen a direction of a gamepad, or an arrow key, moves the focus or does something.
func TestDirectionsLeadSomewhere(t *testing.T) {
	p := &player{newGamepad(padState{})}
	for _, s := range stops() {
		if !slices.ContainsFunc(directions[:], func(way ebiten.StandardGamepadButton) bool {
			v := s.visit(t, 640, 400)
			before, focus := v.state(), v.focused()
			p.push(v, way)
			return v.focused() != focus || v.state() != before
		}) {
			t.Errorf("%s: no direction does anything", s.name)
		}
	}
}

// A single kind of input can play every playable house.
func TestEveryInputAlonePlays(t *testing.T) {
	game := stops()[slices.IndexFunc(stops(), func(s stop) bool { return s.name == "game" })]
	for name, hand := range hands() {
		t.Run(name, func(t *testing.T) {
			var played []string
			for i := range 6 {
				v := game.visit(t, 640, 400)
				want := v.Scene().Match().Plies() + 1
				for range 2 { // the first touch only shows the preview
					if v.Scene().Match().Plies() < want {
						hand.(sower).sow(v, i)
						v.wait(2, 0)
					}
				}
				if m := v.Scene().Match(); m.Plies() == want {
					played = append(played, m.Game().Plies[want-1].String())
				}
			}
			slices.Sort(played)
			if got := strings.Join(slices.Compact(played), ""); got != "123456" {
				t.Errorf("the houses %s can be played, want 123456", got)
			}
		})
	}
}

// sower plays the i-th house from the left, counted from 0, if it can be played.
type sower interface{ sow(v *visit, i int) }

func (p typist) sow(v *visit, i int) {
	p.key(v, ebiten.KeyDigit1+ebiten.Key(i))
}

func (p *player) sow(v *visit, i int) {
	for range i + 1 { // the first push selects the leftmost house
		p.push(v, ebiten.StandardGamepadButtonLeftRight)
	}
	p.push(v, ebiten.StandardGamepadButtonRightBottom)
}

func (p pointer) sow(v *visit, i int) {
	for _, w := range v.stack.Form().Widgets() {
		if board, ok := w.(page.Parted); ok {
			p.tap(v, board.Parts()[i].Bounds.Center())
		}
	}
}
