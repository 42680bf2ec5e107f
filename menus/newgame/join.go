package newgame

import (
	"cmp"
	"fmt"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/scene"
	"mancala/words"
)

// joinScreen asks for an address, connects, and where the rules are unusual shows them before the game.
type joinScreen struct {
	page.Page
	name, address *kit.TextField
	paste         *kit.Button
	connect, back *kit.Button
	heading       *kit.Heading  // of the hosts
	hosts         []*kit.Button // those joined last
	advice        *page.NoteBox // for those who have joined no one
	spinner       *kit.Spinner
	cancel        *kit.Button
	agree, refuse *kit.Button
	scene         *scene.Scene // the one that connects, or nil while the form is shown
	trouble       troubleBox
	rules         []string
	frame         page.Frame
	body          render.Rect
	shownStage    match.Stage
}

func newJoinScreen(shell page.Shell) *joinScreen {
	j := &joinScreen{Page: page.New(shell, "join")}
	j.name = kit.WithID("join.name", nameField(shell))
	last := cmp.Or(append(j.Settings.Now().Hosts.List(), "")...)
	j.address = kit.WithID("join.address", kit.NewTextField(words.T("Address of the host"), last, j.Ports.Clipboard))
	j.address.MaxRunes = 260
	j.address.Placeholder = "192.168.1.20"
	j.address.Hint = words.T("A number or a name; add :PORT if it is not %s.", defaultPort)
	j.address.OnChange = func(string) { j.forget() }
	j.address.SelectAll()
	j.paste = kit.WithID("join.paste", kit.PasteButton(words.T("Paste"), j.address, func() { j.Controls.Focus(j.connect) }))
	j.connect = kit.WithID("join.connect", kit.NewButton(words.T("Connect"), j.submit))
	j.connect.Primary = true
	j.back = kit.WithID("join.back", kit.NewButton(words.T("Back"), shell.Back))
	j.heading = kit.WithID("join.hosts", &kit.Heading{Label: words.T("Joined before")})
	j.advice = page.NewNoteBox()
	j.advice.Area.SetID("join.advice")
	j.advice.Set([]page.Note{
		{Heading: words.T("Where the address comes from"), Lines: []string{
			words.T("The other player chooses Host a game. Their window shows the address in large figures."),
			words.T("Copy it from a message with Paste, or type it."),
		}},
		{Heading: words.T("If it does not connect"), Lines: []string{
			words.T("Both computers must be in one network, or the host's router must pass the port on."),
		}},
	})
	j.spinner = &kit.Spinner{}
	j.cancel = kit.WithID("join.cancel", kit.NewButton(words.T("Cancel"), j.stop))
	j.agree = kit.WithID("join.agree", kit.NewButton(words.C("a game", "Play"), j.accept))
	j.agree.Primary = true
	j.refuse = kit.WithID("join.refuse", kit.NewButton(words.T("No, thanks"), j.decline))
	j.showForm()
	return j
}

func (j *joinScreen) showForm() {
	j.scene = nil
	widgets := []kit.Widget{j.address, j.paste, j.name, j.connect, j.back}
	j.hosts = nil
	for i, host := range j.Settings.Now().Hosts.List() {
		b := kit.WithID(fmt.Sprintf("join.host-%d", i+1), kit.NewButton(host, func() { j.open(host) }))
		b.Caption = words.T("Join again")
		j.hosts = append(j.hosts, b)
	}
	if len(j.hosts) > 0 {
		widgets = append(widgets, j.heading)
		for _, b := range j.hosts {
			widgets = append(widgets, b)
		}
	} else {
		widgets = append(widgets, j.advice.Area)
	}
	j.Controls = kit.NewForm(widgets...)
	j.Controls.Default = j.connect
	j.Controls.OnCancel = j.Shell.Back
	j.Controls.Focus(j.address)
	j.Shell.Relayout()
}

// forget takes away what is said about an earlier address.
func (j *joinScreen) forget() {
	if j.address.Error == "" && j.trouble.text == "" {
		return
	}
	j.address.Error, j.trouble.text = "", ""
	j.Shell.Relayout()
}

// submit connects to what the form says.
func (j *joinScreen) submit() {
	addr, invite, err := j.Ports.ParseAddress(j.address.Text())
	j.trouble.text = ""
	if err != nil {
		j.address.Error = words.Sentence(err)
		j.Controls.Focus(j.address)
		j.Shell.Relayout()
		return
	}
	j.dial(ports.JoinRequest{Addr: addr, Invite: invite})
}

// NextPeer joins the same address again.
func (j *joinScreen) NextPeer() {
	j.Shell.BackTo(j)
	j.submit()
}

// resume takes a series up again, at an address.
func (j *joinScreen) resume(b match.Bookmark, addr string) {
	j.dial(ports.JoinRequest{Addr: addr, Resume: &b})
}

// open connects to an address.
func (j *joinScreen) open(addr string) { j.dial(ports.JoinRequest{Addr: addr}) }

// dial connects as a request says, which lacks nothing but the name.
func (j *joinScreen) dial(r ports.JoinRequest) {
	j.address.SetText(r.Addr)
	j.address.Error, j.trouble.text = "", ""
	r.Name = takeName(j.Shell, j.name)
	j.scene = j.Shell.Begin(scene.Remote(j.Ports.Dial(r), match.Guest, r.Name))
	j.spinner.Label = words.T("Connecting to %s", r.Addr)
	j.Controls = kit.NewForm(j.spinner, j.cancel)
	j.Controls.OnCancel = j.stop
	j.shownStage = match.StageConnecting
	j.Shell.Relayout()
}

