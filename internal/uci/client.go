package uci

import (
	"fmt"
	"strings"
	"time"

	"mancala/rules"
)

// Client is the asking end. It returns the lines to send and parses the answers. Make one with
// [NewClient].
type Client struct {
	variant  rules.Variant
	takes    bool // a rule set as an option
	greeted  bool
	ready    bool
	move     string // of the last answer; "" for none
	asked    rules.Position
	game     line
	thinking bool
	// limit is the question's, posed says that its position has been sent and go has not.
	// Busy says that the program refused that, and insisted how often.
	limit       time.Duration
	posed, busy bool
	insisted    int
}

// aalina is the rule set of the programs that know no other.
const aalina = "oware(6,4)"

// NewClient returns a client for games by the rules of v, and the first line to send.
func NewClient(v rules.Variant) (c *Client, send string) { return &Client{variant: v}, "uci" }

// Line handles a line of the program. It returns the lines to send now.
func (c *Client) Line(text string) (send []string, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, nil
	}
	switch words[0] {
	case "option":
		c.takes = c.takes || strings.HasPrefix(strings.Join(words, " "), "option name "+rulesOption+" type ")
	case "uciok":
		return c.greet()
	case "readyok":
		c.ready = true
		return c.pose(), nil
	case "info":
		if len(words) > 1 && words[1] == "string" && strings.Contains(text, "alculati") {
			return c.insist(), nil
		}
	case "bestmove":
		if c.thinking && len(words) > 1 {
			c.move, c.thinking = words[1], false
		}
	}
	return nil, nil
}

// greet answers the end of the program's greeting.
func (c *Client) greet() ([]string, error) {
	if c.greeted {
		return nil, nil
	}
	c.greeted = true
	switch {
	case c.takes:
		return []string{fmt.Sprintf("setoption name %s value %v", rulesOption, c.variant), "isready"}, nil
	case c.variant.String() == aalina:
		return []string{"isready"}, nil
	}
	return nil, rules.Refuse("uci.other-rules", "the program plays Oware alone, and not %v", c.variant)
}

// Ready reports whether the program is ready for a question.
func (c *Client) Ready() bool { return c.ready }

// Observe takes note of a ply and the position after it.
func (c *Client) Observe(s rules.Sowing, after rules.Position) {
	if n := len(c.game.past); n > 0 {
		if next, _, err := rules.Play(c.game.past, s.From); err == nil && next == after && c.game.play(s.From) == nil {
			return
		}
	}
	c.restart(after)
}

// restart begins the line of the game at a position.
func (c *Client) restart(p rules.Position) {
	c.game = line{from: "fen " + FormatBoard(p), past: []rules.Position{p}}
	if start, err := rules.Start(c.variant); err == nil && p == start {
		c.game.from = "startpos"
	}
}

// mostInsisted is the most repetitions of a question to a busy program.
const mostInsisted = 10_000

// pose answers that the program is ready: it sends the rest of a question.
func (c *Client) pose() []string {
	switch {
	case !c.posed:
		return nil
	case c.busy:
		c.busy = false
		return c.position()
	}
	c.posed, c.thinking = false, true
	return c.goOn()
}

// insist repeats a question to a program that reports a calculation, as Aalina may for a moment
// after its answer.
func (c *Client) insist() []string {
	if c.insisted++; c.insisted > mostInsisted {
		return nil
	}
	if c.busy = c.posed; !c.thinking {
		return nil
	}
	return c.goOn()
}

func (c *Client) position() []string { return []string{c.game.String(), "isready"} }

func (c *Client) goOn() []string {
	return []string{fmt.Sprintf("go movetime %d", c.limit.Milliseconds())}
}

// Ask returns the lines that begin to ask for a move in p within some time.
func (c *Client) Ask(p rules.Position, limit time.Duration) []string {
	if n := len(c.game.past); n == 0 || c.game.past[n-1] != p {
		c.restart(p)
	}
	c.asked, c.move, c.thinking, c.limit = p, "", false, limit
	c.posed, c.busy, c.insisted = true, false, 0
	return c.position()
}

// Said returns the program's last word of answer, or "".
func (c *Client) Said() string { return c.move }

// Answer returns the ply that the program has answered the last question with, if it has. An answer
// that is no legal ply is an error.
func (c *Client) Answer() (h rules.House, ok bool, err error) {
	if c.move == "" {
		return 0, false, nil
	}
	h, err = ParseMove(c.asked, c.move)
	return h, true, err
}
