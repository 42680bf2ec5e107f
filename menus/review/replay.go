package review

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// restBetween is the pause of autoplay after each ply.
const restBetween = 700 * time.Millisecond

// Replay replays a game ply by ply or automatically: an archived game, or the present one while its
// connection is down.
type Replay struct {
	stepper
	game    *match.Record // the archived game, or nil
	deleted func()        // called after the game's deletion
	auto    bool          // autoplay is on
	rested  time.Duration

	slider          *kit.Slider
	run, back, look *kit.Button
	goOn            *kit.Button   // continues the game, or is nil
	actions         []*kit.Button // beside the board
}

// NewReplay returns a replay of the present state of a scene's game.
func NewReplay(shell page.Shell, r page.ToReplay) *Replay {
	sc, game := r.Scene, r.Game
	s := &Replay{game: game, deleted: r.Deleted}
	sc.Settle()
	s.stepper.init(shell, "replay", sc, s.row, func() int { return s.at })
	s.board.Task = func() string { return words.T("board after: %s", s.rowWords(s.at)) }
	s.list.Words = s.rowWords
	s.slider = kit.WithID("slider", kit.NewSlider("", 0, s.review.Plies(), 1, func(n int) { s.begin(n) }))
	s.slider.Tip, s.slider.Room = words.T("Position"), 150
	s.slider.Words = s.moveWords
	s.run = kit.WithID("autoplay", kit.NewButton(words.T("Autoplay"), s.toggle))
	s.back = page.NewBack(shell, "back")
	s.actions = []*kit.Button{kit.WithID("copy", kit.NewButton(words.T("Copy"), func() { page.CopyGame(shell, sc) })), page.NewSend(shell, sc)}
	if game != nil {
		s.addActions()
	}
	if sc.Match().Result().Ending != match.Running && (game == nil || !game.Local()) {
		s.actions = append(s.actions, kit.WithID("check", kit.NewButton(words.T("Check..."), func() { page.ShowCheck(shell, sc) })))
	}
	for i, link := range r.About {
		s.actions = append(s.actions, kit.WithID("about-"+strconv.Itoa(i+1), kit.NewButton(link.Label, link.Do)))
	}
	s.Compose(shell.Back, s.compose)
	s.Controls.Focus(s.list)
	if linked := game != nil && game.ID == ""; linked {
		s.toggle()
	} else if game == nil || game.Result.Ending == match.Running {
		s.begin(s.review.Plies())
	}
	s.enable()
	return s
}

// addActions adds the buttons for an archived game.
func (s *Replay) addActions() {
	shell := s.Shell
	s.look = kit.WithID("review", kit.NewButton(words.T("Review"), func() { shell.Push(New(shell, page.ToReview{Scene: s.scene})) }))
	s.look.Disabled = !s.scene.CanReview()
	never := func() bool { return false }
	playOn := kit.WithID("play-on", kit.NewButton(words.C("from the position on the board", "Play on"), func() { shell.Push(newPlayOnCard(&s.stepper, never)) }))
	s.actions = append([]*kit.Button{s.look, playOn}, s.actions...)
	if s.game.ID == "" { // it is not in the archive
		return
	}
	s.actions = append(s.actions, kit.WithID("delete", kit.NewButton(words.T("Delete..."), s.askDelete)))
	if k, ok := page.KeptGame(*s.game); ok && s.game.Local() {
		s.addContinue(k)
	} else if s.game.Result.Ending == match.Running {
		page.FindSeries(s.Shell, s.game.ID, func(k *page.Kept) {
			if k != nil && !k.Last.Over() {
				s.addContinue(*k)
			}
		})
	}
}

// addContinue adds the button that continues the game.
func (s *Replay) addContinue(k page.Kept) {
	s.goOn = kit.WithID("continue", kit.NewPrimary(words.T("Continue"), func() { s.Shell.Go(page.ToContinue{Kept: &k}) }))
	if s.Controls != nil { // the answer arrived after the screen was built
		s.Recompose()
	}
}

// toggle starts or stops autoplay. At the end it starts from the beginning.
func (s *Replay) toggle() {
	if s.auto = !s.auto; s.auto {
		s.ply = scene.Showing{} // and with it the last story
	}
	if s.auto && s.at == s.review.Plies() {
		s.begin(0)
	}
	s.rested = restBetween / 2
}

// askDelete asks, and then deletes the game.
func (s *Replay) askDelete() {
	page.AskDeleteGame(s.Shell, *s.game, func() {
		s.Shell.BackTo(s)
		s.Shell.Back()
		s.deleted()
	})
}

// Update handles input and autoplay.
func (s *Replay) Update(in *kit.Input) bool {
	// The peer is back, or has left for good.
	if s.scene == s.Shell.Scene() && !s.scene.IsPaused() {
		s.Shell.Go(page.ToBoard{})
		return true
	}
	at := s.at
	changed := s.update(in, s.ownKeys)
	if s.at != at && !s.ply.Moving() {
		s.auto = s.auto && s.at < s.review.Plies()
	}
	return s.enable() || s.advance() || changed
}

// Keys returns the keys of a replay.
func (s *Replay) Keys() []page.KeyLine { return page.Lines(page.StepKeys, page.ReplayKeys) }