// stop gives the attempt up.
func (j *joinScreen) stop() {
	j.Shell.End()
	j.showForm()
}

func (j *joinScreen) accept() {
	if err := j.scene.Link().Accept(); err != nil {
		j.Shell.Say(words.Sentence(err))
	}
}

func (j *joinScreen) decline() {
	j.scene.Link().Leave(match.ReasonDeclined)
	j.stop()
}

// Update follows the scene while it connects.
func (j *joinScreen) Update(in *kit.Input) bool {
	changed := j.Controls.Update(in)
	if j.scene == nil || j.scene.Stage() == j.shownStage {
		return changed
	}
	j.shownStage = j.scene.Stage()
	switch j.shownStage {
	case match.StageFailed, match.StageEnded:
		j.trouble.text = words.Sentence(j.scene.Note())
		j.stop()
	case match.StageOffered:
		j.showOffer()
	case match.StageGame:
		j.Settings.Change(func(s *settings.Settings) { s.Hosts = s.Hosts.With(j.address.Text()) })
	}
	return true
}

// showOffer shows the host's rules.
func (j *joinScreen) showOffer() {
	o := j.scene.Offer()
	host := words.Name(o.Host)
	first := words.T("A coin toss decides who moves first.")
	switch o.First {
	case match.FirstHost:
		first = words.T("%s moves first.", host)
	case match.FirstGuest:
		first = words.T("You move first.")
	}
	j.rules = append([]string{words.T("%s plays %s.", host, page.DescribeVariant(o.Variant)) + " " + first}, words.Rules(o.Variant)...)
	j.Controls = kit.NewForm(j.agree, j.refuse)
	j.Controls.OnCancel = j.decline
	j.Shell.Relayout()
}

// Layout places the form, the progress or the rules.
func (j *joinScreen) Layout(c *render.Canvas, window render.Rect) {
	j.frame = page.NewFrame(window, page.FrameWidth)
	switch {
	case j.scene == nil:
		j.layoutForm(c)
	case j.scene.Stage() == match.StageOffered:
		j.agree.SetBounds(j.frame.Yes)
		j.refuse.SetBounds(j.frame.No)
		j.body = j.frame.Body()
	default:
		j.spinner.SetBounds(j.frame.Body().Centered(min(j.frame.Body().W, 420), kit.ControlHeight))
		j.cancel.SetBounds(j.frame.No)
	}
}

// hostHeight is how high the button of a host is that was joined before.
const hostHeight = 60

// layoutForm places the fields at the left, and at the right the hosts that were joined before or, if there are none, how
// to find one.
func (j *joinScreen) layoutForm(c *render.Canvas) {
	j.connect.SetBounds(j.frame.Yes)
	j.back.SetBounds(j.frame.No)
	column := j.trouble.layout(c, j.frame.Left, j.frame.Left.H/3, j.frame.Gap)
	height := j.address.Height(c, column.W)
	place, column := column.CutTop(height)
	j.address.SetBounds(place)
	place, column = column.CutTop(kit.ControlHeight)
	place, _ = place.CutLeft(min(180, place.W))
	j.paste.SetBounds(place)
	_, column = column.CutTop(j.frame.Gap)
	place, column = column.CutTop(page.FieldHeight)
	j.name.SetBounds(place)
	right := j.frame.Right
	if right.X == column.X { // below: it follows at once
		right.Y, right.H = place.Bottom()+2*j.frame.Gap, right.Bottom()-place.Bottom()-2*j.frame.Gap
	}
	if len(j.hosts) == 0 {
		j.advice.Layout(c, right)
		return
	}
	place, column = right.CutTop(kit.HeadingHeight)
	j.heading.SetBounds(place)
	const gap = 10
	height = min(hostHeight, (column.H+gap)/float64(len(j.hosts))-gap)
	for _, b := range j.hosts {
		place, column = column.CutTop(height)
		b.SetBounds(place)
		_, column = column.CutTop(gap)
	}
}

// Draw draws the form, the progress or the rules.
func (j *joinScreen) Draw(c *render.Canvas) {
	j.frame.DrawHeading(c, words.T("Join a game"))
	switch {
	case j.scene == nil:
		j.trouble.draw(c)
		if len(j.hosts) == 0 {
			page.DrawPanel(c, j.advice.Panel)
		}
	case j.scene.Stage() == match.StageOffered:
		j.drawOffer(c)
	}
	j.Controls.Draw(c)
}

// drawOffer draws the host's rules.
func (j *joinScreen) drawOffer(c *render.Canvas) {
	page.DrawPanel(c, j.body)
	r := j.body.Inset(20)
	for i, text := range j.rules {
		style := render.Body
		if i == 0 {
			style = render.Strong.Sized(20)
		}
		height := kit.DrawText(c, text, r, style) + 8
		_, r = r.CutTop(height)
	}
}

// Renewed returns the screen in another language; what lies above it is played with the same host.
func (j *joinScreen) Renewed() page.Screen {
	again := newJoinScreen(j.Shell)
	again.name.SetText(j.name.Text())
	again.address.SetText(j.address.Text())
	again.scene, again.shownStage = j.scene, j.shownStage
	return again
}
