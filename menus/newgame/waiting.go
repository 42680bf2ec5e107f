package newgame

import (
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// waiting is the screen of a host until a guest comes: the address in large type, the admission,
// and a board with an empty seat.
type waiting struct {
	host      *hostScreen
	addresses []string // best first; empty while the port is being opened
	address   string   // the address shown
	chosen    bool     // the user has chosen the address
	meeting   meeting
	readers   []string // the guests who are reading the rules
	knocks    []table.Knocked
	copyCode  *kit.Button
	copyPlain *kit.Button // copies the address
	copyGuest *kit.Button // copies an invite to it
	copyLink  *kit.Button // copies the link for a browser
	showCode  *kit.Button // shows the link as a QR code
	others    *kit.Button // lists the other addresses
	only      *kit.Switch // only with an invite
	answer    *kit.Button // shows the guests who knock
	details   *page.NoteBox
	cancel    *kit.Button

	breath time.Duration // the time since the seat began to pulse
	drawn  time.Duration // the value of breath at the last drawing
}

func newWaiting(h *hostScreen) *waiting {
	w := &waiting{host: h, details: page.NewNoteBox()}
	button := func(id, label string, do func()) *kit.Button { return kit.WithID("host."+id, kit.NewButton(label, do)) }
	w.copyCode = button("copy-code", words.T("Copy code"), func() {
		w.copy(words.T("Your code"), w.meeting.now.Guest())
	})
	w.copyCode.Primary = true
	w.copyPlain = button("copy", words.T("Copy address"), func() { w.copy(words.T("The address"), w.address) })
	w.copyGuest = button("copy-invite", words.T("Copy invite"), w.copyInvite)
	w.copyGuest.Tip = words.T("Copies a line for your friend. From then on, only people who have it are let in.")
	w.copyLink = button("copy-link", words.T("Copy link"), func() {
		page.Copy(h.Shell, words.T("Your link"), w.link(), words.T("The link is copied. Your friend opens it in a browser."))
	})
	w.showCode = button("qr", words.T("QR code"), func() { h.Shell.Push(newCodeCard(h.Shell, w.link(), h.Ports.Code)) })
	w.showCode.Tip = words.T("Shows the link for the camera of a phone.")
	w.others = kit.WithID("host.others", kit.NewLink(words.T("Other addresses"), w.chooseAddress))
	w.only = kit.WithID("host.invite-only", kit.NewSwitch(words.T("Only with my invite"), false, func(on bool) {
		h.hosting.admit(on)
		w.compose()
	}))
	w.only.Tip = words.T("Guests without your invite are turned away.")
	w.answer = kit.WithID("host.answer", kit.NewPrimary("", h.answer))
	w.details.Area.SetID("host.details")
	w.cancel = page.NewRetreat("host.cancel", words.T("Cancel"), h.stop)
	return w
}

// copy copies an address or a code, which page.Copy may show under a title.
func (w *waiting) copy(title, text string) {
	page.Copy(w.host.Shell, title, text, words.T("Copied %s", text))
}

// copyInvite copies an invite. From then on, guests need an invite.
func (w *waiting) copyInvite() {
	text := w.host.hosting.invite(w.address)
	if text == "" {
		w.host.Shell.Say(words.T("Without encryption there are no invites. Send the address."))
		return
	}
	page.Copy(w.host.Shell, words.T("Your invite"), text,
		words.T("The invite is copied. Send it to your friend: from now on, only people who have it are let in."))
	w.compose()
}

// chooseAddress lists the code and the addresses, for the choice of the one to show and copy.
func (w *waiting) chooseAddress() {
	list, first := w.addresses, 0
	if w.meeting.usable() {
		list, first = append([]string{words.T("A code from %s", w.meeting.now.At())}, list...), 1
	}
	now := 0
	if !w.meeting.shown() {
		now = first + max(0, slices.Index(w.addresses, w.address))
	}
	ch := kit.NewChoice("", list, now, func(i int) {
		if w.meeting.aside = i >= first; w.meeting.aside {
			w.address, w.chosen = w.addresses[i-first], true
		}
		w.compose()
		w.host.Controls.Focus(w.first())
	})
	w.host.Shell.Push(page.NewChooser(w.host.Shell, words.T("Addresses of this computer"), ch))
}

// follow brings the screen up to date with the scene, and reports whether it has changed.
func (w *waiting) follow() bool {
	h := w.host.hosting
	before := w.first()
	news := h.follow()
	news = w.meeting.follow(w.host.Shell, h.scene.Door().Meeting()) || news
	addresses, readers, knocks := h.addresses(), h.scene.Door().Deciding(), h.knocks()
	if !news && slices.Equal(addresses, w.addresses) && slices.Equal(readers, w.readers) && slices.Equal(knocks, w.knocks) {
		return false
	}
	state := w.state()
	w.addresses, w.readers, w.knocks = slices.Clone(addresses), slices.Clone(readers), knocks
	if now := w.state(); now != state {
		w.host.Shell.Tell(now, false)
	}
	if !w.chosen && len(addresses) > 0 {
		w.address = addresses[0]
	}
	w.compose()
	if first := w.first(); first != nil && first != before {
		w.host.Controls.Focus(first)
	}
	return true
}

// first returns the default control, or nil before there is an address or a code to copy.
func (w *waiting) first() kit.Widget {
	switch {
	case w.meeting.shown() && !w.meeting.open(), len(w.addresses) == 0:
		return nil
	case w.meeting.shown():
		return w.copyCode
	case w.linked():
		return w.copyLink
	case w.host.hosting.admission.InviteOnly:
		return w.copyGuest
	}
	return w.copyPlain
}

// compose brings the page up to date.
func (w *waiting) compose() {
	w.sync()
	w.host.Recompose()
}

// sync brings the controls up to date.
func (w *waiting) sync() {
	inviteOnly := w.host.hosting.admission.InviteOnly
	w.copyPlain.Primary, w.copyGuest.Primary, w.only.On = !inviteOnly && !w.linked(), inviteOnly && !w.linked(), inviteOnly
	w.copyLink.Primary = w.linked()
	w.copyLink.Tip = words.T("Your friend opens it in any browser, with nothing installed, or pastes it in Join a game.")
	if w.meeting.shown() {
		w.copyLink.Tip = words.T("For a friend who has only a browser.")
	}
	codeless := w.meeting.shown() && !w.meeting.open()
	w.copyCode.Disabled, w.copyLink.Disabled, w.showCode.Disabled = codeless, codeless, codeless
	if n := len(w.knocks); n > 0 {
		w.answer.Label = words.N("%[1]s wants to play", "%[2]d want to play", n, words.Name(w.knocks[0].Peer), n)
	}
	w.details.Set(w.notes())
}

// hasOthers reports whether there are several ways in.
func (w *waiting) hasOthers() bool {
	return len(w.addresses) > 1 || w.meeting.usable() && len(w.addresses) > 0
}

// notes describes who may enter, the protection of the connection, and how friends elsewhere can
// join.
func (w *waiting) notes() []page.Note {
	h := w.host.hosting
	who := []string{admitted(h.admission)}
	if w.meeting.open() {
		who = append([]string{words.T("Your friend with the code, at once.")}, who...)
	}
	list := append(w.meeting.notes(w.addresses), page.Note{Heading: words.T("Who may join"), Lines: who})
	if h.asksRouter() {
		list = append(list, page.Note{Heading: words.T("From the internet"), Lines: []string{routed(h.opening)}})
	}
	lines := []string{w.secureWords()}
	if !w.meeting.shown() && len(w.addresses) == 1 && scene.OnlyHere(w.addresses[0]) {
		lines = append(lines, words.T("This address works only on this computer."))
	}
	list = append(list, page.Note{Heading: words.T("The connection"), Lines: lines})
	typed := w.address
	if w.meeting.open() && w.meeting.shown() {
		typed = w.meeting.now.Guest()
	}
	return append(list, page.Note{Heading: words.T("In a terminal"), Lines: []string{"mancala --join " + typed}})
}

// secureWords describes the protection of games.
func (w *waiting) secureWords() string {
	switch {
	case w.host.Ports.Insecure:
		return words.T("Not encrypted: anyone between the two computers can read along.")
	case w.meeting.shown():
		return words.T("Encrypted end to end. The code proves to each of you who the other one is.")
	}
	return words.T("Encrypted. An invite proves to each of you who the other one is.")
}

// admitted describes who may enter.
func admitted(a match.Admission) string {
	switch {
	case a.InviteOnly:
		return words.T("Only people who have your invite.")
	case a.Ask == match.AskNone:
		return words.T("Everyone, at once.")
	case a.Ask == match.AskAll:
		return words.T("You are asked about everyone.")
	}
	return words.T("Guests on your own network, at once. You are asked about others.")
}

// routed describes the progress of the router.
func routed(o ports.Opening) string {
	switch {
	case o.State == ports.PortAsking:
		return words.T("The router is being asked to open the port...")
	case o.State == ports.PortOpen:
		return words.T("The router lets friends in at %s.", o.Public)
	case o.Reason != nil:
		return words.Sentence(o.Reason)
	}
	return words.T("The router does not open the port.")
}

// breathTime is the period of the empty seat's pulse, and breathStep the time between its frames.
const (
	breathTime = 4 * time.Second
	breathStep = time.Second / 6
)

// update advances the pulse of the seat and reports whether it looks different now.
func (w *waiting) update() bool {
	if w.caller() != "" || w.host.Settings.Now().Still {
		return false
	}
	w.breath += w.host.Elapsed
	if w.breath-w.drawn < breathStep {
		return false
	}
	w.drawn = w.breath
	return true
}

// caller returns the name of the guest closest to getting the seat, or "".
func (w *waiting) caller() string {
	switch {
	case len(w.knocks) > 0:
		return w.knocks[0].Peer
	case len(w.readers) > 0:
		return w.readers[0]
	}
	return ""
}

// state says why there is no game yet.
func (w *waiting) state() string {
	name, more := words.Name(w.caller()), len(w.readers)-1
	switch {
	case len(w.addresses) == 0:
		return words.T("Opening the port...")
	case len(w.knocks) > 0:
		return words.T("%s is waiting for your answer", name)
	case more > 0:
		return words.N("%[1]s and %[2]d more are reading the rules", "%[1]s and %[2]d more are reading the rules", more, name, more)
	case more == 0:
		return words.T("%s is reading the rules", name)
	}
	return words.T("Waiting for the other player")
}

// introText says what to do with the address.
func (w *waiting) introText() string {
	switch {
	case len(w.addresses) == 0:
		return ""
	case w.meeting.shown():
		return w.meeting.intro()
	case w.meeting.now != nil && !w.meeting.usable():
		return words.T("%s sends no guests. On your own network, the other player chooses Join a game and types", w.meeting.now.At())
	}
	return words.T("The other player chooses Join a game and types")
}
