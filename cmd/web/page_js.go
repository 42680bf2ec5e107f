package main

import (
	"syscall/js"
	"time"

	"mancala/menus"
)

// The ways to begin, by their names in page.js.
const (
	menu  = "menu"     // at the main menu
	join  = "join"     // the host's game
	watch = "watch"    // the host's game
	visit = "club"     // in the lobby of the club that serves the page
	seat  = "seat"     // the person's game in that club
	goOn  = "continue" // the game at this machine that was left last
	game  = "game"     // with the game in the page's address
)

// wish is the person's choice of how to begin.
type wish struct {
	way  string
	name string // "" if they gave none
	code string // an invite or a code: typed, or from behind the # of the page's address
	game string // the game behind the #, as a stranger wrote it; "" if there is none
	host hostInfo
}

// hostInfo is the host's description of itself, from host.json.
type hostInfo struct {
	kind, name          string // the kind is "" if there is none
	encrypted, watchers bool
}

// page is the page around the program. page.js has the other half, the object mancala.
type page struct {
	half   js.Value
	wishes chan wish // one comes
	app    *menus.App
	club   bool   // a club serves the page
	shown  bool   // the person sees the program
	going  string // the way to begin after a reload
}

// openPage tells the page that the program is loaded.
func openPage() *page {
	p := &page{half: js.Global().Get("mancala"), wishes: make(chan wish, 1)}
	p.half.Call("loaded", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.wishes <- readWish(args[0])
		return nil
	}))
	return p
}

func readWish(v js.Value) wish {
	host := v.Get("host")
	w := wish{way: v.Get("way").String(), name: v.Get("name").String(), code: v.Get("code").String(), game: v.Get("game").String()}
	w.host = hostInfo{name: host.Get("name").String(), encrypted: host.Get("encrypted").Truthy(), watchers: host.Get("watchers").Truthy()}
	if kind := host.Get("kind"); kind.Type() == js.TypeString {
		w.host.kind = kind.String()
	}
	return w
}

// follow makes the app say goodbye when the person leaves the page. A running game is kept.
func (p *page) follow(app *menus.App) {
	p.app = app
	js.Global().Call("addEventListener", "pagehide", js.FuncOf(func(js.Value, []js.Value) any {
		if app.Started() {
			app.Shutdown()
		}
		return nil
	}))
}

// show shows the program to the person, and tells the page how to begin after a reload.
func (p *page) show(picture menus.Picture) {
	if !p.shown {
		p.shown = true
		p.half.Call("shown")
	}
	going := p.going
	switch sc := p.app.Scene(); {
	case sc == nil && picture.Screen == "main menu":
		going = menu
	case sc == nil && picture.Screen == "lobby":
		going = visit
	case sc == nil:
	case sc.Local():
		going = goOn
	case p.club && sc.Watching():
		going = visit
	case p.club:
		going = seat
	case sc.Watching():
		going = watch
	default:
		going = join
	}
	if going != p.going {
		p.going = going
		p.half.Call("going", going)
	}
}

// matches reports whether a media query matches.
func matches(query string) bool {
	return js.Global().Call("matchMedia", query).Get("matches").Bool()
}

// askCode makes the page start again and ask for a code.
func (p *page) askCode() { p.half.Call("askCode") }

// fail makes the page show a sentence in place of the program.
func (p *page) fail(sentence string) { p.half.Call("failed", sentence) }

// beatEvery is the interval of the program's work while the tab gets no frames.
const beatEvery = 100 * time.Millisecond

// beat makes the app work while the tab gets no frames. It does not return.
func beat(app *menus.App) {
	for range time.Tick(beatEvery) {
		app.Beat()
	}
}
