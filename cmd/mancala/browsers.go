package main

import (
	"io/fs"
	"log/slog"

	"mancala/internal/words"
	"mancala/netplay/address"
	"mancala/netplay/transport"
	"mancala/netplay/web"
)

// openToBrowsers reports whether a browser gets the page at a local host's address.
func (o *options) openToBrowsers() bool { return !o.guests.noWeb && browserPage() != nil }

// browsers returns a function that makes the server of a host's page, or nil with --no-web.
func (o *options) browsers(log *slog.Logger) func(transport.Site) transport.Browsers {
	if o.guests.noWeb {
		return nil
	}
	return func(site transport.Site) transport.Browsers { return pageOf(site, browserPage(), o.guests.names, log) }
}

// pageLink returns the link that opens a host's page in a browser; invite is one, or an address as
// host:port. From now on browsers may use the name in it.
func (o *options) pageLink(invite string) string {
	if addr, _, err := address.Parse(invite); err == nil {
		o.guests.names.Add(addr)
	}
	return pageLink(invite)
}

// pageOf returns the server of a host's page. If page is nil it tells browsers how to get one.
func pageOf(site transport.Site, page fs.FS, names *web.Names, log *slog.Logger) *web.Server {
	return web.NewServer(web.Config{
		Page: page, Places: site.Places,
		NoPage: noPage(), Names: names,
		NotOurs: words.T("This computer does not know itself by the name in the address bar, so it shows no page. Ask for a link with its IP "+
			"address. If the name is its own, its player can start with: %s", "mancala --serve :7000 --address "+"ada.example.org"),
		Info: func() web.Info {
			return web.Info{Kind: "host", Name: site.Name, Encrypted: site.Encrypted, Watchers: site.Watchers()}
		},
		Enter: site.Enter,
		Log:   log,
	})
}
