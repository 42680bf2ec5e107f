package main

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// The probe notices within seconds that the bus does not store, or does not answer.
func TestProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var full, silent atomic.Bool
		p := &probe{store: func(ctx context.Context) error {
			switch {
			case silent.Load():
				<-ctx.Done()
				return errors.Join(ctx.Err(), errors.New("no response"))
			case full.Load():
				return errors.New("the disk is full")
			}
			return nil
		}}
		go p.run(t.Context())
		time.Sleep(time.Minute)
		if err := p.check(); err != nil {
			t.Errorf("a bus that stores: %v", err)
		}
		full.Store(true)
		time.Sleep(probeEvery + time.Second)
		if err := p.check(); err == nil || !strings.Contains(err.Error(), "full") {
			t.Errorf("a full disk: %v", err)
		}
		silent.Store(true)
		time.Sleep(probeEvery + probeWait + time.Second)
		if err := p.check(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("a bus that does not answer: %v", err)
		}
		full.Store(false)
		silent.Store(false)
		time.Sleep(probeEvery + time.Second)
		if err := p.check(); err != nil {
			t.Errorf("a bus that stores again: %v", err)
		}
	})
}
