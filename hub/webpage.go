package main

import (
	"embed"
	"io/fs"
	"os"
)

// webpage holds the page for browsers, if make web has made it before this program was built.
//
//go:embed all:webpage
var webpage embed.FS

// builtPage returns the page that is in this program, or nil if it was built without one.
func builtPage() fs.FS {
	page, err := fs.Sub(webpage, "webpage")
	if err != nil {
		return nil
	}
	return pageIn(page)
}

// pageIn returns a folder if there is a page in it, and otherwise nil.
func pageIn(folder fs.FS) fs.FS {
	if _, err := fs.Stat(folder, "index.html"); err != nil {
		return nil
	}
	return folder
}

// page returns the page that browsers are shown, and the words for the log that say which one it
// is: that of the configuration, or the one in this program; nil for none.
func (h *hub) page() (fs.FS, string) {
	if h.cfg.Page != "" {
		return os.DirFS(h.cfg.Page), h.cfg.Page
	}
	if page := builtPage(); page != nil {
		return page, "built in"
	}
	return nil, "none"
}
