package natsbus

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// logger writes the log of a server within a node. Most lines are about the server itself, such as
// its search for the others, and only help to debug the hub. Problems that an operator can solve
// have sentences here.
type logger struct {
	log *slog.Logger
	now func() time.Time

	mu   sync.Mutex
	said map[string]time.Time // when a thing was said last
}

func newLogger(log *slog.Logger) *logger {
	return &logger{log: log, now: time.Now, said: map[string]time.Time{}}
}

// remark replaces a server line with certain words.
type remark struct {
	has   string
	level slog.Level
	text  string // "" for the line itself
	every time.Duration
	each  bool // says it of each reason, not of all together
}

// remarks are the lines that are more than notes. The server says most of them again and again.
var remarks = []remark{
	{
		has: "Error trying to connect to route", level: slog.LevelWarn, every: 10 * time.Minute, each: true,
		text: "Another node cannot be reached. It is tried again all the time.",
	},
	{
		has: "TLS route handshake error", level: slog.LevelError, every: 10 * time.Second,
		text: "Another node, or a program that is none, does not prove that it knows the secret. Is it the same in the file of each?",
	},
	{
		has: "duplicate name", level: slog.LevelError, every: 10 * time.Second,
		text: "Another node has the name of this one. Each needs a name of its own (bus.node).",
	},
	{
		has: "NO quorum", level: slog.LevelWarn, every: time.Minute,
		text: "The bus waits, and all games with it: more than half of the nodes have to be there.",
	},
	{has: "Error flushing", level: slog.LevelDebug}, // the other end is gone
	{has: "permission denied", level: slog.LevelError, every: time.Minute, each: true},
	{has: "limits exceeded", level: slog.LevelError, every: time.Minute, each: true},
	{has: "corrupt", level: slog.LevelWarn, every: time.Minute, each: true},
}

// say writes the remark on a line of the server or, if there is none, the line at a level.
func (l *logger) say(level slog.Level, line string) {
	for _, r := range remarks {
		if !strings.Contains(line, r.has) {
			continue
		}
		key, reason := r.has, line
		if _, after, ok := strings.Cut(line, "): "); ok { // the number of the attempt, and the error
			reason = after
		}
		if r.each {
			key = reason
		}
		switch {
		case !l.due(key, r.every):
			l.log.Debug("bus: " + line)
		case r.text == "":
			l.log.Log(context.Background(), r.level, "bus: "+line)
		default:
			l.log.Log(context.Background(), r.level, r.text, "err", reason)
		}
		return
	}
	l.log.Log(context.Background(), level, "bus: "+line)
}

// maxSaid is the number of things that are remembered.
const maxSaid = 1000

// due reports whether a thing may be logged again, and records that it is.
func (l *logger) due(key string, every time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if last, again := l.said[key]; again && now.Sub(last) < every {
		return false
	}
	if len(l.said) >= maxSaid {
		clear(l.said)
	}
	l.said[key] = now
	return true
}

func (l *logger) Noticef(format string, v ...any) { l.say(slog.LevelDebug, fmt.Sprintf(format, v...)) }

func (l *logger) Warnf(format string, v ...any) { l.say(slog.LevelDebug, fmt.Sprintf(format, v...)) }

func (l *logger) Errorf(format string, v ...any) { l.say(slog.LevelError, fmt.Sprintf(format, v...)) }

func (l *logger) Fatalf(format string, v ...any) { l.say(slog.LevelError, fmt.Sprintf(format, v...)) }
func (l *logger) Debugf(string, ...any)          {}
func (l *logger) Tracef(string, ...any)          {}
