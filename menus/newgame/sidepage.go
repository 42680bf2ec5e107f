package newgame

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// sidePage is a page next to the host form, with advice, and controls that take effect at once.
type sidePage struct {
	page.Page
	heading string
	again   func(page.Shell) *sidePage
	group   *kit.Group
	advice  *page.NoteBox
	back    *kit.Button
	frame   page.Frame
}

// newSidePage returns a page with a heading. The IDs of its controls begin with wing, and again
// builds the page anew.
func newSidePage(p page.Page, wing, heading string, again func(page.Shell) *sidePage, group *kit.Group, notes []page.Note) *sidePage {
	s := &sidePage{Page: p, heading: heading, again: again, group: group, advice: page.NewNoteBox()}
	s.advice.Area.SetID(wing + ".advice")
	s.advice.Set(notes)
	s.back = kit.WithID(wing+".back", kit.NewButton(words.T("Back"), s.Shell.Back))
	s.back.Primary = true
	s.Controls = kit.NewForm(append(kit.GroupWidgets(group), s.advice.Area, s.back)...)
	s.Controls.OnCancel = s.Shell.Back
	return s
}

// newGuestsPage returns the page about the admission of guests and how the game is found.
func newGuestsPage(shell page.Shell) *sidePage {
	group := page.NewGuests(shell, "guests").AddTo(kit.NewGroup(words.T("Guests")))
	return newSidePage(page.New(shell, "who may come in"), "guests", words.T("Who may join"), newGuestsPage, group, []page.Note{
		{Heading: words.T("Two friends"), Lines: []string{
			words.T("On the same network there is nothing to set up: your friend is let in at once. For a stranger you are asked first."),
		}},
		{Heading: words.T("Invites"), Lines: []string{
			words.T("While you wait for a guest, Copy invite gives you a line to send to your friend. With it, each computer knows for certain who the " +
				"other one is."),
		}},
	})
}

// newInternetPage returns the page about guests on the internet.
func newInternetPage(shell page.Shell) *sidePage {
	group := page.NewInternet(shell, "internet").AddTo(kit.NewGroup(words.T("How friends can join")))
	notes := []page.Note{{Heading: words.T("A meeting point"), Lines: []string{
		words.T("A computer that both of you can reach. You tell your friend a code such as amber-fox-31, and it brings you together."),
		words.T("Run one with %[1]s: on a small server, or at home on a Raspberry Pi whose router forwards port %[2]s.", "mancala meet", match.MeetingPort),
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
	return newSidePage(page.New(shell, "over the internet"), "internet", words.T("Play over the internet"), newInternetPage, group, notes)
}

// Renewed returns the page in another language.
func (s *sidePage) Renewed() page.Screen { return s.again(s.Shell) }

// Layout places the controls at the left and the advice at the right.
func (s *sidePage) Layout(c *render.Canvas, window render.Rect) {
	s.frame = page.NewFrame(window, page.FrameWidth)
	left, right := s.frame.Left, s.frame.Right
	gap := s.frame.Gap
	height := kit.PlaceGroups(left, 1, gap, s.group)
	if height > left.H {
		gap = 9
		height = kit.PlaceGroups(left, 1, gap, s.group)
	}
	if right.X == left.X { // below the controls, without a gap
		right.H += right.Y - left.Y - height - 2*gap
		right.Y = left.Y + height + 2*gap
	}
	s.advice.Layout(c, right)
	s.back.SetBounds(s.frame.No)
}

// Draw draws the page.
func (s *sidePage) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, s.heading)
	page.DrawPanel(c, s.advice.Panel)
	s.Controls.Draw(c)
}
