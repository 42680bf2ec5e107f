package external

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"mancala/internal/kgp"
	"mancala/rules"
)

// agents is the command of a seat that an agent of the Kalah Game Protocol takes, as in "kgp" or
// "kgp:2672" with another port.
const agents = "kgp"

// AgentAddress returns the address, on this computer, of a seat that waits for an agent, and
// whether the seat's command asks for one.
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
	// Address is where the seat waits for an agent.
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

// Choose asks the agent for a move, and first waits for an agent if none is connected.
func (s *AgentSeat) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	a, err := s.connected(ctx)
	if err != nil {
		return 0, err
	}
	h, err := a.choose(ctx, p, s.config.Time)
	if err != nil {
		s.drop(a)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return h, err
}

// connected returns the connected agent, or waits for one.
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
	if s.agent, err = greet(ctx, conn, s.config.Grace); err != nil {
		return nil, err
	}
	return s.agent, nil
}

// drop hangs up.
func (s *AgentSeat) drop(a *agent) {
	a.kill()
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
		s.agent.kill()
	}
	if s.listener != nil {
		_ = s.listener.Close()
	}
}

// agent is an agent that is connected.
type agent struct {
	*process
	host *kgp.Host
}

// errAgentGone means that an agent has hung up.
var errAgentGone = rules.Refuse("external.agent-gone", "the agent has left")

// greet begins the talk with an agent. The agent has some time to ask to play.
func greet(ctx context.Context, conn net.Conn, limit time.Duration) (*agent, error) {
	host, hello := kgp.NewHost()
	a := &agent{newProcess(conn, conn, strings.NewReader(""), kgp.MaxLine, func() {}), host}
	a.process.end = "\r\n"
	if err := a.talk(ctx, hello, limit, host.Ready); err != nil {
		a.kill()
		return nil, a.refusal(err, limit)
	}
	return a, nil
}

// talk sends a line, and reads answers until done is true.
func (a *agent) talk(ctx context.Context, text string, limit time.Duration, done func() bool) error {
	if a.send(text) != nil {
		return errBroken
	}
	return a.await(ctx, limit, a.host.Line, done)
}

// choose asks for a move. When the time is over, it takes the agent's last one.
func (a *agent) choose(ctx context.Context, p rules.Position, limit time.Duration) (rules.House, error) {
	ask, err := a.host.Ask(p)
	if err != nil {
		return 0, err
	}
	err = a.talk(ctx, ask, limit, func() bool { _, done := a.host.Answer(); return done })
	h, _ := a.host.Answer()
	switch {
	case h == 0 && err == nil:
		err = errSilent
	case h != 0 && errors.Is(err, errSilent):
		err = nil
	}
	if err == nil && a.send(a.host.Close()) != nil {
		err = errBroken
	}
	return h, a.refusal(err, limit)
}

// refusal returns an error as a sentence.
func (a *agent) refusal(err error, limit time.Duration) error {
	switch {
	case errors.Is(err, errSilent):
		return silent(cmp.Or(cleanLine(a.host.Name()), agents), limit)
	case errors.Is(err, errBroken):
		return errAgentGone
	}
	return err
}
