package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"

	"mancala/internal/qrcode"
	"mancala/netplay/web"
)

// maxLinks is the largest number of shown links: a machine may have many addresses.
const maxLinks = 6

// links returns the links that members open in a browser, the best first.
func (h *hub) links() (links []string) {
	addrs := slices.Clone(h.cfg.Addresses)
	if own := h.cfg.Node.Address; len(addrs) == 0 && own != "" {
		addrs = []string{own}
	}
	if _, port, err := net.SplitHostPort(h.listener.Addr()); err == nil && len(addrs) == 0 {
		for _, domain := range h.cfg.TLS.Domains {
			addrs = append(addrs, net.JoinHostPort(domain, port))
		}
	}
	if len(addrs) == 0 {
		addrs = h.listener.Reachable()
	}
	for _, addr := range addrs[:min(len(addrs), maxLinks)] {
		links = append(links, h.link(addr))
	}
	return links
}

// link returns the link to an address, without the browser's default port.
func (h *hub) link(addr string) string {
	scheme, usual := "http", 80
	if h.cfg.TLS.Certificate != "" || len(h.cfg.TLS.Domains) > 0 {
		scheme, usual = "https", 443
	}
	return scheme + "://" + strings.TrimSuffix(addr, ":"+strconv.Itoa(usual)) + "/"
}

// tellLinks writes the members' links for the operator and, on a terminal, the first one's QR code.
func (h *hub) tellLinks(out io.Writer) error {
	var b strings.Builder
	links := h.links()
	if page, _ := h.page(); page == nil {
		b.WriteString("Members choose Club in the menu of mancala and enter one of these. There is no page for browsers in this hub.\n")
	} else {
		b.WriteString("Members open one of these in a browser, or choose Club in the menu of mancala and enter it:\n")
	}
	for _, link := range links {
		fmt.Fprintf(&b, "  %s\n", link)
	}
	if page, _ := h.page(); page != nil && isTerminal(out) && len(links) > 0 {
		for _, line := range qrcode.HalfBlocks(qrcode.Encode(links[0])) {
			b.WriteString(line + "\n")
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// isTerminal reports whether a person is likely to see the output.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// names returns the names on the internet that lead to this club.
func (h *hub) names() *web.Names {
	names := web.NamesOf(append(slices.Clone(h.cfg.Addresses), h.cfg.Node.Address)...)
	names.Add(h.cfg.TLS.Domains...)
	return names
}

// notOurs is the answer to a browser that has asked for another name.
const notOurs = "This club does not know itself by the name in the address bar, so it shows no page. Ask those who run it for its address. " +
	"If the name is its own, they add it to the setting \"addresses\"."

// webpage holds the page for browsers, if make web has made it before this program was built.
//
//go:embed all:webpage
var webpage embed.FS

// builtPage returns this program's page, or nil if it was built without one.
func builtPage() fs.FS {
	page, err := fs.Sub(webpage, "webpage")
	if err == nil {
		_, err = fs.Stat(page, "index.html") // in git there is only the folder
	}
	if err != nil {
		return nil
	}
	return page
}

// page returns the page for browsers, the configured one or this program's, and its name in the
// log; nil if there is none.
func (h *hub) page() (fs.FS, string) {
	if h.cfg.Page != "" {
		return os.DirFS(h.cfg.Page), h.cfg.Page
	}
	if page := builtPage(); page != nil {
		return page, "built in"
	}
	return nil, "none"
}
