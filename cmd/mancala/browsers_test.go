package main

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"mancala/internal/table"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/netplay/web"
	"mancala/rules"
	"mancala/tools/need"
)

// askPage requests the page of the host at an address, and returns the status and the text.
func askPage(t *testing.T, addr, path string) (status int, text string, err error) {
	t.Helper()
	client := http.Client{Timeout: need.Patience}
	answer, err := client.Get("http://" + addr + path)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	b := need.Must(io.ReadAll(answer.Body))(t)
	return answer.StatusCode, string(b), nil
}

// listenForPage has a host listen, and returns where.
func listenForPage(t *testing.T, cfg link.HostConfig) string {
	t.Helper()
	cfg.Variant = rules.Presets()[0].Variant
	host := link.Host("127.0.0.1:0", cfg)
	t.Cleanup(func() { _ = host.Close() })
	return listening(t, host).Addr
}

// listening waits until a host listens.
func listening(t *testing.T, host table.Link) (at table.Listening) {
	t.Helper()
	need.Until(t, "the host listens", func() bool {
		for _, e := range host.Events() {
			if e, ok := e.(table.Listening); ok {
				at = e
			}
		}
		return at.Addr != ""
	})
	return at
}

// TestPageForBrowsers asks hosts with a page, without one, and with --no-web for it.
func TestPageForBrowsers(t *testing.T) {
	page := fstest.MapFS{"index.html": {Data: []byte("the page")}}
	with := listenForPage(t, link.HostConfig{Common: link.Common{Name: "Ada"}, Browsers: func(s transport.Site) transport.Browsers { return pageOf(s, page, nil, nil) }})
	if status, text, err := askPage(t, with, "/"); err != nil || status != http.StatusOK || text != "the page" {
		t.Errorf("the page is %d %q, %v", status, text, err)
	}
	want := `{"kind":"host","name":"Ada","encrypted":true,"watchers":true}`
	if _, text, err := askPage(t, with, "/host.json"); err != nil || text != want {
		t.Errorf("a page is told %s, %v", text, err)
	}
	without := listenForPage(t, link.HostConfig{Browsers: func(s transport.Site) transport.Browsers { return pageOf(s, nil, nil, nil) }})
	if status, text, err := askPage(t, without, "/"); err != nil || status != http.StatusNotFound || !strings.Contains(text, "make web") {
		t.Errorf("without a page: %d %q, %v", status, text, err)
	}
	off := options{guests: guestOptions{noWeb: true}}
	if off.openToBrowsers() {
		t.Error("--no-web leaves the host open to browsers")
	}
	closed := listenForPage(t, link.HostConfig{Browsers: off.browsers(nil)})
	if status, text, err := askPage(t, closed, "/"); err == nil {
		t.Errorf("with --no-web a browser gets %d %q", status, text)
	}
}

// TestNamesOfAHost asks a host for its description under several names: it answers to the names in
// its links, of --address and of --serve, and not to names that a stranger has pointed here.
func TestNamesOfAHost(t *testing.T) {
	o := options{guests: guestOptions{names: web.NamesOf("ada.example.org"), address: "ada.example.org", hidden: true}}
	host := o.host("127.0.0.1:0", link.HostConfig{Common: link.Common{Name: "Ada"}, Variant: rules.Presets()[0].Variant}, true)
	t.Cleanup(func() { _ = host.Close() })
	l := listening(t, host)
	_, port, _ := net.SplitHostPort(l.Addr)
	if want := net.JoinHostPort("ada.example.org", port); l.Reachable[0] != want {
		t.Errorf("guests are told %q, not %s first", l.Reachable, want)
	}
	status := func(name string) int {
		t.Helper()
		r := need.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr+"/host.json", nil))(t)
		r.Host = name
		answer := need.Must(http.DefaultClient.Do(r))(t)
		defer answer.Body.Close()
		text := need.Must(io.ReadAll(answer.Body))(t)
		if answer.StatusCode != http.StatusOK && strings.Contains(string(text), "Ada") {
			t.Errorf("%s reads %s", name, text)
		}
		return answer.StatusCode
	}
	for name, want := range map[string]int{
		l.Addr: 200, "localhost": 200, "ada.example.org": 200, "ada.example.org:80": 200, "evil.example:" + port: 421, "bo.example": 421,
	} {
		if got := status(name); got != want {
			t.Errorf("%s gets %d, not %d", name, got, want)
		}
	}
	if link := o.pageLink("bo.example:" + port); status("bo.example") != 200 {
		t.Errorf("the link %s leads nowhere", link)
	}
}
