package learn

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
)

// loadWon loads the won positions from the stored games, and then calls done.
func (l *learner) loadWon(done func()) {
	l.shell.Shared().Ports.Archive.Games(kept.Wins(), func(games []match.Record, _ int, err error) {
		l.won = kept.Won(games)
		l.report(err)
		done()
	})
}

// wins returns the number of won positions.
func (l *learner) wins() (n int) {
	for _, won := range l.won {
		if won {
			n++
		}
	}
	return n
}

// wonPage is the page for the choice of a won position to play against Perfect.
type wonPage struct {
	page.Page
	learner             *learner
	list                []puzzle.Won
	at                  int
	back, another, play *kit.Button
}

func newWon(shell page.Shell, l *learner) *wonPage {
	s := &wonPage{Page: page.New(shell, "won position"), learner: l, list: puzzle.AllWon()}
	s.back = page.NewBack(shell, "won.back")
	s.another = kit.WithID("won.another", kit.NewButton(words.T("Another position"), func() {
		s.show((s.at + 1) % len(s.list))
		shell.Tell(s.task(), true)
	}))
	s.play = kit.WithID("won.play", kit.NewButton("", s.begin))
	s.play.Primary = true
	s.Compose(shell.Back, s.sheet)
	s.show(max(0, slices.Index(l.won, false)))
	s.Controls.Focus(s.play)
	return s
}

// show shows a position.
func (s *wonPage) show(at int) {
	s.at, s.play.Label = at, words.T("Play position %d", at+1)
	s.Recompose()
}

// task returns the task in the position.
func (s *wonPage) task() string {
	w := s.list[s.at]
	return words.T("The row that glows is yours, and you are to move.") + " " + words.T("With best play you win by %d seeds. Perfect plays the other side.", w.Margin)
}

// sheet returns the board, and beside it the task and the number of won positions.
func (s *wonPage) sheet(g page.Grid) page.Sheet {
	w := s.list[s.at]
	const least = 150
	board := &kit.Picture{Least: least, Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		v := page.StillView(w.Position(), w.Side(), r)
		v.Turn, v.ShowTurn = w.Side(), true
		s.Art.Draw(c, v)
	}}
	list := kit.Rows(
		kit.Say(words.T("Position %[1]d of %[2]d", s.at+1, len(s.list)), headline), kit.Say(s.task(), render.Strong), kit.Say(s.hint(), render.Caption),
		kit.Painted(marksHeight, s.paintMarks),
	)
	return page.Sheet{
		Title: words.T("Win it against Perfect"), Content: g.Pair(8, board, 4, kit.OnPanel(list)),
		Before: []*kit.Button{s.another}, Actions: []*kit.Button{s.back, s.play},
	}
}

// hint says whether the position was won.
func (s *wonPage) hint() string {
	if s.learner.won[s.at] {
		return words.T("You have won it.")
	}
	return words.T("At least two houses give the win away. Hints and undo work as in any game.")
}

// marksHeight is the height of the marks of the positions.
const marksHeight = 84

// paintMarks draws a disc for each position, full if it was won, with a ring around the present
// one.
func (s *wonPage) paintMarks(c *render.Canvas, r render.Rect) {
	const rows, radius = 3, 7
	columns := (len(s.list) + rows - 1) / rows
	step := min(34, r.W/float64(columns))
	for i, won := range s.learner.won {
		at := render.Point{X: r.X + radius + 5 + step*float64(i%columns), Y: r.Y + marksHeight/rows*(float64(i/columns)+0.5)}
		share := 0.0
		if won {
			share = 1
		}
		disc(c, at, radius, share)
		if i == s.at {
			ringed(c, at, radius)
		}
	}
}

// begin begins the game.
func (s *wonPage) begin() {
	w := s.list[s.at]
	setup := settings.Setup{Variant: w.Game.Variant, Seats: [2]string{kept.Perfect, kept.Perfect}}
	setup.Seats[w.Side()], setup.Names[w.Side()] = match.KindPerson, s.Settings.Now().Name
	s.Shell.Go(page.ToStart{Setup: setup, Plies: w.Game.Plies})
}
