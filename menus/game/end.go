package game

import (
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
)

// liveAfter is the number of ticks for which the buttons of the end are deaf, so that a click meant
// for the board does not press them. The name field gets no keys for the first deafFor ticks,
// and then until the held keys are up.
const (
	liveAfter = 24
	deafFor   = 36
)

// ending is the end of a game, in a band below the board: the result and the next steps, which are
// to enter a name for a top score, play again or leave.
type ending struct {
	game   *Screen
	scene  *scene.Scene
	shown  bool
	ticks  int            // ticks since it appeared
	finale *motion.Finale // the celebration of the win, or nil
	passed time.Duration  // of the finale
	moment motion.FinaleMoment
	naming bool // the winner is entering a name
	deaf   int  // remaining ticks for which the name field gets no keys
	place  int  // the place in the top scores, or 0
	seeds  int  // the seeds of that win

	name                       *kit.TextField
	save, skip                 *kit.Button
	again, review, send, leave *kit.Button
	why, costly                *kit.Button    // below the score
	judging                    *scene.Judging // after a loss here, or nil
	judged                     bool           // all positions are
	live                       int            // the tick from which the link to that move works
	scale                      float64        // of the large type
}

func newEnding(g *Screen) *ending {
	e := &ending{game: g, scene: g.scene}
	e.name = kit.WithID("end.name", kit.NewTextField(words.T("Your name in the top scores"), e.proposedName(), g.Ports.Clipboard))
	e.name.MaxRunes = match.MaxNameLetters
	e.save = kit.WithID("end.save", kit.NewButton(words.T("Save"), e.keepScore))
	e.save.Primary = true
	e.skip = kit.WithID("end.dont-save", kit.NewButton(words.T("Don't save"), func() { e.ask(false) }))
	e.again = kit.WithID("end.play-again", kit.NewButton("", e.playAgain))
	e.again.Primary = true
	e.review = kit.WithID("end.review", kit.NewButton(words.T("Review"), g.showReview))
	e.why = kit.WithID("end.why", kit.NewLink(words.T("Why? Show it again"), g.tellWhy))
	e.why.Shortcut = "W"
	e.costly = kit.WithID("end.costly", kit.NewLink(words.T("The move that cost most"), func() {
		n, _ := e.costliest()
		g.Shell.Go(page.ToReview{Scene: e.scene, Judging: e.judging, Ply: n})
	}))
	e.send = kit.WithID("end.send", kit.NewButton(words.T("Send..."), func() { page.ShowSend(g.Shell, e.scene) }))
	e.leave = kit.WithID("end.main-menu", kit.NewButton(g.leaving.leaveLabel(), func() { g.Shell.Go(page.ToLeave{}) }))
	e.sync()
	e.qualify()
	return e
}

// proposedName returns the initial text of the name field: the last name used or, if two people
// share the board, the name that the winner gave.
func (e *ending) proposedName() string {
	if _, won := e.scene.Win(); won && e.scene.Persons() == 2 {
		side, _ := e.scene.Match().Result().Winner()
		if name := e.scene.Table.SideName(side); !ports.IsUnnamed(name) {
			return name
		}
		return ""
	}
	return e.game.Settings.Now().Name
}

// widgets returns the controls of the end, in the order of Tab.
func (e *ending) widgets() []kit.Widget {
	if e.naming {
		return []kit.Widget{e.name, e.save, e.skip}
	}
	if e.scene.Watching() && e.scene.Stage() != table.StageEnded { // the next game starts by itself
		return []kit.Widget{e.review, e.send, e.leave}
	}
	return []kit.Widget{e.again, e.review, e.send, e.leave}
}

// judge rates the game after a loss here, once the finale is over. It reports whether the move that
// cost most has become known. A click meant for the other link does not press the link to it.
func (e *ending) judge() bool {
	switch {
	case e.judged, e.celebrating(), !e.lostHere(), !e.scene.CanReview():
		return false
	case e.judging == nil:
		e.judging = e.game.Shared.NewJudging(e.scene)
	}
	_, e.judged = e.judging.Poll()
	_, found := e.costliest()
	e.live = e.ticks + liveAfter
	return found
}

// showReview opens the review, which goes on with what the end has judged: a second judge would
// wait for the first one until its own time is up.
func (g *Screen) showReview() {
	to := page.ToReview{Scene: g.scene}
	if e := g.end; e != nil && e.judging != nil && e.judging.Stuck() == nil {
		to.Judging = e.judging
	}
	g.Shell.Go(to)
}

// costliest returns the move that cost the only person here the most, and whether it is known that
// there is one.
func (e *ending) costliest() (n int, ok bool) {
	if !e.judged {
		return 0, false
	}
	side, _ := e.scene.Match().Result().Winner()
	return e.judging.Costliest(side.Opponent())
}

