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
	connect, back *kit.Button
	spinner       *kit.Spinner
	cancel        *kit.Button
	agree, refuse *kit.Button
	scene         *scene.Scene // the one that connects, or nil while the form is shown
	trouble       string
	rules         []string
	intro, body   render.Rect
	shownStage    match.Stage
}

func newJoinScreen(shell page.Shell) *joinScreen {
	j := &joinScreen{Page: page.New(shell, "join")}
	j.name = nameField(shell)
	j.address = kit.NewTextField("Address of the host", cmp.Or(append(shell.Shared().Settings.Now().Hosts.List(), "")...), shell.Shared().Ports.Clipboard)
	j.address.MaxRunes = 260
	j.address.Placeholder = "192.168.1.20"
	j.address.Hint = "A number or a name; add :PORT if it is not " + defaultPort + "."
	j.address.OnChange = func(string) { j.address.Error = "" }
	j.address.SelectAll()
	j.connect = kit.NewButton("Connect", j.submit)
	j.connect.Primary = true
	j.back = kit.NewButton("Back", shell.Back)
	j.spinner = &kit.Spinner{}
	j.cancel = kit.NewButton("Cancel", j.stop)
	j.agree = kit.NewButton("Play", j.accept)
	j.agree.Primary = true
	j.refuse = kit.NewButton("No, thanks", j.decline)
	j.showForm()
	return j
}

func (j *joinScreen) showForm() {
	j.scene = nil
	j.Controls = kit.NewForm(j.name, j.address, j.connect, j.back)
	j.Controls.Default = j.connect
	j.Controls.OnCancel = j.Shell.Back
	j.Controls.Focus(j.address)
	j.Shell.Relayout()
}

// submit connects to what the form says.
func (j *joinScreen) submit() {
	addr, err := j.Ports.ParseAddress(j.address.Text())
	if err != nil {
		j.address.Error = words.Sentence(err)
		j.Controls.Focus(j.address)
		j.Controls.Invalidate()
		return
	}
	j.open(addr)
}

// NextPeer joins the same address again.
func (j *joinScreen) NextPeer() {
	j.Shell.BackTo(j)
	j.submit()
}

// resume takes a series up again, at an address.
func (j *joinScreen) resume(b match.Bookmark, addr string) { j.dial(addr, &b) }

// open connects to an address.
func (j *joinScreen) open(addr string) { j.dial(addr, nil) }

// dial connects to an address, with a series to take up or nil.
func (j *joinScreen) dial(addr string, series *match.Bookmark) {
	j.address.SetText(addr)
	j.address.Error, j.trouble = "", ""
	name := takeName(j.Shell, j.name)
	j.scene = j.Shell.Begin(scene.Remote(j.Ports.Dial(ports.JoinRequest{Addr: addr, Name: name, Resume: series}), match.Guest, name))
	j.spinner.Label = "Connecting to " + addr
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
		j.trouble = words.Sentence(j.scene.Note())
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
	first := o.Host + " moves first."
	if o.Starter == match.Guest {
		first = "You move first."
	}
	j.rules = append([]string{fmt.Sprintf("%s plays %s. %s", o.Host, page.DescribeVariant(o.Variant), first)}, words.Rules(o.Variant)...)
	j.Controls = kit.NewForm(j.agree, j.refuse)
	j.Controls.OnCancel = j.decline
	j.Shell.Relayout()
}

// Layout places the form, the progress or the rules.
func (j *joinScreen) Layout(c *render.Canvas, area render.Rect) {
	column := page.Content(area, page.FormWidth)
	switch {
	case j.scene == nil:
		j.layoutForm(c, column)
	case j.scene.Stage() == match.StageOffered:
		buttons, rest := column.CutBottom(kit.ControlHeight)
		row := kit.Row(buttons, kit.Gap, 0, 200)
		j.agree.SetBounds(row[0])
		j.refuse.SetBounds(row[1])
		j.body, _ = rest.CutTop(rest.H - kit.Gap)
	default:
		row := kit.Row(render.Rect{X: column.X, Y: column.Y, W: column.W, H: kit.ControlHeight}, kit.Gap, 0, 160)
		j.spinner.SetBounds(row[0])
		j.cancel.SetBounds(row[1])
	}
}

func (j *joinScreen) layoutForm(c *render.Canvas, column render.Rect) {
	j.intro = render.Rect{X: column.X, Y: column.Y, W: column.W}
	if j.trouble != "" {
		j.intro, column = column.CutTop(kit.TextHeight(c, j.trouble, column.W-28, render.Body) + 28)
		_, column = column.CutTop(kit.Gap)
	}
	place, column := column.CutTop(118)
	j.address.SetBounds(place)
	place, column = column.CutTop(80)
	j.name.SetBounds(place)
	_, column = column.CutTop(kit.Gap)
	place, _ = column.CutTop(kit.ControlHeight)
	row := kit.Row(place, kit.Gap, 0, 200)
	j.connect.SetBounds(row[0])
	j.back.SetBounds(row[1])
}

// Draw draws the form, the progress or the rules.
func (j *joinScreen) Draw(c *render.Canvas) {
	page.DrawHeading(c, "Join a game", page.FormWidth)
	switch {
	case j.scene == nil && j.trouble != "":
		c.FillRect(j.intro, 10, render.Panel)
		kit.DrawText(c, j.trouble, j.intro.Inset(14), render.Body.In(render.Warn))
	case j.scene != nil && j.scene.Stage() == match.StageOffered:
		j.drawOffer(c)
	}
	j.Controls.Draw(c)
}

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
