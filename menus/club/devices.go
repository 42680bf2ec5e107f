package club

import (
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// devices lists the user's devices, and removes or adds others. To add one, this device shows a
// code, and the other one types it.
type devices struct {
	page.Page
	house  *house
	list   []lobby.MemberDevice
	code   lobby.Code
	left   time.Duration // until the code expires
	table  *kit.Table
	remove *kit.Button
	field  *kit.TextField
	use    *kit.Button
	ask    *kit.Button
}

func newDevices(shell page.Shell, h *house) *devices {
	d := &devices{Page: page.New(shell, "devices"), house: h}
	d.table = kit.WithID("devices.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Device")},
			{Title: words.C("a device", "Added"), Width: 138, Named: true},
			{Title: words.C("a device", "Last here"), Width: 138, Named: true},
		},
		Cells: d.cells, Empty: words.T("Looking..."),
	})
	d.table.OnOpen = func(int) { d.askRemove() }
	d.remove = kit.WithID("devices.remove", kit.NewButton(words.C("a device", "Remove..."), d.askRemove))
	d.remove.Disabled = true
	d.ask = kit.WithID("devices.ask", kit.NewPrimary(words.T("Show a code"), d.showCode))
	d.field = kit.WithID("devices.code", kit.NewTextField(words.T("Code of the other device"), "", d.Ports.Clipboard))
	d.field.MaxRunes, d.field.Placeholder = 64, "amber-fox-31"
	d.use = kit.WithID("devices.use", kit.NewButton(words.T("Become that member..."), d.askUse))
	back := page.NewBack(shell, "devices.back")
	d.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{Title: words.T("Your devices"), Content: d.content(g), Before: []*kit.Button{d.remove}, Actions: []*kit.Button{back}}
	})
	d.Controls.Default = d.use
	d.Controls.Focus(d.ask)
	d.load()
	return d
}

// load asks for the devices.
func (d *devices) load() {
	d.house.query(lobby.ProfileOf{}, func(a lobby.Answer) {
		if a.Note != nil {
			d.table.Empty = words.Sentence(a.Note)
		}
		d.list = a.Profile.Devices
		d.table.Rows, d.remove.Disabled = len(d.list), len(d.list) == 0
		d.table.Select(min(d.table.Selected, len(d.list)-1))
		d.Recompose()
	})
}

func (d *devices) cells(i int) []string {
	one := d.list[i]
	return []string{d.name(i), dayWord(one.Added.Local()), dayWord(one.Seen)}
}

// name names a device of the list.
func (d *devices) name(i int) string {
	return words.Device(i+1, d.list[i].Key, d.list[i].Key == d.house.in.Device)
}

// dayWord returns a date, or "" if the club does not know it.
func dayWord(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return words.Day(t)
}

// askRemove asks, and removes the selected device, or says why not.
func (d *devices) askRemove() {
	i := d.table.Selected
	if i >= len(d.list) {
		return
	}
	if d.list[i].Key == d.house.in.Device {
		d.Shell.Say(words.OwnDevice(""))
		return
	}
	d.Shell.Push(page.NewQuestion(d.Shell, d.name(i), words.RemovedDevice(),
		words.C("a device", "Remove"), words.T("Keep it"), func() {
			d.house.ask(lobby.RemoveDevice{Key: d.list[i].Key}, func(lobby.Answer) { d.load() })
		}))
}

// showCode asks the club for a code.
func (d *devices) showCode() {
	d.house.ask(lobby.Device{}, func(a lobby.Answer) {
		d.code, d.left = a.Code, a.Code.For
		d.Shell.Tell(words.T("The code is %s.", a.Code.Text), true)
		d.Controls.Invalidate()
	})
}

// askUse asks, and gives this device to the member with the code.
func (d *devices) askUse() {
	code := d.field.Text()
	if code == "" {
		d.field.Error = words.T("Type the code that your other device shows.")
		d.Controls.Focus(d.field)
		d.Shell.Relayout()
		return
	}
	text := words.DeviceMoves(memberName(d.house.in.Me.Member))
	d.Shell.Push(page.NewQuestion(d.Shell, words.T("Become that member?"), text, words.T("Yes"), words.T("No"), func() {
		d.house.query(lobby.UseCode{Code: code}, func(a lobby.Answer) {
			if a.Note != nil {
				d.field.Error = words.Sentence(a.Note)
				d.Shell.Relayout()
				return
			}
			d.Shell.Say(words.DeviceMoved(memberName(d.house.in.Me.Member)))
			d.Shell.Back()
		})
	}))
}

// Update handles input, and ages the code.
func (d *devices) Update(in *kit.Input) bool {
	changed := d.Controls.Update(in)
	if d.code.Text != "" {
		if d.left -= d.Elapsed; d.left <= 0 {
			d.code, changed = lobby.Code{}, true
		}
	}
	return changed
}

// content returns the devices, and the two ways to add one. A board has the remaining room, if
// there is much.
func (d *devices) content(g page.Grid) kit.Part {
	way := func(text string, parts ...kit.Part) kit.Part {
		return kit.OnPanel(g.Rows(append([]kit.Part{kit.Say(text, render.Body)}, parts...)...))
	}
	code := &kit.Beside{Gap: kit.Gap, Shares: []float64{2, 3}, Parts: []kit.Part{kit.Put(d.ask), d.shown()}}
	here, there := way(d.here(), code), way(d.there(), kit.Put(d.field), kit.Put(d.use))
	if g.Low {
		return g.Rows(kit.Put(d.table), g.Pair(6, here, 6, there))
	}
	board := page.SeatsBoard(g, d.Art, page.Start(d.Ports.Variant), nextSeat(), seat(d.house.in.Me.Member))
	return g.Pair(6, g.Rows(kit.Put(d.table), board), 6, g.Rows(here, there))
}

// shown returns the code, as large as possible.
func (d *devices) shown() kit.Part {
	return &kit.Picture{Least: kit.ControlHeight, Most: kit.ControlHeight, Paint: func(c *render.Canvas, r render.Rect) {
		if d.code.Text == "" {
			return
		}
		style := render.Heading.Aligned(render.Center)
		for size := 30.0; c.TextWidth(d.code.Text, style) > r.W-24 && size > 14; size -= 2 {
			style = style.Sized(size)
		}
		c.Text(d.code.Text, r.Center(), style)
	}}
}

// here and there explain the two ways to add a device.
func (*devices) here() string {
	return words.T("To play here with another computer or phone as well, enter the club there and type a code that this device shows.")
}

func (*devices) there() string {
	return words.T("Or are you a member already, on another device? Show a code there, and type it here.")
}

// Renewed returns the screen in another language.
func (d *devices) Renewed() page.Screen {
	again := newDevices(d.Shell, d.house)
	again.code, again.left = d.code, d.left
	again.field.SetText(d.field.Text())
	return again
}
