package menus

import (
	"cmp"
	"fmt"
	"net"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
)

// defaultPort is the port that a game is hosted on unless somebody says otherwise.
const defaultPort = "7000"

const formWidth = 620

// hostScreen sets a game up and then waits for a guest.
type hostScreen struct {
	page
	name, port    *kit.TextField
	picker        *rulesPicker
	start, back   *kit.Button
	spinner       *kit.Spinner
	cancel        *kit.Button
	copies        []*kit.Button // one for each address
	addresses     []string
	scene         *scene.Scene // the one that waits, or nil while the form is shown
	trouble       string
	troubleBox    render.Rect
	frame         frame
	intro, panel  render.Rect
	game          render.Rect // what will be played, beside the addresses
	addressHeight float64
	shownStage    match.Stage
}

func newHostScreen(a *App) *hostScreen {
	h := &hostScreen{page: page{app: a, name: "host"}}
	h.name = nameField(a)
	h.port = kit.NewTextField("Port", cmp.Or(a.book.Now().Port, defaultPort), a.cfg.Clipboard)
	h.port.MaxRunes = 5
	h.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	h.port.Hint = "0 takes any free port."
	h.choose(a.book.Now().Setup.Variant, a.book.Now().Setup.Starter)
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
	f := kit.NewTextField("Your name", a.book.Now().Name, a.cfg.Clipboard)
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
	h.scene = nil
	h.form = kit.NewForm(h.name, h.port)
	h.form.Add(h.picker.widgets()...)
	h.form.Add(h.start, h.back)
	h.form.Default = h.start
	h.form.OnCancel = h.app.pop
	h.form.Focus(h.start)
	h.app.relayout()
}

// showWaiting shows the addresses.
func (h *hostScreen) showWaiting() {
	h.addresses = h.scene.Listening().Reachable
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
		h.app.say(sentence("copied inside Mancala only: " + err.Error()))
		return
	}
	h.app.say("Copied " + address)
}

// submit starts hosting with what the form says, and remembers it.
func (h *hostScreen) submit() {
	port, err := strconv.Atoi(h.port.Text())
	if err != nil || port > 65535 {
		h.port.Error = "A port is a number from 0 to 65535."
		h.form.Focus(h.port)
		h.form.Invalidate()
		return
	}
	h.app.book.Change(func(s *settings.Settings) { s.Port = h.port.Text() })
	last := h.app.book.Now().Setup
	last.Variant, last.Starter = h.picker.variant(), h.picker.starter()
	h.app.keepSetup(last)
	h.listen(net.JoinHostPort("", strconv.Itoa(port)))
}

// choose has the form begin with these rules.
func (h *hostScreen) choose(v rules.Variant, starter match.Party) {
	h.picker = newRulesPicker(h.app, v, starter, [2]string{match.Host: "You", match.Guest: "The guest"})
}

// open starts hosting on an address at once, by the rules of the command line.
func (h *hostScreen) open(addr string) {
	h.choose(h.app.cfg.Variant, h.app.cfg.Starter)
	h.listen(addr)
}

// resume takes a series up again, on an address.
func (h *hostScreen) resume(b match.Bookmark, addr string) {
	h.choose(b.Game.Variant, b.Starter)
	h.serve(addr, &b)
}

// listen starts hosting on an address, by the rules chosen.
func (h *hostScreen) listen(addr string) { h.serve(addr, nil) }

// serve starts hosting on an address, with a series to take up or nil.
func (h *hostScreen) serve(addr string, series *match.Bookmark) {
	h.port.Error, h.trouble = "", ""
	if _, port, err := net.SplitHostPort(addr); err == nil {
		h.port.SetText(port)
	}
	name := takeName(h.app, h.name)
	link := h.app.cfg.Host(HostRequest{
		Addr: addr, Name: name, Variant: h.picker.variant(), Starter: h.picker.starter(), Resume: series,
	})
	h.scene = h.app.begin(scene.Remote(link, match.Host, name))
	h.addresses, h.copies = nil, nil
	h.showWaiting()
}

// stop ends hosting and shows the form again.
func (h *hostScreen) stop() {
	h.app.endScene()
	h.showForm()
}

// Update follows the scene while it waits.
func (h *hostScreen) Update(in *kit.Input) bool {
	changed := h.form.Update(in)
	if h.scene == nil {
		return changed
	}
	switch {
	case h.scene.Stage() == match.StageFailed:
		h.port.Error, h.trouble = "This did not work.", h.scene.Text()
		h.app.endScene()
		h.showForm()
		h.form.Focus(h.port)
		return true
	case h.scene.Stage() != h.shownStage || len(h.addresses) != len(h.scene.Listening().Reachable):
		h.shownStage = h.scene.Stage()
		h.showWaiting()
		return true
	}
	return changed
}

// Layout places the form or the addresses.
func (h *hostScreen) Layout(c *render.Canvas, window render.Rect) {
	h.frame = newFrame(window, frameWidth)
	if h.scene == nil {
		h.layoutForm(c)
	} else {
		h.layoutWaiting(c)
	}
}

