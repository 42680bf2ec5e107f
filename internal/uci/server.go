package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

// MaxLine is the largest length of a line that either end reads, in bytes.
const MaxLine = 64 << 10

// rulesOption is the name of the option that holds the rule set.
const rulesOption = "Rules"

// Server is the end that plays. Make one with [NewServer].
type Server struct {
	name, version string
	variant       rules.Variant
	past          []rules.Position
	thinking      bool
}

// NewServer returns a server for a program of that name and version. Its rule set is v until it
// gets another.
func NewServer(name, version string, v rules.Variant) (*Server, error) {
	s := &Server{name: name, version: version}
	return s, s.begin(v)
}

// begin begins a game by the rules of v.
func (s *Server) begin(v rules.Variant) error {
	p, err := rules.Start(v)
	if err == nil {
		s.variant, s.past = p.Variant(), []rules.Position{p}
	}
	return err
}

// Task is a line's order to the program besides an answer.
type Task uint8

// The tasks.
const (
	Nothing Task = iota
	Think        // find a move, and give it to [Server.Found]
	Stop         // end the search at once, with the best move so far
	Quit         // end the program
)

// Order is a task with its limits.
type Order struct {
	Task Task
	// Past holds the positions of the game for [Think], the present one last.
	Past []rules.Position
	// Time is the time to think; zero until [Stop]. Depth is the largest depth, zero for none.
	Time  time.Duration
	Depth int
}

// Line handles a line of input. It returns the lines to answer with, and the action to take.
func (s *Server) Line(text string) (answer []string, order Order) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, Order{}
	}
	var err error
	switch rest := words[1:]; words[0] {
	case "uci":
		return s.identify(), Order{}
	case "isready":
		return []string{"readyok"}, Order{}
	case "quit":
		return nil, Order{Task: Quit}
	case "stop":
		if s.thinking {
			return nil, Order{Task: Stop}
		}
	case "debug", "ponderhit":
	case "ucinewgame":
		err = s.idle(func() error { return s.begin(s.variant) })
	case "setoption":
		err = s.idle(func() error { return s.setOption(rest) })
	case "position":
		err = s.idle(func() error { return s.position(rest) })
	case "go":
		err = s.idle(func() error { order, err = s.think(rest); return err })
	default:
		err = fmt.Errorf("unknown command %.40q", words[0])
	}
	if err != nil {
		return []string{"info string " + err.Error()}, Order{}
	}
	return nil, order
}

// idle calls do unless the program is thinking.
func (s *Server) idle(do func() error) error {
	if s.thinking {
		return fmt.Errorf("the search is not over yet; send stop first")
	}
	return do()
}

func (s *Server) identify() []string {
	return []string{
		"id name " + s.name + " " + s.version,
		"id author the authors of " + s.name,
		"option name " + rulesOption + " type string default " + s.variant.String(),
		"uciok",
	}
}

func (s *Server) setOption(words []string) error {
	name, value := cut(words, "name", "value")
	if name != rulesOption {
		return fmt.Errorf("there is no option %.40q", name)
	}
	v, err := rules.ParseRuleSet(value)
	if err != nil {
		return err
	}
	return s.begin(v)
}

// cut returns the words after each of two keywords, up to the next keyword.
func cut(words []string, first, second string) (a, b string) {
	at := &a
	for _, w := range words {
		switch w {
		case first:
			at = &a
		case second:
			at = &b
		default:
			*at = strings.TrimSpace(*at + " " + w)
		}
	}
	return a, b
}

// position takes over a game. On an error it keeps the previous one.
func (s *Server) position(words []string) error {
	from, moves := cut(words, "", "moves")
	game := line{past: make([]rules.Position, 1)}
	var err error
	if board, ok := strings.CutPrefix(from, "fen "); ok {
		game.past[0], err = ParseBoard(s.variant, board)
	} else if from == "startpos" {
		game.past[0], err = rules.Start(s.variant)
	} else {
		err = fmt.Errorf("position needs startpos or fen with a board")
	}
	if err != nil {
		return err
	}
	for _, letter := range strings.ReplaceAll(moves, " ", "") {
		h, err := ParseMove(game.past[len(game.past)-1], string(letter))
		if err != nil {
			return err
		}
		if err := game.play(h); err != nil {
			return err
		}
	}
	s.past = game.past
	return nil
}

// think returns the order to search.
func (s *Server) think(words []string) (Order, error) {
	o := Order{Task: Think, Past: s.past, Time: 5 * time.Second}
	for i, w := range words {
		number := 0
		if i+1 < len(words) {
			number, _ = strconv.Atoi(words[i+1])
		}
		switch w {
		case "infinite", "ponder":
			o.Time = 0
		case "movetime":
			if number < 1 || number > 1<<30 {
				return Order{}, fmt.Errorf("movetime needs a number of milliseconds")
			}
			o.Time = time.Duration(number) * time.Millisecond
		case "depth":
			if number < 1 || number > 1000 {
				return Order{}, fmt.Errorf("depth needs a number of plies from 1 to 1000")
			}
			o.Time, o.Depth = 0, number
		}
	}
	s.thinking = true
	return o, nil
}

// Report returns the line for a search that has come so far: the value for the side to move, in
// seeds, and the best line from the present position.
func (s *Server) Report(depth, value int, best []rules.House) string {
	var pv strings.Builder
	past := s.past
	for _, h := range best {
		p := past[len(past)-1]
		next, _, err := rules.Play(past, h)
		if err != nil {
			break
		}
		pv.WriteString(FormatMove(p.ToMove(), h))
		past = append(past[:len(past):len(past)], next)
	}
	return fmt.Sprintf("info depth %d score cp %d pv %s", depth, 100*value, pv.String())
}

// Found ends the search and returns the line with its result: a legal ply, or zero if the game is
// over.
func (s *Server) Found(h rules.House) string {
	s.thinking = false
	if h == 0 {
		return "bestmove 0000"
	}
	return "bestmove " + FormatMove(s.past[len(s.past)-1].ToMove(), h)
}
