package meet

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"mancala/netplay/limit"
)

// Config configures a [Server].
type Config struct {
	// Files is the largest number of open files for the program; zero means 1,024.
	Files uint64
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
	// Log receives the counts of the meeting point, and no lookup, ticket or address; nil means
	// nowhere.
	Log *slog.Logger
	// Web takes over connections that speak HTTP; nil closes them. If a connection has no place
	// yet, Web does not touch it, and returns the wait before the next try.
	Web func(nc net.Conn) (wait time.Duration)
}

// Server is a meeting point that programs dial. Make one with [NewServer]. It is safe for
// concurrent use.
type Server struct {
	cfg Config

	mu      sync.Mutex
	point   *Point
	hosts   map[*Name]*hosting   // hosts with a line
	guests  map[*Waiting]*caller // waiting guests
	pending *limit.Pending       // connections that have not sent a line
	pairs   map[*pair]struct{}
	closed  bool

	carried atomic.Uint64 // pairs so far
	refused atomic.Uint64
}

// caller is a waiting guest.
type caller struct {
	s       *stream
	waiting *Waiting
	// answer gets "" once the host has come, or the reason why it does not come. It has room for
	// the one answer, sent by the code that removes the caller from the server's guests.
	answer chan Reason
}

// pair is two connected ends.
type pair struct {
	server *Server
	guest  *Waiting
	ends   [2]net.Conn
	going  atomic.Int32 // directions that have not ended
}

// NewServer returns a meeting point; Serve and Answer give it connections.
func NewServer(cfg Config) *Server {
	if cfg.Files == 0 {
		cfg.Files = 1024
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		cfg: cfg, point: NewPoint(LimitsFor(cfg.Files), cfg.Rand),
		hosts: map[*Name]*hosting{}, guests: map[*Waiting]*caller{},
		pending: limit.NewPending(silentPlaces(cfg.Files)), pairs: map[*pair]struct{}{},
	}
}

const (
	acceptPause = 100 * time.Millisecond // after the system refused to hand out a connection
	tidyEvery   = time.Minute
)

// Serve accepts connections until ctx ends, and then closes all of them and the listener. It
// returns the listener's error; nil if ctx has ended.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(ctx, func() { s.close(listener) })()
	var tidying sync.WaitGroup
	defer tidying.Wait()
	tidying.Go(func() { s.tidy(ctx) })
	defer cancel()
	for {
		nc, err := listener.Accept()
		switch {
		case err == nil:
			s.Answer(nc)
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		default: // too many open files, or a connection that broke at once
			time.Sleep(acceptPause)
		}
	}
}

// close ends everything.
func (s *Server) close(listener net.Listener) {
	_ = listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.pending.CloseAll()
	for _, host := range s.hosts {
		_ = host.c.Close()
	}
	for _, guest := range s.guests {
		_ = guest.s.Close()
	}
	for p := range s.pairs {
		p.cut()
	}
}

// tidy removes hosts that do not come back, and logs the counts, every minute.
func (s *Server) tidy(ctx context.Context) {
	every := time.NewTicker(tidyEvery)
	defer every.Stop()
	var told [3]any
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			s.mu.Lock()
			s.point.Tidy(now)
			s.mu.Unlock()
		}
		c := s.Counts()
		if now := [3]any{c, s.carried.Load(), s.refused.Load()}; now != told {
			told = now
			s.cfg.Log.Info("meeting point", "hosts", c.Hosts, "away", c.Away, "waiting", c.Waiting, "pairs", c.Pairs,
				"pairs_so_far", told[1], "refused", told[2])
		}
	}
}

// Counts returns the current counts.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.point.Counts()
}

// Answer takes over a connection. It returns when the next one may come.
func (s *Server) Answer(nc net.Conn) { s.receive(&stream{Conn: nc}) }

// Enter takes over a stream within the connection of a browser, as Answer takes over a connection.
func (s *Server) Enter(nc net.Conn) { s.receive(&stream{Conn: nc, within: true}) }

// receive gives a connection its place as soon as there is one.
func (s *Server) receive(nc *stream) {
	for {
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			_ = nc.Close()
			return
		}
		v := s.pending.Arrive(nc, limit.AddressOf(nc.RemoteAddr().String()), time.Now())
		if v.Wait == 0 {
			if v.Evict != 0 {
				_ = v.Evicted.Close()
			}
			s.mu.Unlock()
			go s.greet(nc, v.ID)
			return
		}
		s.mu.Unlock()
		time.Sleep(v.Wait)
	}
}

// greet carries out the first line of a connection.
func (s *Server) greet(c *stream, id limit.ID) {
	deadline := time.Now().Add(lineWait)
	web, err := c.speaksWeb(deadline)
	if web && s.cfg.Web != nil && !c.within {
		s.browse(c, id)
		return
	}
	var l Line
	if err == nil && !web {
		l, err = c.readLine(deadline)
	}
	switch {
	case err == nil && l.Verb == VerbOpen:
		s.open(c, l, id)
		return
	case err == nil && l.Verb == VerbJoin:
		s.join(c, l, id)
		return
	case err == nil && l.Verb == VerbTake:
		s.take(c, l, id)
		return
	case errors.Is(err, ErrVersion):
		_ = c.writeLine(Line{Verb: VerbNo, Reason: BadVersion})
	case errors.Is(err, ErrLine), err == nil && l.Verb != "":
		_ = c.writeLine(Line{Verb: VerbNo, Reason: BadLine})
	}
	s.accept(id)
	_ = c.Close()
}

// browserPause is the longest time between two tries to find a place for a browser.
const browserPause = 50 * time.Millisecond

// browse hands a connection over to the server for browsers. Until there is a place for it, the
// connection keeps its place.
func (s *Server) browse(c *stream, id limit.ID) {
	_ = c.SetReadDeadline(time.Time{})
	until := time.Now().Add(lineWait)
	wait := s.cfg.Web(c)
	for wait > 0 && time.Now().Add(wait).Before(until) && s.waits(id) {
		time.Sleep(min(wait, browserPause))
		wait = s.cfg.Web(c)
	}
	s.accept(id)
	if wait > 0 {
		_ = c.Close()
	}
}

// waits reports whether a connection is still pending.
func (s *Server) waits(id limit.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pending.Has(id)
}

// accept removes a connection from those that are pending.
func (s *Server) accept(id limit.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear(id)
}

// clear is accept with mu held. It reports whether the connection was still there.
func (s *Server) clear(id limit.ID) bool { return s.pending.Leave(id) && !s.closed }

// refuse refuses a connection that is still pending, and closes it.
func (s *Server) refuse(c *stream, id limit.ID, no Reason, wait time.Duration) {
	s.refused.Add(1)
	time.Sleep(wait)
	_ = c.writeLine(Line{Verb: VerbNo, Reason: no})
	s.accept(id)
	_ = c.Close()
}
