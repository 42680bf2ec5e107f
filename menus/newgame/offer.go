package newgame

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/words"
)

// offer offers the lesson once to people who have never played here.
type offer struct {
	shell        page.Shell
	newcomer     bool // the archive has no finished game
	open         bool // the offer is shown
	learn, later *kit.Button
	panel, text  render.Rect
}

func newOffer(shell page.Shell) *offer {
	o := &offer{shell: shell}
	o.learn = kit.WithID("main.lesson", kit.NewButton(words.C("a lesson", "Begin"), func() {
		o.decline()
		shell.Go(page.ToLesson{})
	}))
	o.learn.Primary = true
	o.later = kit.WithID("main.not-now", kit.NewLink(words.T("Not now"), o.decline))
	return o
}

// ask asks the archive whether the user is new here.
func (o *offer) ask() {
	o.shell.Shared().Ports.Archive.Figures(func(f match.Figures, err error) {
		o.newcomer = err == nil && f.Total.Played == 0
	})
}

// follow brings the offer up to date with the settings and the archive, and reports whether it has
// appeared or disappeared.
func (o *offer) follow() bool {
	book := o.shell.Shared().Settings
	open := o.newcomer && book.Loaded() && !book.Now().Greeted
	if open == o.open {
		return false
	}
	o.open = open
	return true
}

// decline closes the offer for good, if it is shown.
func (o *offer) decline() {
	if o.open {
		o.shell.Shared().Settings.Change(func(s *settings.Settings) { s.Greeted = true })
	}
}

func (o *offer) widgets() []kit.Widget { return []kit.Widget{o.learn, o.later} }

// offerHeight is the height of the offer, in units.
const offerHeight = 118

// place places the offer.
func (o *offer) place(r render.Rect) {
	o.panel = r
	inner := r.Inset(page.NotePadding)
	buttons, text := inner.CutBottom(min(kit.ControlHeight, inner.H/2))
	o.text = text
	kit.PlaceRow(buttons, kit.Gap, o.learn, o.later)
}

// draw draws the background and the question.
func (o *offer) draw(c *render.Canvas) {
	page.DrawPanel(c, o.panel)
	question, style := words.T("New here? Learn in one minute"), render.Strong
	if kit.TextHeight(c, question, o.text.W, style) > o.text.H {
		style = style.Sized(14) // two lines
	}
	kit.DrawText(c, question, o.text, style)
}
