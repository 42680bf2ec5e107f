// Package hubtest runs hubs in processes of their own, and databases for them, for tests.
package hubtest

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"mancala/tools/need"
)

// Hub is a hub in another process, which can be started again.
type Hub struct {
	Addr string // where members connect, once it runs

	t     *testing.T
	words []string
	log   string // the file of its log
	cmd   *exec.Cmd
}

// New returns a hub that is not started yet, by the words of its command. It is asked to stop at
// the end of the test.
func New(t *testing.T, words ...string) *Hub {
	t.Helper()
	h := &Hub{t: t, log: filepath.Join(t.TempDir(), "log"), words: append(words, "--metrics", "127.0.0.1:0")}
	t.Cleanup(func() {
		if h.cmd != nil {
			h.End(os.Interrupt)
		}
		if text := h.text(); t.Failed() {
			t.Logf("the last of the log of %s:\n%s", h.Addr, text[max(0, len(text)-4000):])
		}
	})
	return h
}

// The lines of the log that say where a hub listens, and where it tells how it is.
var (
	runs    = regexp.MustCompile(`"The hub runs\.".* address=(\S+)`)
	metrics = regexp.MustCompile(`"Metrics are served\." address=(\S+)`)
)

func (h *Hub) text() string {
	text, _ := os.ReadFile(h.log)
	return string(text)
}

// Run starts the hub and waits until it runs.
func (h *Hub) Run() {
	h.t.Helper()
	before := len(runs.FindAllString(h.text(), -1))
	log := need.Must(os.OpenFile(h.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600))(h.t)
	defer log.Close()
	h.cmd = exec.Command(h.words[0], h.words[1:]...)
	h.cmd.Stderr = log
	need.NoError(h.t, h.cmd.Start())
	need.Until(h.t, "the hub runs", func() bool {
		all := runs.FindAllStringSubmatch(h.text(), -1)
		if len(all) > before {
			h.Addr = all[len(all)-1][1]
		}
		return len(all) > before
	})
}

// Health returns the answer of the hub to /healthz.
func (h *Hub) Health() string {
	h.t.Helper()
	all := metrics.FindAllStringSubmatch(h.text(), -1)
	return Health(h.t, all[len(all)-1][1])
}

// Health returns what /healthz says at an address; "" if there is no answer.
func Health(t *testing.T, addr string) string {
	t.Helper()
	request := need.Must(http.NewRequestWithContext(need.Soon(t), http.MethodGet, "http://"+addr+"/healthz", nil))(t)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	return string(need.Must(io.ReadAll(answer.Body))(t))
}

// Signal sends a signal to the hub.
func (h *Hub) Signal(s os.Signal) { _ = h.cmd.Process.Signal(s) }

// End ends the hub with a signal, and waits for that.
func (h *Hub) End(s os.Signal) {
	h.t.Helper()
	h.Signal(s)
	if err := h.cmd.Wait(); (err == nil) == (s == os.Kill) {
		h.t.Errorf("the hub ended with %v after %v", err, s)
	}
	h.cmd = nil
}
