package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"mancala/hub/config"
)

const (
	// startWait is how long the parts of a hub on one machine may take to begin.
	startWait = time.Minute
	// waitTold is how often a hub says that it still waits for the other nodes or servers.
	waitTold = 10 * time.Second
)

// errStopped is the error of open if the hub was asked to stop before it ran.
var errStopped = errors.New("the hub was stopped while it started")

// open starts a hub. One that shares its bus waits for that as long as it takes.
func open(ctx context.Context, cfg config.Config, log *slog.Logger) (*hub, error) {
	h := newHub(ctx, cfg, log)
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// start lets all parts begin. If one does not, the others end again.
func (h *hub) start(ctx context.Context) error {
	starting, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-h.drained:
			stop(errStopped)
		case <-starting.Done():
		}
	}()
	go h.tellWaiting(starting)
	for _, part := range []func(context.Context) error{
		h.openSocket, h.openBoard, h.openBus, h.openRecord, h.openClub, h.watchBus, h.openFront,
	} {
		err := h.begin(starting, part)
		if err == nil {
			continue
		}
		if starting.Err() != nil {
			err = errStopped
		}
		return errors.Join(err, h.shut())
	}
	h.showNumbers()
	h.board.Run()
	for _, sentence := range h.cfg.Exposed() {
		h.log.Warn(sentence)
	}
	_, page := h.page()
	h.log.Info("The hub runs.", "club", h.cfg.Name, "node", h.bus.Node(), "address", h.listener.Addr(), "key", h.listener.Key().Fingerprint.String(),
		"data", h.cfg.Data, "page", page, "version", version())
	return nil
}

// shared reports whether the bus is one of several nodes.
func (h *hub) shared() bool { return h.cfg.Bus.NATS != "" || h.cfg.Bus.Cluster != "" }

// begin lets a part begin.
func (h *hub) begin(ctx context.Context, part func(context.Context) error) error {
	if !h.shared() {
		var done func()
		ctx, done = context.WithTimeout(ctx, startWait)
		defer done()
	}
	return part(ctx)
}

// tellWaiting says at times why a hub that does not run yet waits, until ctx ends.
func (h *hub) tellWaiting(ctx context.Context) {
	for tick := time.Tick(waitTold); h.shared(); {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		if h.cfg.Bus.NATS != "" {
			h.log.Warn("The hub waits for the NATS servers: they have to answer, with JetStream, and more than half of them.")
			continue
		}
		h.log.Warn("The hub waits for the other nodes: a new club needs all of them, any other one more than half.",
			"connected", h.connected(), "peers", h.cfg.Bus.Peers)
	}
}

// connected returns the names of the nodes that the server within this one has met.
func (h *hub) connected() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.server == nil {
		return nil
	}
	return h.server.Peers()
}

// checkFolder makes the folder of all data if it is missing, and sees to it that it can be used.
func checkFolder(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".try"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("the hub cannot keep its data in %s; check who owns the folder, or choose another one with --data: %w", dir, err)
	}
	return nil
}
