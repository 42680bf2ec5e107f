// Package external lets other programs take a seat: processes that speak the protocol of package
// uci. A program starts without a shell, in a new folder. If it crashes, keeps silent or plays an
// illegal ply, its seat fails with a sentence. The next question starts it again.
package external

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"mancala/internal/uci"
	"mancala/rules"
)

// Config configures a [Seat].
type Config struct {
	// Command is the program and its arguments.
	Command []string
	// Folder is the program's working folder, created if missing.
	Folder string
	// Time is how long it may think about a move, and Grace how much longer it may take to answer
	// then, or to begin.
	Time, Grace time.Duration
}

// errNoCommand means that the name of a seat has no command.
var errNoCommand = rules.Refuse("external.no-command", "engine: needs a command behind it")

// Split splits a command into words as people write it: at spaces, but not within quotation marks,
// ' or ". Nothing else is special, as no shell reads it.
func Split(command string) (list []string, err error) {
	var word strings.Builder
	quote, open := rune(0), false
	for _, c := range command {
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case unicode.IsSpace(c):
			if open {
				list = append(list, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, rules.Refuse("external.open-quote", "a quotation mark in %.80q is not closed", command)
	}
	if open {
		list = append(list, word.String())
	}
	if len(list) == 0 {
		return nil, errNoCommand
	}
	return list, nil
}

// Name returns a name for the player of a command: its program's name.
func Name(command []string) string {
	base := filepath.Base(command[0])
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Seat is the seat of a program; it is a match.Seat. Make one with [NewSeat].
type Seat struct {
	config Config
	path   string

	mu      sync.Mutex // guards the fields below
	closed  bool
	variant rules.Variant
	client  *uci.Client
	process *process // nil if none is running
}

// silent returns the refusal of a program that has not answered for so long, to the second or the
// tenth of a second.
func silent(name string, limit time.Duration) error {
	unit := time.Second
	if limit < unit {
		unit /= 10
	}
	return rules.Refuse("external.silent", "%s did not answer within %s seconds", name, strconv.FormatFloat(limit.Round(unit).Seconds(), 'f', -1, 64))
}

// NewSeat returns the seat of a program, and starts the program with the first question. It returns
// an error if the program does not exist.
func NewSeat(config Config) (*Seat, error) {
	if len(config.Command) == 0 {
		return nil, errNoCommand
	}
	path, err := exec.LookPath(config.Command[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, rules.Refuse("external.no-program", "there is no program %.80q", config.Command[0]).Because(err)
	}
	return &Seat{config: config, path: path}, nil
}

// Observe tells the seat of a ply.
func (s *Seat) Observe(sowing rules.Sowing, after rules.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client != nil && s.variant == after.Variant() {
		s.client.Observe(sowing, after)
	}
}

// Choose asks the program for a move.
func (s *Seat) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	h, err := s.choose(ctx, p)
	if err != nil {
		s.stop()
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return h, err
}

func (s *Seat) choose(ctx context.Context, p rules.Position) (rules.House, error) {
	run, err := s.start(p.Variant())
	if err != nil {
		return 0, err
	}
	if err := s.await(ctx, run, s.config.Grace, (*uci.Client).Ready); err != nil {
		return 0, err
	}
	s.mu.Lock()
	ask := s.client.Ask(p, s.config.Time)
	s.mu.Unlock()
	if err := run.send(ask...); err != nil {
		return 0, s.broken(run)
	}
	var h rules.House
	var bad error
	said := ""
	err = s.await(ctx, run, s.config.Time+s.config.Grace, func(c *uci.Client) (ok bool) {
		h, ok, bad = c.Answer()
		said = c.Said()
		return ok
	})
	if err == nil && bad != nil {
		return 0, rules.Refuse("external.not-legal", "%s played %.20q, which is not legal", s.name(), said).Because(bad)
	}
	return h, err
}

// start returns the running process, or starts one.
func (s *Seat) start(v rules.Variant) (*process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, context.Canceled
	case s.process != nil && s.variant == v && !s.process.over():
		return s.process, nil
	case s.process != nil:
		s.process.kill()
		s.process = nil
	}
	run, err := startProcess(s.path, s.config)
	if err != nil {
		return nil, rules.Refuse("external.no-start", "%s could not be started", s.name()).Because(err)
	}
	hello := ""
	s.client, hello = uci.NewClient(v)
	s.process, s.variant = run, v
	_ = run.send(hello) // a failure shows when it is read
	return run, nil
}

// await talks with the program until wanted is true of the client.
func (s *Seat) await(ctx context.Context, run *process, limit time.Duration, wanted func(*uci.Client) bool) error {
	err := run.await(ctx, limit, func(line string) ([]string, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.client.Line(line)
	}, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return wanted(s.client)
	})
	switch {
	case errors.Is(err, errSilent):
		return silent(s.name(), limit)
	case errors.Is(err, errBroken):
		return s.broken(run)
	}
	return err
}

// broken returns the error of a program that has ended, with its last words.
func (s *Seat) broken(run *process) error {
	run.kill()
	if last := run.lastWords(); last != "" {
		return rules.Refuse("external.crashed-saying", "%s ended by itself; it said: %s", s.name(), last)
	}
	return rules.Refuse("external.crashed", "%s ended by itself", s.name())
}

func (s *Seat) name() string { return Name(s.config.Command) }

// stop ends the process.
func (s *Seat) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil {
		s.process.kill()
		s.process = nil
	}
}

// Close ends the program. The seat cannot be asked after it.
func (s *Seat) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop()
}
