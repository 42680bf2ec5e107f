package words

import (
	"strings"

	"mancala/internal/match"
)

// partyNames are the default names of players, in the form stored and sent.
var partyNames = map[string]Msg{
	match.DefaultName(match.Host):  Msg("Host"),
	match.DefaultName(match.Guest): Msg("Guest"),
	match.Unnamed[0]:               Msg("Player 1"),
	match.Unnamed[1]:               Msg("Player 2"),
	match.SideNames[0]:             Msg("South"),
	match.SideNames[1]:             Msg("North"),
}

// Name returns a name for display. It translates default names, such as Guest or Greedy, and
// returns any other unchanged.
func Name(name string) string { return current.Load().name(name) }

func (l *language) name(name string) string {
	if msg, ok := partyNames[name]; ok {
		return l.find(message{"", string(msg)})
	}
	if s, ok := titles[name]; ok {
		return l.find(message{"", string(s)})
	}
	if own, ok := strings.CutSuffix(name, " ("+match.AtGuest+")"); ok { // see match.TellApart
		return l.format(l.find(message{"", string(Msg("%s (guest)"))}), []any{l.name(own)})
	}
	for _, number := range [...]string{" 1", " 2", " (" + match.AtSecond + ")"} { // two computer players of the same name
		if title, ok := strings.CutSuffix(name, number); ok && titles[title] != "" {
			return l.name(title) + number
		}
	}
	return name
}

// phrases are the ready-made lines of talk. The protocol carries them in English.
var phrases = func() map[string]Msg {
	known := [...]Msg{Msg("Hello!"), Msg("Good luck!"), Msg("Well played!"), Msg("Thank you!")}
	all := map[string]Msg{}
	for i, text := range match.Phrases {
		all[text] = known[i]
	}
	return all
}()

// Phrase returns a line of talk for display. It translates the lines of [match.Phrases], and
// returns any other unchanged.
func Phrase(text string) string {
	if msg, ok := phrases[text]; ok {
		return msg.T()
	}
	return text
}
