package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"mancala/rules"
)

// script is a whole game of Kalah(3,2) that South wins 8-4; it stands in the cases of package
// rules, too.
var script = []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// small is the board of the script, as options.
var small = []string{"--houses", "3", "--seeds", "2", "--first", "host"}

// host is the program in a terminal, which waits for a guest.
type host struct {
	t     *testing.T
	args  []string
	data  string // its folder
	log   string
	cmd   *exec.Cmd
	stdin io.WriteCloser
	ended chan struct{}

	mu     sync.Mutex
	output bytes.Buffer
}

// Write takes what the program prints.
func (h *host) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.output.Write(b)
}

// said returns what the program has printed.
func (h *host) said() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.output.String()
}

// startHost starts Ada's program, and returns when it listens.
func startHost(t *testing.T, args ...string) *host {
	t.Helper()
	h := &host{t: t, args: args, data: t.TempDir(), log: filepath.Join(t.TempDir(), "log")}
	t.Cleanup(func() {
		h.kill()
		if t.Failed() {
			t.Logf("the host printed\n%s", h.said())
		}
	})
	h.start("127.0.0.1:0")
	return h
}

// start starts the program, and returns when it listens.
func (h *host) start(addr string) {
	h.t.Helper()
	listened := len(h.logged("listening"))
	h.cmd = exec.Command(program(h.t), append([]string{
		"--text", "--no-board", "--narrate", "--serve", addr, "--name", "Ada", "--data-dir", h.data, "--log", h.log,
	}, h.args...)...)
	h.cmd.Env = append(os.Environ(), "MANCALA_LOOPBACK=1", "LANG=C.UTF-8")
	h.cmd.Stdout, h.cmd.Stderr = h, h
	var err error
	if h.stdin, err = h.cmd.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan struct{})
	h.ended = ended
	go func() { _ = h.cmd.Wait(); close(ended) }()
	await(h.t, "a host that listens", func() bool { return len(h.logged("listening")) > listened })
}

// kill ends the program as a power cut does.
func (h *host) kill() {
	_ = h.cmd.Process.Kill()
	<-h.ended
}

// restart starts the program as before, at the same address.
func (h *host) restart() {
	h.t.Helper()
	h.start(h.logged("listening")[0].Addr)
}

// event is a line of the program's log, with the fields that the tests read.
type event struct {
	Msg, Addr, Peer, Reason, Position, Result string

	N int
}

// logged returns the lines of the log with a message.
func (h *host) logged(msg string) (list []event) {
	text, _ := os.ReadFile(h.log) // there is none before the program has started
	for line := range strings.Lines(string(text)) {
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Msg == msg {
			list = append(list, e)
		}
	}
	return list
}

// url returns what the host's friends open.
func (h *host) url() string {
	h.t.Helper()
	link := regexp.MustCompile(`https?://\S+`)
	await(h.t, "the link", func() bool { return link.MatchString(h.said()) })
	return link.FindString(h.said())
}

// hears waits until the program has printed a text.
func (h *host) hears(text string) {
	h.t.Helper()
	await(h.t, fmt.Sprintf("%q at the host", text), func() bool { return strings.Contains(h.said(), text) })
}

// types has Ada type a line.
func (h *host) types(line string) {
	h.t.Helper()
	if _, err := io.WriteString(h.stdin, line+"\n"); err != nil {
		h.t.Fatal(err)
	}
}

// played waits for a ply at the host, and returns when it is there.
func (h *host) played(n int, p rules.Position) {
	h.t.Helper()
	await(h.t, fmt.Sprintf("ply %d at the host", n), func() bool {
		return slices.ContainsFunc(h.logged("ply"), func(e event) bool { return e.N == n && e.Position == p.Notation() })
	})
}

// play plays the plies of the script from one on: Ada hers, and the guest theirs by a function.
func (h *host) play(from, to int, guest func(rules.House)) {
	h.t.Helper()
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(3, 2)
	p, err := rules.Start(v)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, house := range script[:to] {
		mover := p.ToMove()
		if p, _, err = p.Sow(house); err != nil {
			h.t.Fatal(err)
		}
		switch {
		case i < from:
			continue
		case mover == rules.South:
			h.types(house.String())
		default:
			guest(house)
		}
		h.played(i+1, p)
	}
}
