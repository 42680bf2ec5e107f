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
	name, port  *kit.TextField
	picker      *rulesPicker
	start, back *kit.Button
	waiting     *waiting
	scene       *scene.Scene // the one that waits, or nil while the form is shown
	trouble     troubleBox
	frame       page.Frame
}

func newHostScreen(shell page.Shell) *hostScreen {
	h := &hostScreen{Page: page.New(shell, "host")}
	h.name = nameField(shell)
	h.name.SetID("host.name")
	h.port = kit.NewTextField(words.T("Port"), cmp.Or(shell.Shared().Settings.Now().Port, defaultPort), shell.Shared().Ports.Clipboard)
	h.port.SetID("host.port")
	h.port.MaxRunes = 5
	h.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	h.port.Hint = words.T("0 takes any free port.")
	h.choose(shell.Shared().Settings.Now().Setup.Variant, shell.Shared().Settings.Now().Setup.Starter)
	h.start = kit.WithID("host.start", kit.NewButton(words.T("Start hosting"), h.submit))
	h.start.Primary = true
	h.back = kit.WithID("host.back", kit.NewButton(words.T("Back"), shell.Back))
	h.showForm()
	return h
}

// nameField returns a field for the person's name.
func nameField(shell page.Shell) *kit.TextField {
	f := kit.NewTextField(words.T("Your name"), shell.Shared().Settings.Now().Name, shell.Shared().Ports.Clipboard)
	f.MaxRunes = match.MaxNameLetters
	f.Placeholder = words.T("What the other player sees")
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
	h.waiting = newWaiting(h)
	h.Controls = kit.NewForm()
	h.Controls.OnCancel = h.stop
	h.waiting.compose()
}

func (h *hostScreen) copy(address string) {
	if err := h.Ports.Clipboard.Write(address); err != nil {
		h.Shell.Say(words.T("Copied inside Mancala only: %s", err))
		return
	}
	h.Shell.Say(words.T("Copied %s", address))
}

// submit starts hosting with what the form says, and remembers it.
func (h *hostScreen) submit() {
	port, err := strconv.Atoi(h.port.Text())
	if err != nil || port > 65535 {
		h.port.Error = words.T("A port is a number from 0 to 65535.")
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
	h.picker = newRulesPicker(h.Shell, v, starter, [2]string{match.Host: words.T("You"), match.Guest: words.T("The guest")})
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
	h.port.Error, h.trouble.text = "", ""
	if _, port, err := net.SplitHostPort(addr); err == nil {
		h.port.SetText(port)
	}
	name := takeName(h.Shell, h.name)
	link := h.Ports.Host(ports.HostRequest{
		Addr: addr, Name: name, Variant: h.picker.variant(), Starter: h.picker.starter(), Resume: series,
	})
	h.scene = h.Shell.Begin(scene.Remote(link, match.Host, name))
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
	if h.scene.Stage() == match.StageFailed {
		h.port.Error, h.trouble.text = words.T("This did not work."), words.Sentence(h.scene.Note())
		h.Shell.End()
		h.showForm()
		h.Controls.Focus(h.port)
		return true
	}
	changed = h.waiting.follow() || changed
	return h.waiting.update() || changed
}

// Layout places the form or the addresses.
func (h *hostScreen) Layout(c *render.Canvas, window render.Rect) {
	if h.scene != nil {
		h.waiting.layout(c, window)
		return
	}
	h.frame = page.NewFrame(window, page.FrameWidth)
	h.layoutForm(c)
}

// layoutForm places the fields at the left and the rules at the right.
func (h *hostScreen) layoutForm(c *render.Canvas) {
	h.start.SetBounds(h.frame.Yes)
	h.back.SetBounds(h.frame.No)
	rows := kit.Column(h.frame.Left, h.frame.Gap, page.FieldHeight, page.FieldHeight+kit.NoteHeight-8, page.FieldHeight, 0)
	h.name.SetBounds(rows[0])
	h.port.SetBounds(rows[1])
	h.picker.first.SetBounds(rows[2])
	h.picker.layoutBoard(h.trouble.layout(c, rows[3], rows[3].H, h.frame.Gap))
	h.picker.layoutRules(c, h.frame.Right, h.frame.Gap)
}

// NextPeer leaves the game to the archive, and waits for the next guest.
func (h *hostScreen) NextPeer() {
	h.scene.WaitAgain()
	h.Shell.BackTo(h)
}

// starter says who will move first.
func (h *hostScreen) starter() string {
	if h.picker.starter() == match.Guest {
		return words.T("The guest moves first.")
	}
	return words.T("You move first.")
}

// Draw draws the form or the addresses.
func (h *hostScreen) Draw(c *render.Canvas) {
	if h.scene != nil {
		h.waiting.draw(c)
		return
	}
	h.frame.DrawHeading(c, words.T("Host a game"))
	h.picker.drawBehind(c)
	h.trouble.draw(c)
	h.Controls.Draw(c)
}

// Renewed returns the screen in another language; it waits for the same guest.
func (h *hostScreen) Renewed() page.Screen {
	again := newHostScreen(h.Shell)
	again.choose(h.picker.variant(), h.picker.starter())
	again.name.SetText(h.name.Text())
	again.port.SetText(h.port.Text())
	again.showForm()
	if h.scene != nil {
		again.scene = h.scene
		again.showWaiting()
		again.waiting.follow()
	}
	return again
}
