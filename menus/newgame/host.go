package newgame

import (
	"cmp"
	"net"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// defaultPort is the port that a game is hosted on unless somebody says otherwise.
const defaultPort = "7000"

// hostScreen sets a game up and then waits for a guest.
type hostScreen struct {
	page.Page
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
	frame         page.Frame
	intro, panel  render.Rect
	game          render.Rect // what will be played, beside the addresses
	addressHeight float64
	shownStage    match.Stage
}

func newHostScreen(shell page.Shell) *hostScreen {
	h := &hostScreen{Page: page.New(shell, "host")}
	h.name = nameField(shell)
	h.port = kit.NewTextField("Port", cmp.Or(shell.Shared().Settings.Now().Port, defaultPort), shell.Shared().Ports.Clipboard)
	h.port.MaxRunes = 5
	h.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	h.port.Hint = "0 takes any free port."
	h.choose(shell.Shared().Settings.Now().Setup.Variant, shell.Shared().Settings.Now().Setup.Starter)
	h.start = kit.NewButton("Start hosting", h.submit)
	h.start.Primary = true
	h.back = kit.NewButton("Back", shell.Back)
	h.spinner = &kit.Spinner{Label: "Waiting for the other player"}
	h.cancel = kit.NewButton("Cancel", h.stop)
	h.showForm()
	return h
}

// nameField returns a field for the person's name.
func nameField(shell page.Shell) *kit.TextField {
	f := kit.NewTextField("Your name", shell.Shared().Settings.Now().Name, shell.Shared().Ports.Clipboard)
	f.MaxRunes = 24
	f.Placeholder = "What the other player sees"
	return f
}

// takeName returns the cleaned name in a field and remembers it. An empty one is allowed: the wire has a word for it.
func takeName(shell page.Shell, f *kit.TextField) string {
	name := match.CleanName(f.Text())
	f.SetText(name)
	if name != "" {
		shell.Shared().Settings.SetName(name)
	}
	return name
}

// showForm shows the fields.
func (h *hostScreen) showForm() {
	h.scene = nil
	h.Controls = kit.NewForm(h.name, h.port)
	h.Controls.Add(h.picker.widgets()...)
	h.Controls.Add(h.start, h.back)
	h.Controls.Default = h.start
	h.Controls.OnCancel = h.Shell.Back
	h.Controls.Focus(h.start)
	h.Shell.Relayout()
}

// showWaiting shows the addresses.
func (h *hostScreen) showWaiting() {
	h.addresses = h.scene.Listening().Reachable
	h.copies = nil
	h.Controls = kit.NewForm()
	for _, address := range h.addresses {
		if !kit.CanCopy(h.Ports.Clipboard) {
			break
		}
		b := kit.NewButton("Copy", func() { h.copy(address) })
		h.copies = append(h.copies, b)
		h.Controls.Add(b)
	}
	h.Controls.Add(h.spinner, h.cancel)
	h.Controls.OnCancel = h.stop
	h.Controls.Focus(h.cancel)
	h.Shell.Relayout()
}

func (h *hostScreen) copy(address string) {
	if err := h.Ports.Clipboard.Write(address); err != nil {
		h.Shell.Say(page.Sentence("copied inside Mancala only: " + err.Error()))
		return
	}
	h.Shell.Say("Copied " + address)
}

// submit starts hosting with what the form says, and remembers it.
func (h *hostScreen) submit() {
	port, err := strconv.Atoi(h.port.Text())
	if err != nil || port > 65535 {
		h.port.Error = "A port is a number from 0 to 65535."
		h.Controls.Focus(h.port)
		h.Controls.Invalidate()
		return
	}
	h.Settings.Change(func(s *settings.Settings) { s.Port = h.port.Text() })
	last := h.Settings.Now().Setup
	last.Variant, last.Starter = h.picker.variant(), h.picker.starter()
	keepSetup(h.Shell, last)
	h.listen(net.JoinHostPort("", strconv.Itoa(port)))
}

// choose has the form begin with these rules.
func (h *hostScreen) choose(v rules.Variant, starter match.Party) {
	h.picker = newRulesPicker(h.Shell, v, starter, [2]string{match.Host: "You", match.Guest: "The guest"})
}

// open starts hosting on an address at once, by the rules of the command line.
func (h *hostScreen) open(addr string) {
	h.choose(h.Ports.Variant, h.Ports.Starter)
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
	name := takeName(h.Shell, h.name)
	link := h.Ports.Host(ports.HostRequest{
		Addr: addr, Name: name, Variant: h.picker.variant(), Starter: h.picker.starter(), Resume: series,
	})
	h.scene = h.Shell.Begin(scene.Remote(link, match.Host, name))
	h.addresses, h.copies = nil, nil
	h.showWaiting()
}

// stop ends hosting and shows the form again.
func (h *hostScreen) stop() {
	h.Shell.End()
	h.showForm()
}

// Update follows the scene while it waits.
func (h *hostScreen) Update(in *kit.Input) bool {
	changed := h.Controls.Update(in)
	if h.scene == nil {
		return changed
	}
	switch {
	case h.scene.Stage() == match.StageFailed:
		h.port.Error, h.trouble = "This did not work.", words.Sentence(h.scene.Note())
		h.Shell.End()
		h.showForm()
		h.Controls.Focus(h.port)
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
	h.frame = page.NewFrame(window, page.FrameWidth)
	if h.scene == nil {
		h.layoutForm(c)
	} else {
		h.layoutWaiting(c)
	}
}

// layoutForm places the fields at the left and the rules at the right.
func (h *hostScreen) layoutForm(c *render.Canvas) {
	h.start.SetBounds(h.frame.Yes)
	h.back.SetBounds(h.frame.No)
	rows := kit.Column(h.frame.Left, h.frame.Gap, page.FieldHeight, page.FieldHeight+kit.NoteHeight-8, page.FieldHeight, 0)
	h.name.SetBounds(rows[0])
	h.port.SetBounds(rows[1])
	h.picker.first.SetBounds(rows[2])
	h.troubleBox = render.Rect{}
	if h.trouble != "" {
		height := kit.TextHeight(c, h.trouble, rows[3].W-2*page.NotePadding, page.NoteStyle) + 2*page.NotePadding
		h.troubleBox, rows[3] = rows[3].CutTop(min(height, rows[3].H))
		_, rows[3] = rows[3].CutTop(min(h.frame.Gap, rows[3].H))
	}
	h.picker.layoutBoard(rows[3])
	h.picker.layoutRules(c, h.frame.Right, h.frame.Gap)
}

// layoutWaiting places the addresses at the left and, in a narrow column, the game at the right.
func (h *hostScreen) layoutWaiting(c *render.Canvas) {
	h.cancel.SetBounds(h.frame.No)
	wheel, _ := h.frame.Buttons.CutLeft(h.frame.No.X - h.frame.Buttons.X - kit.Gap)
	h.spinner.SetBounds(wheel)
	columns := kit.Row(h.frame.Body(), 2*kit.Gap, 0, gameWidth)
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

// NextPeer leaves the game to the archive, and waits for the next guest.
func (h *hostScreen) NextPeer() {
	h.scene.WaitAgain()
	h.Shell.BackTo(h)
}

// starter says who will move first.
func (h *hostScreen) starter() string {
	if h.picker.starter() == match.Guest {
		return "The guest moves first."
	}
	return "You move first."
}

// Draw draws the form or the addresses.
func (h *hostScreen) Draw(c *render.Canvas) {
	h.frame.DrawHeading(c, "Host a game")
	if h.scene == nil {
		h.picker.drawBehind(c)
		if h.trouble != "" {
			page.DrawPanel(c, h.troubleBox)
			kit.DrawText(c, h.trouble, h.troubleBox.Inset(page.NotePadding), page.NoteStyle.In(render.Warn))
		}
		h.Controls.Draw(c)
		return
	}
	h.drawGame(c)
	kit.DrawText(c, h.waitingText(), h.intro, render.Body.In(render.InkSoft))
	page.DrawPanel(c, h.panel)
	for i, address := range h.addresses {
		row := h.addressRow(i)
		style := render.Strong.Sized(22)
		if i > 0 {
			style = render.Body
		}
		c.Text(c.Fit(address, row.W-130, style), render.Point{X: row.X, Y: row.Center().Y}, style)
	}
	h.Controls.Draw(c)
}

// drawGame draws what will be played: the rules, the board, and who moves first.
func (h *hostScreen) drawGame(c *render.Canvas) {
	v := h.picker.variant()
	inner := h.game.Inset(page.NotePadding)
	title := kit.TextHeight(c, page.RuleTitle(v), inner.W, render.Strong)
	const board = 130
	size := page.DescribeSize(v)
	texts := kit.TextHeight(c, size, inner.W, page.NoteStyle) + kit.TextHeight(c, h.starter(), inner.W, page.NoteStyle)
	ground, _ := h.game.CutTop(title + board + texts + 2*page.NotePadding)
	page.DrawPanel(c, ground)
	_, rest := inner.CutTop(kit.DrawText(c, page.RuleTitle(v), inner, render.Strong))
	place, rest := rest.CutTop(board)
	drawStart(c, h.Art, v, place.Inset(-6))
	_, rest = rest.CutTop(kit.DrawText(c, size, rest, page.NoteStyle))
	kit.DrawText(c, h.starter(), rest, page.NoteStyle)
}

func (h *hostScreen) waitingText() string {
	if len(h.addresses) == 0 {
		return "Opening the port..."
	}
	return "The other player chooses Join a game and types one of these addresses. The first one is the likeliest to work; " +
		"127.0.0.1 works only on this computer."
}
