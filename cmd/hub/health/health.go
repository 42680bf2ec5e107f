// Package health tells operators and their programs how a hub is: /metrics for Prometheus, and
// /healthz for load balancers, on their own listener. It takes no command.
package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Board is the health of a hub, for operators.
type Board struct {
	// Metrics makes the hub's own metrics, whose names begin with mancala_hub_. It panics at a name
	// that has been used before.
	Metrics promauto.Factory

	registry *prometheus.Registry

	mu       sync.Mutex
	checks   []check
	running  bool
	draining bool
}

// check is a part of the hub that can be in trouble.
type check struct {
	name   string
	needed bool
	f      func() error
}

// New returns the board of a hub that starts, with the metrics of the process. version is the
// hub's, and node its name.
func New(version, node string) *Board {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	b := &Board{registry: registry, Metrics: promauto.With(prometheus.WrapRegistererWithPrefix("mancala_hub_", registry))}
	info := prometheus.GaugeOpts{Name: "info", Help: "1, with the version and the node as labels."}
	b.Metrics.NewGaugeVec(info, []string{"version", "node"}).WithLabelValues(version, node).Set(1)
	b.Metrics.NewGaugeFunc(prometheus.GaugeOpts{Name: "draining", Help: "1 while the hub is about to stop."}, func() float64 {
		b.mu.Lock()
		defer b.mu.Unlock()
		return map[bool]float64{true: 1}[b.draining]
	})
	return b
}

// Check makes /healthz ask a part of the hub for trouble. While a needed part is in trouble, the
// hub should get no new members; trouble of other parts is only reported. f must return at once.
func (b *Board) Check(name string, needed bool, f func() error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.checks = append(b.checks, check{name, needed, f})
}

// Run makes /healthz report that the hub has started, unless a part is in trouble.
func (b *Board) Run() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running = true
}

// Drain makes /healthz say from now on that the hub is about to stop.
func (b *Board) Drain() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.draining = true
}

// Report returns the text of /healthz and whether the hub should get new members.
func (b *Board) Report() (text string, well bool) {
	b.mu.Lock()
	checks, running, draining := b.checks, b.running, b.draining
	b.mu.Unlock()
	var lines strings.Builder
	well = running
	for _, c := range checks {
		state := "well"
		if err := c.f(); err != nil {
			state = strings.ReplaceAll(err.Error(), "\n", "; ")
			well = well && !c.needed
		}
		fmt.Fprintf(&lines, "%s: %s\n", c.name, state)
	}
	switch {
	case draining:
		return "draining\n" + lines.String(), false
	case !running:
		return "starting\n" + lines.String(), false
	case !well:
		return "in trouble\n" + lines.String(), false
	}
	return "well\n" + lines.String(), true
}

// ServeHTTP answers /metrics and /healthz. The latter is 200 if the hub should get new members, and
// 503 otherwise; its text says why.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "Only GET and HEAD are answered here.", http.StatusMethodNotAllowed)
		return
	}
	switch r.URL.Path {
	case "/metrics":
		promhttp.HandlerFor(b.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}).ServeHTTP(w, r)
	case "/healthz":
		text, well := b.Report()
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		if !well {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = w.Write([]byte(text))
	default:
		http.Error(w, "There are /metrics and /healthz here.", http.StatusNotFound)
	}
}

// Listen serves the board at an address until ctx ends, and returns where.
func (b *Board) Listen(ctx context.Context, addr string, log *slog.Logger) (net.Addr, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics cannot be served at %s; choose another address with --metrics, or none with --metrics \"\": %w", addr, err)
	}
	server := &http.Server{
		Handler: b, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("Metrics are no longer served.", "err", err)
		}
	}()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return listener.Addr(), nil
}
