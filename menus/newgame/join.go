package newgame

import (
	"cmp"
	"strconv"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/scene"
	"mancala/words"
)

// joinScreen asks for an address or an invite, or lists known games. It connects, and shows unusual
// rules before the game.
type joinScreen struct {
	page.Page
	own                  *ownPage    // nil in a window
	otherCode            *kit.Button // nil without a meeting point's code
	name, address        *kit.TextField
	point                string      // the meeting point for codes that do not name one, or ""
	paste, invited       *kit.Button // invited joins with the invite on the clipboard
	connect, watch, back *kit.Button
	near                 *nearGames
	hosts                []*kit.Button // the hosts joined last
	groups               []*kit.Group  // the nearby games and the hosts
	advice               *page.NoteBox // shown if there are neither
	trouble              page.TroubleBox
	frame                page.Frame

	request       ports.JoinRequest // the last one
	scene         *scene.Scene      // the scene that is connecting, or nil while the form is shown
	shownStage    match.Stage
	held          bool // the guest is waiting for the seat
	spinner       *kit.Spinner
	cancel        *kit.Button
	agree, refuse *kit.Button
	rules         []string
	body          render.Rect
	nearTrouble   render.Rect
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
	j.back = button("back", words.T("Back"), shell.Back)
	j.near = newNearGames(j)
	j.advice = page.NewNoteBox()
	j.advice.Area.SetID("join.advice")
	j.advice.Set(j.notes())
	j.spinner = &kit.Spinner{}
	j.cancel = button("cancel", words.T("Cancel"), j.stop)
	j.agree = button("agree", words.C("a game", "Play"), j.accept)
	j.agree.Primary = true
	j.refuse = button("refuse", words.T("No, thanks"), j.decline)
	j.showForm()
	return j
}

