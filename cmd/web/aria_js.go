package main

import (
	"encoding/json"
	"sync"
	"syscall/js"
	"time"

	"mancala/menus"
	"mancala/menus/kit"
	"mancala/words"
)

// mirrorEvery is the least time between two pictures for screen readers.
const mirrorEvery = 100 * time.Millisecond

// mirror shows the page what the canvas shows, for screen readers and the keyboards of phones, and
// has the program do what they ask for; aria.js makes elements of it. The zero value is ready.
type mirror struct {
	app *menus.App

	mu     sync.Mutex
	latest menus.Picture
	due    bool // the latest picture is about to be shown
	shown  time.Time
}

// joined returns a configuration with the mirror joined to it.
func (m *mirror) joined(cfg menus.Config) menus.Config {
	show := cfg.Show
	cfg.Show = func(p menus.Picture) {
		show(p)
		m.show(p)
	}
	cfg.Tell, cfg.Typed = tell, true
	return cfg
}

// follow has the app do what is asked for in the page.
func (m *mirror) follow(app *menus.App) {
	m.app = app
	js.Global().Get("mancala").Set("use", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m.app.Use(args[0].Int(), args[1].String(), kit.Use{
			Act: acts[args[2].String()], Number: args[3].Int(), Text: args[4].String(), Caret: args[5].Int(),
		})
		return nil
	}))
}

// acts are the acts by the names that aria.js has for them.
var acts = map[string]kit.Act{"press": kit.Press, "point": kit.Point, "choose": kit.Choose, "write": kit.Write}

// show shows a picture soon.
func (m *mirror) show(p menus.Picture) {
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
	text, err := json.Marshal(struct {
		Visit    int          `json:"visit"`
		Card     bool         `json:"card"`
		Title    string       `json:"title"`
		Language string       `json:"language"`
		Nodes    []menus.Node `json:"nodes"`
	}{p.Visit, p.Card, p.Title(), words.Current(), p.Nodes()})
	if err == nil { // plain values always have a text
		js.Global().Get("mancala").Call("mirror", string(text))
	}
}

// tell tells a text to screen readers.
func tell(text string, urgent bool) { js.Global().Get("mancala").Call("tell", text, urgent) }
