//go:build !js

package web

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"path"
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
	policy   string
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
	guard(h, p.policy)
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
