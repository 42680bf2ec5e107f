package newgame

import (
	"cmp"
	"net"
	"strconv"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/ruleset"
	"mancala/menus/settings"
	"mancala/rules"
)

// defaultPort is the default port of a host.
const defaultPort = "7000"

// hostScreen sets up a hosted game and then waits for a guest.
type hostScreen struct {
	page.Page
	name, port  *kit.TextField
	picker      *ruleset.Picker
	begins      *kit.Choice // who begins
	guests      *kit.Button // opens the page about the admission of guests
	internet    *kit.Button // opens the page about guests on the internet
	start, back *kit.Button
	hosting     *hosting // nil while the form is shown
	waiting     *waiting
	trouble     page.TroubleBox
}

func newHostScreen(shell page.Shell) *hostScreen {
	h := &hostScreen{Page: page.New(shell, "host")}
	now := h.Settings.Now()
	h.name = kit.WithID("host.name", page.NewNameField(shell))
	h.port = kit.WithID("host.port", kit.NewTextField(words.T("Port"), cmp.Or(now.Port, defaultPort), h.Ports.Clipboard))
	h.port.MaxRunes = 5
	h.port.Filter = func(r rune) bool { return r >= '0' && r <= '9' }
	h.port.Tip = words.T("0 takes any free port.")
	h.choose(now.Setup.Variant, now.First)
	h.guests = kit.WithID("host.guests", kit.NewButton(words.T("Who may join"), func() { shell.Push(newGuestsPage(shell)) }))
	h.internet = kit.WithID("host.internet", kit.NewButton(words.T("Over the internet"), func() { shell.Push(newInternetPage(shell)) }))
	h.start = kit.WithID("host.start", kit.NewPrimary(words.T("Start hosting"), h.submit))
	h.back = page.NewBack(shell, "host.back")
	h.showForm()
	return h
}

// showForm shows the form.
func (h *hostScreen) showForm() {
	h.hosting = nil
	h.Compose(h.Shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Host a game"), Content: h.content(g), Actions: []*kit.Button{h.back, h.start},
		}
	})
	h.Controls.Default = h.start
	h.Controls.Focus(h.start)
	h.Returned()
	h.Shell.Relayout()
}

// content returns the controls about the player and the guest, the rules, and the board.
func (h *hostScreen) content(g page.Grid) kit.Part {
	name := &kit.Beside{Gap: kit.Gap, Shares: []float64{3, 1}, Parts: []kit.Part{kit.Put(h.name), kit.Put(h.port)}}
	guests := kit.Across(kit.Put(h.guests), kit.Put(h.internet))
	return h.picker.Desk(g, h.trouble.Above(name, kit.Put(h.begins), guests)...)
}

// Returned updates the captions about the admission of guests, which may have changed.
func (h *hostScreen) Returned() {
	now := h.Settings.Now()
	h.guests.Caption = page.AdmissionLine(now.Admission)
	h.internet.Caption = page.InternetLine(now, h.Ports)
}

// showWaiting shows the waiting screen.
func (h *hostScreen) showWaiting() {
	h.waiting = newWaiting(h)
	h.waiting.sync()
	h.Compose(h.stop, h.waiting.sheet)
	h.Shell.Relayout()
}

// submit starts hosting with the values of the form, and stores them.
func (h *hostScreen) submit() {
	port, err := strconv.Atoi(h.port.Text())
	if err != nil || port > 65535 {
		h.fail(words.T("A port is a number from 0 to 65535."))
		return
	}
	last := h.Settings.Now().Setup
	last.Variant = h.picker.Variant()
	h.Settings.Change(func(s *settings.Settings) { s.Port, s.First = h.port.Text(), h.first() })
	keepSetup(h.Shell, last)
	h.serve(net.JoinHostPort("", strconv.Itoa(port)), nil)
}

// fail shows why hosting is impossible.
func (h *hostScreen) fail(why string) {
	h.trouble.Text = why
	h.Controls.Focus(h.port)
	h.port.SelectAll()
	h.Shell.Relayout()
}

// choose fills the form with these rules.
func (h *hostScreen) choose(v rules.Variant, first match.First) {
	h.picker = ruleset.NewPicker(h.Shell, v)
	h.begins = page.NewBegins("host.first", first, nil)
}

// first returns who moves first.
func (h *hostScreen) first() match.First { return match.First(h.begins.Selected) }

// open starts hosting at an address at once, with the rules of the command line.
func (h *hostScreen) open(addr string) {
	h.choose(h.Ports.Variant, h.Ports.First)
	h.serve(addr, nil)
}

// resume resumes a series on an address.
func (h *hostScreen) resume(b match.Bookmark, addr string) {
	h.choose(b.Game.Variant, firstOf(b.Starter))
	h.serve(addr, &b)
}

// firstOf returns the option for a party.
func firstOf(p match.Party) match.First {
	if p == match.Guest {
		return match.FirstGuest
	}
	return match.FirstHost
}

// serve starts hosting on an address. series is the one to resume, or nil.
func (h *hostScreen) serve(addr string, series *match.Bookmark) {
	h.trouble.Text = ""
	if _, port, err := net.SplitHostPort(addr); err == nil {
		h.port.SetText(port)
	}
	name, now := page.TakeName(h.Shell, h.name), h.Settings.Now()
	link := h.Ports.Host(ports.HostRequest{
		Addr: addr, Name: name, Variant: h.picker.Variant(), First: h.first(), Insecure: h.Ports.Insecure,
		Admission: now.Admission, Hidden: now.Hidden, Via: now.Via(), Resume: series,
	})
	h.hosting = newHosting(h.Shell, h.Shell.Begin(scene.Remote(link, match.Host, name)))
	h.showWaiting()
}

// stop ends hosting and shows the form again.
func (h *hostScreen) stop() {
	h.Close()
	h.Shell.End()
	h.showForm()
}

// Close asks the router to close the port.
func (h *hostScreen) Close() {
	if h.hosting != nil {
		h.hosting.close()
	}
}

// Update handles input, and follows the scene while waiting.
func (h *hostScreen) Update(in *kit.Input) bool {
	changed := h.Controls.Update(in)
	if h.hosting == nil {
		return changed
	}
	if sc := h.hosting.scene; sc.Stage() == table.StageFailed {
		why := words.Sentence(sc.Note())
		h.stop()
		h.fail(why)
		return true
	}
	changed = h.waiting.follow() || changed
	return h.waiting.update() || changed
}

// NextPeer leaves the game in the archive, and waits for the next guest.
func (h *hostScreen) NextPeer() {
	h.hosting.scene.WaitAgain()
	h.Shell.BackTo(h)
}

// firstLine says who moves first.
func (h *hostScreen) firstLine() string {
	switch h.first() {
	case match.FirstHost:
		return words.T("You move first.")
	case match.FirstGuest:
		return words.T("The guest moves first.")
	}
	return words.T("A coin toss decides who moves first.")
}

// Renewed returns the screen in another language. It keeps waiting for the same guest.
func (h *hostScreen) Renewed() page.Screen {
	again := newHostScreen(h.Shell)
	again.choose(h.picker.Variant(), h.first())
	again.name.SetText(h.name.Text())
	again.port.SetText(h.port.Text())
	again.showForm()
	if h.hosting != nil {
		again.hosting = h.hosting
		again.showWaiting()
		again.waiting.follow()
	}
	return again
}
