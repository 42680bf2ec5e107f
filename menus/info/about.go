package info

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// About tells what the program is and who made it.
type About struct {
	page.Page
	back *kit.Button
	body render.Rect
}

// NewAbout returns the screen.
func NewAbout(shell page.Shell) *About {
	s := &About{Page: page.New(shell, "about"), back: kit.NewButton("Back", shell.Back)}
	s.Controls = kit.NewForm(s.back)
	s.Controls.OnCancel = shell.Back
	return s
}

var aboutText = []string{
	"Mancala is the game of Kalah for two people on two computers. Each player has a board of his own, and each side checks " +
		"every move against the same rules, so that nobody has to trust the other's program.",
	"Made by the Mancala maintainers, who play it too.",
	"Written in Go with Ebitengine (Apache License 2.0), Protocol Buffers (BSD) and SQLite by way of modernc.org/sqlite (BSD). " +
		"Type: Nunito, Noto Sans and Macondo (SIL OFL 1.1).",
}

// Layout places the text and the way back.
func (s *About) Layout(_ *render.Canvas, area render.Rect) {
	column := page.Content(area, page.FormWidth)
	bottom, rest := column.CutBottom(kit.ControlHeight)
	back, _ := bottom.CutRight(200)
	s.back.SetBounds(back)
	_, s.body = rest.CutBottom(kit.Gap)
}

// Draw draws the page.
func (s *About) Draw(c *render.Canvas) {
	page.DrawHeading(c, "About", page.FormWidth)
	page.DrawPanel(c, s.body)
	r := s.body.Inset(24)
	c.Text("Mancala", render.Point{X: r.X, Y: r.Y + 14}, render.Heading)
	c.Text("Version "+s.Ports.Version, render.Point{X: r.X, Y: r.Y + 46}, render.Caption)
	_, r = r.CutTop(76)
	for _, text := range aboutText {
		_, r = r.CutTop(kit.DrawText(c, text, r, render.Body) + 14)
	}
	s.Controls.Draw(c)
}
