package main

import (
	"strings"
	"testing"
)

func TestLicencesCommand(t *testing.T) {
	for _, name := range []string{"licences", "licenses"} {
		code, stdout, stderr := call(name)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "The mancala authors") || !strings.Contains(stdout, "The Go Authors") {
			t.Errorf("mancala %s: exit %d, error %q, output %.100q...", name, code, stderr, stdout)
		}
	}
}
