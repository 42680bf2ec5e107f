package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"mancala/internal/words"
)

// maxLog is the size in bytes at which a log is rotated.
const maxLog = 10_000_000

var errNotOrdinary = errors.New("not an ordinary file")

// logFile is the file of --log. It has at most maxLog bytes; a second file of at most that size,
// with .1 after its name, has older lines. It counts lines that cannot be written, and logs the
// count once writing works again. It is safe for concurrent use.
type logFile struct {
	mu     sync.Mutex
	name   string
	limit  int64
	f      *os.File // nil if it could not be opened again
	size   int64
	lost   int  // lines since one could be written
	torn   bool // the last line is not whole
	closed bool
	// say is called once, when lines get lost, with the reason.
	say func(sentence string)
}

// openLog opens the log for appending; without a file name, the log goes nowhere. If a later write
// fails, say gets a sentence about it, once, from any goroutine.
func openLog(name string, say func(sentence string)) (*slog.Logger, func(), error) {
	if name == "" {
		return slog.New(slog.DiscardHandler), func() {}, nil
	}
	l := &logFile{name: name, limit: maxLog, say: say}
	err := l.open()
	switch {
	case errors.Is(err, errNotOrdinary):
		return nil, nil, words.Errorf("The log cannot be written: %s is not an ordinary file. Choose another file for --log.", name)
	case err != nil:
		return nil, nil, words.Errorf("The log cannot be written: %s. Choose another file for --log.", err.Error())
	}
	return slog.New(slog.NewJSONHandler(l, nil)), l.close, nil
}

// open opens the file. A link, a folder or a pipe may belong to another program, and a pipe may
// never open.
func (l *logFile) open() error {
	info, err := os.Lstat(l.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errNotOrdinary
	}
	f, err := os.OpenFile(l.name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if info, err = f.Stat(); err != nil {
		return errors.Join(err, f.Close())
	}
	if info.Mode().Perm()&0o077 != 0 {
		_ = f.Chmod(0o600) // of an older version; if the file is another user's, it stays theirs
	}
	l.f, l.size = f, info.Size()
	return nil
}

// Write appends a line. It never fails, so that the log stops no game.
func (l *logFile) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return len(line), nil
	}
	err := l.append(line)
	if err == nil {
		return len(line), nil
	}
	if l.lost++; l.say != nil {
		l.say(words.T("The log cannot be written any more: %s. The game goes on without it.", err.Error()))
		l.say = nil
	}
	return len(line), nil
}

// append writes a line, preceded by the number of lost lines if there are any.
func (l *logFile) append(line []byte) error {
	if l.lost > 0 {
		text := fmt.Sprintf(`{"time":%q,"level":"WARN","msg":"lines lost","n":%d}`+"\n", time.Now().Format(time.RFC3339Nano), l.lost)
		line = append([]byte(text), line...)
	}
	if l.torn {
		line = append([]byte{'\n'}, line...)
	}
	if l.f == nil || l.size > 0 && l.size+int64(len(line)) > l.limit {
		if err := l.turn(int64(len(line))); err != nil {
			return err
		}
	}
	n, err := l.f.Write(line)
	l.size += int64(n)
	if err != nil {
		l.torn = l.torn || n > 0
		return err
	}
	l.lost, l.torn = 0, false
	return nil
}

// turn rotates the log and opens the current file. It does not rotate if another process has, and
// there is room for that many bytes.
func (l *logFile) turn(more int64) error {
	if l.f != nil {
		_ = l.f.Close() // Windows renames no open file
		l.f = nil
	}
	if info, err := os.Lstat(l.name); err == nil && info.Mode().IsRegular() && info.Size()+more > l.limit {
		if err := os.Rename(l.name, l.name+".1"); err != nil {
			return err
		}
	}
	return l.open()
}

func (l *logFile) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.f != nil {
		_ = l.f.Close()
	}
}
