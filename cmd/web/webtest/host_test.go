package webtest

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// script is a whole game of Kalah(3,2) that South wins 8-4. The hosts here play it; it is also
// among the cases of package rules.
var script = []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// process is a running program.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	ended  chan struct{}
	output need.Output
}

// startProgram starts the program.
func startProgram(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(program(t), args...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "MANCALA_LOOPBACK=1", "LANG=C.UTF-8")
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	need.NoError(t, p.cmd.Start())
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("mancala %s printed\n%s", strings.Join(args, " "), p.output.String())
		}
	})
	return p
}

// kill ends the program as a power cut does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// says waits until the program has printed a match of a pattern, and returns its first group.
func (p *process) says(pattern string) string {
	p.t.Helper()
	re := regexp.MustCompile(pattern)
	var found []string
	await(p.t, fmt.Sprintf("%q from the program", pattern), func() bool {
		found = re.FindStringSubmatch(p.output.String())
		return found != nil
	})
	return found[len(found)-1]
}

// types enters a line at the program.
func (p *process) types(line string) {
	p.t.Helper()
	need.Must(io.WriteString(p.stdin, line+"\n"))(p.t)
}

// host is Ada's program in a terminal, waiting for a guest.
type host struct {
	*process
	args []string
	log  string
}

// startHost starts Ada's program, and returns when it listens.
func startHost(t *testing.T, args ...string) *host {
	t.Helper()
	h := &host{args: args, log: filepath.Join(t.TempDir(), "log")}
	h.args = append([]string{
		"--text", "--no-board", "--narrate", "--name", "Ada", "--data-dir", t.TempDir(), "--log", h.log,
		"--houses", "3", "--seeds", "2", "--first", "host",
	}, args...)
	t.Cleanup(func() {
		if text, err := os.ReadFile(h.log); t.Failed() && err == nil {
			t.Logf("it logged\n%s", text)
		}
	})
	h.start(t, need.Addresses(t, 1)[0]) // which stays free between a kill and a restart
	return h
}

// start starts the program, and returns when it listens.
func (h *host) start(t *testing.T, addr string) {
	t.Helper()
	listened := len(h.logged("listening"))
	h.process = startProgram(t, append(h.args, "--serve", addr)...)
	await(t, "a host that listens", func() bool { return len(h.logged("listening")) > listened })
}

// restart starts the program as before, at the same address.
func (h *host) restart() {
	h.t.Helper()
	h.start(h.t, h.logged("listening")[0].Addr)
}

// event is a line of the program's log, with the fields that the tests read.
type event struct {
	Msg, Addr, Position, Result, Self string

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

// url returns the link that the host shows for friends.
func (h *host) url() string {
	h.t.Helper()
	return h.says(`(?m)https?://\S+$`)
}

// hears waits until the program has printed a text.
func (h *host) hears(text string) {
	h.t.Helper()
	h.says(regexp.QuoteMeta(text))
}

// played waits until the host has the n-th ply.
func (h *host) played(n int, p rules.Position) {
	h.t.Helper()
	await(h.t, fmt.Sprintf("ply %d at the host", n), func() bool {
		return slices.ContainsFunc(h.logged("ply"), func(e event) bool { return e.N == n && e.Position == p.Notation() })
	})
}

// play plays the plies of the script from one to another: Ada's at the host, and the guest's by a
// function that gets the position and the house.
func (h *host) play(from, to int, guest func(rules.Position, rules.House)) {
	h.t.Helper()
	h.playAs(rules.South, from, to, guest)
}

// playAs is play with Ada on a side.
func (h *host) playAs(side rules.Side, from, to int, peer func(rules.Position, rules.House)) {
	h.t.Helper()
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(3, 2)
	p, err := rules.Start(v)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, house := range script[:to] {
		before, mover := p, p.ToMove()
		if p, _, err = p.Sow(house); err != nil {
			h.t.Fatal(err)
		}
		switch {
		case i < from:
			continue
		case mover == side && side == rules.North: // whose bowls are counted on from South's store
			h.types((house + rules.House(v.Houses) + 1).String())
		case mover == side:
			h.types(house.String())
		default:
			peer(before, house)
		}
		h.played(i+1, p)
	}
}

// TestSecondVisit loads the page of a host twice: packed by brotli the first time, which Chromium
// accepts from its own computer, and from the browser's cache the second time.
func TestSecondVisit(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	plain := need.Must(os.Stat(filepath.Join(pageFolder(t), "mancala.wasm.gz")))(t)
	b := open(t, small, h.url())
	loads := func(way string) (sizes struct{ Transferred, Packed, Unpacked, Expected int64 }) {
		b.wait("the program", func() bool {
			var ready bool
			b.read(fmt.Sprintf(`performance.getEntriesByType("navigation")[0].type === %q && document.readyState === "complete" &&
				document.querySelector("progress").hidden`, way), &ready)
			return ready
		})
		b.read(`((e) => ({Transferred: e.transferSize, Packed: e.encodedBodySize, Unpacked: e.decodedBodySize, Expected: mancalaSize}))(
			performance.getEntriesByName(new URL("mancala.wasm.gz", location).href)[0])`, &sizes)
		return sizes
	}
	if got := loads("navigate"); got.Packed >= plain.Size() || got.Transferred < got.Packed || got.Unpacked != got.Expected {
		t.Errorf("the first visit: %+v, and %d packed by gzip", got, plain.Size())
	}
	b.reload()
	if got := loads("reload"); got.Transferred > 10_000 || got.Unpacked != got.Expected {
		t.Errorf("the second visit: %+v", got)
	}
}
