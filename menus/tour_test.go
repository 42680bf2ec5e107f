package menus

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
)

// visit is a program at one of its screens, with functions to use it tick by tick.
type visit struct {
	*bench
	w, h   int // of the window, in pixels
	window render.Rect
	laid   page.Screen     // the screen of the last layout
	link   *tabletest.Link // to the other machine, or nil
	club   *menustest.Club
}

// visitAt returns a program with these settings at its main menu, in a window of a size.
func visitAt(t *testing.T, w, h int, texts menustest.Shelf, changes func(*Config)) *visit {
	t.Helper()
	v := &visit{w: w, h: h}
	v.bench = newBench(t, texts, func(cfg *Config) {
		var ladder []match.Strategy
		for i, name := range []string{"seedling", "casual", "sharp", "strong", "master", "perfect"} {
			ladder = append(ladder, match.Strategy{
				Name: name, Title: words.StrategyName(name), About: words.StrategyAbout(name), Rung: i + 1,
			})
		}
		cfg.Strategies = ladder
		cfg.Dial = func(ports.JoinRequest) table.Link {
			v.link = &tabletest.Link{Self: match.Guest}
			return v.link
		}
		v.club = menustest.NewClub()
		cfg.Club = func(ports.ClubRequest) lobby.Link { return v.club }
		if changes != nil {
			changes(cfg)
		}
	})
	v.Pad.Text = "127.0.0.1:7000"
	v.settle()
	return v
}

// settle lays out the screen, if necessary, and the speaker button.
func (v *visit) settle() {
	if v.unplaced || v.laid != v.Top() {
		v.window = v.LayOut(v.w, v.h)
		v.unplaced, v.laid, v.placed = false, v.Top(), v.window
	}
	v.sounds.corner.SetBounds(kit.CornerPlace(v.window))
	v.Top().Form().Attach(v.sounds.corner)
}

// give runs a tick with an input, and reports whether the screen reports a change.
func (v *visit) give(in *kit.Input) bool {
	v.settle()
	v.Shell.Shared().Ports.Scores.Poll()
	if sc := v.Scene(); sc != nil && sc.Advance(menustest.Tick) {
		v.Follow()
		v.settle()
	}
	v.attend()
	v.settle()
	changed := v.globalKeys(in)
	v.notices.answering = true
	changed = v.Top().Update(in) || changed
	v.notices.answering = false
	v.settle()
	return changed
}

// wait runs ticks without input.
func (v *visit) wait(ticks int, source kit.Source) {
	for range ticks {
		v.give(&kit.Input{Source: source, Cursor: nowhere})
	}
}

// nowhere is the position of an unused pointer.
var nowhere = render.Point{X: -1e6, Y: -1e6}

// name returns a name for a control that is valid on other visits: its ID or, without one, its
// index in the order of Tab.
func (v *visit) name(w kit.Widget) string {
	for i, other := range v.stack.Form().Widgets() {
		if other == w {
			if id := v.stack.Form().Info(w).ID; id != "" {
				return id
			}
			return "#" + strconv.Itoa(i)
		}
	}
	return ""
}

// named returns the control with a name, or nil.
func (v *visit) named(name string) kit.Widget {
	for _, w := range v.stack.Form().Widgets() {
		if v.name(w) == name {
			return w
		}
	}
	return nil
}

// focused returns the name of the control with the focus.
func (v *visit) focused() string {
	if w := v.stack.Form().Focused(); w != nil {
		return v.name(w)
	}
	return ""
}

// press presses the control with one of several names: its ID, the last word of its ID, or its
// label.
func (v *visit) press(names ...string) {
	v.T.Helper()
	v.settle()
	for _, name := range names {
		for _, w := range v.Top().Form().Widgets() {
			if info := v.Top().Form().Info(w); info.Enabled && (info.Label == name || strings.HasSuffix("."+info.ID, "."+name)) {
				v.Top().Form().Focus(w)
				v.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Keys: []kit.KeyPress{{Key: ebiten.KeyEnter}}})
				return
			}
		}
	}
	v.T.Fatalf("there is none of %q on the screen %q: %v", names, v.Top().Name(), v.state())
}

// state returns everything except the focus that a control can change.
func (v *visit) state() string {
	var s strings.Builder
	form := v.Top().Form()
	fmt.Fprintf(&s, "%s %v %q %q %v %d %d %q %+v\n", v.Top().Name(), form.Keyboard() != nil, v.notices.toasts.Text(), v.Pad.Text, v.quit,
		len(v.Hosted), len(v.Cabinet.List), v.Cabinet.Deleted, v.Shared().Settings.Now())
	if sc := v.Scene(); sc != nil && sc.Match() != nil {
		fmt.Fprintln(&s, sc.Match().Plies(), sc.Stage(), sc.Bottom(), sc.Stepwise, sc.Story())
	}
	if p, ok := v.Top().(performer); ok {
		line, _, _ := p.Motion()
		fmt.Fprintln(&s, line != nil)
	}
	if v.link != nil {
		fmt.Fprintln(&s, v.link.Said)
	}
	fmt.Fprintln(&s, len(v.club.Asked), v.club.Closed)
	for _, w := range form.Widgets() {
		info := form.Info(w)
		fmt.Fprintf(&s, "%s %q %q %v\n", info.ID, info.Label, info.Value, info.Enabled)
		if field, ok := w.(*kit.TextField); ok {
			fmt.Fprintf(&s, "%q\n", field.Error)
		}
	}
	return s.String()
}

// escape presses Escape.
func (v *visit) escape() {
	v.give(&kit.Input{Source: kit.Keyboard, Cursor: nowhere, Keys: []kit.KeyPress{{Key: ebiten.KeyEscape}}})
}
