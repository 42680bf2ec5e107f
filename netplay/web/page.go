//go:build !js

package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// policy says what the page may do: run its own scripts and WebAssembly, and talk to the program
// that it came from. Sound needs a script that it makes itself, a blob.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// guard sets the headers that protect the person who has the page open.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// types are the types of files, by how their names end. The system's own table is not asked: a
// program may have changed it.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".gz":   "application/gzip",
	".txt":  "text/plain; charset=utf-8",
	".woff": "font/woff",
}

// page serves the files of a page, or a sentence if there is none.
type page struct {
	files    fs.FS // nil if there is none
	sentence string
	mu       sync.Mutex
	read     map[string]*file
}

// file is a file of the page.
type file struct {
	content []byte
	tag     string // for the browser's cache: a hash of the content
}

// open returns a file, which is read once, or nil if there is none by that name.
func (p *page) open(name string) *file {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f := p.read[name]; f != nil {
		return f
	}
	if p.files == nil || !fs.ValidPath(name) || types[path.Ext(name)] == "" {
		return nil
	}
	content, err := fs.ReadFile(p.files, name)
	if err != nil {
		return nil
	}
	sum := sha256.Sum256(content)
	f := &file{content, `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}
	if p.read == nil {
		p.read = map[string]*file{}
	}
	p.read[name] = f
	return f
}

// ServeHTTP answers a request for a file of the page.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	guard(h)
	h.Set("Cache-Control", "no-cache") // asked for each time, and sent only if it has changed
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f := p.open(name)
	switch {
	case f != nil:
		h.Set("ETag", f.tag)
		h.Set("Content-Type", types[path.Ext(name)])
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
	case name == "index.html":
		http.Error(w, p.sentence, http.StatusNotFound)
	default:
		http.Error(w, "There is no such page.", http.StatusNotFound)
	}
}
