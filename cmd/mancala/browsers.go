package main

import (
	"io/fs"
	"log/slog"

	"mancala/netplay"
	"mancala/netplay/web"
)

// openToBrowsers reports whether a browser that opens the address of a host here gets the page.
func (o *options) openToBrowsers() bool { return !o.door.noWeb && browserPage() != nil }

// browsers returns a function that makes the server of a host's page, or nil with --no-web.
func (o *options) browsers(log *slog.Logger) func(netplay.Site) netplay.Browsers {
	if o.door.noWeb {
		return nil
	}
	return func(site netplay.Site) netplay.Browsers { return pageOf(site, browserPage(), log) }
}

// pageOf returns the server of a host's page. If page is nil it tells browsers how to get one.
func pageOf(site netplay.Site, page fs.FS, log *slog.Logger) *web.Server {
	return web.NewServer(web.Config{
		Page: page, Places: site.Places,
		NoPage: noPage(),
		Info: func() web.Info {
			return web.Info{Kind: "host", Name: site.Name, Encrypted: site.Encrypted, Watchers: site.Watchers()}
		},
		Enter: site.Enter,
		Log:   log,
	})
}