// close cancels the judge.
func (e *ending) close() {
	if e.judging != nil {
		e.judging.Close()
	}
}

// story returns the link below the score, or nil: to the move that cost most or else, if the last
// move ended the game, to that.
func (e *ending) story() *kit.Button {
	_, found := e.costliest()
	switch {
	case e.naming, e.game.short:
		return nil
	case found:
		return e.costly
	case e.scene.Match().Result().Ending == match.Finished:
		return e.why
	}
	return nil
}

// qualify asks for a name if this end has won a top score.
func (e *ending) qualify() {
	win, won := e.scene.Win()
	if !won {
		return
	}
	win.Name, e.seeds = e.nameOr(words.T("Winner")), win.Seeds
	e.game.Ports.Scores.Place(win, func(place int, err error) {
		if err != nil {
			e.game.Shell.Say(words.Sentence(err))
			return
		}
		e.place = place
		switch {
		case place == 0 && !e.scene.Local():
			e.tell()
		case place > 0 && e.game.end == e:
			e.award()
			if e.shown && e.celebrating() { // now with falling seeds
				e.celebrate()
			}
		}
	})
}

// award asks for the name of a win among the best. In a club the winner has a name.
func (e *ending) award() {
	v, visiting := e.game.leaving.visit()
	if !visiting {
		e.ask(true)
		return
	}
	if score, won := e.scene.NameWin(v.Me); won {
		e.enter(score)
	}
}

// tell gives a win that is not among the best here the user's name, since it may be among the best
// at the other end.
func (e *ending) tell() {
	name := e.nameOr("")
	if v, visiting := e.game.leaving.visit(); visiting {
		name = v.Me
	}
	if name != "" {
		e.scene.NameWin(name)
	}
}

func (e *ending) nameOr(other string) string {
	if name := match.CleanName(e.name.Text()); name != "" {
		return name
	}
	return other
}

// show shows the band below the board, and celebrates.
func (e *ending) show() {
	e.shown, e.deaf = true, deafFor
	e.celebrate()
	e.sync()
	e.game.compose()
}

// celebrate starts the finale of a finished, won game. With motion turned off, it shows the last
// frame.
func (e *ending) celebrate() {
	r := e.scene.Match().Result()
	winner, won := r.Winner()
	if !won || r.Ending != match.Finished {
		return
	}
	f := motion.NewFinale(winner, e.place > 0)
	e.finale, e.passed = &f, 0
	if now := e.game.Settings.Now(); now.Speed == motion.Off || now.Still {
		e.passed = f.Duration()
	}
	e.moment = f.At(e.passed)
	e.game.board.finale = &e.moment
}

// celebrating reports whether the finale is still running.
func (e *ending) celebrating() bool { return e.finale != nil && e.passed < e.finale.Duration() }

// update advances the finale and the delay of the controls, and reports whether anything visible
// has changed. Any key, or a press beside the controls, only ends the finale.
func (e *ending) update(in *kit.Input) bool {
	if !e.shown {
		return false
	}
	changed := false
	if e.celebrating() {
		changed = true
		e.passed += e.game.Elapsed
		if len(in.Keys) > 0 || in.Pressed {
			e.passed = e.finale.Duration()
		}
		if len(in.Keys) > 0 {
			in.UseKeys()
			e.deaf = deafFor
		}
		e.moment = e.finale.At(e.passed)
	}
	if e.judge() {
		e.game.compose()
		changed = true
	}
	if e.ticks++; e.ticks < liveAfter {
		in.UseKeys()
		if e.game.glide.panels[endDrawer].place.Contains(in.Cursor) {
			in.UsePointer()
		}
	}
	if e.ticks == liveAfter {
		e.sync()
		e.focus()
	}
	e.costly.Deaf = e.ticks < e.live
	e.listen(in)
	return changed
}

// listen keeps keys meant for the board from the name field.
func (e *ending) listen(in *kit.Input) {
	if e.deaf == 0 || !e.naming || e.declined(in) {
		return
	}
	if slices.ContainsFunc(in.Keys, func(k kit.KeyPress) bool { return k.Key >= ebiten.KeyDigit0 && k.Key <= ebiten.KeyDigit9 }) {
		e.deaf = deafFor // keys of houses are still being pressed
	}
	in.UseKeys()
	if e.deaf--; e.deaf == 0 && in.KeyDown {
		e.deaf = 1
	}
	if e.deaf == 0 {
		e.focus()
	}
}

// declined reports whether Escape refuses to save a name, which it does even while the field gets
// no other keys.
func (e *ending) declined(in *kit.Input) bool {
	if !e.naming || e.ticks < liveAfter || !in.TakeKey(ebiten.KeyEscape) {
		return false
	}
	e.ask(false)
	return true
}

