package listen

import (
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
	"mancala/netplay/transport"
)

// So many refusals a second are sent at once, the others after a wait.
const (
	promptRefusals = 20
	refusalWait    = 250 * time.Millisecond
)

// RefusalLimiter slows down the refusals beyond a number a second, so that guests who ask again and
// again give this computer little work. It is safe for concurrent use.
type RefusalLimiter struct {
	now  func() time.Time
	mu   sync.Mutex
	rate *limit.Rate
}

// NewRefusalLimiter returns a limiter with that clock.
func NewRefusalLimiter(now func() time.Time) *RefusalLimiter {
	return &RefusalLimiter{now: now, rate: limit.NewRate(promptRefusals)}
}

// Wait returns how long to delay the refusal of a guest.
func (l *RefusalLimiter) Wait() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ok, _ := l.rate.Allow(l.now()); ok {
		return 0
	}
	return refusalWait
}

// Log is a host's log of connections that are not, or not yet, its guest's. It is
// limited to ten lines a second, and counts those left out. It is safe for concurrent use.
type Log struct {
	log  *slog.Logger
	mu   sync.Mutex
	rate *limit.Rate
}

// NewLog returns a Log that writes to another one.
func NewLog(log *slog.Logger) *Log {
	return &Log{log: log, rate: limit.NewRate(10)}
}

// Info logs a line, if there have not been too many.
func (l *Log) Info(now time.Time, msg string, args ...any) {
	l.mu.Lock()
	ok, held := l.rate.Allow(now)
	l.mu.Unlock()
	if !ok {
		return
	}
	if held > 0 {
		args = append(args, "left_out", held)
	}
	l.log.Info(msg, args...)
}

// Rest logs how many lines have been left out since the last one.
func (l *Log) Rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held := l.rate.Held(); held > 0 {
		l.log.Info("more strangers", "left_out", held)
	}
}

// turnAway tells a guest, unencrypted, why the host does not talk to them.
func turnAway(nc net.Conn, code wire.RejectCode) {
	f := &wire.Frame{Body: &wire.Frame_Reject{Reject: admission.Refusal{Code: code}.Reject()}}
	b, err := frames.Append([]byte(frames.Preface), f, frames.Max)
	if err != nil {
		return
	}
	// The guest may not read until all its own bytes are read, and closing with bytes unread would
	// lose the answer.
	go func() {
		if _, err := nc.Write(b); err == nil {
			_ = transport.CloseWrite(nc)
		}
	}()
	_ = nc.SetReadDeadline(time.Now().Add(transport.LingerWait))
	_, _ = io.CopyN(io.Discard, nc, frames.Max)
}
