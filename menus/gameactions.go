package menus

import (
	"fmt"

	"mancala/menus/ports"
	"mancala/scene"
)

// copyGame puts the game of a scene on the clipboard, as text that can be opened again.
func copyGame(a Shell, sc *scene.Scene) {
	if err := a.Shared().Ports.Clipboard.Write(sc.GameText()); err != nil {
		a.Say(sentence("copied inside Mancala only: " + err.Error()))
		return
	}
	a.Say("Copied the game. Open it again from the main menu, or give its first line to mancala show.")
}

// askDeleteGame deletes a game of the archive after a question, and then calls deleted.
func askDeleteGame(a Shell, g ports.Game, deleted func()) {
	text := fmt.Sprintf("%s against %s, %s, is deleted for good. A top score stays.", g.Names[0], g.Names[1], plural(len(g.Game.Plies), "move"))
	a.Push(newQuestion(a, "Delete this game?", text, "Delete", "Keep it", func() {
		a.Shared().Ports.Archive.DeleteGame(g.ID, func(err error) {
			if err != nil {
				a.Say(sentence(err.Error()))
				return
			}
			deleted()
		})
	}))
}
