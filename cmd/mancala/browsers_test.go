package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mancala/match"
	"mancala/netplay"
	"mancala/rules"
	"mancala/tools/need"
)

// askPage asks the host at an address for its page, and returns the status and the text.
func askPage(t *testing.T, addr, path string) (status int, text string, err error) {
	t.Helper()
	client := http.Client{Timeout: need.Patience}
	answer, err := client.Get("http://" + addr + path)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b), nil
}

// listenForPage has a host listen, and returns where.
func listenForPage(t *testing.T, cfg netplay.HostConfig) string {
	t.Helper()
	cfg.Variant = rules.Presets()[0].Variant
	host := netplay.Host("127.0.0.1:0", cfg)
	t.Cleanup(func() { _ = host.Close() })
	for range 1000 {
		for _, e := range host.Events() {
			if at, ok := e.(match.Listening); ok {
				return at.Addr
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the host does not listen")
	return ""
}

// TestPageForBrowsers asks hosts with a page, without one, and with --no-web for it.
func TestPageForBrowsers(t *testing.T) {
	page := fstest.MapFS{"index.html": {Data: []byte("the page")}}
	with := listenForPage(t, netplay.HostConfig{Name: "Ada", Browsers: func(s netplay.Site) netplay.Browsers { return pageOf(s, page, nil) }})
	if status, text, err := askPage(t, with, "/"); err != nil || status != http.StatusOK || text != "the page" {
		t.Errorf("the page is %d %q, %v", status, text, err)
	}
	want := `{"kind":"host","name":"Ada","encrypted":true,"watchers":true}`
	if _, text, err := askPage(t, with, "/host.json"); err != nil || text != want {
		t.Errorf("a page is told %s, %v", text, err)
	}
	without := listenForPage(t, netplay.HostConfig{Browsers: func(s netplay.Site) netplay.Browsers { return pageOf(s, nil, nil) }})
	if status, text, err := askPage(t, without, "/"); err != nil || status != http.StatusNotFound || !strings.Contains(text, "make web") {
		t.Errorf("without a page: %d %q, %v", status, text, err)
	}
	off := options{door: doorOptions{noWeb: true}}
	if off.openToBrowsers() {
		t.Error("--no-web leaves the host open to browsers")
	}
	closed := listenForPage(t, netplay.HostConfig{Browsers: off.browsers(nil)})
	if status, text, err := askPage(t, closed, "/"); err == nil {
		t.Errorf("with --no-web a browser gets %d %q", status, text)
	}
}
