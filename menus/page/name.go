package page

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
)

// NewNameField returns a field for the user's name.
func NewNameField(shell Shell) *kit.TextField {
	f := kit.NewTextField(words.T("Your name"), shell.Shared().Settings.Now().Name, shell.Shared().Ports.Clipboard)
	f.MaxRunes = match.MaxNameLetters
	f.Placeholder = words.T("What the other player sees")
	return f
}

// TakeName returns the cleaned name in a field and stores it. It may be empty: the protocol has a
// default.
func TakeName(shell Shell, f *kit.TextField) string {
	name := match.CleanName(f.Text())
	f.SetText(name)
	if name != "" {
		shell.Shared().Settings.SetName(name)
	}
	return name
}
