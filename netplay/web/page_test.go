//go:build !js

package web_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"mancala/netplay/faults"
	"mancala/netplay/link"
	"mancala/netplay/web"
	"mancala/tools/need"
)

// ask sends the text of a request and returns the answer with its text, or nil if there is none.
func ask(t *testing.T, addr, request string) (*http.Response, string) {
	t.Helper()
	nc := need.Must(net.Dial("tcp", addr))(t)
	defer nc.Close()
	_ = nc.SetDeadline(time.Now().Add(need.Patience))
	_, _ = io.WriteString(nc, request)
	method, _, _ := strings.Cut(request, " ")
	answer, err := http.ReadResponse(bufio.NewReader(nc), &http.Request{Method: method})
	if err != nil {
		return nil, ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil && answer.StatusCode < 400 {
		t.Fatalf("%.40q: %v", request, err)
	}
	return answer, string(text)
}

// TestPageIsServed requests all files, in the ways that browsers do.
func TestPageIsServed(t *testing.T) {
	_, addr := serve(t, link.HostConfig{})
	const end = "\r\nHost: 127.0.0.1\r\n\r\n"
	index, text := ask(t, addr, "GET / HTTP/1.1"+end)
	if index == nil || index.StatusCode != http.StatusOK || text != string(smallPage["index.html"].Data) {
		t.Fatalf("the page is %v, %q", index, text)
	}
	for header, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cache-Control": "no-cache", "X-Frame-Options": "DENY",
	} {
		if got := index.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
	for _, part := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "frame-ancestors 'none'"} {
		if policy := index.Header.Get("Content-Security-Policy"); !strings.Contains(policy, part) {
			t.Errorf("the policy is %q", policy)
		}
	}
	tag := index.Header.Get("ETag")
	for _, test := range []struct {
		request string
		status  int
		length  int64 // -1 for any
	}{
		{"HEAD / HTTP/1.1" + end, 200, int64(len(text))},
		{"GET / HTTP/1.1\r\nIf-None-Match: " + tag + end, 304, -1},
		{"GET / HTTP/1.1\r\nIf-None-Match: \"another\"" + end, 200, int64(len(text))},
		{"GET /page.js HTTP/1.1\r\nRange: bytes=1-3" + end, 206, 3},
		{"GET /page.js HTTP/1.1\r\nRange: bytes=99-" + end, 416, -1},
		{"GET /mancala.wasm.gz HTTP/1.0\r\n\r\n", 200, 1 << 20},
		{"GET /page.js?anything HTTP/1.1" + end, 200, -1},
		{"GET /nothing.js HTTP/1.1" + end, 404, -1},
		{"GET /.gitignore HTTP/1.1" + end, 404, -1},
		{"GET /.. HTTP/1.1" + end, 307, -1},
		{"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1" + end, 404, -1},
		{"GET /..%2f..%2fetc%2fpasswd.txt HTTP/1.1" + end, 404, -1},
		{"GET /ws HTTP/1.1" + end, 426, -1},
		{"GET / HTTP/1.1\r\n\r\n", 400, -1},
		{"GET http://elsewhere.example/ HTTP/1.1" + end, 200, -1},
		{"GET * HTTP/1.1" + end, 400, -1},
		{"GET \x00 HTTP/1.1" + end, 400, -1},
	} {
		answer, text := ask(t, addr, test.request)
		if answer == nil || answer.StatusCode != test.status || test.length >= 0 && answer.ContentLength != test.length {
			t.Errorf("%.60q is answered by %v", test.request, answer)
		} else if strings.Contains(text, "root:") {
			t.Errorf("%.60q shows a file of this computer", test.request)
		}
	}
	if answer, _ := ask(t, addr, "GET / HTTP/1.1\r\nX: "+strings.Repeat("x", 18<<10)+end); answer != nil && answer.StatusCode < 400 {
		t.Errorf("a very long request is answered by %v", answer)
	}
	for _, method := range []string{"POST", "PUT ", "OPTIONS", "CONNECT", "PRI"} {
		if answer, _ := ask(t, addr, method+" / HTTP/1.1"+end); answer != nil {
			t.Errorf("%s is answered by %v", method, answer)
		}
	}
	if answer, text := ask(t, addr, "GET /host.json HTTP/1.1"+end); text != `{"kind":"host","name":"Hilda","encrypted":true,"watchers":true}` ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a page is told %s", text)
	}
}

