package wiring

import (
	"strings"
	"testing"
)

// A name from the network leads to no other folder.
func TestHostileTitlesAreFileNames(t *testing.T) {
	for title, want := range map[string]string{
		"../../etc/passwd":       "Mancala etc passwd",
		`C:\con.png`:             "Mancala C con png",
		"\x00\n\u202e":           "Mancala",
		"Zoë 王 wins":             "Mancala Zoë 王 wins",
		strings.Repeat("a", 500): "Mancala " + strings.Repeat("a", 80),
	} {
		if got := PictureTitle(title); got != want {
			t.Errorf("%q becomes %q", title, got)
		}
	}
}
