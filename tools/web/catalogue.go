package main

import (
	"slices"
	"strings"
)

// spoken returns a catalogue of tools/words without its comments and without texts that only unused
// packages have.
func spoken(catalogue string, used []string) string {
	var kept []string
	for _, entry := range strings.Split(catalogue, "\n\n") {
		var lines []string
		everywhere, here := true, false
		for line := range strings.Lines(entry) {
			line = strings.TrimSuffix(line, "\n")
			if list, ok := strings.CutPrefix(line, "#: "); ok {
				everywhere = false
				for room := range strings.FieldsSeq(list) {
					here = here || slices.Contains(used, "mancala/"+room)
				}
			}
			if !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		if everywhere || here {
			kept = append(kept, strings.Join(lines, "\n"))
		}
	}
	return strings.Join(kept, "\n\n") + "\n"
}
