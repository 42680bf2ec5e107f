// Web is mancala in a browser. The files in the folder page load it: page.js fetches it, shows the
// progress, and asks the person how to begin.
package main

import (
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/sound"
	"mancala/internal/words"
	"mancala/menus"
)

// startCollect is GOGC while the page starts, and startTime the length of that time.
const (
	startCollect = 400
	startTime    = 10 * time.Second
)

func main() {
	usual := debug.SetGCPercent(startCollect)
	time.AfterFunc(startTime, func() { debug.SetGCPercent(usual) })
	takeZone()
	_ = words.Use(words.System(os.Getenv)) // without a translation, English stays
	p := openPage()
	w, host := p.ask()
	p.club = host != nil && host.Club
	keeper := wiring.OpenScores("", new(wiring.Bulletin))
	var unseen mirror
	app, err := menus.NewApp(unseen.joined(config(p, w, host, keeper)))
	if err == nil {
		p.follow(app)
		unseen.follow(app)
		go beat(app)
		ebiten.SetScreenClearedEveryFrame(false)
		err = ebiten.RunGame(app)
	}
	if err != nil {
		p.fail(words.Sentence(err))
	}
}

// config connects the screens to the browser, and begins as the person has chosen.
func config(p *page, w wish, host *origin, keeper wiring.Scores) menus.Config {
	cfg := menus.Config{
		Name: w.name, Still: matches("(prefers-reduced-motion: reduce)"), Ports: screenPorts(p, host, keeper), Show: p.show, Resumes: host.resumes(),
		Speaker: func() menus.Speaker { return sound.Open(slog.New(slog.DiscardHandler)) },
	}
	switch {
	case w.way == game:
		cfg.Game = w.game
	case w.way == goOn:
		cfg.GoOn = true
	case host == nil || host.Addr == "":
	case w.way == visit, w.way == seat:
		cfg.Visit, cfg.GoOn = host.Addr, w.way == seat
	case w.way == join:
		cfg.Join = host.Addr
	case w.way == watch:
		cfg.Watch = host.Addr
	}
	return cfg
}

// resumes returns a function that chooses the series to resume with the host: the most recent one.
func (o *origin) resumes() func([]match.Bookmark) (match.Bookmark, string, bool) {
	return func(list []match.Bookmark) (match.Bookmark, string, bool) {
		for _, b := range list {
			if o != nil && b.Self == match.Guest && b.Addr == o.Addr {
				return b, b.Addr, true
			}
		}
		return match.Bookmark{}, "", false
	}
}
