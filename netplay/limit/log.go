package limit

import (
	"log/slog"
	"sync"
	"time"
)

// Log is a host's log of connections other than its guest's. It writes at most ten lines a second,
// and counts the rest. It is safe for concurrent use.
type Log struct {
	log  *slog.Logger
	mu   sync.Mutex
	rate *Rate
}

// NewLog returns a Log that writes to another one; nil means nowhere.
func NewLog(log *slog.Logger) *Log {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Log{log: log, rate: NewRate(10)}
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
