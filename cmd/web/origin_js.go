package main

import (
	"syscall/js"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/menus/ports"
	"mancala/netplay/web"
)

// origin is the host that the page came from.
type origin struct {
	*ports.PageHost
	invite string // or the code of a meeting point, as text; "" if there is none
	plain  bool   // it does not encrypt
}

// origin returns the host that the person can join, or nil. Its error is a sentence about the
// invite or the code.
func (w wish) origin() (*origin, error) {
	at := web.Origin()
	text := at
	switch {
	case w.host.kind == "":
		return nil, nil
	case w.host.kind == "meet" && w.code == "":
		return nil, nil
	case w.host.kind == "meet":
		text = w.code + "@" + at
	case w.code != "":
		text = "http://" + at + "/#" + w.code
	}
	addr, invite, err := wiring.ReadAddress(text)
	if err != nil {
		return nil, err
	}
	return &origin{
		PageHost: &ports.PageHost{
			Addr: addr, Name: match.CleanName(w.host.name), NoWatchers: !w.host.watchers,
			Unprotected: !js.Global().Get("isSecureContext").Bool(),
		},
		invite: invite, plain: w.host.kind == "host" && !w.host.encrypted,
	}, nil
}
