package words

// matchSentences are the sentences of packages match and table.
var matchSentences = table{
	"match.out-of-turn":     say("It is not your turn."),
	"match.ended":           say("The game is over."),
	"match.running":         say("The game is still running."),
	"match.nothing-to-undo": say("There is nothing to undo."),
	"match.nothing-to-redo": say("There is nothing to redo."),
	"match.alone":           say("Both players are at this computer."),
	"match.watching":        say("You are watching; only the two players can do that."),
	"match.paused":          say("The connection is down; the game goes on when it is back."),
	"match.asked":           say("A request is waiting for its answer; withdraw it first."),
	"match.nothing-asked":   say("Nothing has been asked."),
	"match.refused-often":   say("You have already asked three times to take this move back."),
	"match.timed":           say("In a game with clocks no move is taken back."),
	"match.rated":           say("In a rated game no move is taken back."),
	"match.too-fast":        say("One line a second; wait a moment."),
	"match.nothing-said":    say("There is nothing to say in that."),
	"match.left":            say("You left the game."),
	"match.withdrawn": count(
		"A move of yours does not count: something else came first.",
		"%[1]d moves of yours do not count: something else came first.",
	),
	"match.bad-time":  say("A clock is minutes+seconds, such as 5+3, or 90s+2 for 90 seconds. The time for a game is 1 second to 3 hours; a move adds up to 3 minutes."),
	"match.bad-rules": say("These rules cannot be played. %s"),

	// The last argument, if a computer player fails, is one of the two pieces of advice.
	"match.no-choice":     say("%[1]s could not choose a move. %[2]s %[3]s"),
	"match.bad-choice":    say("%[1]s chose house %[2]s, which cannot be played. %[3]s %[4]s"),
	"match.leave":         say("You can leave the game."),
	"match.undo-or-leave": say("Take the last move back, or leave the game."),
}
