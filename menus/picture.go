package menus

import (
	"reflect"
	"slices"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/words"
)

// Picture describes a screen to observers of the program: tests and assistive technology.
type Picture struct {
	// Screen is the name of the topmost screen. Visit changes whenever another screen becomes the
	// topmost one.
	Screen string
	Visit  int
	// Card says that the screen is a card over another one, which cannot be used meanwhile.
	Card bool
	// Waiting says what the program is waiting for, or is "".
	Waiting string
	// Controls are the controls in the order of Tab, including headings and boards.
	Controls []Control
	// Texts are the other texts, in reading order. Most of them are unknown until the screen has
	// been Drawn.
	Texts []Text
	Drawn bool
}

// Control is a control and its position in physical pixels from the window's top left corner.
type Control struct {
	// ID is the control's name, independent of the language, or "" if it has none.
	ID string `json:"id,omitempty"`
	// Label is the text on it; a house is "house 3".
	Label string `json:"label"`
	// X and Y are its centre, and Width and Height its size.
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
	// Enabled says whether it can be used now, Focused whether it gets the keys.
	Enabled bool `json:"enabled"`
	Focused bool `json:"focused"`
	// Kind is the kind of control, and Value its chosen or typed value.
	Kind  kit.Kind `json:"kind,omitempty"`
	Value string   `json:"value,omitempty"`
	// Hidden says that the control is scrolled out of view; Tab and scrolling bring it back.
	Hidden bool `json:"hidden,omitempty"`
	// Note says more about it, Wrong says what is wrong with its value, and Example is a sample
	// value.
	Note    string `json:"note,omitempty"`
	Wrong   string `json:"wrong,omitempty"`
	Example string `json:"example,omitempty"`
	// Key is its shortcut, in the form of [kit.Button].
	Key string `json:"key,omitempty"`
	// Options, First, Rows, Selected, Low, High, Caret and Limit are as in [kit.Info].
	Options  []string `json:"-"`
	First    int      `json:"-"`
	Rows     int      `json:"-"`
	Selected int      `json:"-"`
	Low      int      `json:"-"`
	High     int      `json:"-"`
	Caret    int      `json:"-"`
	Limit    int      `json:"-"`
}

// outside is the state kept for observers and for assistive technology that uses the program.
type outside struct {
	voice   voice
	reading reading
	wishes  wishes
	seen    Picture     // the last picture passed to Show
	visited page.Screen // the topmost screen at the last call of visit
	visits  int
}

// show passes the picture to Show if it has changed.
func (a *App) show() {
	if a.cfg.Show == nil || a.unplaced || a.width == 0 || !a.dirty && !a.reading.fresh {
		return
	}
	a.reading.fresh = false
	p := a.picture()
	if reflect.DeepEqual(p, a.seen) {
		return
	}
	a.tellWrong(p)
	if p.Waiting != a.seen.Waiting {
		a.Tell(p.Waiting, false)
	}
	a.seen = p
	a.cfg.Show(p)
}

// tellWrong tells at once that a value has become invalid, and why.
func (a *App) tellWrong(p Picture) {
	for _, c := range p.Controls {
		known := func(old Control) bool { return old.ID == c.ID && old.Wrong == c.Wrong }
		if c.Wrong != "" && (p.Visit != a.seen.Visit || !slices.ContainsFunc(a.seen.Controls, known)) {
			a.Tell(c.Wrong, true)
		}
	}
}

// visit returns the number of the current visit to the topmost screen.
func (a *App) visit() int {
	if top := a.Top(); top != a.visited {
		a.visited = top
		a.visits++
	}
	return a.visits
}

// picture returns the picture of the topmost screen.
func (a *App) picture() Picture {
	top := a.Top()
	p := Picture{Screen: top.Name(), Visit: a.visit(), Drawn: a.reading.of == top}
	_, p.Card = top.(page.Overlay)
	var told []Text
	var spots []spot
	form := a.form()
	for _, w := range form.Widgets() {
		info, at := form.Info(w), len(p.Controls)
		if info.Kind == kit.KindSpinner {
			p.Waiting = info.Label
		}
		parts := []kit.Info{info}
		if whole, ok := w.(page.Parted); ok {
			parts = partsOf(whole, info)
			for _, line := range whole.Told() {
				told = append(told, Text{Text: line, At: at}.placed(info.Bounds, a.unit()))
			}
		}
		for _, part := range parts {
			p.add(part, a.unit())
		}
		spots = append(spots, spot{info.Bounds, info.Kind, at})
	}
	p.Texts = a.reading.texts(top, told, spots, len(p.Controls), a.unit())
	return p
}

// form returns the form that gets the input: that of the topmost screen, or the on-screen keyboard
// over it.
func (a *App) form() *kit.Form {
	form := a.Top().Form()
	if keys := form.Keyboard(); keys != nil {
		return keys
	}
	return form
}

// partsOf returns a board and its houses. The board has the focus while no house is chosen.
func partsOf(whole page.Parted, info kit.Info) []kit.Info {
	focused := info.Focused
	info.Kind, info.Label, info.Note = kit.KindBoard, words.T("board"), words.T("The arrow keys choose a house, and Enter plays it.")
	list := []kit.Info{info}
	for _, part := range whole.Parts() {
		part.Focused = focused && part.Focused
		list[0].Focused = list[0].Focused && !part.Focused
		list = append(list, part)
	}
	return list
}

// add adds a control that has a name. u is the number of pixels per unit.
func (p *Picture) add(info kit.Info, u float64) {
	label := info.Name()
	if label == "" {
		return
	}
	at := info.Bounds.Center()
	p.Controls = append(p.Controls, Control{
		ID: info.ID, Label: label, X: int(at.X * u), Y: int(at.Y * u), Width: int(info.Bounds.W * u), Height: int(info.Bounds.H * u),
		Enabled: info.Enabled, Focused: info.Focused, Kind: info.Kind, Value: info.Value, Hidden: info.Hidden,
		Note: info.Note, Wrong: info.Wrong, Example: info.Example, Key: info.Shortcut,
		Options: info.Options, First: info.First, Rows: info.Rows, Selected: info.Selected, Low: info.Low, High: info.High,
		Caret: info.Caret, Limit: info.Limit,
	})
}
