package words

// notationSentences are the sentences of package notation.
var notationSentences = table{
	"notation.unknown":       say("There is no notation %.20[1]q. Choose one of %[2]s."),
	"notation.other-game":    say("The notation %[1]s is not for %[2]s."),
	"notation.no-boards":     say("The notation %s has moves only, no boards."),
	"notation.disagrees":     say("%.10[1]q does something else by the rules of %[2]s."),
	"notation.two":           say("Those moves are possible in %[1]s and in %[2]s. Write the name of the game before them."),
	"notation.open":          say("A bracket of that text is never closed."),
	"notation.letters":       say("The moves after that board are not letters, A to F for South and a to f for North in turn."),
	"notation.squares":       say("The moves after that board are not written as in e1f2."),
	"notation.no-such-board": say("No game with that notation has %d houses a side."),
	"notation.board":         say("That is a board without the moves that led to it. mancala show can print it."),
	"notation.rules-twice":   say("%.40q names the rules, so it excludes --rules, --houses and --seeds."),
	"notation.no-board":      say("%.60q is not a board. mancala show prints one."),
	"notation.no-seeds":      say("%.20q is not a number of seeds."),
	"notation.other-houses":  say("The board has %d houses a side, but --houses says %d."),
	"notation.odd-seeds":     say("That board holds %d seeds, which no number of seeds a house makes."),
	"notation.other-seeds":   say("The board has %d seeds a house, but --seeds says %d."),
	"notation.no-status":     say("%.40q cannot be said of a board. Write south or north after it."),
}
