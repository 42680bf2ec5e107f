package newgame

import (
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// ownHost returns the host that served the page in a browser, the only one that the page can join,
// or nil.
func ownHost(p *ports.Ports) *ports.PageHost {
	if p.Browser == nil {
		return nil
	}
	return p.Browser.Host
}

// joinLabel returns the label of the button for joining a network game, or "" if that is
// impossible.
func joinLabel(b *ports.Browser) string {
	switch {
	case b == nil:
		return words.T("Join a game")
	case b.Host == nil, b.Host.Club:
		return ""
	case b.Host.Name == "":
		return words.T("Join the game")
	}
	return words.T("Join %s", words.Name(b.Host.Name))
}

// goJoin opens the join screen, or makes the page ask for a code if its host is unknown.
func goJoin(shell page.Shell) {
	if own := ownHost(shell.Shared().Ports); own != nil && own.Addr == "" {
		own.AskCode()
		return
	}
	shell.Push(newJoinScreen(shell))
}

// otherButton returns the button for another code on the page of a host, or nil.
func (j *joinScreen) otherButton() *kit.Button {
	if j.own == nil || j.own.AskCode == nil {
		return nil
	}
	return kit.WithID("join.other-code", kit.NewButton(words.T("Another code"), j.own.AskCode))
}

// protection explains the protection of a game with the host of the page.
func protection(p *ports.Ports) []page.Note {
	lines := []string{words.T("Your game is encrypted all the way to the other player.")}
	if p.Unprotected() {
		lines = append(lines, page.OverHTTP())
	}
	return []page.Note{{Heading: words.T("How it is protected"), Lines: lines}}
}

// known returns the earlier hosts that this program can join.
func (j *joinScreen) known() []string {
	if j.own != nil {
		return nil
	}
	return j.Settings.Now().Hosts.List()
}

// first returns the field with the initial focus.
func (j *joinScreen) first() kit.Widget {
	if j.own != nil {
		return j.name
	}
	return j.address
}
