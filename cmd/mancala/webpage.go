package main

import (
	"embed"
	"io/fs"
)

// webpage holds the page for browsers, if make web has made it before this program was built.
//
//go:embed all:webpage
var webpage embed.FS

// browserPage returns the files of the page, or nil if this program was built without it.
func browserPage() fs.FS {
	page, err := fs.Sub(webpage, "webpage")
	if err != nil {
		return nil
	}
	if _, err := fs.Stat(page, "index.html"); err != nil {
		return nil
	}
	return page
}

// versionText returns the output of --version.
func versionText(version string, page fs.FS) string {
	if page == nil {
		return "mancala " + version + " without browser page\n"
	}
	return "mancala " + version + " with browser page\n"
}
