//go:build !js

package web

import (
	"context"
	"encoding/json"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"mancala/netplay/limit"
)

// Limits of the server.
const (
	maxPages    = 64               // connections that speak HTTP
	pageLife    = 3 * time.Minute  // of such a connection
	requestWait = 5 * time.Second  // for a request, and between two requests
	writeWait   = 10 * time.Second // for one write, of at most 32 KiB
	maxHeader   = 12 << 10         // bytes of a request, in addition to the 4 KiB that net/http adds
)

// lives says which connections make room for newcomers if all places are taken: connections between
// two requests, without a request yet, or with enough time to have loaded the page.
var lives = limit.Lives{
	Alone: 2 * time.Second, InCrowd: time.Second, Crowd: 8, Settled: 20 * time.Second, SettledInCrowd: 5 * time.Second,
	Share: 3,
}

// Config configures a [Server].
type Config struct {
	// Page has the files of the page, with index.html; nil means that this program has none.
	Page fs.FS
	// NoPage is the sentence in reply to requests for a page if there is none.
	NoPage string
	// Places is the number of connections that may speak HTTP at the same time, at most 64; 0 means
	// 64.
	Places int
	// Others are the addresses, host:port, of other programs that serve the same page, such as the
	// nodes of a club. A page of one may open streams to another. Addresses that a browser cannot
	// use are left out. It is called for each request, from any goroutine; nil means none.
	Others func() []string
	// Names are the names on the internet that lead to this program. Requests to any other name are
	// refused with the sentence NotOurs: a stranger may point their name here, to read with a page
	// everything that a browser on this network can read. IP addresses and names that no one can
	// register, such as localhost, are always answered. If Names is nil, all names are.
	Names *Names
	// NotOurs says that the requested name is not this program's, and names a remedy.
	NotOurs string
	// Info describes the program. It is called for each request, from any goroutine.
	Info func() Info
	// Enter takes in a stream with the browser's address. Far says that the page may come from a
	// stranger and not from us, so the address gives no trust. When Enter returns, the stream's
	// place among the loaders of the page is free.
	Enter func(nc net.Conn, far bool)
	// Log receives errors, at most ten lines a second; nil means nowhere.
	Log *slog.Logger
}

// Server serves browsers on connections that were accepted and recognised elsewhere. Make one with
// [NewServer].
type Server struct {
	cfg   Config
	page  page
	http  http.Server
	queue chan net.Conn
	start sync.Once
	ended chan struct{}
	close sync.Once

	mu     sync.Mutex
	places *limit.Pending
}

// NewServer returns a server. It uses next to no memory before the first browser comes.
func NewServer(cfg Config) *Server {
	if cfg.Places < 1 || cfg.Places > maxPages {
		cfg.Places = maxPages
	}
	s := &Server{
		cfg: cfg, queue: make(chan net.Conn), ended: make(chan struct{}),
		places: lives.Pending(cfg.Places),
	}
	s.page = page{files: cfg.Page, sentence: cfg.NoPage, policy: func() string { return s.trust().policy() }}
	routes := http.NewServeMux()
	routes.HandleFunc("GET "+StreamPath, s.stream)
	routes.HandleFunc("GET "+InfoPath, s.info)
	routes.Handle("GET /", &s.page)
	s.http = http.Server{
		Handler: s.ours(routes), ConnState: s.follow, ReadTimeout: requestWait, IdleTimeout: requestWait, MaxHeaderBytes: maxHeader,
		ErrorLog:    log.New(errorLog{limit.NewLog(cfg.Log)}, "", 0),
		ConnContext: func(ctx context.Context, nc net.Conn) context.Context { return context.WithValue(ctx, connKey{}, nc) },
	}
	return s
}

// follow records that a connection makes a request, before the request is answered, and that it has
// its answer.
func (s *Server) follow(nc net.Conn, state http.ConnState) {
	c, ours := nc.(*pageConn)
	if !ours {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch state {
	case http.StateActive:
		s.places.Settle(c.id)
	case http.StateIdle:
		s.places.Rest(c.id)
	}
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// Answer takes over a connection that begins with "GET " or "HEAD", and returns at once. If it has
// no place yet, Answer does not touch the connection, and returns the wait before the next try. It
// closes a connection that comes after [Server.Close].
func (s *Server) Answer(nc net.Conn) (wait time.Duration) {
	c := &pageConn{Conn: nc, server: s}
	s.mu.Lock()
	v := s.places.Arrive(c, limit.AddressOf(nc.RemoteAddr().String()), time.Now())
	if v.Wait > 0 {
		s.mu.Unlock()
		return v.Wait
	}
	c.id, c.life = v.ID, time.AfterFunc(pageLife, func() { _ = c.Close() })
	s.mu.Unlock()
	if v.Evict != 0 {
		_ = v.Evicted.Close()
	}
	s.start.Do(func() { go func() { _ = s.http.Serve(feed{s, nc.LocalAddr()}) }() })
	select {
	case s.queue <- c:
	case <-s.ended:
		_ = c.Close()
	}
	return 0
}

// Close closes all connections that were taken over, except the streams that have been handed over.
func (s *Server) Close() error {
	s.close.Do(func() { close(s.ended) })
	return s.http.Close()
}

// feed is a listener that hands connections to net/http.
type feed struct {
	s    *Server
	addr net.Addr
}

func (f feed) Accept() (net.Conn, error) {
	select {
	case nc := <-f.s.queue:
		return nc, nil
	case <-f.s.ended:
		return nil, net.ErrClosed
	}
}

func (f feed) Close() error   { return nil }
func (f feed) Addr() net.Addr { return f.addr }

// pageConn is a connection that speaks HTTP.
type pageConn struct {
	net.Conn
	server *Server
	id     limit.ID
	life   *time.Timer
	once   sync.Once
}

// Write sets a deadline for each write: a slow line can load the page, but one that reads nothing
// loses its place.
func (c *pageConn) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(writeWait))
	return c.Conn.Write(p)
}

// leave frees the place of the connection.
func (c *pageConn) leave() {
	c.once.Do(func() {
		c.life.Stop()
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		c.server.places.Leave(c.id)
	})
}

// Close closes the connection, and frees its place.
func (c *pageConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// info answers with a description of the program.
func (s *Server) info(w http.ResponseWriter, _ *http.Request) {
	text, err := json.Marshal(s.cfg.Info())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	guard(h, s.trust().policy())
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// errorLog passes on the lines of net/http.
type errorLog struct{ *limit.Log }

func (l errorLog) Write(line []byte) (int, error) {
	l.Info(time.Now(), "browser", "error", strings.TrimSpace(string(line)))
	return len(line), nil
}
