package page

import (
	"errors"
	"strings"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
)

// Copy puts a text on the clipboard and says so. If other programs cannot read the clipboard, it
// shows the text on a card with the title, so that the user can write it down.
func Copy(shell Shell, title, text, said string) {
	switch err := shell.Shared().Ports.Clipboard.Write(text); {
	case err == nil:
		shell.Say(said)
	case !errors.Is(err, kit.ErrShown):
		shell.Push(newTextCard(shell, title, text, err))
	}
}

// newTextCard shows the first line of a text, which is enough to reopen a game.
func newTextCard(shell Shell, title, text string, err error) *Card {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if !strings.Contains(line, " ") { // one long word
		line = words.T("One line without spaces:") + "\n" + strings.NewReplacer("#", "#\n", "-", "-\n").Replace(line)
	}
	ok := kit.WithID("copied.ok", kit.NewPrimary(words.T("OK"), shell.Back))
	return NewCard(shell, "copied", title, words.T("Copied inside Mancala only: %s.", err.Error())+"\n\n"+line, shell.Back, ok)
}

// CopyGame copies the game of a scene as text that users can reopen.
func CopyGame(shell Shell, sc *scene.Scene) {
	Copy(shell, words.T("The game as text"), sc.GameText(),
		words.T("Copied the game. Open it again from the main menu, or give its first line to mancala show."))
}

// ShowCheck shows the check of a finished game, so that the players can compare their checks.
func ShowCheck(shell Shell, sc *scene.Scene) {
	ok := kit.WithID("check.ok", kit.NewButton(words.T("OK"), shell.Back))
	shell.Push(NewCard(shell, "check", words.T("Check of the game"), words.GameCheck(sc.Match().Check()), shell.Back, ok))
}

// AskDeleteGame asks, deletes an archived game, and then calls deleted.
func AskDeleteGame(shell Shell, g match.Record, deleted func()) {
	n := len(g.Game.Plies)
	text := words.N("%[1]s against %[2]s, %[3]d move, is deleted for good. A top score stays.",
		"%[1]s against %[2]s, %[3]d moves, is deleted for good. A top score stays.", n, words.Name(g.Names[0]), words.Name(g.Names[1]), n)
	shell.Push(NewQuestion(shell, words.T("Delete this game?"), text, words.T("Delete"), words.T("Keep it"), func() {
		shell.Shared().Ports.Archive.DeleteGame(g.ID, func(err error) {
			if err != nil {
				shell.Say(words.Sentence(err))
				return
			}
			deleted()
		})
	}))
}
