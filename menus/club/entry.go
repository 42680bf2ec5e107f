package club

import (
	"cmp"
	"strconv"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
)

// entry is the screen that asks for the address of a club, lists the last clubs, and connects.
type entry struct {
	page.Page
	name, address        *kit.TextField
	paste, connect, back *kit.Button
	clubs                []*kit.Button
	advice               *page.NoteBox
	trouble              page.TroubleBox

	own     string            // the address of the club that served the page, the only one, or ""
	goOn    bool              // continue the user's running game there
	request ports.ClubRequest // the last one
	house   *house            // the club that is connecting, or nil while the form is shown
	spinner *kit.Spinner
	cancel  *kit.Button
}

// New returns the way into a club. With an address it connects at once.
func New(shell page.Shell, to page.ToClub) page.Screen {
	e := newEntry(shell)
	if to.Addr != "" {
		e.open(to.Addr)
		e.goOn = to.GoOn
	}
	return e
}

// maxAddress is the length of the longest address.
const maxAddress = 260

func newEntry(shell page.Shell) *entry {
	e := &entry{}
	e.begin(shell)
	return e
}

// begin makes a new form, whose controls belong to e.
func (e *entry) begin(shell page.Shell) {
	*e = entry{Page: page.New(shell, "club")}
	e.own = e.Ports.Browser.Club()
	button := func(id, label string, do func()) *kit.Button { return kit.WithID("club."+id, kit.NewButton(label, do)) }
	e.name = kit.WithID("club.name", page.NewNameField(shell))
	e.name.Placeholder = words.T("What the members see")
	known := e.Settings.Now().Clubs.List()
	if e.own != "" {
		known = nil
	}
	last := cmp.Or(append([]string{e.own}, append(known, "")...)...)
	e.address = kit.WithID("club.address", kit.NewTextField(words.T("The club's address"), last, e.Ports.Clipboard))
	e.address.MaxRunes, e.address.Placeholder = maxAddress, "club.example.org"
	e.address.OnChange = func(string) { e.trouble.Clear(e.Shell, e.address) }
	e.address.SelectAll()
	e.connect = button("connect", words.T("Enter the club"), func() { e.open(e.address.Text()) })
	e.connect.Primary = true
	e.paste = kit.WithID("club.paste", kit.PasteButton(words.T("Paste"), e.address, func() { e.Controls.Focus(e.connect) }))
	e.back = page.NewBack(shell, "club.back")
	for i, addr := range known {
		b := button("known-"+strconv.Itoa(i+1), addr, func() { e.open(addr) })
		b.Caption = words.T("Enter again")
		e.clubs = append(e.clubs, b)
	}
	e.advice = page.NewNoteBox()
	e.advice.Area.SetID("club.advice")
	e.advice.Set(e.notes())
	e.spinner = &kit.Spinner{}
	e.cancel = page.NewRetreat("club.cancel", words.T("Cancel"), e.stop)
	e.Compose(e.Shell.Back, e.sheet)
	e.showForm()
}

// notes explain clubs, and how a club recognizes the user.
func (e *entry) notes() []page.Note {
	what := page.Note{Heading: words.T("What a club is"), Lines: []string{
		words.T("Open tables with opponents of your strength, games with a clock, ratings, and games to watch."),
	}}
	who := page.Note{Heading: words.T("Who you are there")}
	if e.own == "" {
		what.Lines = append(what.Lines, words.T("A school, a society or a friend runs it, and tells you its address."))
		who.Lines = []string{words.T("The club knows you by this computer's key. There is no password. Your name is yours alone in the club.")}
		return []page.Note{what, who}
	}
	who.Lines = []string{words.T("The club knows you by a key that this browser keeps. There is no password. Your name is yours alone in the club. " +
		"Devices, in the lobby, adds another browser or computer.")}
	notes := []page.Note{what, who}
	if e.Ports.Unprotected() {
		notes = append(notes, page.Note{Heading: words.T("How it is protected"), Lines: []string{page.OverHTTP()}})
	}
	return notes
}

// showForm shows the form.
func (e *entry) showForm() {
	e.house = nil
	e.Controls.Default, e.Controls.OnCancel = e.connect, e.Shell.Back
	e.Recompose()
	if len(e.clubs) > 0 && e.trouble.Text == "" {
		e.Controls.Focus(e.clubs[0])
	}
	e.Shell.Relayout()
}