// notes returns advice about the address or, in a page, about protection.
func (j *joinScreen) notes() []page.Note {
	if j.own != nil {
		return j.own.notes(j.Ports)
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

// maxAddress is the longest text that can contain an address or an invite.
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
	j.address.Placeholder = "amber-fox-31@meet.example.org"
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
	j.Controls = kit.NewForm()
	j.Controls.Default = j.connect
	j.Controls.OnCancel = j.Shell.Back
	j.compose()
	j.Controls.Focus(j.first())
	if j.invited != nil {
		j.Controls.Focus(j.invited)
	}
}

// compose puts the controls on the form.
func (j *joinScreen) compose() {
	var widgets []kit.Widget
	if j.invited != nil {
		widgets = append(widgets, j.invited)
	}
	if j.own == nil {
		widgets = append(widgets, j.address, j.paste)
	}
	widgets = append(append(widgets, j.name), j.ownButtons()...)
	j.groups = nil
	if g := j.near.group(); g != nil {
		j.groups = append(j.groups, g)
	}
	if len(j.hosts) > 0 {
		g := kit.NewGroup(words.T("Joined before"))
		for _, b := range j.hosts {
			g.Row(gameHeight, b)
		}
		j.groups = append(j.groups, g)
	}
	if len(j.groups) > 0 {
		widgets = append(widgets, kit.GroupWidgets(j.groups...)...)
	} else {
		widgets = append(widgets, j.advice.Area)
	}
	focus := ""
	if w := j.Controls.Focused(); w != nil {
		focus = j.Controls.Info(w).ID
	}
	widgets = append(widgets, j.connect)
	if j.own == nil || !j.own.NoWatchers {
		widgets = append(widgets, j.watch)
	}
	j.Controls.Set(append(widgets, j.back)...)
	j.Controls.Focus(j.Controls.Find(focus)) // a new list has new buttons
	j.Shell.Relayout()
}

// Close ends the search for games.
func (j *joinScreen) Close() { j.near.close() }

// Update handles input, and follows the nearby games or the connecting scene.
func (j *joinScreen) Update(in *kit.Input) bool {
	changed := j.Controls.Update(in)
	if j.scene == nil {
		if j.near.follow() {
			j.compose()
			changed = true
		}
		return changed
	}
	return j.follow() || changed
}

// Layout places the form, the progress or the rules.
func (j *joinScreen) Layout(c *render.Canvas, window render.Rect) {
	j.frame = page.NewFrame(window, page.FrameWidth)
	switch {
	case j.scene == nil:
		j.layoutForm(c)
	case j.offered():
		j.agree.SetBounds(j.frame.Yes)
		j.refuse.SetBounds(j.frame.No)
		j.body = j.frame.Body()
	default:
		j.spinner.SetBounds(j.frame.Body().Centered(min(j.frame.Body().W, 620), kit.ControlHeight))
		j.cancel.SetBounds(j.frame.No)
	}
}

// gameHeight is the height of the button of a nearby game or a known host.
const gameHeight = 60

// layoutForm places the fields at the left and, at the right, the nearby games and the known hosts
// or, if there are none, advice.
func (j *joinScreen) layoutForm(c *render.Canvas) {
	j.connect.SetBounds(j.frame.Yes)
	j.back.SetBounds(j.frame.No)
	j.watch.SetBounds(j.frame.Yes.Move(render.Point{X: -j.frame.Yes.W - kit.Gap}))
	column := j.trouble.Layout(c, j.frame.Left, j.frame.Left.H/3, j.frame.Gap)
	if j.invited != nil {
		j.invited.SetBounds(kit.TakeRow(&column, gameHeight, j.frame.Gap))
	}
	if j.own == nil {
		j.address.SetBounds(kit.TakeRow(&column, j.address.Height(c, column.W), 0))
		place, _ := kit.TakeRow(&column, kit.ControlHeight, j.frame.Gap).CutLeft(min(180, column.W))
		j.paste.SetBounds(place)
	}
	place := kit.TakeRow(&column, page.FieldHeight, 0)
	j.name.SetBounds(place)
	if j.otherCode != nil {
		kit.TakeRow(&column, j.frame.Gap, 0)
		place = kit.TakeRow(&column, kit.ControlHeight, 0)
		j.otherCode.SetBounds(place)
	}
	right := j.frame.Right
	if right.X == column.X { // below the fields, without a gap
		right.Y, right.H = place.Bottom()+2*j.frame.Gap, right.Bottom()-place.Bottom()-2*j.frame.Gap
	}
	if j.near.trouble != "" {
		j.nearTrouble, right = right.CutTop(kit.TextHeight(c, j.near.trouble, right.W, render.Caption))
		_, right = right.CutTop(j.frame.Gap)
	}
	if len(j.groups) == 0 {
		j.advice.Layout(c, right)
		j.Controls.Scroll(right, 0, nil)
		return
	}
	j.layoutGames(right)
}

// layoutGames places the games in a scrolling list.
func (j *joinScreen) layoutGames(r render.Rect) {
	const gap, ring, bar = 10, 10, 14
	view := render.Rect{X: r.X - ring, Y: r.Y - ring, W: r.W + 2*ring, H: r.H + 2*ring}
	height := kit.PlaceGroups(r, 1, gap, j.groups...) + 2*ring
	if height > view.H {
		r.W -= bar
		height = kit.PlaceGroups(r, 1, gap, j.groups...) + 2*ring
	}
	j.Controls.Scroll(view, height, nil, kit.GroupWidgets(j.groups...)...)
}

// Draw draws the form, the progress or the rules.
func (j *joinScreen) Draw(c *render.Canvas) {
	j.frame.DrawHeading(c, joinLabel(j.Ports.Browser))
	switch {
	case j.scene == nil:
		j.trouble.Draw(c)
		kit.DrawText(c, j.near.trouble, j.nearTrouble, render.Caption)
		if len(j.groups) == 0 {
			page.DrawPanel(c, j.advice.Panel)
		}
	case j.offered():
		j.drawOffer(c)
	default:
		j.drawHeld(c)
	}
	j.Controls.Draw(c)
}

// Renewed returns the screen in another language; a game above it goes on with the same host.
func (j *joinScreen) Renewed() page.Screen {
	again := newJoinScreen(j.Shell)
	again.name.SetText(j.name.Text())
	again.address.SetText(j.address.Text())
	again.meetAt(j.point)
	again.near.looking, again.request = j.near.looking, j.request
	again.scene, again.shownStage, again.held = j.scene, j.shownStage, j.held
	again.near.follow()
	if again.scene != nil {
		again.shownStage = match.StageConnecting
		again.showProgress()
	}
	return again
}
