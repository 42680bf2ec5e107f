package words

// engineSentences are the sentences of package engine.
var engineSentences = table{
	"engine.no-player":    say("There is no computer player %.40[1]q. Choose one of %[2]s."),
	"engine.small-memory": say("That is too little memory for a board of this size."),
	"engine.least-memory": say("At least %d MiB of memory are needed."),
	"engine.cyclic":       say("In this game a position can come again, so what it is worth cannot be proved."),
	"engine.no-addresses": say("This machine cannot address that much memory."),
	"engine.bad-threads":  say("%[1]d threads are not possible. Choose 1 to %[2]d."),
}
