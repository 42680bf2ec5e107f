package render

import "unicode"

// picture stands for an emoji or another symbol without a font and an emoticon.
const picture = "¤"

// emoticons are the most common emoji, in signs that every font has. They contain no letters, so
// that names cannot imitate others.
var emoticons = signs(map[string]string{
	":)": "🙂😊☺😌🤗", ":-D": "😀😃😄😁😆😂🤣", ";)": "😉", ":(": "🙁☹😞😔😟", ":'(": "😢😭🥲", ":-P": "😛😜😝😋",
	":-O": "😮😯😲😱", ":-/": "😕🤔", ":-|": "😐😑", "B-)": "😎", ":-*": "😘😗😚", ">:(": "😠😡", "<3": "❤♥💙💚💛💜🧡🖤",
	"+1": "👍", "-1": "👎", "!!": "‼", "!": "❗", "?": "❓",
})

// signs returns the emoticon of each emoji.
func signs(of map[string]string) map[rune]string {
	all := map[rune]string{}
	for sign, list := range of {
		for _, r := range list {
			all[r] = sign
		}
	}
	return all
}

// joiner joins emoji into one.
const joiner = '\u200d'

// standIn returns the text to draw for a letter that no font has; before is the letter before it.
// It returns "" for accents, joiners, the colour of an emoji, and an emoji joined to another one.
func standIn(r, before rune) string {
	switch {
	case unicode.In(r, unicode.M, unicode.C):
		return ""
	case isTone(r) && isPicture(before), before == joiner && isPicture(r):
		return ""
	case emoticons[r] != "":
		return emoticons[r]
	case isPicture(r), unicode.Is(unicode.Sk, r):
		return picture
	}
	return missing
}

// isPicture reports whether a letter is an emoji or another symbol.
func isPicture(r rune) bool { return unicode.Is(unicode.So, r) && r != unicode.ReplacementChar }

// isTone reports whether a letter is a skin tone of the emoji before it.
func isTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }
