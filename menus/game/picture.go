package game

import (
	"image"

	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// The size of a picture of a game, in pixels. The board lies along the longer side.
const pictureLong, pictureShort = 1920, 1080

// savePicture saves a picture of the board in the window's colours, and says where.
func savePicture(g *Screen) {
	p := poster(g)
	wide, high := pictureLong, pictureShort
	if g.upright {
		wide, high = high, wide
	}
	place, err := g.Ports.SavePicture(p.Title, func() image.Image { return p.Draw(g.Canvas.Painter(), wide, high) })
	if err != nil {
		g.Shell.Say(words.Sentence(err))
		return
	}
	g.Shell.Say(words.T("The picture is saved as %s.", place))
}

// poster returns the content of the picture.
func poster(g *Screen) *render.Poster {
	m := g.scene.Match()
	p := &render.Poster{
		Board: m.Position().Board(), Game: m.Position().Variant(), Name: words.RulesTitle(m.Position().Variant()), Bottom: g.scene.Bottom(),
		Note: words.T("%[1]s - %[2]s", page.DescribeVariant(m.Position().Variant()), words.Date(g.Ports.Now())),
	}
	for side := range p.Names {
		p.Names[side] = g.scene.SideName(rules.Side(side))
	}
	p.Title = words.T("%[1]s against %[2]s", p.Names[rules.South], p.Names[rules.North])
	p.Winner, p.HasWinner = m.Result().Winner()
	switch {
	case p.HasWinner:
		p.Title = words.T("%[1]s wins against %[2]s", p.Names[p.Winner], p.Names[p.Winner.Opponent()])
	case m.Result().Outcome == rules.Draw:
		p.Title = words.T("%[1]s and %[2]s: a draw", p.Names[rules.South], p.Names[rules.North])
	}
	return p
}
