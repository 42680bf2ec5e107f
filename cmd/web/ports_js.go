package main

import (
	"math/rand/v2"

	"mancala/cmd/wiring"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/menus/ports"
	"mancala/netplay/link"
	"mancala/netplay/web"
	"mancala/rules"
)

// thinkingMemory is the memory for the computer players, hints and reviews together, in bytes: a
// phone has little.
const thinkingMemory = 64 << 20

// screenPorts connects the screens to the page's host, the computer players and the records.
func screenPorts(p *page, host *origin, keeper wiring.Scores) ports.Ports {
	out := wiring.Screens(keeper, wiring.NewAnalysts(1, thinkingMemory, 0), chance)
	out.Variant = rules.Presets()[0].Variant
	out.Browser = browser(p, host)
	out.Dial = func(r ports.JoinRequest) table.Link {
		if host != nil && r.Addr == host.Addr && r.Invite == "" {
			r.Invite = host.invite
		}
		r.Insecure = r.Insecure || host != nil && host.plain
		return wiring.Connect(r, link.GuestConfig{
			Common: link.Common{Name: r.Name, AppVersion: wiring.Version}, Resume: r.Resume, Wait: r.Wait,
			Transport: web.Dialer{Away: host != nil && host.Club},
		}, keeper.Keeper)
	}
	if host != nil && !host.Club {
		wiring.TellHosts(keeper.Keeper, link.GuestConfig{Common: link.Common{AppVersion: wiring.Version}, Transport: web.Dialer{}})
	}
	if host != nil && host.Club {
		out.Club = func(r ports.ClubRequest) lobby.Link {
			r.Insecure = r.Insecure || host.plain
			return wiring.Club(r, web.Dialer{Away: true}, keeper.Keeper, nil, nil, nil)
		}
	}
	out.Clipboard = new(clipboard)
	out.SavePicture = wiring.SavePictures(keeper.Bulletin, download)
	out.Scribe = scribe{p.half}
	return out
}

func browser(p *page, host *origin) *ports.Browser {
	b := &ports.Browser{
		SetTitle:  func(title string, calls bool) { p.half.Call("title", title, calls) },
		Call:      func(why string) { p.half.Call("call", why) },
		AskToCall: func() bool { return p.half.Call("askToCall").Bool() },
		HasRead:   func() { p.half.Call("fingersRead") },
		Finger:    matches("(pointer: coarse)"),
		Address:   p.half.Call("address").String(),
	}
	if host != nil {
		b.Host = host.PageHost
	}
	return b
}

func chance() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }
