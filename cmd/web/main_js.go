// Web is mancala in a browser. The files in the folder page load it: page.js fetches it, shows how
// far that is, and asks the person how to begin; then it calls the function that expose offers.
package main

import (
	"log/slog"
	"math/rand/v2"
	"os"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/menus"
	"mancala/menus/ports"
	"mancala/netplay"
	"mancala/rules"
	"mancala/sound"
	"mancala/words"
)

func main() {
	_ = words.Use(words.System(os.Getenv)) // a language without a translation is not spoken
	w := <-expose()
	told := new(wiring.Bulletin)
	keeper := wiring.OpenScores("", told)
	app, err := menus.NewApp(config(w, keeper))
	if err == nil {
		err = ebiten.RunGame(app)
	}
	if err != nil {
		fail(words.Sentence(err))
	}
}

// config connects the screens to what a browser has.
func config(w wish, keeper wiring.Scores) menus.Config {
	return menus.Config{
		Name: w.name, Ports: screenPorts(keeper),
		Speaker: func() menus.Speaker { return sound.Open(slog.New(slog.DiscardHandler)) },
	}
}

// screenPorts connects the screens to the network, the computer players and the records.
func screenPorts(keeper wiring.Scores) ports.Ports {
	p := wiring.Screens(keeper, wiring.NewAnalysts(wiring.SpareThreads(), 0), chance)
	p.Variant = rules.Presets()[0].Variant
	p.Host = func(r ports.HostRequest) match.Link {
		return netplay.Host(r.Addr, netplay.HostConfig{Name: r.Name, AppVersion: wiring.Version, Variant: r.Variant})
	}
	p.Dial = func(r ports.JoinRequest) match.Link {
		return netplay.Join(r.Addr, netplay.GuestConfig{Name: r.Name, AppVersion: wiring.Version})
	}
	p.ParseGame = match.ReadGame
	p.Clipboard = new(clipboard)
	return p
}

func chance() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }
