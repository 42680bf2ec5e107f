package main

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/netplay/address"
	"mancala/netplay/web"
)

// guestOptions are the options about the guest's seat: whom a host admits, and whether a guest
// waits.
type guestOptions struct {
	admit      string // a key of askings, or ""
	invite     bool   // let in only those with an invite, and print one
	noWatchers bool
	wait       bool   // wait for the seat if another guest has it
	hidden     bool   // not announced on the local network
	openPort   bool   // ask the router to open the port
	noWeb      bool   // do not answer browsers
	via        string // the meeting point of --via; "" means the one in the settings, if any
	address    string // where guests from elsewhere reach the host; "" if that is not known
	// names are the host's names for browsers; nil before any browser can come.
	names *web.Names
}

// askings maps the values of --admit to the guests that the host is asked about.
var askings = map[string]match.Asking{"all": match.AskNone, "local": match.AskStrangers, "ask": match.AskAll}

func (d *guestOptions) register(fs *flagSet) {
	fs.text(&d.admit, "admit", "", "all|local|ask", words.T("who gets the seat without your being asked: all; local, guests on this "+
		"computer and the local network, which is the default; or ask, no one. For --text without a keyboard, as in a script, all is "+
		"the default"))
	fs.yes(&d.invite, "invite", words.T("let in only guests with an invite; in the terminal it is printed at the start"))
	fs.yes(&d.noWatchers, "no-watchers", words.T("let no one watch"))
	fs.yes(&d.openPort, "open-port", words.T("with --text: ask the router to let guests in from the internet while you host, and say what "+
		"it answers; in the window this is a setting"))
	fs.yes(&d.noWeb, "no-web", words.T("let in no browsers; otherwise friends without mancala open the host's link in one"))
	fs.text(&d.address, "address", "", "HOST[:PORT]", words.T("a name or an address of this computer by which friends reach it from "+
		"elsewhere, such as ada.example.org; links and invites have it, and browsers may come by it"))
	fs.text(&d.via, "via", "", "HOST[:PORT]", words.T("let guests come through the meeting point at HOST as well, by a code that you are "+
		"told; in the window this is a setting"))
	fs.yes(&d.hidden, "no-announce", words.T("do not tell the local network of your game; otherwise mancala find and the screen to join "+
		"show it there"))
}

// registerGuest makes the flag of a guest known.
func (d *guestOptions) registerGuest(fs *flagSet) {
	fs.yes(&d.wait, "wait", words.T("with --join: wait for the seat if another guest has it"))
}

func (d *guestOptions) check() error {
	if _, known := askings[d.admit]; d.admit != "" && !known {
		return words.Errorf("%q does not say who is let in. Write --admit all, --admit local or --admit ask.", d.admit)
	}
	if d.address != "" {
		if _, err := address.ParseHostPort(d.address, address.DefaultPort); err != nil {
			return words.Errorf("%q is not an address of this computer. Write --address ada.example.org, or with a port, --address ada.example.org:7100.",
				d.address)
		}
	}
	if d.via != "" {
		point, err := address.ParsePoint(d.via)
		if err != nil {
			return words.Errorf("%q is not the name of a meeting point. Write --via meet.example.org, or with a port, --via meet.example.org:7100.", d.via)
		}
		return checkReach(point)
	}
	return nil
}

// checkAddress returns an error if an address cannot stand in an invite.
func checkAddress(addr string) error {
	_, _, err := address.Parse(addr)
	return err
}

// over returns a as changed by the command line.
func (d *guestOptions) over(a match.Admission) match.Admission {
	if d.admit != "" {
		a.Ask = askings[d.admit]
	}
	a.InviteOnly = a.InviteOnly || d.invite
	a.NoWatchers = a.NoWatchers || d.noWatchers
	return a
}

// atTerminal returns a terminal host's admission. If the input is a pipe, it can ask no one.
func (d *guestOptions) atTerminal(interactive bool) match.Admission {
	if interactive {
		return d.over(match.Admission{Ask: match.AskStrangers})
	}
	return d.over(match.Admission{Ask: match.AskNone})
}
