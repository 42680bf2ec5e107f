// Package page holds the page that a browser shows until the program draws: files written by hand,
// and their texts.
package page

import "mancala/internal/words"

// Texts returns the page's texts in the current language, under their names in index.html and
// page.js.
func Texts() map[string]string {
	return map[string]string{
		"loading":  words.T("The game is being loaded"),
		"starting": words.T("The game begins"),
		"waits":    words.T("The game begins as soon as it is loaded"),
		"failed":   words.T("The game cannot go on. Reload the page to try again."),
		"ended":    words.T("The program has ended."),
		"lacks":    words.T("This browser cannot run Mancala: it lacks %s.", "%s"),
		"newer": words.T("Update it, or take another one: Chrome or Edge 85, Firefox 113, Safari 16.4, or newer. " +
			"If yours is, its settings may forbid WebAssembly, as the lockdown mode of an iPhone does."),
		"undrawn": words.T("This browser cannot draw the board: it lacks WebGL 2."),
		"accelerate": words.T("Turn on the hardware acceleration, or graphics acceleration, in its settings and start it again, " +
			"or take another browser."),
		"without":  words.T("The program itself needs no browser, and plays in a terminal, too."),
		"invites":  words.T("%s invites you to a game", "%s"),
		"invited":  words.T("You are invited to a game"),
		"meets":    words.T("Play with a friend"),
		"welcome":  words.T("Welcome to %s", "%s"),
		"club":     words.T("Club"),
		"enter":    words.T("Enter the club"),
		"code":     words.T("The code that your friend has sent you"),
		"name":     words.T("Your name"),
		"play":     words.C("a game", "Play"),
		"watch":    words.C("a game of others", "Watch"),
		"alone":    words.T("Play here instead"),
		"aloneHow": words.T("against the computer, or two at this screen"),
	}
}
