package main

import (
	"syscall/js"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/web"
)

// origin is the host that the page came from.
type origin struct {
	*ports.PageHost
	invite string // or the code of a meeting point, as text; "" if there is none
	plain  bool   // it does not encrypt
}

// ask returns how the person wants to begin, and the host that they can join, or nil. The page asks
// again while their invite or code is invalid.
func (p *page) ask() (wish, *origin) {
	for {
		w := <-p.wishes
		host, err := w.origin(p)
		if err == nil || w.way == menu || w.way == goOn {
			return w, host
		}
		p.half.Call("refused", words.Sentence(err))
	}
}

// origin returns the host that the person can join, or nil. Its error is a sentence about the
// invite or the code; a host returned with it can still be joined.
func (w wish) origin(p *page) (*origin, error) {
	at := web.Origin()
	text := at
	switch {
	case w.host.kind == "":
		return nil, nil
	case w.host.kind == "meet" && w.code == "":
		return p.anyCode(), nil
	case w.host.kind == "meet":
		text = w.code + "@" + at
	case w.code != "":
		text = "http://" + at + "/#" + w.code
	}
	addr, invite, err := wiring.ReadAddress(text)
	switch {
	case err != nil && w.host.kind == "meet":
		return p.anyCode(), words.Errorf("%q is not a code. A code looks like amber-fox-31.", w.code)
	case err != nil:
		return nil, err
	}
	o := &origin{
		PageHost: &ports.PageHost{
			Club: w.host.kind == "club", Addr: addr, Name: match.CleanName(w.host.name), NoWatchers: !w.host.watchers,
			Unprotected: !js.Global().Get("isSecureContext").Bool(),
		},
		invite: invite, plain: w.host.kind != "meet" && !w.host.encrypted,
	}
	if w.host.kind == "meet" {
		o.AskCode = p.askCode
	}
	return o, nil
}

// anyCode returns a meeting point where the page can ask for another code.
func (p *page) anyCode() *origin {
	return &origin{PageHost: &ports.PageHost{AskCode: p.askCode}}
}
