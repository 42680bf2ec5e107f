package menus

import (
	"reflect"
	"slices"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// Picture describes a screen to observers of the program: tests and assistive technology.
type Picture struct {
	// Screen is the name of the topmost screen. Visit changes with the topmost screen.
	Screen string
	Visit  int
	// Card says that the screen is a card over another one, which is disabled meanwhile.
	Card bool
	// Waiting names the event that the program waits for, or is "".
	Waiting string
	// Controls are the controls in the order of Tab, including headings and boards.
	Controls []Control
	// Texts are the other texts, in reading order. Most are unknown before the screen has been
	// Drawn.
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
	// Note explains it, Wrong describes the error in its value, and Example is a sample value.
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

// outside is the interface for observers and assistive technology: the picture of the topmost
// screen, the sentences told, and the requests to use controls.
type outside struct {
	stack     *page.Stack
	watch     func(Picture) // nil if nobody observes
	announcer announcer
	reading   reading
	wishes    wishes
	seen      Picture     // the last picture passed to watch
	visited   page.Screen // the topmost screen at the last call of visit
	visits    int
}

// show passes a changed picture to watch. u is the number of pixels per unit.
func (o *outside) show(u float64) {
	o.reading.fresh = false
	p := o.picture(u)
	if reflect.DeepEqual(p, o.seen) {
		return
	}
	o.tellWrong(p)
	if p.Waiting != o.seen.Waiting {
		o.announcer.say(p.Waiting, false)
	}
	o.seen = p
	o.watch(p)
}

// tellWrong tells at once why a value has become invalid.
func (o *outside) tellWrong(p Picture) {
	for _, c := range p.Controls {
		known := func(old Control) bool { return old.ID == c.ID && old.Wrong == c.Wrong }
		if c.Wrong != "" && (p.Visit != o.seen.Visit || !slices.ContainsFunc(o.seen.Controls, known)) {
			o.announcer.say(c.Wrong, true)
		}
	}
}

// visit returns the number of the current visit to the topmost screen.
func (o *outside) visit() int {
	if top := o.stack.Top(); top != o.visited {
		o.visited = top
		o.visits++
	}
	return o.visits
}

// picture returns the picture of the topmost screen. u is the number of pixels per unit.
func (o *outside) picture(u float64) Picture {
	top := o.stack.Top()
	p := Picture{Screen: top.Name(), Visit: o.visit(), Drawn: o.reading.of == top}
	p.Card = top.IsCard()
	var told []Text
	var spots []spot
	form := o.stack.Form()
	for _, w := range form.Widgets() {
		info, at := form.Info(w), len(p.Controls)
		if info.Kind == kit.KindSpinner {
			p.Waiting = info.Label
		}
		parts := []kit.Info{info}
		if whole, ok := w.(page.Parted); ok && w.Focusable() {
			parts = partsOf(whole, info)
			for _, line := range whole.Told() {
				told = append(told, Text{Text: line, At: at}.placed(info.Bounds, u))
			}
		}
		for _, part := range parts {
			p.add(part, u)
		}
		spots = append(spots, spot{info.Bounds, info.Kind, at})
	}
	p.Texts = o.reading.texts(top, told, spots, len(p.Controls), u)
	return p
}

// partsOf returns a board and its houses. The board has the focus if no house is chosen.
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
