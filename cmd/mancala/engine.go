package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/uci"
	"mancala/internal/words"
	"mancala/rules"
)

// engineOptions are the options of the command mancala engine.
type engineOptions struct {
	board  boardFlags
	engine engineFlags
}

// newEngine returns the command by which other programs use the computer player.
func newEngine() *cobra.Command {
	var o engineOptions
	cmd := newPlainCommand("engine [options]", o.run)
	cmd.Short = words.T("play for another program, over standard input and output")
	cmd.Long = blocks(
		words.T("Reads commands, a line each, and answers them, in the dialect of UCI that Oware programs such as Aalina and Aualé speak: "+
			"uci, isready, setoption name Rules value RULES, ucinewgame, position, go, stop and quit. The rules are those of the options until "+
			"setoption names others."),
		words.T("position startpos moves FfB is a game from its start. A move is the letter of a house from the left of its owner, a capital for "+
			"South. position fen takes a board: the seeds in South's houses, those in North's, both stores, and S or N for the side to move, "+
			"with hyphens between. go movetime 1000 thinks for a second, go depth 8 looks 8 plies ahead, go infinite thinks until stop."),
	)
	cmd.Example = rows("mancala engine --rules oware", words.T("play Oware for another program"))
	fs := flagsOf(cmd)
	o.engine.register(fs)
	o.board.register(fs)
	return cmd
}

func (o *engineOptions) run(cmd *cobra.Command) int {
	v, err := o.board.variant(cmd.Flags())
	if err == nil {
		_, err = o.engine.config(v)
	}
	if err != nil {
		return usageError(cmd, err)
	}
	server, err := uci.NewServer("mancala", wiring.Version, v)
	if err != nil {
		return usageError(cmd, err)
	}
	minds := engine.NewAnalysts(func(v rules.Variant) engine.SolverConfig {
		config, _ := o.engine.config(v) // only the file depends on the rules
		return config
	}, 1)
	s := &engineShell{server: server, minds: minds, out: cmd.OutOrStdout(), found: make(chan rules.House), reports: make(chan engine.Analysis)}
	if err := s.serve(cmd.Context(), cmd.InOrStdin()); err != nil {
		return failure(cmd.ErrOrStderr(), err)
	}
	if cmd.Context().Err() != nil {
		return exitInterrupted
	}
	return exitOK
}

// engineShell gives a [uci.Server] its input, its output and its thoughts.
type engineShell struct {
	server  *uci.Server
	minds   *engine.Analysts
	out     io.Writer
	stop    context.CancelFunc // nil if no search is running
	endless bool               // it ends only if it is stopped
	found   chan rules.House
	reports chan engine.Analysis
	err     error // of writing
}

// serve answers lines until the input or ctx ends. Then it finishes a search with a limit.
func (s *engineShell) serve(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, failed := readLines(ctx, in)
	for (lines != nil || s.stop != nil) && s.err == nil {
		select {
		case text, open := <-lines:
			if !open {
				lines = nil
				s.abandon()
			} else if s.obey(ctx, text) {
				return s.err
			}
		case a := <-s.reports:
			s.print(s.server.Report(a.Depth, a.Value, a.Line))
		case h := <-s.found:
			s.stop()
			s.stop = nil
			s.print(s.server.Found(h))
		case <-ctx.Done():
			return s.err
		}
	}
	if s.err != nil {
		return s.err
	}
	return <-failed
}

// abandon ends a search that would never end.
func (s *engineShell) abandon() {
	if s.stop != nil && s.endless {
		s.stop()
	}
}

// readLines reads lines until the input ends or ctx ends. Its error comes after the last line.
func readLines(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(in)
		scan.Buffer(make([]byte, 0, 4096), uci.MaxLine)
		for scan.Scan() {
			select {
			case lines <- scan.Text():
			case <-ctx.Done():
				failed <- nil
				return
			}
		}
		err := scan.Err()
		if err != nil {
			err = words.Errorf("Standard input could not be read: %s.", err.Error())
		}
		failed <- err
	}()
	return lines, failed
}

// obey handles a line, and reports whether it ends the program.
func (s *engineShell) obey(ctx context.Context, text string) (quit bool) {
	answer, order := s.server.Line(text)
	for _, l := range answer {
		s.print(l)
	}
	switch order.Task {
	case uci.Quit:
		return true
	case uci.Stop:
		s.stop()
	case uci.Think:
		s.think(ctx, order)
	}
	return false
}

// think begins a search. It sends its reports and, at last, the house that it has found.
func (s *engineShell) think(ctx context.Context, order uci.Order) {
	thinking, stop := context.WithCancel(ctx)
	if order.Time > 0 {
		thinking, stop = context.WithTimeout(ctx, order.Time)
	}
	s.stop, s.endless = stop, order.Time == 0 && order.Depth == 0
	report := func(a engine.Analysis) {
		select {
		case s.reports <- a:
		case <-ctx.Done():
		}
	}
	go func() {
		h := first(order.Past[len(order.Past)-1])
		a, err := s.minds.AnalyzeGame(thinking, order.Past, engine.Limits{Depth: order.Depth}, report)
		if err == nil && len(a.Line) > 0 {
			h = a.Line[0]
		}
		if s.endless {
			<-thinking.Done() // it is proved, but no one has asked yet
		}
		select {
		case s.found <- h:
		case <-ctx.Done():
		}
	}()
}

// first returns the first legal ply, or zero if the game is over.
func first(p rules.Position) rules.House {
	for h := range p.Plies() {
		return h
	}
	return 0
}

// print writes a line at once.
func (s *engineShell) print(text string) {
	if _, err := fmt.Fprintln(s.out, text); err != nil && s.err == nil {
		s.err = words.Errorf("Standard output could not be written: %s.", err.Error())
	}
}
