package external

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode"

	"mancala/uci"
)

// process is a program that runs.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // of its standard output; closed when that ends
	// done is closed once nothing is wanted of the program any more, and gone once it has ended.
	done, gone chan struct{}
	// kill ends the program and those that it has started, at once.
	kill func()

	mu   sync.Mutex
	said string // the last line of its standard error
}

// newProcess starts a program.
func newProcess(path string, config Config) (*process, error) {
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
	p := &process{cmd: cmd, in: in, lines: make(chan string, 64), done: make(chan struct{}), gone: make(chan struct{})}
	p.kill = sync.OnceFunc(func() {
		close(p.done)
		_ = in.Close()
		killGroup(cmd)
		_ = out.CloseWithError(errors.New("the program was stopped"))
	})
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		_ = outEnd.Close()
		_ = errEnd.Close()
	}()
	go p.readLines(out)
	go func() {
		p.readErrors(errs)
		close(p.gone)
	}()
	return p, nil
}

// readLines passes the lines of the program on. One that is too long ends it.
func (p *process) readLines(out io.Reader) {
	defer close(p.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4096), uci.MaxLine)
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
		if _, err := fmt.Fprintln(p.in, l); err != nil {
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
