package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/hub/config"
	"mancala/tools/need"
)

// TestLinks: a hub shows the links that members open.
func TestLinks(t *testing.T) {
	cfg := testConfig(t, t.TempDir())
	cfg.Page = t.TempDir()
	need.NoError(t, os.WriteFile(filepath.Join(cfg.Page, "index.html"), []byte("<!DOCTYPE html>"), 0o600))
	h := start(t, cfg)
	var out bytes.Buffer
	if err := h.tellLinks(&out); err != nil || !strings.Contains(out.String(), "in a browser") || !strings.Contains(out.String(), "\n  http://"+h.listener.Addr()+"/\n") {
		t.Errorf("%q, %v", &out, err)
	}
	for _, test := range []struct {
		set  func(c *config.Config)
		want string
	}{
		{func(c *config.Config) { c.Addresses = []string{"a.example.org:7000", "b.example.org:80"} }, "http://a.example.org:7000/ http://b.example.org/"},
		{func(c *config.Config) { c.Addresses, c.TLS.Certificate = []string{"a.example.org:443"}, "file" }, "https://a.example.org/"},
	} {
		h.cfg = cfg
		test.set(&h.cfg)
		if got := strings.Join(h.links(), " "); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	h.cfg = cfg
}

// TestOnlyOurNames: a browser that was led here by a stranger's name gets nothing.
func TestOnlyOurNames(t *testing.T) {
	cfg := testConfig(t, t.TempDir())
	cfg.Addresses = []string{"club.example.org:7000"}
	h := start(t, cfg)
	for host, want := range map[string]int{
		h.listener.Addr(): http.StatusOK, "club.example.org:7000": http.StatusOK, "localhost:7000": http.StatusOK, "evil.example:7000": http.StatusMisdirectedRequest,
	} {
		for _, path := range []string{"/host.json", "/ws", "/"} {
			r := need.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+h.listener.Addr()+path, nil))(t)
			r.Host = host
			r.Header.Set("Origin", "http://"+host)
			answer := need.Must(http.DefaultClient.Do(r))(t)
			text, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if foreign := answer.StatusCode == http.StatusMisdirectedRequest; foreign != (want == http.StatusMisdirectedRequest) || foreign != strings.Contains(string(text), "addresses") {
				t.Errorf("%s%s: %s %q", host, path, answer.Status, text)
			}
		}
	}
}
