package ports

// Browser replaces the window for a page in a browser. The program can neither close nor move its
// page.
type Browser struct {
	// SetTitle sets the title of the browser tab. calls says that the title calls a user who looks
	// elsewhere; then the icon of the tab should do so, too.
	SetTitle func(title string, calls bool)
	// Call calls a user who looks elsewhere, with a notification if the browser may show one. why
	// is the occasion in a few words.
	Call func(why string)
	// AskToCall makes the browser ask the user for permission to show notifications, and reports
	// whether it does. It asks only once, and only right after a press.
	AskToCall func() bool
	// HasRead, if not nil, is called at the end of each frame that has read its input.
	HasRead func()
	// Finger says that the main pointer of the device is a finger, so that it probably has no
	// keyboard.
	Finger bool
	// Address is the address of the page, for links to it.
	Address string
	// Host is the host that served the page, the only one that the page can join, or nil.
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
	// Club says that it is a club; its games are in its lobby.
	Club bool
	// Addr is host:port, as for a [JoinRequest]. At a meeting point it is "" until a code
	// identifies the host.
	Addr string
	// Name is the host's name, cleaned for display, or "" while unknown.
	Name string
	// AskCode starts over with another code of a meeting point. It is nil elsewhere.
	AskCode func()
	// NoWatchers says that the host does not allow watchers.
	NoWatchers bool
	// Unprotected says that the page was loaded without encryption, so it may have been modified on
	// its way.
	Unprotected bool
}

// Unprotected reports whether this program may have been modified on its way to the user.
func (p *Ports) Unprotected() bool {
	return p.Browser != nil && p.Browser.Host != nil && p.Browser.Host.Unprotected
}
