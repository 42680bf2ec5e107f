package page

import (
	"fmt"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// keyCard asks whether to trust a host whose key has changed.
type keyCard struct{ Page }

// IsKeyChanged reports whether a note says that the key of a host has changed. [NewKeyCard] then
// asks how to continue.
func IsKeyChanged(note *rules.Note) bool {
	return note != nil && note.Code == "netplay.key-changed" && len(note.Args) > 2
}

// NewKeyCard returns the card for a note with an address, the old fingerprint and the new one. It
// calls trust if the user trusts the new key.
func NewKeyCard(shell Shell, note *rules.Note, trust func()) Screen {
	k := &keyCard{New(shell, "key changed")}
	text := words.T("The host at %s shows another key than before. Perhaps they have reinstalled the program; ask them. Otherwise someone else is "+
		"answering in their place.", fmt.Sprint(note.Args[0]))
	stop := kit.WithID("key.stop", kit.NewPrimary(words.T("Stop"), shell.Back))
	again := NewAnswer(shell, "key.trust", words.T("Trust the new key"), trust)
	key := func(label string, key any) kit.Part {
		return &kit.Stack{Parts: []kit.Part{kit.Say(label, render.Caption), kit.Say(fmt.Sprint(key), render.Strong)}}
	}
	k.Compose(shell.Back, func(Grid) Sheet {
		return Sheet{Title: words.T("The key has changed"), Card: 620, Content: kit.Rows(
			kit.Say(text, render.Body), key(words.T("Old key"), note.Args[1]), key(words.T("New key"), note.Args[2]),
		), Actions: []*kit.Button{again, stop}}
	})
	k.Controls.Focus(stop)
	return k
}
