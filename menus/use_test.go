package menus

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
)

// look returns the picture of the screen, including the drawn texts.
func (v *visit) look() Picture {
	v.settle()
	v.width, v.height, v.scale = v.w, v.h, 1
	c := v.Shared().Canvas
	c.Begin(tourPicture, v.unit())
	v.Shared().Art.DrawBackdrop(c)
	c.Unseen(func() { v.outside.reading.overhear(c, v.Top()) })
	return v.outside.picture(v.unit())
}

// helper uses the program with only the picture, as a screen reader does.
type helper struct{}

func (helper) reach(v *visit, name string) bool {
	return slices.ContainsFunc(v.look().Controls, func(c Control) bool { return c.ID == name && c.Enabled })
}

// use operates a control as its kind requires.
func (helper) use(v *visit, name string) bool {
	p := v.look()
	c := p.Controls[slices.IndexFunc(p.Controls, func(c Control) bool { return c.ID == name })]
	u := kit.Use{Act: kit.Press}
	switch c.Kind {
	case kit.KindText: // read-only
		return slices.ContainsFunc(p.Texts, func(t Text) bool { return t.Text != "" })
	case kit.KindField:
		u = kit.Use{Act: kit.Write, Text: c.Value + "7", Caret: len(c.Value) + 1}
		if c.Limit > 0 && len(c.Value) >= c.Limit {
			u.Text = "7"
		}
	case kit.KindChoice, kit.KindList, kit.KindTable:
		if c.Rows < 2 {
			break
		}
		u = kit.Use{Act: kit.Choose, Number: (c.Selected + 1) % c.Rows}
	case kit.KindNumber, kit.KindSlider:
		u = kit.Use{Act: kit.Choose, Number: c.Selected + 1}
		if c.Selected == c.High {
			u.Number = c.Low
		}
	}
	return v.acts(func() {
		v.Use(p.Visit, name, u)
		v.grant()
	})
}

func (helper) leave(v *visit) bool { return typist{}.leave(v) }

func (helper) source() kit.Source { return kit.Keyboard }

// Every control of every screen can be used with only the picture.
func TestLongPictureAloneIsEnough(t *testing.T) {
	for _, s := range stops() {
		t.Run(s.name, func(t *testing.T) {
			menustest.Speak(t, words.English)
			for _, control := range s.controls(t) {
				v := s.visit(t, 640, 400)
				if used, trouble := tryControl(v, helper{}, control); trouble != "" {
					t.Errorf("%s %q %q", trouble, control.name, control.label)
				} else if used {
					v.checkFocus(control.name)
				}
			}
		})
	}
}

// The houses of a board are controls that tell their contents and the effect of their plies.
func TestHousesArePlayedByTheirNames(t *testing.T) {
	game := stops()[slices.IndexFunc(stops(), func(s stop) bool { return s.name == "game" })]
	for i, id := range []string{"house-1", "house-2", "house-3", "house-4", "house-5", "house-6"} {
		v := game.visit(t, 640, 400)
		n := v.Scene().Match().Plies()
		p := v.look()
		at := slices.IndexFunc(p.Controls, func(c Control) bool { return c.ID == id })
		if at < 0 || !strings.Contains(p.Controls[at].Note, "seed") {
			t.Fatalf("%s is not told: %+v", id, p.Controls)
		}
		v.Use(p.Visit, id, kit.Use{Act: kit.Point})
		v.grant()
		if p = v.look(); p.Controls[at].Focused != true || v.Scene().Match().Plies() != n {
			t.Errorf("pointing at %s: %+v", id, p.Controls[at])
		}
		v.Use(p.Visit, id, kit.Use{})
		v.grant()
		v.wait(2, 0)
		if got := v.Scene().Match().Plies(); got > n != p.Controls[at].Enabled {
			t.Errorf("house %d, enabled: %v, was played: %v", i+1, p.Controls[at].Enabled, got > n)
		}
	}
}

