package page

import (
	"mancala/menus/ports"
	"mancala/scene"
	"mancala/words"
)

// CopyGame puts the game of a scene on the clipboard, as text that can be opened again.
func CopyGame(shell Shell, sc *scene.Scene) {
	if err := shell.Shared().Ports.Clipboard.Write(sc.GameText()); err != nil {
		shell.Say(words.T("Copied inside Mancala only: %s.", err.Error()))
		return
	}
	shell.Say(words.T("Copied the game. Open it again from the main menu, or give its first line to mancala show."))
}

// AskDeleteGame deletes a game of the archive after a question, and then calls deleted.
func AskDeleteGame(shell Shell, g ports.Game, deleted func()) {
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
