package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/cmd/hub/config"
	"mancala/tools/need"
)

// TestPage asks a hub for its page as browsers do. One that was led here by a stranger's name gets
// nothing.
func TestPage(t *testing.T) {
	cfg := testConfig(t, t.TempDir())
	h := start(t, cfg)
	check := func(host, path, want string) {
		t.Helper()
		r := need.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+h.listener.Addr()+path, nil))(t)
		r.Host = host
		r.Header.Set("Origin", "http://"+host)
		answer := need.Must(http.DefaultClient.Do(r))(t)
		text := string(need.Must(io.ReadAll(answer.Body))(t))
		need.NoError(t, answer.Body.Close())
		foreign := answer.StatusCode == http.StatusMisdirectedRequest
		if !strings.Contains(text, want) || foreign != strings.Contains(text, "addresses") {
			t.Errorf("%s%s: %s %q, want %q", host, path, answer.Status, text, want)
		}
	}
	without := "Install the program"
	if builtPage() != nil {
		without = "wasm_exec.js"
	}
	check(h.listener.Addr(), "/", without)
	need.NoError(t, h.close())

	cfg.Page, cfg.Addresses = t.TempDir(), []string{"club.example.org:7000"}
	need.NoError(t, os.WriteFile(filepath.Join(cfg.Page, "index.html"), []byte("<!DOCTYPE html><title>The page</title>"), 0o600))
	h = start(t, cfg)
	for _, host := range []string{h.listener.Addr(), "club.example.org:7000", "localhost:7000"} {
		check(host, "/", "The page")
		check(host, "/host.json", `"kind":"club"`)
		check(host, "/host.json", "Test Club")
		check(host, "/ws", "")
	}
	for _, path := range []string{"/", "/host.json", "/ws"} {
		check("evil.example:7000", path, "addresses")
	}
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", t.TempDir(), "--page", t.TempDir()}, io.Discard, &errs); code != 1 ||
		!strings.Contains(errs.String(), "no page") {
		t.Errorf("an empty folder as a page: %d, %s", code, &errs)
	}
	checkLinks(t, h)
}

// checkLinks looks for the links that a hub with a page shows its members.
func checkLinks(t *testing.T, h *hub) {
	t.Helper()
	defer func(was config.Config) { h.cfg = was }(h.cfg)
	for _, tt := range []struct {
		addresses   []string
		certificate string
		want        []string
	}{
		{nil, "", []string{"http://" + h.listener.Addr() + "/"}},
		{[]string{"a.example.org:7000", "b.example.org:80"}, "", []string{"http://a.example.org:7000/", "http://b.example.org/"}},
		{[]string{"a.example.org:443"}, "file", []string{"https://a.example.org/"}},
	} {
		h.cfg.Addresses, h.cfg.TLS.Certificate = tt.addresses, tt.certificate
		var out bytes.Buffer
		want := "Members open one of these in a browser, or choose Club in the menu of mancala and enter it:\n  " + strings.Join(tt.want, "\n  ") + "\n"
		if err := h.tellLinks(&out); err != nil || out.String() != want {
			t.Errorf("%q, %v, want %q", &out, err, want)
		}
	}
}
