package limit

import (
	"log/slog"
	"sync"
	"time"
)

// Log is a host's log of connections other than its guest's. It writes ten lines at once and ten a
// second, and counts the rest. It is safe for concurrent use.
type Log struct {
	log  *slog.Logger
	mu   sync.Mutex
	left *Allowance // nil before the first line
	held int        // lines since the last one that was written
}

// NewLog returns a Log that writes to another one; nil means nowhere.
func NewLog(log *slog.Logger) *Log {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Log{log: log}
}

// Info logs a line, if there have not been too many.
func (l *Log) Info(now time.Time, msg string, args ...any) {
	l.mu.Lock()
	if l.left == nil {
		full := NewAllowance(10, 10, now)
		l.left = &full
	}
	if !l.left.Allow(now) {
		l.held++
		l.mu.Unlock()
		return
	}
	if l.held > 0 {
		args = append(args, "left_out", l.held)
	}
	l.held = 0
	l.mu.Unlock()
	l.log.Info(msg, args...)
}

// Rest logs how many lines have been left out since the last one.
func (l *Log) Rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held > 0 {
		l.log.Info("more strangers", "left_out", l.held)
	}
	l.held = 0
}
