package words

// notationSentences are the sentences of package notation.
var notationSentences = table{
	"notation.unknown":       say("There is no notation %.20[1]q. Choose one of %[2]s."),
	"notation.other-game":    say("The notation %[1]s is not for %[2]s."),
	"notation.disagrees":     say("%.10[1]q does something else by the rules of %[2]s."),
	"notation.two":           say("Those moves are possible in %[1]s and in %[2]s. Write the name of the game before them."),
	"notation.letters":       say("The moves after that board are not letters, A to F for South and a to f for North in turn."),
	"notation.squares":       say("The moves after that board are not written as in e1f2."),
	"notation.no-such-board": say("No game with that notation has %d houses a side."),
	"notation.board":         say("That is a board without the moves that led to it. mancala show can print it."),
}
