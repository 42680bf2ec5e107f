package page

import (
	"cmp"
	"strings"

	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
)

// maxPage is the length of the longest address of a page, in characters.
const maxPage = 260

// CopyLink copies the link that replays the game of a scene in a browser. A page copies its own
// address; a window asks for the address of a page first. If the game is too long for a link, it
// says that.
func CopyLink(shell Shell, sc *scene.Scene) {
	fragment, err := sc.Fragment()
	if err != nil {
		shell.Say(words.T("%s Send a picture of it instead.", words.Sentence(err)))
		return
	}
	if b := shell.Shared().Ports.Browser; b != nil {
		copyLink(shell, b.Address+"#"+fragment)
		return
	}
	shell.Push(newLinkCard(shell, fragment))
}

func copyLink(shell Shell, link string) {
	Copy(shell, words.T("A link to the game"), link, words.T("Copied the link. Whoever opens it sees the game in a browser, move by move."))
}

// linkCard asks which page the link to a game leads to.
type linkCard struct {
	Page
	fragment string
	address  *kit.TextField
}

func newLinkCard(shell Shell, fragment string) *linkCard {
	s := &linkCard{Page: New(shell, "link"), fragment: fragment}
	s.address = kit.WithID("link.page", kit.NewTextField(words.T("Address of a page"), firstPage(shell), s.Ports.Clipboard))
	s.address.MaxRunes, s.address.Placeholder = maxPage, "https://club.example.org/"
	s.address.OnChange = func(string) { s.address.Error = "" }
	take := kit.WithID("link.copy", kit.NewPrimary(words.T("Copy the link"), s.copy))
	back := NewBack(shell, "link.back")
	s.Compose(shell.Back, func(Grid) Sheet {
		about := words.T("The link has the whole game in it. It opens on any page that serves Mancala in a browser: your club's, " +
			"your own while you host a game, or a web server's with the page of a release.")
		return Sheet{
			Title: words.T("A link to the game"), Card: CardWidth, Actions: []*kit.Button{back, take},
			Content: kit.Rows(kit.Say(about, render.Body.Aligned(render.Center)), kit.Put(s.address)),
		}
	})
	s.Controls.Default = take
	s.Controls.Focus(s.address)
	return s
}

// firstPage returns the page to propose: that of this program while it hosts a game, otherwise the
// last one or, before any, that of the last club.
func firstPage(shell Shell) string {
	if own := ownPage(shell); own != "" {
		return own
	}
	now := shell.Shared().Settings.Now()
	clubs := now.Clubs.List()
	if now.GamePage != "" || len(clubs) == 0 {
		return now.GamePage
	}
	if host, ok := strings.CutSuffix(clubs[0], ":443"); ok {
		return "https://" + host + "/"
	}
	return "http://" + clubs[0] + "/"
}

// ownPage returns the page that this program serves as a host, or "".
func ownPage(shell Shell) string {
	link, sc := shell.Shared().Ports.Link, shell.Scene()
	if link == nil || sc == nil || sc.Stage() >= table.StageEnded {
		return ""
	}
	reachable := sc.Door().Listening().Reachable
	if len(reachable) == 0 {
		return ""
	}
	return link(reachable[0])
}

// copy copies the link and remembers the page, or says what is wrong with its address.
func (s *linkCard) copy() {
	page, ok := notation.PageAddress(s.address.Text())
	if !ok {
		s.address.Error = words.T("Type an address as in https://club.example.org/ or 192.168.1.20:7000.")
		s.Shell.Relayout()
		return
	}
	s.Settings.Change(func(now *settings.Settings) { now.GamePage = page })
	s.Shell.Back()
	copyLink(s.Shell, page+"#"+s.fragment)
}

// OpenLink replays the game in the fragment of a link, or says on a card why there is none.
func OpenLink(shell Shell, fragment string) {
	g, err := notation.ReadFragment(fragment)
	if err != nil {
		ok := kit.WithID("link.ok", kit.NewPrimary(words.T("OK"), shell.Back))
		text := words.T("%s Ask for the link again, or for the game as text.", words.Sentence(err))
		shell.Push(NewCard(shell, "bad link", words.T("This link shows no game"), text, shell.Back, ok))
		return
	}
	game := match.Record{Game: g.Game, Names: g.Names(), Result: g.Result, Kinds: [2]string{match.KindPerson, match.KindPerson}}
	for side, name := range game.Names {
		game.Names[side] = cmp.Or(name, match.SideNames[side])
	}
	Replay(shell, game, ToReplay{Game: &game})
}
