package page

import (
	"fmt"

	"mancala/menus/ports"
	"mancala/scene"
	"mancala/words"
)

// CopyGame puts the game of a scene on the clipboard, as text that can be opened again.
func CopyGame(shell Shell, sc *scene.Scene) {
	if err := shell.Shared().Ports.Clipboard.Write(sc.GameText()); err != nil {
		shell.Say(Sentence("copied inside Mancala only: " + err.Error()))
		return
	}
	shell.Say("Copied the game. Open it again from the main menu, or give its first line to mancala show.")
}

// AskDeleteGame deletes a game of the archive after a question, and then calls deleted.
func AskDeleteGame(shell Shell, g ports.Game, deleted func()) {
	text := fmt.Sprintf("%s against %s, %s, is deleted for good. A top score stays.", g.Names[0], g.Names[1], Plural(len(g.Game.Plies), "move"))
	shell.Push(NewQuestion(shell, "Delete this game?", text, "Delete", "Keep it", func() {
		shell.Shared().Ports.Archive.DeleteGame(g.ID, func(err error) {
			if err != nil {
				shell.Say(words.Sentence(err))
				return
			}
			deleted()
		})
	}))
}
