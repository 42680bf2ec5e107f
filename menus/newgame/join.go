package newgame

import (
	"cmp"
	"strconv"

	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
)

// joinScreen asks for an address or an invite, or lists known games. It connects, and shows unusual
// rules before the game.
type joinScreen struct {
	page.Page
	own                  *ports.PageHost // nil in a window
	otherCode            *kit.Button     // nil without a meeting point's code
	name, address        *kit.TextField
	point                string      // the meeting point for codes without one, or ""
	paste, invited       *kit.Button // invited joins with the invite on the clipboard
	connect, watch, back *kit.Button
	near                 *nearGames
	games, hosts         []*kit.Button // the nearby games, and the hosts joined last
	advice               *page.NoteBox // shown without either
	trouble              page.TroubleBox

	request       ports.JoinRequest // the last one
	scene         *scene.Scene      // the scene that is connecting, or nil while the form is shown
	shownStage    table.Stage
	held          bool // the guest is waiting for the seat
	spinner       *kit.Spinner
	cancel        *kit.Button
	agree, refuse *kit.Button
	terms         terms
}

func newJoinScreen(shell page.Shell) *joinScreen {
	j := &joinScreen{Page: page.New(shell, "join")}
	j.name = kit.WithID("join.name", page.NewNameField(shell))
	j.own = ownHost(j.Ports)
	j.makeAddress()
	button := func(id, label string, do func()) *kit.Button { return kit.WithID("join."+id, kit.NewButton(label, do)) }
	j.connect = button("connect", words.T("Connect"), func() { j.submit(false) })
	if j.own != nil {
		j.connect.Label = words.C("a game", "Play")
	}
	j.connect.Primary = true
	j.watch = button("watch", words.C("a game of others", "Watch"), func() { j.submit(true) })
	j.watch.Tip = words.T("Watches other people's game there.")
	j.back = page.NewBack(shell, "join.back")
	j.near = &nearGames{join: j}
	j.advice = page.NewNoteBox()
	j.advice.Area.SetID("join.advice")
	j.advice.Set(j.notes())
	j.spinner = &kit.Spinner{}
	j.cancel = page.NewRetreat("join.cancel", words.T("Cancel"), j.stop)
	j.agree = button("agree", words.C("a game", "Play"), j.accept)
	j.agree.Primary = true
	j.refuse = button("refuse", words.T("No, thanks"), j.decline)
	j.otherCode = j.otherButton()
	j.Compose(shell.Back, j.sheet)
	j.showForm()
	return j
}

// notes returns advice about the address or, on a page, about protection.
func (j *joinScreen) notes() []page.Note {
	if j.own != nil {
		return protection(j.Ports)
	}
	return []page.Note{
		{Heading: words.T("Where the address comes from"), Lines: []string{
			words.T("The other player chooses Host a game. Their window shows the address or a code in large type, with a button to copy it."),
			words.T("Copy it from a message with Paste, or type it."),
		}},
		{Heading: words.T("If it does not connect"), Lines: []string{
			words.T("Both computers must be on the same network, or the host must choose a way over the internet: a meeting point, or the router's port."),
		}},
	}
}

// terms are the terms of a host.
type terms struct {
	lines []string   // who plays by which rules, then the rules
	board *page.Demo // plays a ply by them
}

// maxAddress is the greatest length of a text with an address or an invite.
const maxAddress = 600

// makeAddress makes the field for an address or an invite, and the buttons that fill it from the
// clipboard.
func (j *joinScreen) makeAddress() {
	last := cmp.Or(append(j.Settings.Now().Hosts.List(), "")...)
	if _, met := pointOf(last); met {
		last = ""
	}
	if j.own != nil {
		last = j.own.Addr
	}
	j.address = kit.WithID("join.address", kit.NewTextField(words.T("The host's code or address, or an invite"), last, j.Ports.Clipboard))
	j.address.MaxRunes = maxAddress
	j.address.Placeholder = "192.168.1.20"
	j.meetAt(j.usualPoint())
	j.address.OnChange = func(string) { j.trouble.Clear(j.Shell, j.address) }
	j.address.SelectAll()
	j.paste = kit.WithID("join.paste", kit.PasteButton(words.T("Paste"), j.address, func() { j.Controls.Focus(j.connect) }))
	if addr, invite := j.copiedInvite(); invite != "" && j.own == nil {
		j.invited = kit.WithID("join.invited", kit.NewButton(words.T("Join with the copied invite"), func() {
			j.address.SetText(invite)
			j.submit(false)
		}))
		j.invited.Caption, j.invited.Primary = shownAddress(addr), true
	}
}

