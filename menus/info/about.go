package info

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// About describes the program and its makers, beside a close-up of a pit.
type About struct {
	page.Page
	prose         *kit.ScrollArea
	licences      *kit.Button
	back          *kit.Button
	frame         page.Frame
	text, picture render.Rect
}

// NewAbout returns the page about the program.
func NewAbout(shell page.Shell) *About {
	s := &About{Page: page.New(shell, "about")}
	s.back = kit.WithID("about.back", kit.NewButton(words.T("Back"), shell.Back))
	s.licences = kit.WithID("about.licences", kit.NewButton(words.T("Licences"), func() { shell.Push(NewLicences(shell)) }))
	s.prose = kit.WithID("about.text", &kit.ScrollArea{DrawContent: s.drawProse})
	s.Controls = kit.NewForm(s.back, s.licences, s.prose)
	s.Controls.OnCancel = shell.Back
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
	aboutPad  = 24
	aboutHead = 76
	aboutGap  = 14 // between paragraphs
)

// Layout places the text and, beside or above it, the picture.
func (s *About) Layout(c *render.Canvas, area render.Rect) {
	s.frame = page.NewFrame(area, area.W)
	body := s.frame.Body()
	if area.H > area.W {
		high := s.height(c, body.W-2*aboutPad) + 2*aboutPad
		s.text, s.picture = body.CutBottom(min(high, 0.6*body.H))
		_, s.picture = s.picture.CutBottom(kit.Gap)
	} else {
		s.picture, s.text = body.CutRight(min(0.42*body.W, body.H))
		s.text.W -= 2 * kit.Gap
	}
	inner := s.text.Inset(aboutPad)
	s.prose.SetBounds(inner)
	if s.prose.ContentHeight = s.height(c, inner.W); s.prose.ContentHeight > inner.H {
		s.prose.ContentHeight = s.height(c, inner.W-scrollRoom)
	}
	row := s.frame.Buttons
	place, row := row.CutRight(200)
	s.back.SetBounds(place)
	_, row = row.CutRight(kit.Gap)
	place, _ = row.CutRight(200)
	s.licences.SetBounds(place)
}

// height returns the height of the text at a width.
func (s *About) height(c *render.Canvas, width float64) float64 {
	high := float64(aboutHead)
	for _, text := range aboutText {
		high += kit.TextHeight(c, text.T(), width, render.Body) + aboutGap
	}
	return high
}

func (s *About) drawProse(c *render.Canvas, r render.Rect) {
	c.Text("Mancala", render.Point{X: r.X, Y: r.Y + 14}, render.Heading)
	c.Text(words.T("Version %s", s.Ports.Version), render.Point{X: r.X, Y: r.Y + 46}, render.Caption)
	_, r = r.CutTop(aboutHead)
	for _, text := range aboutText {
		high := kit.TextHeight(c, text.T(), r.W, render.Body)
		kit.DrawText(c, text.T(), render.Rect{X: r.X, Y: r.Y, W: r.W, H: high}, render.Body)
		_, r = r.CutTop(high + aboutGap)
	}
}

// Draw draws the page.
func (s *About) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("About"))
	page.DrawPanel(c, s.text)
	c.Clip(s.picture, func() { s.Art.Draw(c, macro(s.picture)) })
	s.Controls.Draw(c)
}

// macro returns a view in which a pit with seeds fills a place; most of the board is outside.
func macro(place render.Rect) render.View {
	const fill = 0.94 // the fraction of the place's shorter side
	pit := rules.Pit{Side: rules.South, House: 1}
	sample := render.NewLayout(render.Rect{W: 1000, H: 600}, 1, rules.South).Pit(pit)
	scale := fill * min(place.W, place.H) / sample.W
	board := render.Rect{W: 1000 * scale, H: 600 * scale}
	board.X = place.Center().X - sample.Center().X*scale
	board.Y = place.Center().Y - sample.Center().Y*scale
	v := render.View{Layout: render.NewLayout(board, 1, rules.South), NoCounts: true, Turn: rules.South, ShowTurn: true}
	v.Moment = motion.Still(rules.Board{House: [2][rules.MaxHouses]uint8{{13}, {5}}})
	return v
}