// ownKeys makes Space toggle autoplay, unless a button has the focus.
func (s *Replay) ownKeys(in *kit.Input) bool {
	if _, button := s.Controls.Focused().(*kit.Button); button || !in.TakeKey(ebiten.KeySpace) {
		return false
	}
	s.toggle()
	return true
}

// advance goes to the next ply after the pause. A story stops autoplay, so that it can be read.
func (s *Replay) advance() bool {
	s.auto = s.auto && s.ply.Story() == ""
	if !s.auto || s.ply.Moving() {
		return false
	}
	if s.rested += s.Elapsed; s.rested < restBetween {
		return false
	}
	s.rested = 0
	s.show(s.at + 1)
	s.auto = s.at < s.review.Plies()
	return true
}

// enable updates the buttons, and reports whether any has changed.
func (s *Replay) enable() bool {
	label := words.T("Autoplay")
	if s.auto {
		label = words.T("Stop")
	}
	changed := s.run.Label != label || s.slider.Value != s.at
	s.slider.Value = s.at
	s.run.Label, s.run.Disabled = label, s.review.Plies() == 0
	return s.enableSteps() || changed
}

// rowWords returns the text of a row of the list.
func (s *Replay) rowWords(i int) string {
	if i == 0 {
		return words.T("The start")
	}
	return s.lines[i-1]
}

// row returns a row of the list: the start, or a ply with its effect.
func (s *Replay) row(i int) row {
	if i == 0 {
		return row{texts: [][2]string{{s.rowWords(0), ""}}}
	}
	_, sowing := s.review.Ply(i)
	house, effect := page.PlyName(sowing.From), plyEffect(sowing)
	return row{ply: i, mark: match.Good, texts: [][2]string{{s.name(sowing.Mover) + ": " + house, effect}, {house, effect}, {house, ""}}}
}

// plyEffect names the effect of a ply besides sowing, in a word or two: the mover's gain from
// houses, with an x for a tuzdik.
func plyEffect(s rules.Sowing) string {
	gain := s.Captured + s.Gathered[s.Mover]
	switch {
	case s.Won != 0:
		return fmt.Sprintf("+%d x", gain)
	case gain > 0:
		return fmt.Sprintf("+%d", gain)
	case s.ExtraTurn:
		return words.T("again")
	}
	return ""
}

// compose returns the board with its slider, and beside them the plies and the actions on the game.
func (s *Replay) compose(g page.Grid) page.Sheet {
	left := &kit.Stack{Gap: g.Gap() * 0.7, Parts: []kit.Part{kit.Put(s.board), kit.Painted(storyHeight, s.paintStory), kit.Put(s.slider)}}
	const few = 5
	list := kit.Sized(few*listRow, kit.Endless, kit.Put(s.list)) // the actions stay in their place
	if g.Upright {
		list = kit.Sized(few*listRow, few*listRow, kit.Put(s.list))
	}
	side := kit.OnPanel(kit.Rows(list, kit.Tiles(112, 10, kit.Puts(s.actions...)...)))
	sheet := page.Sheet{
		Title: words.T("%s against %s", s.names[0], s.names[1]), Content: g.Pair(8, left, 4, side),
		Before: []*kit.Button{s.first, s.previous, s.run, s.next, s.last, s.why}, Actions: []*kit.Button{s.back},
	}
	if g.Columns >= 8 {
		sheet.Aside = page.BesideTitle(render.Caption, s.about)
	}
	if s.goOn != nil {
		sheet.Actions = append(sheet.Actions, s.goOn)
	}
	return sheet
}

// storyHeight is the height of two lines of a story.
const storyHeight = 2 * 24

// paintStory draws the last ply or, on request, its story.
func (s *Replay) paintStory(c *render.Canvas, r render.Rect) {
	text, style := cmp.Or(s.ply.Story(), s.rowWords(s.at)), render.Note.Aligned(render.Center)
	if kit.TextHeight(c, text, r.W, style) > r.H {
		style = style.Sized(smallest)
	}
	kit.DrawText(c, text, r, style)
}

// about returns the rules, the result and the date of the game.
func (s *Replay) about() string {
	parts := []string{page.ShortVariant(s.review.Position(0).Variant())}
	if s.game != nil {
		parts = append(parts, resultWords(*s.game))
		if !s.game.Ended.IsZero() {
			parts = append(parts, words.Day(s.game.Ended.Local()))
		}
	}
	return strings.Join(parts, " - ")
}

// resultWords describes the result of a game: "Ann won 27 to 21".
func resultWords(r match.Record) string {
	winner, won := r.Result.Winner()
	stores := r.Result.Stores
	switch {
	case r.Result.Ending == match.Running:
		return words.T("unfinished")
	case r.Result.Ending == match.Finished && won:
		return words.T("%s won %d to %d", words.Name(r.Names[winner]), stores[winner], stores[winner.Opponent()])
	case r.Result.Outcome == rules.Draw:
		return words.T("a draw, %d to %d", stores[0], stores[1])
	}
	return words.Won(r.Result, [2]string{words.Name(r.Names[0]), words.Name(r.Names[1])})
}