// The use of a missing or disabled control changes nothing, and the helper hears of it.
func TestUseOfWhatHasGoneIsRefused(t *testing.T) {
	var told []string
	s := stop{name: "refusals", screen: "main menu", changes: func(c *Config) {
		c.Tell = func(text string, _ bool) { told = append(told, text) }
	}}
	v := s.visit(t, 640, 400)
	menu := v.look()
	v.Go(page.ToSettings{})
	settings := v.look()
	for _, u := range []wish{
		{menu.Visit, "settings.back", kit.Use{}},
		{settings.Visit, "main.exit", kit.Use{}},
		{settings.Visit, "", kit.Use{}},
		{settings.Visit, "settings.name", kit.Use{Act: kit.Write, Text: "Bo"}}, // in another section
		{settings.Visit, "settings.reset", kit.Use{Act: kit.Choose, Number: 1}},
	} {
		told = nil
		before := v.state()
		v.Use(u.visit, u.id, u.use)
		v.grant()
		v.outside.announcer.flush(time.Now())
		if v.state() != before || !slices.Equal(told, []string{"That cannot be used now."}) {
			t.Errorf("%+v is not refused: told %q", u, told)
		}
	}
}

// Every text on a screen is told: on a control, or as a text.
func TestAllTextsAreTold(t *testing.T) {
	for _, s := range stops() {
		t.Run(s.name, func(t *testing.T) {
			menustest.Speak(t, words.English)
			v := s.visit(t, 1280, 720)
			p := v.look()
			title := false
			for _, text := range p.Texts {
				title = title || text.Level == 1
				if strings.TrimSpace(text.Text) == "" || text.At < 0 || text.At > len(p.Controls) {
					t.Errorf("%+v", text)
				}
			}
			if !title && p.Screen != "game" && p.Screen != "end of game" {
				t.Errorf("no title among %+v", p.Texts)
			}
			if missing := v.untold(p); len(missing) > 0 {
				t.Errorf("not told: %q", missing)
			}
		})
	}
}

// untold returns the drawn texts outside the boards that the picture lacks.
func (v *visit) untold(p Picture) (missing []string) {
	var all strings.Builder
	for _, t := range p.Texts {
		all.WriteString(t.Text + "\n")
	}
	for _, c := range p.Controls {
		all.WriteString(strings.Join(append([]string{c.Label, c.Value, c.Note, c.Wrong, c.Example, c.Key}, c.Options...), "\n") + "\n")
	}
	var others []kit.Widget // with a picture, column titles, icons, key caps or an axis
	for _, w := range v.stack.Form().Widgets() {
		_, parted := w.(page.Parted)
		switch kind := v.stack.Form().Info(w).Kind; kind {
		case kit.KindOther, kit.KindCard, kit.KindTable, kit.KindList, kit.KindButton, kit.KindSlider:
			others = append(others, w)
		default:
			if parted {
				others = append(others, w)
			}
		}
	}
	for _, l := range v.texts(ebiten.NewImage(1280, 720)) {
		on := func(w kit.Widget) bool { return w.Bounds().Contains(l.Place.Center()) }
		if l.Aside || slices.ContainsFunc(others, on) || strings.Contains(all.String(), l.Whole) || strings.Contains(all.String(), l.Paragraph) {
			continue
		}
		if whole := strings.Join(strings.Fields(all.String()), " "); strings.Contains(whole, strings.TrimSuffix(strings.Join(strings.Fields(l.Whole), " "), " …")) {
			continue
		}
		missing = append(missing, l.Whole)
	}
	return missing
}

// Every usable control has a unique name.
func TestThePictureHasNamesOnce(t *testing.T) {
	for _, s := range stops() {
		v := s.visit(t, 640, 400)
		seen := map[string]bool{}
		for _, c := range v.look().Controls {
			if c.Kind == kit.KindHeading {
				continue
			}
			if c.ID == "" || seen[c.ID] || strings.TrimSpace(c.Label) == "" {
				t.Errorf("%s: the %s %q is called %q", s.name, c.Kind, c.ID, c.Label)
			}
			seen[c.ID] = true
		}
	}
}

// A board that is only looked at is told as a control with its position, not as houses to play.
func TestABoardToLookAtIsToldWithItsPosition(t *testing.T) {
	for _, s := range stops() {
		if s.name != "review, judged" && s.name != "replay" {
			continue
		}
		menustest.Speak(t, words.English)
		v := s.visit(t, 1280, 720)
		p := v.look()
		i := slices.IndexFunc(p.Controls, func(c Control) bool { return strings.HasSuffix(c.ID, "board") })
		if i < 0 || !strings.Contains(p.Controls[i].Label, "house") || p.Controls[i].Kind == kit.KindBoard {
			t.Errorf("%s: the board is not told in %+v", s.name, p.Controls)
		}
	}
}
