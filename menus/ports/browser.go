package ports

// Browser replaces the window for a page in a browser. Such a page can be neither closed from
// within nor moved.
type Browser struct {
	// SetTitle sets the title of the browser tab. calls says that the title calls a user who is
	// looking elsewhere, so the icon of the tab should do so, too.
	SetTitle func(title string, calls bool)
	// Call calls a user who is looking elsewhere, with a notification if the browser may show one;
	// why is the occasion in a few words.
	Call func(why string)
	// AskToCall makes the browser ask the user whether it may show notifications, and reports
	// whether it does. It asks only once in all, and right after the user has pressed something.
	AskToCall func() bool
	// HasRead, if not nil, is called at the end of each frame in which the program has read its
	// input.
	HasRead func()
	// Finger says that the main pointer of the device is a finger, so that it hardly has a keyboard
	// whose keys could be named.
	Finger bool
	// Host is the host that served the page: the only one that the page can join. It is nil if no
	// host served it.
	Host *PageHost
}

// Club returns the address of the club that served the page, or "" if no club did.
func (b *Browser) Club() string {
	if b == nil || b.Host == nil || !b.Host.Club {
		return ""
	}
	return b.Host.Addr
}

// PageHost is the host, or the club, that served a page.
type PageHost struct {
	// Club says that it is a club, whose games are joined in its lobby.
	Club bool
	// Addr is host:port, as for a [JoinRequest]. At a meeting point it is "" until a code
	// identifies the host.
	Addr string
	// Name is the host's name, cleaned for display, or "" if it is not known yet.
	Name string
	// AskCode starts over with another code of a meeting point. It is nil elsewhere.
	AskCode func()
	// NoWatchers says that the host does not allow watchers.
	NoWatchers bool
	// Unprotected says that the page was loaded over an unencrypted network, so it may have been
	// modified on its way.
	Unprotected bool
}

// Unprotected reports whether this program may have been modified on its way to the user.
func (p *Ports) Unprotected() bool {
	return p.Browser != nil && p.Browser.Host != nil && p.Browser.Host.Unprotected
}
