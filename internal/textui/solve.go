package textui

import (
	"cmp"
	"context"
	"io"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/rules"
)

// Solving configures the display of a puzzle in the terminal.
type Solving struct {
	// Title is a line above the puzzle. Question, if not empty, replaces the puzzle's own question.
	Title, Question string
	// Narrate adds a description of the board in sentences. NoBoard omits the drawing.
	Narrate, NoBoard bool
	// Colour says that the screen has colours.
	Colour bool
}

// Solve shows a puzzle and takes answers until it is solved or given up. It returns ctx's error if
// ctx ends, and a [*Trouble] if the input ends or writing the output fails.
func Solve(ctx context.Context, a *puzzle.Attempt, in *Lines, out io.Writer, how Solving) error {
	s := newSolving(a, out, how)
	s.introduce()
	for done := false; !done; {
		s.out.ask(prompt(a.Question(), s.who))
		if err := s.out.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-in.C():
			if !ok {
				s.out.breakOff()
				_ = s.out.flush() // the input has ended anyhow
				return &Trouble{words.T("The input has ended before the puzzle was solved."), io.EOF}
			}
			s.out.answered()
			done = s.take(line)
		}
	}
	return s.out.flush()
}

func newSolving(a *puzzle.Attempt, out io.Writer, how Solving) *solving {
	s := &solving{Solving: how, attempt: a, out: newScreen(out, how.Colour)}
	for side := range s.who {
		s.who[side] = words.Name(match.Unnamed[side])
	}
	return s
}

// introduce shows the title, the board and the question.
func (s *solving) introduce() {
	s.out.line(s.Title)
	s.show(rules.Sowing{})
	p := s.attempt.Puzzle()
	s.out.line(cmp.Or(s.Question, words.PuzzleQuestion(p.Best(), p.Clear(), p.Answers())))
}

// solving is a puzzle in the terminal.
type solving struct {
	Solving
	attempt *puzzle.Attempt
	out     *screen
	who     [2]string
}

// take takes a line, and reports whether the puzzle is over.
func (s *solving) take(line string) (done bool) {
	switch c := understand(line, s.attempt.Question()); c.verb {
	case verbPlay:
		return s.answer(c.house)
	case verbHint:
		s.hint()
	case verbBoard:
		s.show(rules.Sowing{})
	case verbResign:
		s.giveUp()
		return true
	case verbQuit:
		return true
	case verbNone:
		s.out.refuse(c.reply)
	default:
		s.out.line(words.T("Type the number of a bowl, %[1]s to be shown the right one, %[2]s to see the board, %[3]s to see the solution, or %[4]s.",
			verbHint.word(), verbBoard.word(), verbResign.word(), verbQuit.word()))
	}
	return false
}

// show shows the board after the ply last; zero means no ply.
func (s *solving) show(last rules.Sowing) {
	p := s.attempt.Position()
	if !s.NoBoard {
		s.out.line(boardLines(p, last, s.out.painter)...)
	}
	if s.Narrate {
		s.out.line(boardWords(p, s.who)...)
	}
}

// answer judges a legal ply, and reports whether the puzzle is solved.
func (s *solving) answer(h rules.House) bool {
	p, first := s.attempt.Question(), s.attempt.First()
	verdict, played, err := s.attempt.Answer(h)
	switch {
	case err != nil: // understand has checked it
		s.out.refuse(words.Sentence(err))
		return false
	case verdict == puzzle.Wrong:
		s.wrong(p, played, first)
		return false
	case verdict == puzzle.AlsoRight && s.attempt.Solved():
		s.out.line(words.T("That is right, too. The best move is %s.", PlyName(p, played[0])))
	case verdict == puzzle.AlsoRight:
		s.out.line(words.T("That keeps the value, too. The puzzle goes on with %s.", PlyName(p, played[0])))
	default:
		s.out.line(words.T("Right."))
	}
	s.out.line("")
	last := s.tell(p, played)
	s.show(last)
	if s.attempt.Solved() {
		s.out.styled(strong, words.T("Solved."))
		return true
	}
	s.out.line(words.T("What now?"))
	return false
}

// tell tells plies, and returns the last of them.
func (s *solving) tell(p rules.Position, played []rules.House) (last rules.Sowing) {
	for _, h := range played {
		after, sown, _ := p.Sow(h) // it has been played
		s.out.line(teller(s.who, p.Variant()).Ply(sown, after))
		p, last = after, sown
	}
	return last
}

