package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"mancala/kgp"
	"mancala/rules"
)

// agents is the command of a seat that an agent of the Kalah Game Protocol takes, as in "kgp" or
// "kgp:2672" with another port.
const agents = "kgp"

// AgentAddress returns the address at which a seat waits for an agent, which is on this computer,
// and whether the command of the seat asks for one.
func AgentAddress(command string) (address string, ok bool) {
	name, ok := strings.CutPrefix(command, agents)
	if !ok {
		return "", false
	}
	port, err := strconv.ParseUint(strings.TrimPrefix(name, ":"), 10, 16)
	switch {
	case name == "":
		port = kgp.Port
	case err != nil || name[0] != ':' || port == 0:
		return "", false
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))), true
}

// AgentConfig configures an [AgentSeat].
type AgentConfig struct {
	// Address is where it waits for an agent.
	Address string
	// Time is how long the agent may think about a move, Grace how long it may take to come.
	Time, Grace time.Duration
}

// AgentSeat is the seat of an agent of the Kalah Game Protocol that connects to it; it is a
// match.Seat. It listens from its first question on. Make one with [NewAgentSeat].
type AgentSeat struct {
	config AgentConfig

	mu       sync.Mutex // guards the fields below
	closed   bool
	listener net.Listener
	agent    *agent // nil if none is connected
}

// NewAgentSeat returns a seat that waits for an agent.
func NewAgentSeat(config AgentConfig) *AgentSeat { return &AgentSeat{config: config} }

// Observe does nothing: an agent gets the position with each question.
func (s *AgentSeat) Observe(rules.Sowing, rules.Position) {}

// Choose asks the agent for a move. It waits for one if none is connected.
func (s *AgentSeat) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	a, err := s.connected(ctx)
	if err != nil {
		return 0, err
	}
	defer context.AfterFunc(ctx, a.leave)()
	h, err := a.choose(p, s.config.Time)
	if err != nil {
		s.drop(a)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return h, err
}

// connected returns the agent that is connected, or waits for one.
func (s *AgentSeat) connected(ctx context.Context) (*agent, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, context.Canceled
	}
	if s.agent != nil {
		return s.agent, nil
	}
	var err error
	if s.listener == nil {
		if s.listener, err = net.Listen("tcp", s.config.Address); err != nil {
			s.listener = nil
			return nil, rules.Refuse("external.no-listening", "no agent can connect to %s", s.config.Address).Because(err)
		}
	}
	waiting := s.listener.(*net.TCPListener)
	_ = waiting.SetDeadline(time.Now().Add(s.config.Grace))
	defer context.AfterFunc(ctx, func() { _ = waiting.SetDeadline(time.Unix(1, 0)) })()
	conn, err := waiting.Accept()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, rules.Refuse("external.no-agent", "no agent came to %s within %d seconds", s.config.Address, int(s.config.Grace.Seconds()))
	case err != nil:
		return nil, rules.Refuse("external.no-listening", "no agent can connect to %s", s.config.Address).Because(err)
	}
	if s.agent, err = greet(conn, s.config.Grace); err != nil {
		return nil, err
	}
	return s.agent, nil
}

// drop hangs up.
func (s *AgentSeat) drop(a *agent) {
	a.leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.agent == a {
		s.agent = nil
	}
}

// Close hangs up and stops listening.
func (s *AgentSeat) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.agent != nil {
		s.agent.leave()
	}
	if s.listener != nil {
		_ = s.listener.Close()
	}
}

// agent is an agent that is connected.
type agent struct {
	conn net.Conn
	in   *bufio.Scanner
	host *kgp.Host
}

// errAgentGone means that an agent has hung up.
var errAgentGone = rules.Refuse("external.agent-gone", "the agent has left")

// greet begins to talk with an agent, which has some time to say that it wants to play.
func greet(conn net.Conn, limit time.Duration) (*agent, error) {
	host, hello := kgp.NewHost()
	a := &agent{conn: conn, in: bufio.NewScanner(conn), host: host}
	a.in.Buffer(make([]byte, 0, 4096), kgp.MaxLine)
	_ = conn.SetDeadline(time.Now().Add(limit))
	err := a.send(hello)
	for over := false; err == nil && !host.Ready(); {
		if over, err = a.receive(); over {
			err = silent(a.name(), limit)
		}
	}
	if err != nil {
		a.leave()
		return nil, err
	}
	return a, nil
}

// choose asks for a move. When the time is over it takes the last one.
func (a *agent) choose(p rules.Position, limit time.Duration) (rules.House, error) {
	ask, err := a.host.Ask(p)
	if err != nil {
		return 0, err
	}
	_ = a.conn.SetDeadline(time.Now().Add(limit))
	if err := a.send(ask); err != nil {
		return 0, err
	}
	over := false
	for done := false; !done && !over; _, done = a.host.Answer() {
		if over, err = a.receive(); err != nil {
			return 0, err
		}
	}
	h, _ := a.host.Answer()
	if h == 0 {
		return 0, silent(a.name(), limit)
	}
	_ = a.conn.SetDeadline(time.Now().Add(sendLimit))
	if over { // a scanner that has met a deadline reads no more
		a.in = bufio.NewScanner(a.conn)
		a.in.Buffer(make([]byte, 0, 4096), kgp.MaxLine)
	}
	return h, a.send(a.host.Close())
}

// receive handles a line of the agent, and reports whether its time is over.
func (a *agent) receive() (over bool, err error) {
	if !a.in.Scan() {
		if errors.Is(a.in.Err(), os.ErrDeadlineExceeded) {
			return true, nil
		}
		return false, errAgentGone.Because(a.in.Err())
	}
	send, err := a.host.Line(a.in.Text())
	if sent := a.send(send...); err == nil {
		err = sent
	}
	return false, err
}

func (a *agent) send(lines ...string) error {
	for _, l := range lines {
		if _, err := fmt.Fprintf(a.conn, "%s\r\n", l); err != nil {
			return errAgentGone.Because(err)
		}
	}
	return nil
}

// name returns the name of the agent, for sentences.
func (a *agent) name() string {
	if name := cleanLine(a.host.Name()); name != "" {
		return name
	}
	return agents
}

// leave hangs up.
func (a *agent) leave() { _ = a.conn.Close() }
