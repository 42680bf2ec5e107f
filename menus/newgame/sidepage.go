package newgame

import (
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// newSidePage returns a page next to the host form, with a heading, controls that take effect at
// once, advice, and a board that waits for the guest. It is below the advice or, if that is long,
// below the controls. The IDs of the controls begin with wing.
func newSidePage(p page.Page, wing, heading string, group kit.Part, notes []page.Note, long bool) *page.Page {
	advice := page.NewNoteBox()
	advice.Area.SetID(wing + ".advice")
	advice.Set(notes)
	back := page.NewBack(p.Shell, wing+".back")
	p.Compose(p.Shell.Back, func(g page.Grid) page.Sheet {
		seats := page.SeatsBoard(g, p.Art, page.Start(p.Ports.Variant), guestSeat(), page.BoardSeat{Line: words.T("You")})
		return page.Sheet{Title: heading, Content: g.Desk(group, advice.Part(), seats, long || g.Low), Actions: []*kit.Button{back}}
	})
	return &p
}

// newGuestsPage returns the page about the admission of guests and the visibility of the game.
func newGuestsPage(shell page.Shell) *page.Page {
	guests := page.NewGuests(shell, "guests")
	group := kit.Group(words.T("Guests"), append(guests.Parts(kit.Puts), guests.Nearby(kit.Puts)...)...)
	return newSidePage(page.New(shell, "who may come in"), "guests", words.T("Who may join"), group, []page.Note{
		{Heading: words.T("Two friends"), Lines: []string{
			words.T("On the same network there is nothing to set up: your friend is let in at once. For a stranger you are asked first."),
		}},
		{Heading: words.T("Invites"), Lines: []string{
			words.T("While you wait for a guest, Copy invite gives you a line to send to your friend. With it, each computer knows for certain who the " +
				"other one is."),
		}},
	}, false)
}

// newInternetPage returns the page about guests on the internet.
func newInternetPage(shell page.Shell) *page.Page {
	group := kit.Group(words.T("How friends can join"), page.NewInternet(shell, "internet").Parts(kit.Puts)...)
	notes := []page.Note{{Heading: words.T("A meeting point"), Lines: []string{
		words.T("A computer that both of you can reach. You tell your friend a code such as amber-fox-31, and it brings you together."),
		words.T("Run one with %[1]s: on a small server, or at home on a Raspberry Pi whose router forwards port %[2]s.", "mancala meet", table.MeetingPort),
		words.T("It sees who plays with whom and how much, but never the game itself. It can forge nothing."),
	}}}
	if shell.Shared().Ports.OpenPort != nil {
		notes = append(notes, page.Note{Heading: words.T("Your router's port"), Lines: []string{
			words.T("Needs no other computer. Your friend types the address that the next screen shows. Some internet providers make this impossible."),
		}})
	}
	notes = append(notes, page.Note{Heading: words.T("A private network (VPN)"), Lines: []string{
		words.T("With one such as Tailscale or WireGuard between you, there is nothing to set up: your friend types your address in that network."),
	}})
	return newSidePage(page.New(shell, "over the internet"), "internet", words.T("Play over the internet"), group, notes, true)
}