// open connects to the club at an address.
func (e *entry) open(text string) {
	e.address.SetText(text)
	addr, invite, err := e.Ports.ParseAddress(text)
	e.trouble.Text = ""
	if err == nil && invite != "" {
		err = words.Errorf("An invite leads to a game. Enter the address of a club, such as club.example.org.")
	}
	if err != nil {
		e.address.Error = words.Sentence(err)
		e.Controls.Focus(e.address)
		e.Shell.Relayout()
		return
	}
	e.dial(ports.ClubRequest{Addr: addr})
}

// dial connects to a club. It adds the user's name and the choice of encryption.
func (e *entry) dial(r ports.ClubRequest) {
	e.address.Error, e.trouble.Text = "", ""
	r.Name, r.Insecure = page.TakeName(e.Shell, e.name), e.Ports.Insecure
	e.request = r
	e.house = newHouse(e.Shell, e.Ports.Club(r))
	e.spinner.Label = words.T("Connecting to %s", r.Addr)
	e.showProgress()
}

// stop cancels the attempt.
func (e *entry) stop() {
	e.Close()
	e.showForm()
}

// Close leaves a club before its lobby was entered.
func (e *entry) Close() {
	if e.house != nil {
		_ = e.house.link.Close()
		e.house = nil
	}
}

// Returned shows the form again after a visit, with the club in the list.
func (e *entry) Returned() {
	trouble, request := e.trouble.Text, e.request
	e.begin(e.Shell)
	e.trouble.Text, e.request = trouble, request
}

// Update handles input, and enters the club once it lets the user in.
func (e *entry) Update(in *kit.Input) bool {
	changed := e.Controls.Update(in)
	if e.house == nil || !e.house.poll() {
		return changed
	}
	switch h := e.house; {
	case h.failed != nil:
		e.fail()
	case h.in.Me.ID != "":
		e.house = nil
		e.Settings.Change(func(s *settings.Settings) { s.Clubs = s.Clubs.With(e.request.Addr) })
		l := newLobby(e.Shell, h, e.request.Insecure)
		h.goOn, e.goOn = e.goOn, false
		e.Shell.Push(l)
	}
	return true
}

// aboutName are the notes about the requested name.
var aboutName = map[string]bool{"club.bad-name": true, "club.name-taken": true, "club.name-of-office": true, "club.name-with-mark": true}

// fail shows the form again with the reason, or asks how to continue.
func (e *entry) fail() {
	note := e.house.failed
	e.stop()
	switch {
	case page.IsKeyChanged(note):
		e.Shell.Push(page.NewKeyCard(e.Shell, note, func() {
			r := e.request
			r.TrustNewKey = true
			e.dial(r)
		}))
	case aboutName[note.Code]:
		e.name.Error = words.Sentence(note)
		e.Controls.Focus(e.name)
	default:
		e.trouble.Text = words.Sentence(note)
	}
	e.Shell.Relayout()
}

// showProgress shows the progress of connecting.
func (e *entry) showProgress() {
	e.Controls.Default, e.Controls.OnCancel = nil, e.stop
	e.Recompose()
}

// sheet returns the form or the progress.
func (e *entry) sheet(g page.Grid) page.Sheet {
	s := page.Sheet{Title: words.T("Club")}
	if e.house != nil {
		s.Content = g.Facing(kit.Put(e.spinner), e.seats(g))
		s.Actions = []*kit.Button{e.cancel}
		return s
	}
	var fields []kit.Part
	if e.own == "" {
		paste := &kit.Narrow{Part: kit.Put(e.paste), Width: 180}
		fields = append(fields, &kit.Stack{Gap: 8, Parts: []kit.Part{kit.Put(e.address), paste}})
	}
	left := g.Rows(e.trouble.Above(append(fields, kit.Put(e.name))...)...)
	beside := e.advice.Part()
	if len(e.clubs) > 0 {
		beside = kit.Group(words.T("Clubs you know"), kit.Puts(e.clubs...)...)
	}
	s.Content, s.Actions = g.Desk(left, beside, e.seats(g), false), []*kit.Button{e.back, e.connect}
	return s
}

// seats returns a board with a waiting second seat.
func (e *entry) seats(g page.Grid) kit.Part {
	member := page.BoardSeat{Line: words.C("a seat", "A member")}
	return page.SeatsBoard(g, e.Art, page.Start(e.Ports.Variant), member, page.YourSeat())
}

// Renewed returns the screen in another language.
func (e *entry) Renewed() page.Screen {
	again := newEntry(e.Shell)
	again.name.SetText(e.name.Text())
	again.address.SetText(e.address.Text())
	again.request = e.request
	again.goOn = e.goOn
	if again.house = e.house; e.house != nil {
		again.spinner.Label = e.spinner.Label
		again.showProgress()
	}
	return again
}
