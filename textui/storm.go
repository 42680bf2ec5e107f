package textui

import (
	"context"
	"io"
	"time"

	"mancala/puzzle"
	"mancala/rules"
	"mancala/words"
)

// Storm asks the puzzles of a storm until its time is up or the person quits, and reports whether
// the time is up. Now returns the time of day. It returns the same errors as [Solve].
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
