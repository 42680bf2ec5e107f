package newgame

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// farWay is a way into a game over the network.
type farWay struct {
	id, title, line string
	sides           []rules.Side // those that sit at the board of its picture
	do              func()
}

// farWays returns the ways over the network that this program has.
func farWays(shell page.Shell) (list []farWay) {
	p := shell.Shared().Ports
	if p.Host != nil {
		list = append(list, farWay{
			"host", words.T("Host a game"), words.T("You choose the rules and wait; a friend comes to your board."),
			[]rules.Side{rules.South},
			func() { shell.Push(newHostScreen(shell)) },
		})
	}
	if label := joinLabel(p.Browser); label != "" {
		list = append(list, farWay{
			"join", label, words.T("A friend waits at their board; you take the other seat, or watch."),
			[]rules.Side{rules.North},
			func() { goJoin(shell) },
		})
	}
	if p.Club != nil {
		list = append(list, farWay{
			"club", words.T("Club"), words.T("Open tables, games with clocks, ratings, and others to meet."),
			[]rules.Side{rules.South, rules.North},
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
		card.Picture = func(c *render.Canvas, r render.Rect) { o.drawSeats(c, r, w.sides) }
		cards = append(cards, card)
	}
	back := page.NewBack(shell, "online.back")
	o.Compose(shell.Back, func(g page.Grid) page.Sheet {
		const least, most = 132, 400
		var parts []kit.Part
		for _, card := range cards {
			parts = append(parts, kit.Sized(least, most, kit.Put(card)))
		}
		var content kit.Part = kit.Across(parts...)
		if g.Upright {
			content = g.Rows(parts...)
		}
		return page.Sheet{Title: words.T("Play online"), Content: content, Actions: []*kit.Button{back}}
	})
	return o
}

// drawSeats draws a board with the seeds of those who sit at it.
func (o *online) drawSeats(c *render.Canvas, r render.Rect, sides []rules.Side) {
	start, err := rules.Start(rules.Presets()[0].Variant)
	if err != nil || r.H <= 0 {
		return
	}
	var board rules.Board
	for _, side := range sides {
		board.House[side] = start.Board().House[side]
	}
	const flat = 0.5
	place := r.Centered(r.W, min(r.H, flat*r.W))
	layout := render.NewLayout(place, int(start.Variant().Houses), rules.South)
	o.Art.Draw(c, render.View{Layout: layout, Moment: motion.Still(board), NoCounts: true})
}

// Renewed returns the screen in another language.
func (o *online) Renewed() page.Screen { return newOnline(o.Shell) }
