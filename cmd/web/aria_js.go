package main

import (
	"sync"
	"syscall/js"
	"time"

	"mancala/internal/words"
	"mancala/menus"
	"mancala/menus/kit"
)

// mirrorEvery is the shortest time between two updates for screen readers.
const mirrorEvery = 100 * time.Millisecond

// mirror describes the canvas to the page, for screen readers and the keyboards of phones, and
// passes their requests to the program; aria.js turns the description into elements. The zero value
// is ready.
type mirror struct {
	app *menus.App

	mu     sync.Mutex
	latest menus.Picture
	due    bool // the latest picture is about to be shown
	shown  time.Time
}

// joined returns cfg with the mirror attached to it.
func (m *mirror) joined(cfg menus.Config) menus.Config {
	show := cfg.Show
	cfg.Show = func(p menus.Picture) {
		show(p)
		m.show(p)
	}
	cfg.Tell = func(text string, urgent bool) { js.Global().Get("mancala").Call("tell", text, urgent) }
	cfg.Typed = true
	return cfg
}

// follow makes the app act on the requests of the page.
func (m *mirror) follow(app *menus.App) {
	m.app = app
	js.Global().Get("mancala").Set("use", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m.app.Use(args[0].Int(), args[1].String(), kit.Use{
			Act: acts[args[2].String()], Number: args[3].Int(), Text: args[4].String(), Caret: args[5].Int(),
		})
		return nil
	}))
}

// acts maps the names in aria.js to acts.
var acts = map[string]kit.Act{"press": kit.Press, "point": kit.Point, "choose": kit.Choose, "write": kit.Write}

// show schedules an update with a picture. A picture without its texts is soon followed by one with
// them.
func (m *mirror) show(p menus.Picture) {
	if !p.Drawn {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.latest = p
	if m.due {
		return
	}
	m.due = true
	time.AfterFunc(max(0, mirrorEvery-time.Since(m.shown)), m.update)
}

// update shows the latest picture.
func (m *mirror) update() {
	m.mu.Lock()
	p := m.latest
	m.due, m.shown = false, time.Now()
	m.mu.Unlock()
	var nodes []any
	for _, n := range p.Nodes() {
		nodes = append(nodes, fields(n))
	}
	js.Global().Get("mancala").Call("mirror", map[string]any{
		"visit": p.Visit, "card": p.Card, "title": p.Title(), "language": words.Current(), "nodes": nodes,
	})
}

// fields returns a node as an object for aria.js, mostly without its empty fields.
func fields(n menus.Node) map[string]any {
	o := map[string]any{"id": n.ID, "role": string(n.Role), "name": n.Name, "x": n.X, "y": n.Y, "w": n.W, "h": n.H, "at": n.At}
	for key, text := range map[string]string{"note": n.Note, "value": n.Value, "wrong": n.Wrong, "keys": n.Keys} {
		if text != "" {
			o[key] = text
		}
	}
	for key, set := range map[string]bool{"off": n.Off, "on": n.On, "focus": n.Focus, "within": n.Within, "out": n.Out} {
		if set {
			o[key] = true
		}
	}
	for key, number := range map[string]int{
		"level": n.Level, "first": n.First, "rows": n.Rows, "low": n.Low, "high": n.High, "caret": n.Caret, "limit": n.Limit,
	} {
		if number != 0 {
			o[key] = number
		}
	}
	if len(n.Options) > 0 {
		options := make([]any, len(n.Options))
		for i, option := range n.Options {
			options[i] = option
		}
		o["options"] = options
	}
	return o
}
