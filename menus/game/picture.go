package game

import (
	"image"

	"mancala/film"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/words"
)

// The size of a picture of a game, in pixels. The board lies along the longer side.
const pictureLong, pictureShort = 1920, 1080

// savePicture saves a picture of the board in the window's colours, and says where.
func savePicture(g *Screen) {
	m := g.scene.Match()
	f := film.New(m, [2]string{g.scene.SideName(rules.South), g.scene.SideName(rules.North)}, g.scene.Bottom())
	p := f.Poster(words.T("%[1]s - %[2]s", page.DescribeVariant(m.Position().Variant()), words.Date(g.Ports.Now())))
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
