package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/kgp"
	"mancala/internal/words"
	"mancala/rules"
)

// kgpOptions are the options of the command mancala kgp.
type kgpOptions struct {
	connect, name, time string
	threads             int
}

// newKGP returns the command that plays on a server of the Kalah Game Protocol.
func newKGP() *cobra.Command {
	var o kgpOptions
	cmd := newPlainCommand("kgp --connect HOST [options]", o.run)
	cmd.Short = words.T("play on a server of the Kalah Game Protocol")
	cmd.Long = words.T("Connects to a server of the Kalah Game Protocol, version 1, and plays there by plain Kalah's rules until the server ends "+
		"the connection, or Ctrl+C. Every better move is sent as soon as it is found. The other way round, the seat %s lets an agent of that "+
		"protocol play here: it connects to port %d of this computer.", "engine:kgp", kgp.Port)
	cmd.Example = rows("mancala kgp --connect localhost --time 2", words.T("play on a server on this computer, two seconds a move"))
	fs := flagsOf(cmd)
	fs.text(&o.connect, "connect", "", "HOST", words.T("the server, with a port if it is not %d", kgp.Port))
	fs.text(&o.name, "name", "mancala", "NAME", words.T("the name to play under"))
	fs.text(&o.time, "time", "", "T", words.T("the longest time for a move, such as 2 (seconds) or 500ms; 5 seconds unless you say otherwise"))
	registerThreads(fs, &o.threads)
	return cmd
}

func (o *kgpOptions) run(cmd *cobra.Command) int {
	limit, err := engine.DefaultPatience, error(nil)
	switch {
	case o.connect == "":
		err = words.Errorf("kgp needs --connect with the address of a server.")
	case isSet(cmd.Flags(), "time"):
		limit, err = readTime("--time", o.time)
	}
	if err == nil {
		err = checkThreads(o.threads)
	}
	if err != nil {
		return usageError(cmd, err)
	}
	address := o.connect
	if _, _, err := net.SplitHostPort(address); err != nil {
		address = net.JoinHostPort(address, strconv.Itoa(kgp.Port))
	}
	ctx := cmd.Context()
	conn, err := (&net.Dialer{Timeout: kgpPatience}).DialContext(ctx, "tcp", address)
	if err != nil {
		return failure(cmd.ErrOrStderr(), words.Errorf("There is no connection to %s: %s.", address, err.Error()))
	}
	s := &kgpShell{
		conn: conn, agent: kgp.NewAgent(o.name), limit: limit,
		minds: engine.NewAnalysts(wiring.AnalystConfig(1, wiring.ThinkingMemory/4), o.threads), open: map[int]context.CancelFunc{},
	}
	err = s.play(ctx)
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case err != nil:
		return failure(cmd.ErrOrStderr(), err)
	}
	return exitOK
}

// kgpPatience is how long a server may take for quick actions: to answer a call, or to read a line.
const kgpPatience = 20 * time.Second

// kgpShell gives a [kgp.Agent] its connection and its thoughts. A server may ask about boards of
// several games at once.
type kgpShell struct {
	conn  net.Conn
	agent *kgp.Agent
	minds *engine.Analysts
	limit time.Duration

	mu   sync.Mutex // guards writing and the fields below
	open map[int]context.CancelFunc
}

// mostBoards is the largest number of boards in search or waiting at a time.
const mostBoards = 64

// play plays until the server ends the connection, or ctx ends.
func (s *kgpShell) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var thoughts sync.WaitGroup
	defer func() {
		cancel()
		_ = s.conn.Close()
		thoughts.Wait()
	}()
	defer context.AfterFunc(ctx, func() { _ = s.conn.Close() })()
	in := bufio.NewScanner(s.conn)
	in.Buffer(make([]byte, 0, 4096), kgp.MaxLine)
	for in.Scan() {
		send, order, err := s.agent.Line(in.Text())
		if err == nil {
			err = s.send(send...)
		}
		switch {
		case err != nil:
			return err
		case order.Task == kgp.Quit:
			return nil
		case order.Task == kgp.Stop:
			s.stop(order.ID)
		case order.Task == kgp.Think:
			if thinking, ok := s.begin(ctx, order); ok {
				thoughts.Go(func() { s.think(thinking, order) })
			}
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return words.Errorf("The server sent a line that is too long.")
	}
	return words.Errorf("The server has hung up.")
}

// begin adds a board to search, and returns the time for it. It returns false if there are too
// many; then the server chooses.
func (s *kgpShell) begin(ctx context.Context, order kgp.Order) (context.Context, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= mostBoards || s.open[order.ID] != nil {
		return nil, false
	}
	limit := s.limit
	if order.Clock > 0 { // a tenth of the rest, as a game has some forty moves of one side
		limit = min(limit, order.Clock/10)
	}
	thinking, cancel := context.WithTimeout(ctx, limit)
	s.open[order.ID] = cancel
	return thinking, true
}

// stop ends the thoughts about a board.
func (s *kgpShell) stop(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.open[id]; cancel != nil {
		cancel()
		delete(s.open, id)
	}
}

// think sends each better move for a board, and yields.
func (s *kgpShell) think(ctx context.Context, order kgp.Order) {
	best := rules.House(0)
	move := func(h rules.House) {
		if h != best {
			best = h
			s.tell(order.ID, kgp.Move(order.ID, h))
		}
	}
	move(first(order.Position))
	a, err := s.minds.AnalyzeGame(ctx, []rules.Position{order.Position}, engine.Limits{}, func(a engine.Analysis) { move(a.Line[0]) })
	if err == nil && len(a.Line) > 0 {
		move(a.Line[0])
	}
	s.tell(order.ID, kgp.Yield(order.ID))
	s.stop(order.ID)
}

// tell sends a line about a board until the server ends it.
func (s *kgpShell) tell(id int, line string) {
	s.mu.Lock()
	wanted := s.open[id] != nil
	s.mu.Unlock()
	if wanted {
		_ = s.send(line) // a failure shows when the connection is read
	}
}

func (s *kgpShell) send(lines ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range lines {
		_ = s.conn.SetWriteDeadline(time.Now().Add(kgpPatience))
		if _, err := fmt.Fprintf(s.conn, "%s\r\n", l); err != nil {
			return words.Errorf("The server has hung up.")
		}
	}
	return nil
}
