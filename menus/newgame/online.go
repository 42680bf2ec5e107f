package newgame

import (
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// farWay is a way into a game over the network.
type farWay struct {
	id, title, line string
	above, below    page.BoardSeat // at the board of its picture
	do              func()
}

// farWays returns this program's ways over the network.
func farWays(shell page.Shell) (list []farWay) {
	p := shell.Shared().Ports
	if p.Host != nil {
		list = append(list, farWay{
			"host", words.T("Host a game"), words.T("You choose the rules and wait; a friend comes to your board."),
			guestSeat(),
			page.BoardSeat{Line: words.T("You")},
			func() { shell.Push(newHostScreen(shell)) },
		})
	}
	if label := joinLabel(p.Browser); label != "" {
		list = append(list, farWay{
			"join", label, words.T("A friend waits at their board; you take the other seat, or watch."),
			hostSeat(), page.YourSeat(),
			func() { goJoin(shell) },
		})
	}
	if p.Club != nil {
		list = append(list, farWay{
			"club", words.T("Club"), words.T("Open tables, games with clocks, ratings, and others to meet."),
			page.BoardSeat{Line: words.C("a seat", "A member")},
			page.BoardSeat{Line: words.T("You")},
			func() { shell.Go(page.ToClub{Addr: p.Browser.Club()}) },
		})
	}
	return list
}

// online is the screen with the ways into a game over the network.
type online struct{ page.Page }

func newOnline(shell page.Shell) *online {
	o := &online{page.New(shell, "online")}
	var cards []*kit.Card
	for _, w := range farWays(shell) {
		card := kit.WithID("online."+w.id, kit.NewCard(w.title, w.line, w.do))
		card.Wide = true
		card.Picture = func(c *render.Canvas, r render.Rect) { o.drawSeats(c, r, w) }
		cards = append(cards, card)
	}
	back := page.NewBack(shell, "online.back")
	o.Compose(shell.Back, func(g page.Grid) page.Sheet {
		const least = 132
		most := 480.0
		if g.Roomy {
			most = 560
		}
		parts := kit.Cards(least, most, cards...)
		var content kit.Part = kit.Across(parts...)
		if g.Upright {
			content = g.Rows(parts...)
		}
		return page.Sheet{Title: words.T("Play online"), Content: content, Actions: []*kit.Button{back}}
	})
	return o
}

// drawSeats draws a board with its seats or, in a low place, with the seeds of its players.
func (o *online) drawSeats(c *render.Canvas, r render.Rect, w farWay) {
	const flat, high = 0.5, 0.75
	start := page.Start(rules.Presets()[0].Variant)
	if r.H > high*r.W {
		page.DrawSeats(c, o.Art, start, r, w.above, w.below)
		return
	}
	page.DrawSeated(c, o.Art, start, r.Centered(r.W, min(r.H, flat*r.W)), w.above, w.below)
}

// Renewed returns the screen in another language.
func (o *online) Renewed() page.Screen { return newOnline(o.Shell) }
