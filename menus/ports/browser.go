package ports

// Browser takes the place of a window for a page in a browser. Such a page can neither be left from
// within nor moved.
type Browser struct {
	// SetTitle names the page in its tab.
	SetTitle func(title string)
	// Host is the host that the page came from. It is the only one that the page can join; nil
	// means that it came from none.
	Host *PageHost
}

// PageHost is the host that a page came from.
type PageHost struct {
	// Addr is host:port, as for a [JoinRequest]. It is "" at a meeting point, as long as no code
	// says who the host is.
	Addr string
	// Name is the host's name, cleaned for display, or "" if it is not known yet.
	Name string
	// AskCode begins anew, with another code of a meeting point. It is nil elsewhere.
	AskCode func()
	// NoWatchers says that the host lets no one watch.
	NoWatchers bool
	// Unprotected says that the page came unencrypted over a network, so that someone on its way
	// may have changed it.
	Unprotected bool
}

// Unprotected reports whether someone may have changed this program on its way to the person.
func (p *Ports) Unprotected() bool {
	return p.Browser != nil && p.Browser.Host != nil && p.Browser.Host.Unprotected
}
