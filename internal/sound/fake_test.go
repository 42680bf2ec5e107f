package sound

import (
	"context"
	"io"
	"sync"
	"time"
)

// fakeDevice reads 20 ms of its source every 20 ms, unless it is suspended or stuck.
type fakeDevice struct {
	source io.Reader

	mu                  sync.Mutex
	suspended, stuck    bool
	suspends, resumes   int
	heard               float64 // energy since the last question
	lost, cannot, stops error   // results of Err, Resume and Suspend
	slow                time.Duration
}

// period is the length of a read of the fake device.
const period = 20 * time.Millisecond

// open returns the device. It plays until the test ends.
func (d *fakeDevice) open(ctx context.Context) func(source io.Reader) device {
	return func(source io.Reader) device {
		d.source, d.suspended = source, true
		go func() {
			tick := time.NewTicker(period)
			defer tick.Stop()
			for ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case <-tick.C:
					d.read()
				}
			}
		}()
		return d
	}
}

func (d *fakeDevice) read() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.suspended || d.stuck || d.lost != nil {
		return
	}
	p := make([]byte, frames(period)*frameBytes)
	if _, err := io.ReadFull(d.source, p); err != nil {
		panic(err)
	}
	for _, b := range p {
		d.heard += float64(b)
	}
}

func (d *fakeDevice) Suspend() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.suspended = true
	d.suspends++
	return d.stops
}

func (d *fakeDevice) Resume(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d.slow):
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.suspended = d.cannot != nil
	d.resumes++
	return d.cannot
}

func (d *fakeDevice) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lost
}

// set changes the device.
func (d *fakeDevice) set(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

// hears reports whether anything but silence was read since the last time.
func (d *fakeDevice) hears() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	heard := d.heard
	d.heard = 0
	return heard > 0
}

// state returns whether it is suspended, and how often it was resumed.
func (d *fakeDevice) state() (suspended bool, resumes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.suspended, d.resumes
}
