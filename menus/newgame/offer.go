package newgame

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
)

// offer offers the lesson to people who have never finished a game here, until they refuse or
// finish it.
type offer struct {
	shell        page.Shell
	newcomer     bool // the archive has no finished game
	open         bool // the offer is shown
	learn, later *kit.Button
}

func newOffer(shell page.Shell) *offer {
	o := &offer{shell: shell}
	o.learn = kit.WithID("main.lesson", kit.NewButton(words.T("First lesson"), func() { shell.Go(page.ToLesson{}) }))
	o.learn.Tip = words.T("Learn in one minute")
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

// decline closes the offer for good.
func (o *offer) decline() {
	o.shell.Shared().Settings.Change(func(s *settings.Settings) { s.Greeted = true })
}

// part returns the offer, as high as a slot of the menu.
func (o *offer) part(c *render.Canvas, g page.Grid) kit.Part {
	const pad = 30
	if o.learn.Caption = words.T("New here?"); g.Tight || g.Narrow {
		o.learn.Caption = "" // the label takes both lines
	}
	later := kit.Sized(slotHeight, slotHeight, kit.Put(o.later))
	return kit.Line(kit.Put(o.learn), c.TextWidth(o.later.Label, render.Body)+pad, later)
}
