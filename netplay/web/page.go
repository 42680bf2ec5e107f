//go:build !js

package web

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// guard sets the headers that protect the person who has opened the page.
func guard(h http.Header, policy string) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// types are the media types of files by extension. The system's own table is not used: a program
// may have changed it.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".gz":   "application/gzip",
	".wasm": "application/wasm",
	".txt":  "text/plain; charset=utf-8",
	".woff": "font/woff",
}

// page serves the files of a page, or a sentence if there is none.
type page struct {
	files    fs.FS // nil if there is none
	sentence string
	policy   func() string
	mu       sync.Mutex
	tags     map[string]string // of files, for the browser's cache: a hash of the content
}

// file is an open file of the page.
type file interface {
	fs.File
	io.ReadSeeker
}

// sent is a file as it is sent.
type sent struct {
	file
	name      string // in the page
	mediaType string
	encoding  string // if it is packed for the way
}

// find opens the file of a request, or returns nil if the page has none with that name for
// browsers. In place of NAME.gz a browser that accepts brotli gets the content of NAME, encoded by
// brotli, if there is a NAME.br.
func (p *page) find(name string, r *http.Request) *sent {
	if types[path.Ext(name)] == "" {
		return nil
	}
	if unpacked, ok := strings.CutSuffix(name, ".gz"); ok && accepts(r.Header, "br") {
		if f := p.open(unpacked + ".br"); f != nil {
			return &sent{f, unpacked + ".br", types[path.Ext(unpacked)], "br"}
		}
	}
	if f := p.open(name); f != nil {
		return &sent{f, name, types[path.Ext(name)], ""}
	}
	return nil
}

// accepts reports whether a request accepts an encoding, which it has to name.
func accepts(h http.Header, encoding string) bool {
	for _, line := range h.Values("Accept-Encoding") {
		for each := range strings.SplitSeq(line, ",") {
			name, quality, _ := strings.Cut(each, ";")
			if !strings.EqualFold(strings.TrimSpace(name), encoding) {
				continue
			}
			_, q, weighted := strings.Cut(quality, "=")
			n, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			return !weighted || err == nil && n > 0
		}
	}
	return false
}

// open opens a file, or returns nil if there is none.
func (p *page) open(name string) file {
	if p.files == nil || !fs.ValidPath(name) {
		return nil
	}
	opened, err := p.files.Open(name)
	if err != nil {
		return nil
	}
	if f, ok := opened.(file); ok {
		return f
	}
	_ = opened.Close()
	return nil
}

// tag returns the tag of a file, which it reads once for that.
func (p *page) tag(name string, f file) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tag := p.tags[name]; tag != "" {
		return tag, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if p.tags == nil {
		p.tags = map[string]string{}
	}
	p.tags[name] = `"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:16]) + `"`
	return p.tags[name], nil
}

// ServeHTTP answers a request for a file of the page.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	guard(h, p.policy())
	h.Set("Cache-Control", "no-cache") // revalidated each time, and sent only if it has changed
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f := p.find(name, r)
	if f == nil {
		sentence := "There is no such page."
		if name == "index.html" {
			sentence = p.sentence
		}
		http.Error(w, sentence, http.StatusNotFound)
		return
	}
	defer f.Close()
	tag, err := p.tag(f.name, f)
	if err != nil { // a folder
		http.Error(w, "There is no such page.", http.StatusNotFound)
		return
	}
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", f.mediaType)
	if f.encoding != "" {
		h.Set("Content-Encoding", f.encoding)
	}
	http.ServeContent(w, r, "", time.Time{}, f)
}

// trust is the set of the other programs that serve the same page: their addresses, host:port.
type trust []string

// hostName matches the names and IPv4 addresses that a policy can name.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)

// trust returns the addresses that a policy can name: it has no form for IPv6.
func (s *Server) trust() (t trust) {
	if s.cfg.Others == nil {
		return nil
	}
	for _, addr := range s.cfg.Others() {
		host, port, err := net.SplitHostPort(addr)
		if err == nil && hostName.MatchString(host) && hostName.MatchString(port) {
			t = append(t, strings.ToLower(addr))
		}
	}
	return t
}

// policy returns the Content-Security-Policy of the page: it may run its own scripts and
// WebAssembly, and connect to the program that it came from and to the others. Sound needs a
// script that it makes itself, a blob.
func (t trust) policy() string {
	connect := "'self'"
	for _, addr := range t {
		connect += " ws://" + addr + " wss://" + addr
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; style-src 'self'; " +
		"img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' blob:; connect-src " + connect + "; manifest-src 'self'; " +
		"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
}

// origins returns patterns of the origins of pages that may open streams besides our own. A browser
// leaves out the usual port.
func (t trust) origins() (patterns []string) {
	for _, addr := range t {
		patterns = append(patterns, addr)
		if host, plain := strings.CutSuffix(addr, ":80"); plain {
			patterns = append(patterns, "http://"+host)
		}
		if host, secure := strings.CutSuffix(addr, ":443"); secure {
			patterns = append(patterns, "https://"+host)
		}
	}
	return patterns
}

// Names is a set of names on the internet that lead to a program. The zero value is empty. It is
// safe for concurrent use.
type Names struct {
	mu  sync.Mutex
	set map[string]bool
}

// NamesOf returns the set of the hosts of some addresses, each with or without a port.
func NamesOf(addrs ...string) *Names {
	n := new(Names)
	n.Add(addrs...)
	return n
}

// Add adds the hosts of addresses, each with or without a port.
func (n *Names) Add(addrs ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.set == nil {
		n.set = map[string]bool{}
	}
	for _, addr := range addrs {
		if host := hostOf(addr); host != "" {
			n.set[host] = true
		}
	}
}

// Has reports whether the host of an address, with or without a port, is in the set.
func (n *Names) Has(addr string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.set[hostOf(addr)]
}

// hostOf returns the host of an address with or without a port: in small letters, without brackets,
// and without the dot that may end a name.
func hostOf(addr string) string {
	host := addr
	if h, _, err := net.SplitHostPort(addr); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// local reports whether the requested host and port rule out a public DNS name. A stranger's name
// can resolve to this computer after the browser has loaded the stranger's page from it; then the
// page has our origin (DNS rebinding).
func local(hostport string) bool {
	host := hostOf(hostport)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	if !strings.Contains(host, ".") {
		return host != ""
	}
	for _, ending := range []string{".local", ".localhost", ".lan", ".internal", ".home.arpa"} {
		if strings.HasSuffix(host, ending) {
			return true
		}
	}
	return false
}

// ours answers only requests to our names and to hosts that no DNS name leads to. A request without
// a host is not a browser's.
func (s *Server) ours(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Names == nil || r.Host == "" || local(r.Host) || s.cfg.Names.Has(r.Host) {
			next.ServeHTTP(w, r)
			return
		}
		guard(w.Header(), s.trust().policy())
		w.Header().Set("Cache-Control", "no-store") // the name may be ours tomorrow
		http.Error(w, s.cfg.NotOurs, http.StatusMisdirectedRequest)
	})
}
