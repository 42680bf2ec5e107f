package spelling

import (
	"strings"
	"syscall/js"
	"unicode"
)

// normalize is String.prototype.normalize. The tables of x/text/unicode/norm would make the page
// 50 KB larger.
var normalize = js.Global().Get("String").Get("prototype").Get("normalize")

// decomposed returns the form NFKD of a text: letters without their accents, which follow them, and
// plain letters for those of other widths and styles.
func decomposed(text string) string { return normalized(text, "NFKD") }

// composed returns the form NFC of a text: one character for a letter with its accents.
func composed(text string) string { return normalized(text, "NFC") }

func normalized(text, form string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return text // a call takes longer
	}
	return normalize.Call("call", text, form).String()
}
