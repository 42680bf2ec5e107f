package club

import (
	"time"

	"mancala/match/lobby"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// devices adds another device of the user to the club: this one shows a code, the other one types
// it.
type devices struct {
	page.Page
	house   *house
	keys    []string
	code    lobby.Code
	left    time.Duration // until the code is too old
	field   *kit.TextField
	use     *kit.Button
	ask     *kit.Button
	back    *kit.Button
	frame   page.Frame
	big     render.Rect
	list    render.Rect
	explain render.Rect
	other   render.Rect
}

func newDevices(shell page.Shell, h *house) *devices {
	d := &devices{Page: page.New(shell, "devices"), house: h}
	d.ask = kit.WithID("devices.ask", kit.NewButton(words.T("Show a code"), d.showCode))
	d.ask.Primary = true
	d.field = kit.WithID("devices.code", kit.NewTextField(words.T("Code of the other device"), "", d.Ports.Clipboard))
	d.field.MaxRunes, d.field.Placeholder = 64, "amber-fox-31"
	d.use = kit.WithID("devices.use", kit.NewButton(words.T("Become that member..."), d.askUse))
	d.back = kit.WithID("devices.back", kit.NewButton(words.T("Back"), shell.Back))
	d.Controls = kit.NewForm(d.ask, d.field, d.use, d.back)
	d.Controls.Default = d.use
	d.Controls.OnCancel = shell.Back
	d.Controls.Focus(d.ask)
	h.query(lobby.ProfileOf{}, func(a lobby.Answer) {
		d.keys = a.Profile.Devices
		d.Controls.Invalidate()
	})
	return d
}

// showCode asks the club for a code.
func (d *devices) showCode() {
	d.house.ask(lobby.Device{}, func(a lobby.Answer) {
		d.code, d.left = a.Code, a.Code.For
		d.Shell.Tell(words.T("The code is %s.", a.Code.Text), true)
		d.Controls.Invalidate()
	})
}

// askUse asks, and makes this device one of the member whose code it is.
func (d *devices) askUse() {
	code := d.field.Text()
	if code == "" {
		d.field.Error = words.T("Type the code that your other device shows.")
		d.Controls.Focus(d.field)
		d.Shell.Relayout()
		return
	}
	text := words.T("This device then belongs to the member who shows the code. %s loses it; the record of a member without devices stays, "+
		"but no one can play as them.", memberName(d.house.in.Me.Member))
	d.Shell.Push(page.NewQuestion(d.Shell, words.T("Become that member?"), text, words.T("Yes"), words.T("No"), func() {
		d.house.query(lobby.UseCode{Code: code}, func(a lobby.Answer) {
			if a.Note != nil {
				d.field.Error = words.Sentence(a.Note)
				d.Shell.Relayout()
				return
			}
			d.Shell.Say(words.T("This device is now one of %s.", memberName(d.house.in.Me.Member)))
			d.Shell.Back()
		})
	}))
}

// Update handles input, and lets the code grow old.
func (d *devices) Update(in *kit.Input) bool {
	changed := d.Controls.Update(in)
	if d.code.Text != "" {
		if d.left -= d.Elapsed; d.left <= 0 {
			d.code, changed = lobby.Code{}, true
		}
	}
	return changed
}

// Layout places the code at the left and the field at the right.
func (d *devices) Layout(c *render.Canvas, window render.Rect) {
	d.frame = page.NewFrame(window, page.FrameWidth)
	left, right := d.frame.Left, d.frame.Right
	gap := min(d.frame.Gap, 18)
	d.explain = kit.TakeRow(&left, kit.TextHeight(c, d.here(), left.W, render.Body), gap)
	d.big = kit.TakeRow(&left, 64, gap)
	place, _ := kit.TakeRow(&left, kit.ControlHeight, gap).CutLeft(min(240, left.W))
	d.ask.SetBounds(place)
	d.list = left
	if right.X == left.X {
		d.list = kit.TakeRow(&left, 60, gap)
		right = left
	}
	d.other = kit.TakeRow(&right, kit.TextHeight(c, d.there(), right.W, render.Body), gap)
	d.field.SetBounds(kit.TakeRow(&right, d.field.Height(c, right.W), gap))
	place, _ = kit.TakeRow(&right, kit.ControlHeight, gap).CutLeft(min(300, right.W))
	d.use.SetBounds(place)
	d.back.SetBounds(d.frame.No)
}

// here and there explain both halves of the screen.
func (*devices) here() string {
	return words.T("To play here with another computer or phone as well, enter the club there and type a code that this device shows.")
}

func (*devices) there() string {
	return words.T("Or are you a member already, on another device? Show a code there, and type it here.")
}

// Draw draws the code, the devices and the field.
func (d *devices) Draw(c *render.Canvas) {
	d.frame.DrawHeading(c, words.T("Your devices"))
	kit.DrawText(c, d.here(), d.explain, render.Body)
	if d.code.Text != "" {
		page.DrawPanel(c, d.big)
		c.Text(d.code.Text, d.big.Center(), render.Heading.Sized(34).Aligned(render.Center))
	}
	if n := len(d.keys); n > 0 {
		kit.DrawText(c, words.N("%d device belongs to you.", "%d devices belong to you.", n, n), d.list, render.Body.In(render.InkSoft))
	}
	kit.DrawText(c, d.there(), d.other, render.Body)
	d.Controls.Draw(c)
}

// Renewed returns the screen in another language.
func (d *devices) Renewed() page.Screen {
	again := newDevices(d.Shell, d.house)
	again.code, again.left = d.code, d.left
	again.field.SetText(d.field.Text())
	return again
}
