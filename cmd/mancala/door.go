package main

import (
	flag "github.com/spf13/pflag"

	"mancala/match"
	"mancala/netplay"
	"mancala/words"
)

// doorOptions are the options about getting a seat: for a host, whom to let in; for a guest, how
// patient to be.
type doorOptions struct {
	admit      string // a key of askings, or ""
	invite     bool   // let in only those with an invite, and print one
	noWatchers bool
	wait       bool   // wait for the seat if another guest has it
	hidden     bool   // not announced on the local network
	openPort   bool   // the router is asked to open the port
	noWeb      bool   // browsers are not answered
	via        string // a meeting point that sends guests; "" for none, or the one of the settings
}

// askings are the values of --admit: about whom a host's person is asked.
var askings = map[string]match.Ask{"all": match.AskNone, "local": match.AskStrangers, "ask": match.AskAll}

func (d *doorOptions) register(fs *flag.FlagSet) {
	fs.StringVar(&d.admit, "admit", "", "")
	fs.BoolVar(&d.invite, "invite", false, "")
	fs.BoolVar(&d.noWatchers, "no-watchers", false, "")
	fs.BoolVar(&d.wait, "wait", false, "")
	fs.BoolVar(&d.hidden, "no-announce", false, "")
	fs.BoolVar(&d.openPort, "open-port", false, "")
	fs.BoolVar(&d.noWeb, "no-web", false, "")
	fs.StringVar(&d.via, "via", "", "")
}

func (d *doorOptions) check() error {
	if _, known := askings[d.admit]; d.admit != "" && !known {
		return words.Errorf("%q does not say who is let in. Write --admit all, --admit local or --admit ask.", d.admit)
	}
	if d.via != "" {
		point, err := netplay.ParsePoint(d.via)
		if err != nil {
			return words.Errorf("%q is not the name of a meeting point. Write --via meet.example.org, or with a port, --via meet.example.org:7100.", d.via)
		}
		return checkReach(point)
	}
	return nil
}

// checkAddress says what is wrong with an address for an invite.
func checkAddress(addr string) error {
	_, _, err := netplay.ParseAddress(addr)
	return err
}

// over returns who is let in: a, changed as the command line says.
func (d *doorOptions) over(a match.Admission) match.Admission {
	if d.admit != "" {
		a.Ask = askings[d.admit]
	}
	a.InviteOnly = a.InviteOnly || d.invite
	a.NoWatchers = a.NoWatchers || d.noWatchers
	return a
}

// atTerminal returns who is let in by a host in a terminal. At a pipe no person can be asked.
func (d *doorOptions) atTerminal(interactive bool) match.Admission {
	if interactive {
		return d.over(match.Admission{Ask: match.AskStrangers})
	}
	return d.over(match.Admission{Ask: match.AskNone})
}
