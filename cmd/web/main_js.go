// Web is mancala in a browser. The files in the folder page load it: page.js fetches it, shows how
// far that is, and asks the person how to begin.
package main

import (
	"log/slog"
	"os"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/menus"
	"mancala/sound"
	"mancala/words"
)

func main() {
	_ = words.Use(words.System(os.Getenv)) // a language without a translation is not spoken
	p := openPage()
	w := <-p.wishes
	keeper := wiring.OpenScores("", new(wiring.Bulletin))
	host, err := w.origin()
	if err != nil {
		p.fail(words.Sentence(err))
		return
	}
	var unseen mirror
	app, err := menus.NewApp(unseen.joined(config(p, w, host, keeper)))
	if err == nil {
		p.follow(app)
		unseen.follow(app)
		err = ebiten.RunGame(app)
	}
	if err != nil {
		p.fail(words.Sentence(err))
	}
}

// config connects the screens to what a browser has, and begins as the person wishes.
func config(p *page, w wish, host *origin, keeper wiring.Scores) menus.Config {
	cfg := menus.Config{
		Name: w.name, Still: prefersStill(), Ports: screenPorts(p, host, keeper), Show: p.show, Resumes: host.resumes(),
		Speaker: func() menus.Speaker { return sound.Open(slog.New(slog.DiscardHandler)) },
	}
	switch {
	case w.way == goOn:
		cfg.GoOn = true
	case host == nil:
	case w.way == join:
		cfg.Join = host.Addr
	case w.way == watch:
		cfg.Watch = host.Addr
	}
	return cfg
}

// resumes returns a function that chooses the series that is taken up with the host: the one that
// was played last.
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
