package words

import "mancala/match"

// partyNames are the names of those who gave none, as the program stores and sends them.
var partyNames = map[string]Msg{
	match.DefaultName(match.Host):  Msg("Host"),
	match.DefaultName(match.Guest): Msg("Guest"),
	"Player 1":                     Msg("Player 1"),
	"Player 2":                     Msg("Player 2"),
}

// Name returns a name as it is shown: one that the program has given, such as Guest or Greedy, in
// the language of the process, and any other as it is.
func Name(name string) string { return current.Load().name(name) }

func (l *language) name(name string) string {
	if msg, ok := partyNames[name]; ok {
		return l.find(message{"", string(msg)})
	}
	if s, ok := titles[name]; ok {
		return l.find(message{"", string(s)})
	}
	return name
}
