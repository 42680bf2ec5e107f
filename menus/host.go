package menus

import (
	"fmt"
	"net"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// defaultPort is the port that a game is hosted on unless somebody says otherwise.
const defaultPort = "7000"

const formWidth = 620

// hostScreen sets a game up and then waits for a guest.
type hostScreen struct {
	page
	name, port    *kit.TextField
	start, back   *kit.Button
	spinner       *kit.Spinner
	cancel        *kit.Button
	copies        []*kit.Button // one for each address
	addresses     []string
	play          *Play // the play that waits, or nil while the form is shown
	intro, panel  render.Rect
	addressHeight float64
	shownStage    Stage
}

func newHostScreen(a *App) *hostScreen {
	h := &hostScreen{page: page{app: a, name: "host"}}
	h.name = nameField(a)
	h.port = kit.NewTextField("Port", defaultPort, a.cfg.Clipboard)
	h.port.MaxRunes = 5
	h.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	h.port.Hint = "0 takes any free port."
	a.cfg.Scores.Setting(settingPort, func(v string) {
		if v != "" && h.port.Text() == defaultPort {
			h.port.SetText(v)
		}
	})
	h.start = kit.NewButton("Start hosting", h.submit)
	h.start.Primary = true
	h.back = kit.NewButton("Back", a.pop)
	h.spinner = &kit.Spinner{Label: "Waiting for the other player"}
	h.cancel = kit.NewButton("Cancel", h.stop)
	h.showForm()
	return h
}

// nameField returns a field for the person's name.
func nameField(a *App) *kit.TextField {
	f := kit.NewTextField("Your name", a.name, a.cfg.Clipboard)
	f.MaxRunes = 24
	f.Placeholder = "What the other player sees"
	return f
}

// takeName returns the cleaned name in a field and remembers it. An empty one is allowed: the wire has a word for it.
func takeName(a *App, f *kit.TextField) string {
	name := match.CleanName(f.Text())
	f.SetText(name)
	if name != "" {
		a.setName(name)
	}
	return name
}

// showForm shows the fields.
func (h *hostScreen) showForm() {
	h.play = nil
	h.form = kit.NewForm(h.name, h.port, h.start, h.back)
	h.form.Default = h.start
	h.form.OnCancel = h.app.pop
	h.form.Focus(h.start)
	h.app.relayout()
}

// showWaiting shows the addresses.
func (h *hostScreen) showWaiting() {
	h.addresses = h.play.listening.Reachable
	h.copies = nil
	h.form = kit.NewForm()
	for _, address := range h.addresses {
		if !kit.CanCopy(h.app.cfg.Clipboard) {
			break
		}
		b := kit.NewButton("Copy", func() { h.copy(address) })
		h.copies = append(h.copies, b)
		h.form.Add(b)
	}
	h.form.Add(h.spinner, h.cancel)
	h.form.OnCancel = h.stop
	h.form.Focus(h.cancel)
	h.app.relayout()
}

func (h *hostScreen) copy(address string) {
	if err := h.app.cfg.Clipboard.Write(address); err != nil {
		h.app.say("Copying did not work: " + err.Error())
		return
	}
	h.app.say("Copied " + address)
}

// submit starts hosting with what the form says.
func (h *hostScreen) submit() {
	port, err := strconv.Atoi(h.port.Text())
	if err != nil || port > 65535 {
		h.port.Error = "A port is a number from 0 to 65535."
		h.form.Focus(h.port)
		h.form.Invalidate()
		return
	}
	h.app.cfg.Scores.SetSetting(settingPort, h.port.Text())
	h.open(net.JoinHostPort("", strconv.Itoa(port)))
}

// open starts hosting on an address.
func (h *hostScreen) open(addr string) {
	h.port.Error = ""
	if _, port, err := net.SplitHostPort(addr); err == nil {
		h.port.SetText(port)
	}
	name := takeName(h.app, h.name)
	link := h.app.cfg.Host(HostRequest{Addr: addr, Name: name, Variant: h.app.cfg.Variant, Starter: h.app.cfg.Starter})
	h.play = h.app.begin(link, match.Host, name)
	h.addresses, h.copies = nil, nil
	h.showWaiting()
}

// stop ends hosting and shows the form again.
func (h *hostScreen) stop() {
	h.app.endPlay()
	h.showForm()
}

// Update follows the play while it waits.
func (h *hostScreen) Update(in *kit.Input) bool {
	changed := h.form.Update(in)
	if h.play == nil {
		return changed
	}
	switch {
	case h.play.Stage() == StageFailed:
		h.port.Error = h.play.text
		h.app.endPlay()
		h.showForm()
		h.form.Focus(h.port)
		return true
	case h.play.Stage() != h.shownStage || len(h.addresses) != len(h.play.listening.Reachable):
		h.shownStage = h.play.Stage()
		h.showWaiting()
		return true
	}
	return changed
}

// Layout places the form or the addresses.
func (h *hostScreen) Layout(c *render.Canvas, area render.Rect) {
	column := content(area, formWidth)
	if h.play == nil {
		h.layoutForm(c, column)
		return
	}
	h.intro, column = column.CutTop(kit.TextHeight(c, h.waitingText(), column.W, render.Body) + kit.Gap)
	bottom, column := column.CutBottom(kit.ControlHeight)
	row := kit.Row(bottom, kit.Gap, 0, 160)
	h.spinner.SetBounds(row[0])
	h.cancel.SetBounds(row[1])
	rows := float64(max(1, len(h.addresses)))
	h.addressHeight = min(58, (column.H-2*kit.Gap)/rows)
	h.panel, _ = column.CutTop(rows*h.addressHeight + kit.Gap)
	for i, b := range h.copies {
		line := h.addressRow(i)
		right, _ := line.CutRight(110)
		b.SetBounds(right.Centered(right.W, min(kit.ControlHeight-4, line.H-8)))
	}
}

func (h *hostScreen) layoutForm(c *render.Canvas, column render.Rect) {
	h.intro, column = column.CutTop(kit.TextHeight(c, h.summary(), column.W, render.Body) + kit.Gap)
	fields, column := column.CutTop(106)
	row := kit.Row(fields, kit.Gap, 0, 200)
	h.name.SetBounds(row[0])
	h.port.SetBounds(row[1])
	_, column = column.CutTop(kit.Gap)
	buttons, _ := column.CutTop(kit.ControlHeight)
	row = kit.Row(buttons, kit.Gap, 0, 200)
	h.start.SetBounds(row[0])
	h.back.SetBounds(row[1])
}

// addressRow returns the place of an address.
func (h *hostScreen) addressRow(i int) render.Rect {
	return render.Rect{
		X: h.panel.X + 20, Y: h.panel.Y + kit.Gap/2 + float64(i)*h.addressHeight, W: h.panel.W - 40, H: h.addressHeight,
	}
}

// summary says what will be played.
func (h *hostScreen) summary() string {
	first := "You move first."
	if h.app.cfg.Starter == match.Guest {
		first = "The guest moves first."
	}
	return fmt.Sprintf("%s. %s Your computer waits for the other player to join.", describeVariant(h.app.cfg.Variant), first)
}

// describeVariant names a rule set with its size: "Kalah, 6 houses, 4 seeds".
func describeVariant(v rules.Variant) string {
	return fmt.Sprintf("%s, %s, %s", v.Title(), plural(int(v.Houses), "house"), plural(int(v.Seeds), "seed"))
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Draw draws the form or the addresses.
func (h *hostScreen) Draw(c *render.Canvas) {
	drawHeading(c, "Host a game", formWidth)
	if h.play == nil {
		kit.DrawText(c, h.summary(), h.intro, render.Body.In(render.InkSoft))
		h.form.Draw(c)
		return
	}
	kit.DrawText(c, h.waitingText(), h.intro, render.Body.In(render.InkSoft))
	drawPanel(c, h.panel)
	for i, address := range h.addresses {
		row := h.addressRow(i)
		style := render.Strong.Sized(22)
		if i > 0 {
			style = render.Body
		}
		c.Text(c.Fit(address, row.W-130, style), render.Point{X: row.X, Y: row.Center().Y}, style)
	}
	h.form.Draw(c)
}

func (h *hostScreen) waitingText() string {
	if len(h.addresses) == 0 {
		return "Opening the port..."
	}
	return "The other player chooses Join a game and types one of these addresses. The first one is the likeliest to work; " +
		"127.0.0.1 works only on this computer."
}
