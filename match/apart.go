package match

import "strings"

// AtGuest and AtSecond are the words that [TellApart] puts behind a name, in English: behind a
// guest's name, and behind the second player's at one machine.
const (
	AtGuest  = "guest"
	AtSecond = "2"
)

// TellApart makes the names of two parties distinguishable: if they look the same, the second one
// gets the word at behind it, as in "Hilda (guest)". Upper and lower case look the same. A clean
// name stays clean; a long one is cut to make room. Names that TellApart has returned stay as they
// are.
func TellApart(names [2]string, at string) [2]string {
	host, guest := CleanName(names[Host]), CleanName(names[Guest])
	if guest == "" || !strings.EqualFold(nfkc(host), nfkc(guest)) {
		return names
	}
	name, behind := []rune(guest), " ("+at+")"
	for len(name) > 0 && CleanName(string(name)+behind) != string(name)+behind {
		name = name[:len(name)-1]
	}
	names[Guest] = string(name) + behind
	return names
}
