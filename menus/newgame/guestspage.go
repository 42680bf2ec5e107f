package newgame

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// guestsPage is where a host says who may come in, and how the game is found. What is chosen there
// counts at once.
type guestsPage struct {
	page.Page
	group  *kit.Group
	advice *page.NoteBox
	back   *kit.Button
	frame  page.Frame
}

func newGuestsPage(shell page.Shell) *guestsPage {
	g := &guestsPage{Page: page.New(shell, "who may come in"), advice: page.NewNoteBox()}
	g.group = page.NewGuests(shell, "guests").AddTo(kit.NewGroup(words.T("Guests")))
	g.advice.Area.SetID("guests.advice")
	g.advice.Set([]page.Note{
		{Heading: words.T("Two friends"), Lines: []string{
			words.T("In one network nothing has to be set: your friend is let in at once. About a stranger you are asked first."),
		}},
		{Heading: words.T("Invites"), Lines: []string{
			words.T("While you wait for a guest, Copy invite gives you a line to send to your friend. With it, both computers know each other for certain."),
		}},
		{Heading: words.T("From the internet"), Lines: []string{
			words.T("Your router must pass the port on. It can be asked to, as long as you host."),
		}},
	})
	g.back = kit.WithID("guests.back", kit.NewButton(words.T("Back"), shell.Back))
	g.back.Primary = true
	g.Controls = kit.NewForm(append(kit.GroupWidgets(g.group), g.advice.Area, g.back)...)
	g.Controls.OnCancel = shell.Back
	return g
}

// Renewed returns the page in another language.
func (g *guestsPage) Renewed() page.Screen { return newGuestsPage(g.Shell) }

// Layout places the controls at the left and the advice at the right.
func (g *guestsPage) Layout(c *render.Canvas, window render.Rect) {
	g.frame = page.NewFrame(window, page.FrameWidth)
	left, right := g.frame.Left, g.frame.Right
	gap := g.frame.Gap
	height := kit.PlaceGroups(left, 1, gap, g.group)
	if height > left.H {
		gap = 9
		height = kit.PlaceGroups(left, 1, gap, g.group)
	}
	if right.X == left.X { // below: it follows at once
		right.H += right.Y - left.Y - height - 2*gap
		right.Y = left.Y + height + 2*gap
	}
	g.advice.Layout(c, right)
	g.back.SetBounds(g.frame.No)
}

// Draw draws the page.
func (g *guestsPage) Draw(c *render.Canvas) {
	g.frame.DrawHeading(c, words.T("Who may come in"))
	page.DrawPanel(c, g.advice.Panel)
	g.Controls.Draw(c)
}