// TestBestPacking requests the packed program. Browsers that accept brotli get it packed by that,
// with its own tag; all others get the file itself.
func TestBestPacking(t *testing.T) {
	packed := fstest.MapFS{
		"index.html": smallPage["index.html"], "mancala.wasm.gz": {Data: []byte("by gzip")}, "mancala.wasm.br": {Data: []byte("brotli")},
		"other.gz": {Data: []byte("alone")},
	}
	addr := answer(t, web.NewServer(web.Config{Page: packed, Info: func() web.Info { return web.Info{} }}))
	get := func(name, accepts string) (*http.Response, string) {
		return ask(t, addr, "GET /"+name+" HTTP/1.1\r\nHost: a\r\nAccept-Encoding: "+accepts+"\r\n\r\n")
	}
	tags := map[string]bool{}
	for _, test := range []struct{ name, accepts, want, encoding, mediaType string }{
		{"mancala.wasm.gz", "gzip, deflate, br, zstd", "brotli", "br", "application/wasm"},
		{"mancala.wasm.gz", "BR ; q=0.5", "brotli", "br", "application/wasm"},
		{"mancala.wasm.gz", "gzip, deflate", "by gzip", "", "application/gzip"},
		{"mancala.wasm.gz", "", "by gzip", "", "application/gzip"},
		{"mancala.wasm.gz", "gzip, br;q=0", "by gzip", "", "application/gzip"},
		{"mancala.wasm.gz", "br;q=much", "by gzip", "", "application/gzip"},
		{"mancala.wasm.gz", "brotli", "by gzip", "", "application/gzip"},
		{"other.gz", "br", "alone", "", "application/gzip"},
	} {
		got, text := get(test.name, test.accepts)
		h := got.Header
		if text != test.want || h.Get("Content-Encoding") != test.encoding || h.Get("Content-Type") != test.mediaType || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s for %q is %q, %v", test.name, test.accepts, text, h)
		}
		tags[h.Get("ETag")] = true
	}
	if len(tags) != 3 {
		t.Errorf("the three files have the tags %v", tags)
	}
	first, _ := get("mancala.wasm.gz", "br")
	if again, _ := get("mancala.wasm.gz", "br\r\nIf-None-Match: "+first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("what the browser has is answered by %v", again)
	}
	if again, _ := get("mancala.wasm.gz", "gzip\r\nIf-None-Match: "+first.Header.Get("ETag")); again.StatusCode != http.StatusOK {
		t.Errorf("what it has in another encoding is answered by %v", again)
	}
	for _, name := range []string{"mancala.wasm.br", "mancala.wasm"} {
		if got, _ := get(name, "br"); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered by %v", name, got)
		}
	}
}

// TestRequestsInARow requests several files over one connection, without waiting.
func TestRequestsInARow(t *testing.T) {
	_, addr := serve(t, link.HostConfig{})
	nc := need.Must(net.Dial("tcp", addr))(t)
	defer nc.Close()
	const each = "GET /page.js HTTP/1.1\r\nHost: a\r\n\r\n"
	go func() { _, _ = io.WriteString(nc, strings.Repeat(each, 100)) }()
	r := bufio.NewReader(nc)
	for i := range 100 {
		answer, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil || !bytes.Equal(text, smallPage["page.js"].Data) {
			t.Fatalf("request %d is answered by %q, %v", i, text, err)
		}
	}
}

// TestNoPage requests the page from a program that has none.
func TestNoPage(t *testing.T) {
	for _, files := range []fstest.MapFS{nil, {}} {
		cfg := web.Config{NoPage: "There is no page.", Info: func() web.Info { return web.Info{Kind: "meet"} }}
		if files != nil {
			cfg.Page = files
		}
		addr := answer(t, web.NewServer(cfg))
		if got, text := ask(t, addr, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"); got.StatusCode != http.StatusNotFound || text != "There is no page.\n" {
			t.Errorf("it is %v, %q", got, text)
		}
		if _, text := ask(t, addr, "GET /host.json HTTP/1.1\r\nHost: a\r\n\r\n"); text != `{"kind":"meet"}` {
			t.Errorf("a page is told %s", text)
		}
	}
}

// answer makes a server answer all connections to an address.
func answer(t *testing.T, s *web.Server) (addr string) {
	t.Helper()
	listener := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	answerAt(t, listener, s)
	return listener.Addr().String()
}

// answerAt makes a server answer all connections that a listener accepts.
func answerAt(t *testing.T, listener net.Listener, s *web.Server) {
	t.Helper()
	t.Cleanup(func() {
		_ = listener.Close()
		_ = s.Close()
	})
	go func() {
		for {
			nc, err := listener.Accept()
			if err != nil {
				return
			}
			if s.Answer(nc) > 0 {
				_ = nc.Close()
			}
		}
	}()
}

// TestSlowBrowsers sends requests that do not end, and no further request after one: each
// connection is closed in time.
func TestSlowBrowsers(t *testing.T) {
	for name, request := range map[string]string{
		"a request that never ends":   "GET / HTTP/1.1\r\nHost: a\r\n",
		"a body that never comes":     "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n",
		"nothing after a request":     "GET /page.js HTTP/1.1\r\nHost: a\r\n\r\n",
		"four bytes":                  "HEAD",
		"a method of the same letter": "G",
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p *faults.Pipes) {
				nc := dial(t, p)
				began := time.Now()
				sent := make(chan struct{})
				go func() {
					defer close(sent)
					_, err := io.WriteString(nc, request)
					for err == nil && strings.HasSuffix(name, "ends") { // one byte of a header after the other
						time.Sleep(100 * time.Millisecond)
						_, err = io.WriteString(nc, "X")
					}
				}()
				_, err := io.Copy(io.Discard, nc)
				if took := time.Since(began); took > 10*time.Second {
					t.Errorf("closed after %v, %v", took, err)
				}
				_ = nc.Close()
				<-sent
			})
		})
	}
}

// TestDeafBrowsers request the whole page and read nothing of it: they lose their places.
func TestDeafBrowsers(t *testing.T) {
	big := fstest.MapFS{"index.html": {Data: make([]byte, 64<<20)}}
	synctest.Test(t, func(t *testing.T) {
		p := faults.NewPipes()
		answerAt(t, p, web.NewServer(web.Config{Page: big, Info: func() web.Info { return web.Info{} }}))
		nc := dial(t, p)
		fmt.Fprintf(nc, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		time.Sleep(11 * time.Second)
		if n, err := io.Copy(io.Discard, nc); n > 64<<10 {
			t.Errorf("%d bytes came, %v", n, err)
		}
	})
}
