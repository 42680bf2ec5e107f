//go:build !js

package spelling

import "golang.org/x/text/unicode/norm"

// decomposed returns the form NFKD of a text: letters without their accents, which follow them, and
// plain letters for those of other widths and styles.
func decomposed(text string) string { return norm.NFKD.String(text) }

// composed returns the form NFC of a text: one character for a letter with its accents.
func composed(text string) string { return norm.NFC.String(text) }