// focus focuses the default control, unless the user is typing or has chosen another one.
func (e *ending) focus() {
	form := e.game.Controls
	switch {
	case form.Focused() == kit.Widget(e.game.talk.field):
	case e.naming && e.deaf > 0: // later
	case slices.Contains(e.widgets(), form.Focused()):
	case e.naming:
		e.name.SelectAll()
		form.Focus(e.name)
	default:
		form.Focus(e.widgets()[0])
	}
}

// ask switches between the prompt for a name and the buttons for the next step.
func (e *ending) ask(naming bool) {
	if e.naming = naming; naming {
		e.deaf = deafFor
	}
	if !e.shown {
		return
	}
	e.game.compose()
	e.sync()
	e.focus()
}

// keepScore stores the win here and tells the peer.
func (e *ending) keepScore() {
	name := match.CleanName(e.name.Text())
	if name == "" {
		e.name.Error = words.T("Please type a name.")
		e.game.Controls.Focus(e.name)
		e.game.Shell.Relayout()
		return
	}
	e.remember(name)
	if score, won := e.scene.NameWin(name); won {
		e.enter(score)
	}
	e.ask(false)
}

// remember stores the winner's name for later games, also as the user's if it is theirs. It ignores
// default names.
func (e *ending) remember(name string) {
	side, won := e.scene.Match().Result().Winner()
	if !won || ports.IsUnnamed(name) {
		return
	}
	winner := e.scene.Party(side)
	if e.scene.IsMe(winner) || winner == match.Host && e.game.Settings.Now().Name == "" {
		e.game.Settings.SetName(name)
	}
	if e.scene.Local() {
		e.game.Settings.Change(func(s *settings.Settings) {
			if s.Setup.Seats == e.scene.Kinds() && s.Setup.Names[winner.Other()] != name {
				s.Setup.Names[winner] = name
			}
		})
	}
}

// enter adds a score just won here to the top scores. It says its place, or why it was not added.
func (e *ending) enter(s match.Score) {
	e.game.Ports.Scores.Add(s, func(added bool, err error) {
		switch {
		case err != nil:
			e.game.Shell.Say(words.Sentence(err))
		case added:
			e.game.Shell.Say(words.T("%[1]s, place %[2]d in the top scores.", s.Name, e.place))
		default:
			e.game.Shell.Say(words.T("This win is already in the top scores."))
		}
	})
}

// keepUnasked stores an unnamed win under the name in the field, because the window is closing.
func (e *ending) keepUnasked() {
	if !e.naming {
		return
	}
	if side, won := e.scene.Match().Result().Winner(); won {
		e.name.SetText(e.nameOr(e.scene.Table.SideName(side)))
	}
	e.keepScore()
}

// playAgain asks for the next game or, if the peer has left, for the next guest or host.
func (e *ending) playAgain() {
	switch {
	case e.scene.Stage() == table.StageOver && !e.scene.IsPaused():
		wish := e.scene.Rematch
		if e.scene.Wanted(e.scene.Self()) {
			wish = e.scene.WithdrawRematch
		}
		e.game.did(wish())
		e.sync()
	case e.scene.KeptAway():
		e.game.Shell.Go(page.ToTryAgain{GameID: e.scene.GameID()})
	default:
		e.game.Shell.Go(page.ToNextPeer{})
	}
}

// sync brings the controls up to date with the scene.
func (e *ending) sync() {
	for _, b := range []*kit.Button{e.save, e.skip, e.why, e.send, e.leave, e.review, e.again} {
		b.Deaf = e.ticks < liveAfter
	}
	e.review.Disabled = !e.scene.CanReview()
	e.again.Label, e.again.Disabled = words.T("Play again"), false
	switch {
	case e.scene.Watching():
		e.again.Label = words.T("Watch again")
	case e.scene.Stage() == table.StageEnded && e.game.Shell.Home() != nil: // the next opponent is found there
		e.again.Disabled = true
	case e.scene.KeptAway():
		e.again.Label = words.T("Try again")
	case e.scene.Stage() == table.StageFailed:
		e.again.Disabled = true
	case (e.scene.Stage() == table.StageEnded || e.scene.IsPaused()) && e.scene.Self() == match.Host:
		e.again.Label = words.T("Wait for another guest")
	case e.scene.IsPaused(): // the guest reconnects automatically
		e.again.Disabled = true
	case e.scene.Stage() == table.StageEnded:
		e.again.Label = words.T("Join again")
	case e.scene.Wanted(e.scene.Self()):
		e.again.Label = words.T("Withdraw")
	}
	switch {
	case !e.shown:
	case e.scene.Watching(): // the buttons change when the host has left
		e.game.compose()
	default:
		e.game.Controls.Invalidate()
		e.game.Shell.Relayout()
	}
}