// wrong says why an answer is wrong, shows its refutation, and takes it back.
func (s *solving) wrong(p rules.Position, played []rules.House, first bool) {
	text := words.T("That is not it.")
	of := s.attempt.Puzzle()
	if value, ok := of.Value(played[0]); ok && first {
		text = words.PuzzleMistake(of.Best(), value, of.Clear(), of.ResultOnly())
	}
	s.out.refuse(text)
	if len(played) > 1 {
		s.show(s.tell(p, played))
		s.out.line(words.T("It is taken back."))
	}
	s.attempt.TakeBack()
}

// PlyName names a ply of a position, as users type it.
func PlyName(p rules.Position, h rules.House) string {
	if h == rules.Swap {
		return swapWord()
	}
	return words.T("bowl %d", bowl(p.ToMove(), h, int(p.Variant().Houses)))
}

// hint names the plies that a hint rings.
func (s *solving) hint() {
	p := s.attempt.Question()
	ring, err := s.attempt.Hint()
	if err != nil {
		return
	}
	list := ring.Plies()
	if len(list) == 1 {
		s.out.line(words.T("Hint: %s.", PlyName(p, list[0])))
		return
	}
	names := make([]string, len(list))
	for i, h := range list {
		names[i] = PlyName(p, h)
	}
	s.out.line(words.T("Hint: it is one of these: %s.", strings.Join(names, ", ")))
}

// giveUp shows the rest of the line.
func (s *solving) giveUp() {
	p := s.attempt.Question()
	s.out.line(words.T("The solution:"))
	s.tell(p, s.attempt.GiveUp())
}

// Storm asks the puzzles of a storm until its time is up or the person quits. It reports whether
// the time is up. now returns the time of day. The errors are those of [Solve].
func Storm(ctx context.Context, storm *puzzle.Storm, in *Lines, out io.Writer, how Solving, now func() time.Time) (up bool, err error) {
	s := newSolving(storm.Attempt(), out, how)
	for first := true; storm.Left(now()) > 0; first = false {
		if next := storm.Attempt(); first || next != s.attempt {
			s.attempt = next
			solved, _ := storm.Score()
			s.Title = words.T("Puzzle %[1]d. Time left: %[2]s", solved+1, puzzle.Clock(storm.Left(now())))
			s.introduce()
		}
		s.out.ask(prompt(s.attempt.Question(), s.who))
		if err := s.out.flush(); err != nil {
			return false, err
		}
		timer := time.NewTimer(storm.Left(now()))
		select {
		case <-ctx.Done():
			timer.Stop()
			return false, ctx.Err()
		case <-timer.C:
			s.out.breakOff()
		case line, ok := <-in.C():
			timer.Stop()
			if !ok {
				s.out.breakOff()
				_ = s.out.flush() // the input has ended anyhow
				return false, &Trouble{words.T("The input has ended before the storm was over."), io.EOF}
			}
			s.out.answered()
			if s.stormy(storm, line, now) {
				return false, s.out.flush()
			}
		}
	}
	s.out.styled(strong, words.T("Time is up."))
	return true, s.out.flush()
}

// stormy takes a line in a storm, and reports whether the person leaves.
func (s *solving) stormy(storm *puzzle.Storm, line string, now func() time.Time) (left bool) {
	p := s.attempt.Question()
	switch c := understand(line, p); c.verb {
	case verbPlay:
		verdict, played, err := storm.Answer(c.house, now())
		switch {
		case err != nil: // the time is up meanwhile
		case verdict == puzzle.Wrong:
			lost := int(puzzle.StormPenalty / time.Second)
			s.out.refuse(words.N("That is wrong, and costs a second.", "That is wrong, and costs %d seconds.", lost, lost))
		default:
			s.out.line(words.T("Right."))
			if s.attempt == storm.Attempt() {
				s.show(s.tell(p, played))
			}
		}
	case verbBoard:
		s.show(rules.Sowing{})
	case verbQuit:
		return true
	case verbNone:
		s.out.refuse(c.reply)
	default:
		s.out.line(words.T("Type the number of a bowl, %[1]s to see the board, or %[2]s.", verbBoard.word(), verbQuit.word()))
	}
	return false
}
