package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	probeEvery = 5 * time.Second
	// probeWait is how long the bus may take to answer before it is in trouble.
	probeWait = 3 * time.Second
)

// errWaiting is the trouble of a bus that has not begun yet.
var errWaiting = errors.New("this node still waits for it")

// probe stores something at times, to learn whether the bus still keeps what it is told: a node
// without the others, or with a full disk, can still read.
type probe struct {
	store func(context.Context) error

	mu  sync.Mutex
	err error
}

// run stores until ctx ends, a first time at once.
func (p *probe) run(ctx context.Context) {
	for tick := time.Tick(probeEvery); ; {
		p.ask(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
	}
}

// ask stores once, and notes whether that succeeded.
func (p *probe) ask(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, probeWait)
	err := p.store(short)
	cancel()
	if ctx.Err() != nil {
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it has stored nothing for %v", probeWait)
	} else if err != nil {
		err = fmt.Errorf("it cannot store anything: %w", err)
	}
	p.note(err)
}

func (p *probe) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

// check returns the trouble that was found last.
func (p *probe) check() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}
