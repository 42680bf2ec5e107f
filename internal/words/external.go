package words

// externalSentences are the sentences of packages external and uci.
var externalSentences = table{
	"external.no-command":     say("engine: needs a command behind it, such as engine:/usr/bin/aalina."),
	"external.open-quote":     say("A quotation mark in %.80q is not closed."),
	"external.no-program":     say("There is no program %.80q."),
	"external.no-start":       say("%s could not be started."),
	"external.not-legal":      say("%[1]s played %.20[2]q, which is not legal."),
	"external.silent":         say("%[1]s did not answer within %[2]s seconds."),
	"external.crashed":        say("%s ended by itself."),
	"external.crashed-saying": say("%[1]s ended by itself. Its last words: \"%[2]s\"."),
	"external.no-listening":   say("No agent can connect to %s."),
	"external.no-agent":       say("No agent came to %[1]s within %[2]d seconds."),
	"external.agent-gone":     say("The agent has left."),
	"kgp.bad-board":           say("%.60q is no board that can be played here."),
	"kgp.other-version":       say("The server does not speak version 1 of the protocol."),
	"kgp.other-mode":          say("The agent does not want to play games."),
	"kgp.not-legal":           say("The agent played %.20q, which is not legal."),
	"kgp.other-rules":         say("Agents play plain Kalah alone."),
	"uci.bad-move":            say("%.20[1]q is no legal move of %[2]v."),
	"uci.bad-board":           say("%.60[1]q is no board of %[2]d houses a side."),
	"uci.other-rules":         say("That program plays Oware alone, and not %[1]v."),
}
