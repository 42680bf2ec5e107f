package info

import (
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// About describes the program and its makers, beside a close-up of a pit.
type About struct{ page.Page }

// NewAbout returns the page about the program.
func NewAbout(shell page.Shell) *About {
	s := &About{page.New(shell, "about")}
	back := page.NewBack(shell, "about.back")
	licences := kit.WithID("about.licences", kit.NewButton(words.T("Licences"), func() { shell.Push(NewLicences(shell)) }))
	text := []kit.Part{
		kit.Say("Mancala", render.Heading), kit.Say(words.T("Version %s", s.Ports.Version), render.Caption), kit.Blank(0),
	}
	for _, paragraph := range aboutText {
		text = append(text, kit.Say(paragraph.T(), render.Body))
	}
	prose := kit.WithID("about.text", &kit.ScrollArea{})
	prose.Content = &kit.Stack{Gap: aboutGap, Parts: text}
	panel := &kit.Panel{Part: kit.Put(prose), Pad: aboutPad, Radius: 14}
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		pit := &kit.Picture{Least: 160, Most: kit.Endless, Paint: s.paintPit}
		return page.Sheet{
			Title: words.T("About"), Content: g.Pair(6, panel, 6, pit), Actions: []*kit.Button{licences, back},
		}
	})
	s.Controls.Rest(back)
	return s
}

// Renewed returns the page in the current language.
func (s *About) Renewed() page.Screen { return NewAbout(s.Shell) }

var aboutText = []words.Msg{
	words.Msg("Play Kalah over the network, with a friend at one computer, or against the computer. In a network game, both programs check every " +
		"move against the same rules, so that neither player has to trust the other's program."),
	words.Msg("Made by the Mancala authors, who play it too."),
	words.Msg("Free software under the MIT License, written in Go with Ebitengine. It builds on the work of many others; “Licences” lists them " +
		"all, and their terms."),
}

// Dimensions of the text, in units.
const (
	aboutPad = 24
	aboutGap = 14 // between paragraphs
)

// paintPit draws a pit with seeds.
func (s *About) paintPit(c *render.Canvas, r render.Rect) {
	c.Clip(r, func() { s.Art.Draw(c, macro(r)) })
}

// macro returns a view in which a pit with seeds fills a place. Most of the board is outside.
func macro(place render.Rect) render.View {
	const fill = 0.94 // the fraction of the place's shorter side
	pit := rules.Pit{Side: rules.South, House: 1}
	sample := render.NewLayout(render.Rect{W: 1000, H: 600}, rules.Variant{Houses: 1}, rules.South).Pit(pit)
	scale := fill * min(place.W, place.H) / sample.W
	board := render.Rect{W: 1000 * scale, H: 600 * scale}
	board.X = place.Center().X - sample.Center().X*scale
	board.Y = place.Center().Y - sample.Center().Y*scale
	v := render.View{Layout: render.NewLayout(board, rules.Variant{Houses: 1}, rules.South), NoCounts: true, Turn: rules.South, ShowTurn: true}
	v.Moment = motion.Still(rules.Board{House: [2][rules.MaxHouses]uint8{{7}, {5}}})
	return v
}