// copiedInvite returns the invite on the clipboard and its address, or empty strings.
func (j *joinScreen) copiedInvite() (addr, invite string) {
	if !kit.CanPaste(j.Ports.Clipboard) {
		return "", ""
	}
	text, err := j.Ports.Clipboard.Read()
	if err != nil || len(text) > 4*maxAddress {
		return "", ""
	}
	if addr, invite, err = j.Ports.ParseAddress(text); err != nil {
		return "", ""
	}
	return addr, invite
}

// showForm shows the form and the known games.
func (j *joinScreen) showForm() {
	j.scene, j.held = nil, false
	j.hosts = nil
	for i, host := range j.known() {
		b := kit.WithID("join.host-"+strconv.Itoa(i+1), kit.NewButton(shownAddress(host), func() { j.open(host) }))
		b.Caption = words.T("Join again")
		if point, met := pointOf(host); met {
			b.OnPress, b.Caption = func() { j.askCode(point) }, words.T("Meeting point: type a code")
		}
		j.hosts = append(j.hosts, b)
	}
	j.Controls.Default = j.connect
	j.Controls.OnCancel = j.Shell.Back
	j.list()
	j.Controls.Focus(j.first())
	if j.invited != nil {
		j.Controls.Focus(j.invited)
	}
}

// list lists the nearby games and the known hosts again. The focus stays in its place.
func (j *joinScreen) list() {
	j.games = j.near.buttons()
	focus := ""
	if w := j.Controls.Focused(); w != nil {
		focus = j.Controls.Info(w).ID
	}
	j.Recompose()
	j.Controls.Focus(j.Controls.Find(focus)) // a new list has new buttons
}

// sheet returns the form, the progress or the rules.
func (j *joinScreen) sheet(g page.Grid) page.Sheet {
	s := page.Sheet{Title: joinLabel(j.Ports.Browser)}
	switch {
	case j.scene == nil:
		s.Content = g.Desk(g.Rows(j.trouble.Above(j.fields()...)...), j.others(g), j.seats(g), false)
		s.Actions = []*kit.Button{j.back, j.connect}
		if j.own == nil || !j.own.NoWatchers {
			s.Actions = []*kit.Button{j.back, j.watch, j.connect}
		}
	case j.offered():
		s.Content = j.offer(g)
		s.Actions = []*kit.Button{j.refuse, j.agree}
	default:
		s.Content = j.progress(g)
		s.Actions = []*kit.Button{j.cancel}
	}
	return s
}

// fields returns the fields of the form.
func (j *joinScreen) fields() (parts []kit.Part) {
	if j.invited != nil {
		parts = append(parts, kit.Put(j.invited))
	}
	if j.own == nil {
		paste := &kit.Narrow{Part: kit.Put(j.paste), Width: 180}
		parts = append(parts, &kit.Stack{Gap: 8, Parts: []kit.Part{kit.Put(j.address), paste}})
	}
	parts = append(parts, kit.Put(j.name))
	if j.otherCode != nil {
		parts = append(parts, kit.Put(j.otherCode))
	}
	return parts
}

// others returns the nearby games and the known hosts, or else advice.
func (j *joinScreen) others(g page.Grid) kit.Part {
	var parts []kit.Part
	if j.near.trouble != "" {
		parts = append(parts, kit.Say(j.near.trouble, render.Caption))
	}
	if len(j.games) > 0 {
		parts = append(parts, kit.Group(words.T("On your network"), kit.Puts(j.games...)...))
	}
	if len(j.hosts) > 0 {
		parts = append(parts, kit.Group(words.T("Joined before"), kit.Puts(j.hosts...)...))
	}
	if len(j.games)+len(j.hosts) == 0 {
		parts = append(parts, j.advice.Part())
	}
	return g.Rows(parts...)
}

// Close ends the search for games.
func (j *joinScreen) Close() { j.near.close() }

// Update handles input, and follows the nearby games or the connecting scene.
func (j *joinScreen) Update(in *kit.Input) bool {
	changed := j.Controls.Update(in)
	if j.scene == nil {
		if j.near.follow() {
			j.list()
			changed = true
		}
		return changed
	}
	changed = j.follow() || changed
	return j.scene != nil && j.offered() && j.terms.board.Follow(j.Shared, in) || changed
}

// Renewed returns the screen in another language. A game above it continues with the same host.
func (j *joinScreen) Renewed() page.Screen {
	again := newJoinScreen(j.Shell)
	again.name.SetText(j.name.Text())
	again.address.SetText(j.address.Text())
	again.meetAt(j.point)
	again.near.looking, again.request = j.near.looking, j.request
	again.scene, again.shownStage, again.held = j.scene, j.shownStage, j.held
	again.near.follow()
	if again.scene != nil {
		again.shownStage = table.StageConnecting
		again.showProgress()
	}
	return again
}