// layoutForm places the fields at the left and the rules at the right.
func (h *hostScreen) layoutForm(c *render.Canvas) {
	h.start.SetBounds(h.frame.yes)
	h.back.SetBounds(h.frame.no)
	rows := kit.Column(h.frame.left, h.frame.gap, fieldHeight, fieldHeight+kit.NoteHeight-8, fieldHeight, 0)
	h.name.SetBounds(rows[0])
	h.port.SetBounds(rows[1])
	h.picker.first.SetBounds(rows[2])
	h.troubleBox = render.Rect{}
	if h.trouble != "" {
		height := kit.TextHeight(c, h.trouble, rows[3].W-2*notePadding, noteStyle) + 2*notePadding
		h.troubleBox, rows[3] = rows[3].CutTop(min(height, rows[3].H))
		_, rows[3] = rows[3].CutTop(min(h.frame.gap, rows[3].H))
	}
	h.picker.layoutBoard(rows[3])
	h.picker.layoutRules(c, h.frame.right, h.frame.gap)
}

// layoutWaiting places the addresses at the left and, in a narrow column, the game at the right.
func (h *hostScreen) layoutWaiting(c *render.Canvas) {
	h.cancel.SetBounds(h.frame.no)
	wheel, _ := h.frame.buttons.CutLeft(h.frame.no.X - h.frame.buttons.X - kit.Gap)
	h.spinner.SetBounds(wheel)
	columns := kit.Row(h.frame.body(), 2*kit.Gap, 0, gameWidth)
	h.game = columns[1]
	var rest render.Rect
	h.intro, rest = columns[0].CutTop(kit.TextHeight(c, h.waitingText(), columns[0].W, render.Body) + kit.Gap)
	rows := float64(max(1, len(h.addresses)))
	h.addressHeight = min(58, (rest.H-kit.Gap)/rows)
	h.panel, _ = rest.CutTop(rows*h.addressHeight + kit.Gap)
	for i, b := range h.copies {
		line := h.addressRow(i)
		right, _ := line.CutRight(110)
		b.SetBounds(right.Centered(right.W, min(kit.ControlHeight-4, line.H-8)))
	}
}

// gameWidth is how wide the column is that says what will be played.
const gameWidth = 264

// addressRow returns the place of an address.
func (h *hostScreen) addressRow(i int) render.Rect {
	return render.Rect{
		X: h.panel.X + 20, Y: h.panel.Y + kit.Gap/2 + float64(i)*h.addressHeight, W: h.panel.W - 40, H: h.addressHeight,
	}
}

// starter says who will move first.
func (h *hostScreen) starter() string {
	if h.picker.starter() == match.Guest {
		return "The guest moves first."
	}
	return "You move first."
}

// describeVariant names a rule set with its size: "Kalah, 6 houses, 4 seeds".
func describeVariant(v rules.Variant) string {
	return ruleTitle(v) + ", " + describeSize(v)
}

// describeSize says how large a board is: "6 houses, 4 seeds".
func describeSize(v rules.Variant) string {
	return plural(int(v.Houses), "house") + ", " + plural(int(v.Seeds), "seed")
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Draw draws the form or the addresses.
func (h *hostScreen) Draw(c *render.Canvas) {
	h.frame.drawHeading(c, "Host a game")
	if h.scene == nil {
		h.picker.drawBehind(c)
		if h.trouble != "" {
			drawPanel(c, h.troubleBox)
			kit.DrawText(c, h.trouble, h.troubleBox.Inset(notePadding), noteStyle.In(render.Warn))
		}
		h.form.Draw(c)
		return
	}
	h.drawGame(c)
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

// drawGame draws what will be played: the rules, the board, and who moves first.
func (h *hostScreen) drawGame(c *render.Canvas) {
	v := h.picker.variant()
	inner := h.game.Inset(notePadding)
	title := kit.TextHeight(c, ruleTitle(v), inner.W, render.Strong)
	const board = 130
	size := describeSize(v)
	texts := kit.TextHeight(c, size, inner.W, noteStyle) + kit.TextHeight(c, h.starter(), inner.W, noteStyle)
	ground, _ := h.game.CutTop(title + board + texts + 2*notePadding)
	drawPanel(c, ground)
	_, rest := inner.CutTop(kit.DrawText(c, ruleTitle(v), inner, render.Strong))
	place, rest := rest.CutTop(board)
	h.app.drawStart(c, v, place.Inset(-6))
	_, rest = rest.CutTop(kit.DrawText(c, size, rest, noteStyle))
	kit.DrawText(c, h.starter(), rest, noteStyle)
}

func (h *hostScreen) waitingText() string {
	if len(h.addresses) == 0 {
		return "Opening the port..."
	}
	return "The other player chooses Join a game and types one of these addresses. The first one is the likeliest to work; " +
		"127.0.0.1 works only on this computer."
}
