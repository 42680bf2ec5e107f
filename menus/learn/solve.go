package learn

import (
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// solve is the screen for solving puzzles.
type solve struct {
	page.Page
	course  course
	attempt *puzzle.Attempt
	began   time.Time
	show    show
	rested  time.Duration // since a punishment was shown
	ended   bool          // the course is over
	aside   string        // the last one drawn
	ring    puzzle.PlySet // of the hint
	last    sown          // the ply that was played last, if played is set
	played  bool
	comment string // on the last answer
	told    string // the events on the board since then

	board                                      *page.Board
	hint, giveUp, swap, share, why, back, next *kit.Button
}

// newSolve returns the screen with the first puzzle of a course.
func newSolve(shell page.Shell, of course) *solve {
	s := &solve{Page: page.New(shell, "puzzle"), course: of}
	button := func(id, label string, do func()) *kit.Button {
		return kit.WithID("puzzle."+id, kit.NewButton(label, do))
	}
	s.hint = button("hint", words.T("Hint"), s.askHint)
	s.hint.Shortcut = "H"
	s.giveUp = button("give-up", words.T("Solution"), s.showSolution)
	s.swap = button("swap", words.T("Swap sides"), func() { s.answer(rules.Swap) })
	s.swap.Shortcut = "S"
	s.why = button("why", words.T("Why?"), s.tellWhy)
	s.why.Shortcut = "W"
	s.share = button("copy", words.T("Copy the result"), func() {
		page.Copy(shell, words.T("The result as text"), s.course.shared(), words.T("Copied. It gives nothing away."))
	})
	s.back = page.NewBack(shell, "puzzle.back")
	s.next = button("next", words.C("puzzle", "Next"), s.begin)
	s.next.Shortcut, s.next.Primary = "N", true
	s.board = kit.WithID("puzzle.board", &page.Board{
		Shared: s.Shared, Now: s.now, Play: s.play, Dress: s.dress, Careful: true,
		Task: s.task, Comment: func() string { return strings.TrimSpace(s.comment + " " + s.told) },
	})
	of.next()
	s.start()
	s.Compose(shell.Back, s.sheet)
	s.Controls.Focus(s.board)
	return s
}

// start takes the present puzzle of the course.
func (s *solve) start() {
	s.attempt, s.began, s.ended = s.course.attempt(), s.Ports.Now(), false
	s.show = show{}
	s.board.Unchoose()
	s.board.Bottom = s.attempt.Puzzle().Solver()
	s.ring, s.comment, s.told, s.played = 0, "", "", false
	s.Shell.Tell(s.task(), true)
}

// begin goes to the next puzzle.
func (s *solve) begin() {
	s.course.next()
	s.start()
	s.Recompose()
	s.Controls.Focus(s.board)
}

// task returns the question.
func (s *solve) task() string { return s.course.task() }

// now returns the position on the board, and whether it waits for an answer.
func (s *solve) now() page.BoardNow {
	if s.show.Moving() {
		return page.BoardNow{Past: []rules.Position{s.show.queue[0].before}, Side: s.board.Bottom, Moving: true}
	}
	return page.BoardNow{Past: []rules.Position{s.attempt.Position()}, Side: s.board.Bottom, Asks: s.attempt.State() == puzzle.Asking}
}

// play plays a pit for the user.
func (s *solve) play(pit rules.Pit) {
	switch {
	case s.show.Moving() || s.over():
		return
	case pit.IsStore():
		s.say(words.T("Seeds in a store stay there. Choose a house."), "")
	case pit.Side != s.board.Bottom:
		s.say(words.T("That is the other player's row. Yours is the one that glows."), "")
	default:
		s.answer(pit.House)
	}
}

// say shows and tells a comment and the moves on the board.
func (s *solve) say(comment, told string) {
	s.comment, s.told = comment, told
	s.Shell.Tell(strings.TrimSpace(comment+" "+told), true)
	s.Recompose()
}

// answer answers the question, and shows the verdict.
func (s *solve) answer(h rules.House) {
	before, first, wrong := s.attempt.Question(), s.attempt.First(), 0
	verdict, plies, err := s.course.answer(h)
	switch {
	case err != nil:
		s.say(words.Sentence(err), "")
		return
	case verdict == puzzle.Wrong && s.course.attempt() != s.attempt:
		s.start()
		n := int(puzzle.StormPenalty / time.Second)
		s.say(words.N("That was wrong: %d second less.", "That was wrong: %d seconds less.", n, n), "")
		return
	case verdict == puzzle.Wrong:
		wrong = 1
	}
	s.course.answered(s.attempt, s.Ports.Now().Sub(s.began))
	s.ring, s.rested = 0, 0
	list := sowAll(before, plies)
	s.watch(list)
	s.say(s.verdict(verdict, h, first), tell(list[min(len(list), 1-wrong):], s.board.Bottom))
	s.settle()
}

// verdict returns the comment on an answer.
func (s *solve) verdict(v puzzle.Verdict, h rules.House, first bool) string {
	p := s.attempt.Puzzle()
	switch value, known := p.Value(h); {
	case v == puzzle.Wrong && first && known:
		return words.PuzzleMistake(p.Best(), value, p.Clear(), p.ResultOnly())
	case v == puzzle.Wrong:
		return words.T("That is not it.")
	case s.attempt.Solved():
		return ""
	case v == puzzle.AlsoRight:
		return words.T("That keeps the value, too. The line goes on with another house.")
	}
	return words.T("Right. What now?")
}

// solverNames returns the names of both players for the player of a side.
func solverNames(solver rules.Side) [2]string {
	names := [2]string{words.T("The other side"), words.T("The other side")}
	names[solver] = ""
	return names
}

// tell tells plies in sentences, to the player of a side.
func tell(list []sown, solver rules.Side) string {
	names := solverNames(solver)
	var lines []string
	for _, one := range list {
		lines = append(lines, strings.Join(words.Ply(one.sowing, names), ", ")+".")
		if why := words.Why(one.before, one.sowing, one.after, names); why != "" {
			lines = append(lines, why)
		}
	}
	return strings.Join(lines, " ")
}

// watch shows plies on the board.
func (s *solve) watch(list []sown) {
	s.board.Unchoose()
	if len(list) > 0 {
		s.last, s.played = list[len(list)-1], true
	}
	s.show.begin(list, s.Settings.Now().Speed)
}

// settle puts the controls for the state of the attempt on the page, after the end of all motion.
func (s *solve) settle() {
	if s.show.Moving() {
		return
	}
	if s.course.attempt() != s.attempt && !s.course.over() {
		s.start()
		s.comment = words.T("Right. The next one:")
	}
	s.Recompose()
	switch {
	case !s.over():
	case s.course.more():
		s.Controls.Focus(s.next)
	default:
		s.Controls.Focus(s.back)
	}
}

// over reports whether all questions have been answered.
func (s *solve) over() bool { return s.ended || s.attempt.Over() && s.course.attempt() == s.attempt }

// watchClock ends the screen's work at the end of the course, and reports whether the course's
// texts have changed.
func (s *solve) watchClock() (changed bool) {
	if over := s.course.over(); over && !s.ended {
		s.ended = true
		s.show.stop()
		s.Shell.Tell(s.headline()+".", true)
		s.settle()
		changed = true
	}
	before := s.aside
	s.aside = s.course.aside()
	return changed || s.aside != before
}

// toldAgain returns the ply that can be told again: the last one on the board or, before the first
// answer, the user's old mistake. It reports whether there is one.
func (s *solve) toldAgain() (sown, bool) {
	made, asks := s.course.made(), s.attempt.State() == puzzle.Asking
	switch {
	case !s.course.helps():
	case made != 0 && asks && s.attempt.First():
		if list := sowAll(s.attempt.Question(), []rules.House{made}); len(list) > 0 {
			return list[0], true
		}
	case s.played:
		return s.last, true
	}
	return sown{}, false
}

// tellWhy tells a ply again, slowly, with a sentence that says why.
func (s *solve) tellWhy() {
	if one, ok := s.toldAgain(); ok {
		s.say("", s.show.tell(one, solverNames(s.board.Bottom), s.Shared.Prefs()))
	}
}

// takeBack takes back a wrong answer and its punishment.
func (s *solve) takeBack() {
	s.attempt.TakeBack()
	s.played = false
	s.Shell.Tell(words.T("It is taken back."), false)
	s.Recompose()
}

// askHint rings houses.
func (s *solve) askHint() {
	ring, err := s.attempt.Hint()
	if err != nil {
		return
	}
	s.show.stop()
	s.ring, s.played = ring, false
	var names []string
	for _, h := range ring.Plies() {
		names = append(names, page.PlyName(h))
	}
	text := words.T("Hint: it is one of these: %s.", strings.Join(names, ", "))
	if len(names) == 1 {
		text = words.T("Hint: %s.", names[0])
	}
	s.say(text, "")
	s.Controls.Focus(s.board)
}

// showSolution gives the puzzle up, and shows the rest of the line.
func (s *solve) showSolution() {
	before := s.attempt.Question()
	list := sowAll(before, s.attempt.GiveUp())
	s.course.answered(s.attempt, s.Ports.Now().Sub(s.began))
	s.ring = 0
	s.watch(list)
	s.say("", tell(list, s.board.Bottom))
	s.settle()
}

// takenBackAfter is the time for which a punishment stays on the board.
const takenBackAfter = 1800 * time.Millisecond

// Update handles input and lets time pass. Any input ends a motion, and takes back a wrong answer
// on the board.
func (s *solve) Update(in *kit.Input) bool {
	clock := s.watchClock()
	acts := in.Pressed || len(in.Keys) > 0 && in.Keys[0].Key != ebiten.KeyEscape
	switch {
	case s.show.Moving():
		if acts {
			s.show.stop()
		} else {
			s.show.advance(s.Elapsed, s.Settings.Now().Speed)
		}
		s.settle()
	case s.attempt.State() == puzzle.Punished:
		if s.rested += s.Elapsed; acts || s.rested >= takenBackAfter {
			s.takeBack()
		}
	default:
		return s.Page.Update(in) || clock
	}
	if acts {
		in.UsePointer()
		in.UseKeys()
	}
	s.Page.Update(in)
	return true
}

// Motion returns the timeline of the ply being shown, or nil.
func (s *solve) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return s.show.Motion(), s.show.Passed(), s.board.Layout
}

// Keys returns the keys of the board.
func (s *solve) Keys() []page.KeyLine { return page.Lines(page.SowKeys) }

// dress shows the motion, the last ply and the hint.
func (s *solve) dress(v *render.View) {
	if s.show.Moving() {
		v.Moment = s.show.Moment()
		page.DressStory(v, &s.show.Showing)
	}
	now := s.now()
	v.Turn, v.ShowTurn = now.Position().ToMove(), now.Asks || now.Moving
	if from := s.last.sowing.From; s.played && from != rules.Swap && !s.show.Moving() {
		v.Last, v.HasLast = rules.Pit{Side: s.last.sowing.Mover, House: from}, true
	}
	if now.Asks {
		houses := s.ring.Plies()
		for _, h := range houses {
			switch {
			case h == rules.Swap:
			case len(houses) == 1:
				s.board.Advise(v, h, words.C("on a house of the board", "hint"))
			default:
				v.Hints = v.Hints.Add(rules.Pit{Side: s.board.Bottom, House: h})
			}
		}
	}
}
