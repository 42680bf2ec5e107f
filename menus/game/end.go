package game

import (
	"fmt"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// liveAfter is how many ticks the buttons of the end card wait before they can be pressed, so that a click meant for the
// board does not press them.
const liveAfter = 45

// endCard says how a game ended and what can be done now: enter a name for a top score, play again, leave.
type endCard struct {
	page.Page
	game    *Screen
	scene   *scene.Scene
	ticks   int
	naming  bool // the winner is being asked for a name
	offered int  // how many choices stand there
	place   int  // the place in the top scores

	name              *kit.TextField
	save, skip        *kit.Button
	again, look, home *kit.Button
	talk              *kit.Button // only if there is a peer
	review            *kit.Button
	undo              *kit.Button // only where a game can be reopened
	frame, body       render.Rect
}

func (*endCard) IsOverlay() {}

func newEndCard(g *Screen) *endCard {
	e := &endCard{Page: page.New(g.Shell, "end of game"), game: g, scene: g.scene}
	e.name = kit.NewTextField("Your name in the top scores", e.proposedName(), g.Ports.Clipboard)
	e.name.MaxRunes = 24
	e.save = kit.NewButton("Save", e.keepScore)
	e.save.Primary = true
	e.skip = kit.NewButton("Don't save", func() { e.ask(false) })
	e.again = kit.NewButton("Play again", e.playAgain)
	e.again.Primary = true
	e.look = kit.NewButton("Look at the board", g.Shell.Back)
	e.review = kit.NewButton("Review", func() { g.Shell.Go(page.ToReview{Scene: e.scene}) })
	e.home = kit.NewButton("Main menu", func() { g.Shell.Go(page.ToMain{}) })
	e.talk = kit.NewButton("Talk", func() {
		g.Shell.Back()
		g.talking = false
		g.toggleTalk()
	})
	e.undo = kit.NewButton("Undo", func() { g.did(e.scene.Undo()) })
	e.ask(false)
	e.qualify()
	return e
}

// proposedName is the name to begin with: the one last used, or, where two persons share the board, the winner's.
func (e *endCard) proposedName() string {
	if _, won := e.scene.Win(); won && e.scene.Persons() == 2 {
		side, _ := e.scene.Match().Result().Winner()
		return e.scene.SideName(side)
	}
	return e.Settings.Now().Name
}

// choices are the buttons for what can be done next.
func (e *endCard) choices() []*kit.Button {
	switch {
	case e.scene.CanUndo():
		return []*kit.Button{e.again, e.review, e.look, e.undo, e.home}
	case !e.scene.Local() && e.scene.Stage() == match.StageOver:
		return []*kit.Button{e.again, e.review, e.look, e.talk, e.home}
	}
	return []*kit.Button{e.again, e.review, e.look, e.home}
}

// rows are the choices as they are placed: some of them stand side by side.
func (e *endCard) rows() [][]*kit.Button {
	rows := [][]*kit.Button{{e.again}, {e.review, e.look}, {e.home}}
	switch list := e.choices(); {
	case slices.Contains(list, e.undo):
		rows = [][]*kit.Button{{e.again}, {e.review, e.look}, {e.undo}, {e.home}}
	case slices.Contains(list, e.talk):
		rows[2] = []*kit.Button{e.talk, e.home}
	}
	return rows
}

// qualify finds out whether this end has won a top score, and asks for a name if so.
func (e *endCard) qualify() {
	win, won := e.scene.Win()
	if !won {
		return
	}
	win.Name = e.nameOr("Winner")
	e.Ports.Scores.Place(ports.Score{Score: win, Date: e.Ports.Now()}, func(place int, err error) {
		if err != nil {
			e.Shell.Say(words.Sentence(err))
			return
		}
		if e.place = place; place > 0 && e.game.end == e {
			e.ask(true)
		}
	})
}

func (e *endCard) nameOr(other string) string {
	if name := match.CleanName(e.name.Text()); name != "" {
		return name
	}
	return other
}

// ask switches between the question for a name and the question what to do next.
func (e *endCard) ask(naming bool) {
	e.naming = naming
	if naming {
		e.Controls = kit.NewForm(e.name, e.save, e.skip)
		e.Controls.Default = e.save
		e.Controls.OnCancel = func() { e.ask(false) }
		e.name.SelectAll()
	} else {
		e.Controls = kit.NewForm()
		e.offered = len(e.choices())
		for _, b := range e.choices() {
			e.Controls.Add(b)
		}
		e.Controls.OnCancel = e.Shell.Back
	}
	e.sync()
	e.Shell.Relayout()
}

// keepScore writes the win down here and tells the other end.
func (e *endCard) keepScore() {
	name := match.CleanName(e.name.Text())
	if name == "" {
		e.name.Error = "Please type a name, or choose Don't save."
		e.Controls.Focus(e.name)
		e.Shell.Relayout()
		return
	}
	e.Settings.SetName(name)
	if score, won := e.scene.NameWin(name); won {
		e.enter(score)
	}
	e.ask(false)
}

// enter puts a score that has just been won here into the top scores, and says at which place
// or why not.
func (e *endCard) enter(s match.Score) {
	e.Ports.Scores.Add(ports.Score{Score: s, Date: e.Ports.Now()}, func(added bool, err error) {
		switch {
		case err != nil:
			e.Shell.Say(words.Sentence(err))
		case added:
			e.Shell.Say(fmt.Sprintf("%s, place %d in the top scores.", s.Name, e.place))
		default:
			e.Shell.Say("This win stands in the top scores already, and stays as it is.")
		}
	})
}

// keepUnasked keeps a win that is still waiting for its name under the name that stands there: the
// window is being closed.
func (e *endCard) keepUnasked() {
	if !e.naming {
		return
	}
	if side, won := e.scene.Match().Result().Winner(); won {
		e.name.SetText(e.nameOr(e.scene.SideName(side)))
	}
	e.keepScore()
}

// playAgain asks for the next game, or, where the other one has left, for the next guest or host.
func (e *endCard) playAgain() {
	if e.scene.Stage() == match.StageOver && !e.scene.IsPaused() {
		wish := e.scene.Rematch
		if e.scene.Wanted(e.scene.Self()) {
			wish = e.scene.WithdrawRematch
		}
		e.game.did(wish())
		e.sync()
		return
	}
	if e.scene.KeptAway() {
		e.Shell.Go(page.ToTryAgain{GameID: e.scene.GameID()})
		return
	}
	e.Shell.Go(page.ToNextPeer{})
}

// sync brings the buttons up to date with the scene.
func (e *endCard) sync() {
	live := e.ticks >= liveAfter
	for _, b := range []*kit.Button{e.save, e.skip, e.undo, e.look, e.talk, e.home} {
		b.Disabled = !live
	}
	e.review.Disabled = !live || !e.scene.CanReview()
	e.again.Label, e.again.Disabled = "Play again", !live
	switch {
	case e.scene.KeptAway():
		e.again.Label = "Try again"
	case e.scene.Stage() == match.StageFailed:
		e.again.Disabled = true
	case (e.scene.Stage() == match.StageEnded || e.scene.IsPaused()) && e.scene.Self() == match.Host:
		e.again.Label = "Wait for another guest"
	case e.scene.IsPaused(): // the guest dials again by itself
		e.again.Disabled = true
	case e.scene.Stage() == match.StageEnded:
		e.again.Label = "Join again"
	case e.scene.Wanted(e.scene.Self()):
		e.again.Label = "Withdraw"
	}
	if !e.naming && e.offered != len(e.choices()) {
		e.ask(false)
		return
	}
	e.Controls.Invalidate()
	e.Shell.Relayout()
}

// Update lets the buttons become live and acts on input.
func (e *endCard) Update(in *kit.Input) bool {
	for _, k := range in.Keys {
		if k.Key == ebiten.KeyZ && k.Ctrl && !k.Shift && !k.Repeat && e.scene.CanUndo() {
			e.game.did(e.scene.Undo())
			return true
		}
	}
	if e.ticks++; e.ticks == liveAfter {
		e.sync()
		if e.naming {
			e.Controls.Focus(e.name)
		} else {
			e.Controls.Focus(e.again)
		}
	}
	if e.ticks < liveAfter {
		in.UseKeys()
		in.UsePointer()
	}
	return e.Controls.Update(in)
}

// Layout places the card.
func (e *endCard) Layout(_ *render.Canvas, area render.Rect) {
	width := min(page.CardWidth, area.W-2*page.Margin)
	text := 2 * render.Body.Size * kit.LineSpacing // always two lines, so that no button moves when the text changes
	controls := float64(len(e.rows()))*(kit.ControlHeight+kit.Gap) - kit.Gap
	if e.naming {
		controls = 106 + kit.ControlHeight
	}
	e.frame = area.Centered(width, 2*page.CardMargin+e.head()+text+2*kit.Gap+controls)
	e.body = e.frame.Inset(page.CardMargin)
	_, rest := e.body.CutTop(e.head() + text + 2*kit.Gap)
	if !e.naming {
		e.layoutChoices(rest)
		return
	}
	field, rest := rest.CutTop(106)
	e.name.SetBounds(field)
	row := kit.Row(rest, kit.Gap, 0, 160)
	e.save.SetBounds(row[0])
	e.skip.SetBounds(row[1])
}

// layoutChoices places the buttons for the next actions.
func (e *endCard) layoutChoices(rest render.Rect) {
	for _, list := range e.rows() {
		var row render.Rect
		row, rest = rest.CutTop(kit.ControlHeight)
		_, rest = rest.CutTop(kit.Gap)
		for i, r := range kit.EqualRow(row, kit.Gap, len(list)) {
			list[i].SetBounds(r)
		}
	}
}

// headHeight is the room for the verdict and the two numbers, and tallyHeight for the games of the
// series.
const (
	headHeight  = 112
	tallyHeight = 26
)

// head is the height of the part above the text.
func (e *endCard) head() float64 {
	if e.scene.TallyWords() == "" {
		return headHeight
	}
	return headHeight + tallyHeight
}

// text says how the game ended and what is waited for.
func (e *endCard) text() string {
	switch stage := e.scene.Stage(); {
	case e.naming:
		return fmt.Sprintf("That is place %d of the five best.", e.place)
	case stage == match.StageEnded, stage == match.StageFailed:
		return words.Sentence(e.scene.Note())
	case e.scene.IsPaused():
		return e.scene.PauseWords()
	case stage == match.StageOver && e.scene.Wanted(e.scene.Self()):
		return "Waiting for " + e.scene.Peer() + " to agree to another game."
	case e.scene.Wanted(e.scene.Self().Other()):
		return e.scene.Peer() + " would like to play again."
	case e.scene.Match().Result().Ending == match.Resigned:
		if e.scene.IsMe(e.scene.Resigner()) {
			return "You resigned."
		}
		return e.scene.Name(e.scene.Resigner()) + " resigned."
	}
	starter := e.scene.Starter().Other()
	next := e.scene.Name(starter) + " moves"
	if e.scene.IsMe(starter) {
		next = "you move"
	}
	return page.DescribeVariant(e.scene.Match().Position().Variant()) + ". In the next game " + next + " first."
}

// Draw draws the card.
func (e *endCard) Draw(c *render.Canvas) {
	c.FillRect(c.Bounds(), 0, render.Shade)
	page.DrawCard(c, e.frame)
	x := e.frame.Center().X
	verdict := c.Fit(e.scene.Verdict(), e.body.W, render.Heading.Sized(36))
	style := render.Heading.Sized(36).Aligned(render.Center)
	if side, won := e.scene.Match().Result().Winner(); won && e.scene.Person(e.scene.Party(side)) {
		style = style.In(render.Gold)
	}
	c.Text(verdict, render.Point{X: x, Y: e.body.Y + 22}, style)
	e.drawStores(c, e.body.Y+78)
	tally := render.Caption.Aligned(render.Center)
	c.Text(c.Fit(e.scene.TallyWords(), e.body.W, tally), render.Point{X: x, Y: e.body.Y + headHeight + 2}, tally)
	_, rest := e.body.CutTop(e.head())
	kit.DrawText(c, e.text(), rest, render.Body.Aligned(render.Center).In(render.InkSoft))
	e.Controls.Draw(c)
}

// drawStores draws the two names with the seeds in their stores.
func (e *endCard) drawStores(c *render.Canvas, y float64) {
	bottom := e.scene.Bottom()
	top := bottom.Opponent()
	stores := e.scene.Match().Result().Stores
	x := e.frame.Center().X
	number := render.Heading.Sized(34)
	c.Text(fmt.Sprint(stores[bottom]), render.Point{X: x - 24, Y: y}, number.Aligned(render.Right))
	c.Text(":", render.Point{X: x, Y: y - 2}, number.Aligned(render.Center).In(render.InkSoft))
	c.Text(fmt.Sprint(stores[top]), render.Point{X: x + 24, Y: y}, number)
	room := e.body.W/2 - 90
	left, right := render.Body.Aligned(render.Right).In(render.InkSoft), render.Body.In(render.InkSoft)
	c.Text(c.Fit(e.nameOf(bottom), room, left), render.Point{X: x - 90, Y: y}, left)
	c.Text(c.Fit(e.nameOf(top), room, right), render.Point{X: x + 90, Y: y}, right)
}

// nameOf is what the card calls whoever has a side.
func (e *endCard) nameOf(side rules.Side) string {
	if e.scene.IsMe(e.scene.Party(side)) {
		return "You"
	}
	return e.scene.SideName(side)
}
