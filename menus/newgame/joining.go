package newgame

import (
	"math/rand/v2"
	"slices"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// submit connects to the address in the form, to play or to watch.
func (j *joinScreen) submit(watch bool) { j.join(j.typed(), watch) }

// join connects to an address or with an invite, to play or to watch.
func (j *joinScreen) join(text string, watch bool) {
	addr, invite, err := j.Ports.ParseAddress(text)
	j.trouble.Text = ""
	if err != nil {
		j.address.Error = words.Sentence(err)
		j.Controls.Focus(j.address)
		j.Shell.Relayout()
		return
	}
	j.dial(ports.JoinRequest{Addr: addr, Invite: invite, Watch: watch})
}

// NextPeer joins the same host again.
func (j *joinScreen) NextPeer() {
	j.Shell.BackTo(j)
	r := j.request
	r.Resume, r.TrustNewKey = nil, false
	j.dial(r)
}

// resume resumes a series at an address.
func (j *joinScreen) resume(b match.Bookmark, addr string) {
	j.show(addr)
	j.dial(ports.JoinRequest{Addr: addr, Resume: &b})
}

// open connects to an address or with an invite.
func (j *joinScreen) open(text string) {
	j.show(text)
	j.join(text, false)
}

// dial sends a join request. It adds the user's name and the choice of encryption.
func (j *joinScreen) dial(r ports.JoinRequest) {
	j.address.Error, j.trouble.Text = "", ""
	j.near.close()
	r.Name, r.Insecure = page.TakeName(j.Shell, j.name), j.Ports.Insecure
	j.request, j.held = r, false
	if r.Watch {
		j.scene = j.Shell.Begin(scene.Watch(j.Ports.Dial(r)))
	} else {
		j.scene = j.Shell.Begin(scene.Remote(j.Ports.Dial(r), match.Guest, r.Name))
	}
	j.shownStage = table.StageConnecting
	j.showProgress()
}

// showProgress shows the progress of connecting, with a button to cancel.
func (j *joinScreen) showProgress() {
	j.spinner.Label = words.T("Connecting to %s", j.request.Addr)
	if point, met := pointOf(j.request.Addr); met {
		j.spinner.Label = words.T("Connecting through %s", point)
	}
	j.cancel.Label = words.T("Cancel")
	if j.held {
		j.spinner.Label = words.T("Waiting for the host")
		j.cancel.Label = words.T("Stop waiting")
	}
	j.Controls.Default, j.Controls.OnCancel = nil, j.stop
	j.Recompose()
}

// stop cancels the attempt.
func (j *joinScreen) stop() {
	j.Shell.End()
	j.showForm()
}

// accept agrees to the rules. The game begins when the host gives the guest the seat.
func (j *joinScreen) accept() {
	if err := j.scene.Link().Accept(); err != nil {
		j.Shell.Say(words.Sentence(err))
		return
	}
	j.held = true
	j.showProgress()
}

func (j *joinScreen) decline() {
	j.scene.Link().Leave(table.ReasonDeclined)
	j.stop()
}

// offered reports whether the host's rules are shown.
func (j *joinScreen) offered() bool { return j.scene.Stage() == table.StageOffered && !j.held }

// follow brings the screen up to date with the scene, and reports whether it has changed.
func (j *joinScreen) follow() bool {
	changed := false
	if _, held := j.scene.Door().HeldUp(); held && !j.held && j.scene.Stage() != table.StageGame {
		j.held, changed = true, true
		j.showProgress()
	}
	if j.scene.Stage() == j.shownStage {
		return j.followWait() || changed
	}
	j.shownStage = j.scene.Stage()
	switch j.shownStage {
	case table.StageFailed, table.StageEnded:
		j.fail()
	case table.StageOffered:
		j.showOffer()
	case table.StageListening: // a watcher has come before the guest
		j.followWait()
	case table.StageGame:
		j.Settings.Change(func(s *settings.Settings) { s.Hosts = s.Hosts.With(remembered(j.request.Addr)) })
	}
	return true
}

// followWait tells a watcher why there is no game yet, and reports whether that has changed.
func (j *joinScreen) followWait() bool {
	if j.scene.Stage() != table.StageListening {
		return false
	}
	now := j.scene.Turn()
	if now == j.spinner.Label {
		return false
	}
	j.spinner.Label = now
	return true
}

// fail shows the form again with the reason, or asks how to continue.
func (j *joinScreen) fail() {
	note := j.scene.Note()
	why := words.Sentence(note)
	j.stop()
	switch {
	case note != nil && note.Code == "netplay.full" && !j.request.Watch:
		j.Shell.Push(newFullCard(j, j.request))
	case page.IsKeyChanged(note):
		j.Shell.Push(page.NewKeyCard(j.Shell, note, func() {
			r := j.request
			r.TrustNewKey = true
			j.dial(r)
		}))
	default:
		j.trouble.Text = why
	}
}

// newFullCard asks a guest at a full game whether to wait for the seat or to watch.
func newFullCard(j *joinScreen, r ports.JoinRequest) *page.Card {
	again := func(id, label string, change func()) *kit.Button {
		return page.NewAnswer(j.Shell, "full."+id, label, func() {
			change()
			j.dial(r)
		})
	}
	watch := again("watch", words.C("a game of others", "Watch"), func() { r.Watch = true })
	watch.Primary = true
	back := page.NewBack(j.Shell, "full.back")
	return page.NewCard(j.Shell, "full", words.T("The seat is taken"),
		words.T("The host is playing with someone else. You may watch, or wait until the seat is free."), j.Shell.Back,
		watch, again("wait", words.T("Wait for the seat"), func() { r.Wait = true }), back)
}

// showOffer shows the host's rules.
func (j *joinScreen) showOffer() {
	o := j.scene.Door().Offer()
	host := words.Name(o.Host)
	first := words.T("A coin toss decides who moves first.")
	switch o.First {
	case match.FirstHost:
		first = words.T("%s moves first.", host)
	case match.FirstGuest:
		first = words.T("You move first.")
	}
	j.terms.lines = append([]string{words.T("%s plays %s.", host, page.DescribeVariant(o.Variant)) + " " + first}, words.Rules(o.Variant)...)
	j.terms.board = page.NewShowing(o.Variant, rules.Presets()[0].Variant, rand.New(rand.NewPCG(uint64(j.Ports.Chance(1<<31-1)), 2)).IntN)
	j.Controls.Default, j.Controls.OnCancel = nil, j.decline
	j.Recompose()
	j.Controls.Focus(j.agree)
}

// offer returns the host's rules and the protection of the connection, beside a board that plays by
// the rules. Unusual rules come first, in bold.
func (j *joinScreen) offer(g page.Grid) kit.Part {
	o := j.scene.Door().Offer()
	usual := words.Rules(rules.Presets()[0].Variant)
	text := &kit.Stack{Gap: 10, Parts: []kit.Part{kit.Say(j.terms.lines[0], render.Action)}}
	var other, same []kit.Part
	for _, rule := range j.terms.lines[1:] {
		if slices.Contains(usual, rule) {
			same = append(same, page.Item(rule, render.Body.In(render.InkSoft)))
		} else {
			other = append(other, page.Item(rule, render.Strong))
		}
	}
	if len(other) > 0 {
		text.Parts = append(append(text.Parts, kit.Say(words.T("Different from the usual rules"), render.Caption)), other...)
	}
	if len(same) > 0 {
		text.Parts = append(append(text.Parts, kit.Say(words.T("As usual"), render.Caption)), same...)
	}
	text.Parts = append(text.Parts, page.SecurityPart(j.Ports, o.Security))
	terms := &kit.Panel{Part: text, Pad: 20, Radius: 14}
	board := g.Rows(page.BoardPart(g, j.drawOffer), kit.Say(words.T("The board plays a move by these rules."), render.Caption))
	if g.Roomy {
		return g.Pair(5, g.Middle(terms), 7, g.Middle(board))
	}
	return g.Pair(6, terms, 6, board)
}

// drawOffer draws the board that plays by the host's rules.
func (j *joinScreen) drawOffer(c *render.Canvas, r render.Rect) {
	if b := j.terms.board; b != nil {
		j.Art.Draw(c, b.View(r))
	}
}

// progress returns the spinner, the reason for the wait, and the board with a waiting second seat.
func (j *joinScreen) progress(g page.Grid) kit.Part {
	parts := []kit.Part{kit.Put(j.spinner)}
	if by, held := j.scene.Door().HeldUp(); held {
		text := words.T("The host is being asked whether you may play. That can take up to five minutes.")
		if by == table.HeldUpByGame {
			text = words.T("The host is playing with someone else. The seat is yours as soon as it is free.")
		}
		parts = append(parts, kit.Say(text, render.Body.In(render.InkSoft)))
	}
	return g.Facing(g.Rows(parts...), j.seats(g))
}

// seats returns a board with a waiting second seat.
func (j *joinScreen) seats(g page.Grid) kit.Part {
	return page.SeatsBoard(g, j.Art, page.Start(j.Ports.Variant), hostSeat(), page.YourSeat())
}

// hostSeat is the seat of a host with an unknown name.
func hostSeat() page.BoardSeat { return page.BoardSeat{Line: words.C("a seat", "Your host")} }

// guestSeat returns the seat that waits for a guest.
func guestSeat() page.BoardSeat {
	return page.BoardSeat{Line: words.T("The guest"), Waits: true, Wave: 0.7}
}
