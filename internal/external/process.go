package external

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode"

	"mancala/internal/uci"
)

// process is a program in a seat: one that runs here, or a connected agent.
type process struct {
	in    io.WriteCloser
	end   string      // of a line to it
	lines chan string // from the program; closed when they end
	// done is closed once the program is no longer needed, and gone once it has ended.
	done, gone chan struct{}
	// kill ends the program and its children, or the connection, at once.
	kill func()

	mu   sync.Mutex
	said string // the last line of its standard error
}

// newProcess returns a process that is read from out, in lines of up to longest bytes, and from
// errs. End is called once to end it.
func newProcess(in io.WriteCloser, out, errs io.Reader, longest int, end func()) *process {
	p := &process{in: in, end: "\n", lines: make(chan string, 64), done: make(chan struct{}), gone: make(chan struct{})}
	p.kill = sync.OnceFunc(func() {
		close(p.done)
		_ = in.Close()
		end()
	})
	go p.readLines(out, longest)
	go func() {
		p.readErrors(errs)
		close(p.gone)
	}()
	return p
}

// startProcess starts a program.
func startProcess(path string, config Config) (*process, error) {
	if err := os.MkdirAll(config.Folder, 0o700); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, config.Command[1:]...)
	cmd.Dir = config.Folder
	cmd.WaitDelay = time.Second // for child processes of the program
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, outEnd := io.Pipe()
	errs, errEnd := io.Pipe()
	cmd.Stdout, cmd.Stderr = outEnd, errEnd
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		_ = outEnd.Close()
		_ = errEnd.Close()
	}()
	return newProcess(in, out, errs, uci.MaxLine, func() {
		killGroup(cmd)
		_ = out.CloseWithError(errors.New("the program was stopped"))
	}), nil
}

// readLines passes the lines of the program on. A line too long ends it.
func (p *process) readLines(out io.Reader, longest int) {
	defer close(p.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4096), longest)
	for lines.Scan() {
		select {
		case p.lines <- lines.Text():
		case <-p.done:
			return
		}
	}
	p.kill()
}

// mostSaid is the largest length of a program's last words, in runes.
const mostSaid = 200

// readErrors keeps the last line of the program's standard error.
func (p *process) readErrors(errs io.Reader) {
	r := bufio.NewReaderSize(errs, 4096)
	for {
		line, _, err := r.ReadLine()
		if err != nil {
			return
		}
		if clean := cleanLine(string(line)); clean != "" {
			p.mu.Lock()
			p.said = clean
			p.mu.Unlock()
		}
	}
}

// cleanLine returns the beginning of a line from outside without anything that cannot be printed.
func cleanLine(line string) string {
	clean := []rune(strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return -1
	}, line)))
	return string(clean[:min(len(clean), mostSaid)])
}

// lastWords returns the last line of the standard error of a program that was killed.
func (p *process) lastWords() string {
	<-p.gone
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said
}

// sendLimit is how long a program may take to read a line.
const sendLimit = 5 * time.Second

// send writes lines to the program.
func (p *process) send(lines ...string) error {
	if in, ok := p.in.(interface{ SetWriteDeadline(t time.Time) error }); ok {
		_ = in.SetWriteDeadline(time.Now().Add(sendLimit)) // if the system has none, a program must read
	}
	for _, l := range lines {
		if _, err := io.WriteString(p.in, l+p.end); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether the program has ended.
func (p *process) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// The reasons why await ends early.
var (
	errSilent = errors.New("the program has said nothing for too long")
	errBroken = errors.New("the program reads or writes no more")
)

// await passes the program's lines to hear, and sends the answers, until wanted is true. It returns
// the error of hear or ctx, errSilent after a limit, or errBroken.
func (p *process) await(ctx context.Context, limit time.Duration, hear func(string) ([]string, error), wanted func() bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for !wanted() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return errSilent
		case line, open := <-p.lines:
			if !open {
				return errBroken
			}
			send, err := hear(line)
			if p.send(send...) != nil && err == nil {
				err = errBroken
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
