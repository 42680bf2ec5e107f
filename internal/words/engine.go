package words

// engineSentences are the sentences of package engine.
var engineSentences = table{
	"engine.no-player":      say("There is no computer player %.40[1]q. Choose one of %[2]s."),
	"engine.small-memory":   say("That is too little memory for a board of this size."),
	"engine.least-memory":   say("At least %d MiB of memory are needed."),
	"engine.cyclic":         say("In this game a position can come again, so what it is worth cannot be proved."),
	"engine.no-addresses":   say("This machine cannot address that much memory."),
	"engine.damaged-file":   say("The file %s is damaged, so the solver cannot go on from it. Choose another file, or delete this one to begin anew."),
	"engine.no-progress":    say("The file %s holds no progress of a solver. Choose another file."),
	"engine.other-version":  say("The file %s holds the progress of another version of mancala. Choose another file."),
	"engine.other-position": say("The file %[1]s holds the progress on another position, %[2]s. Choose another file."),
	"engine.cannot-keep": say("Progress can be kept only under rules such as kalah and empty-capture, with up to 7 houses and 127 seeds, " +
		"without the pie rule."),
	"engine.bad-threads": say("%[1]d threads are not possible. Choose 1 to %[2]d."),
}
