package main

import (
	"io"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/netplay/club/clubtest"
	wirelobby "mancala/netplay/lobby"
	"mancala/tools/need"
)

// TestClubInTheTerminal visits a club over the network, sits down, leaves the game, and leaves the
// club.
func TestClubInTheTerminal(t *testing.T) {
	t.Parallel()
	h := need.Must(clubtest.OpenHouse(t.Context(), match.TimeControl{}))(t)
	defer h.Close()
	typed, w := io.Pipe()
	stdout := &prompter{w: w, cues: [][2]string{
		{"  1  Bo (1600)", "sit 1\n"}, {" to 6: ", "quit\n"}, {"Testclub again.\n  1  Bo", "quit\n"},
	}}
	var stderr strings.Builder
	args := []string{"club", "--text", "--name", "Ann", "--data-dir", t.TempDir(), h.Front.Addr()}
	if code := run(t.Context(), args, typed, stdout, &stderr); code != exitOK || stderr.Len() > 0 {
		t.Errorf("code %d, %s", code, stderr.String())
	}
	for _, want := range []string{
		"You are in the lobby of Testclub, as Ann (1500).", "  1  Bo (1600): Kalah 6x4, no clock, casual\n", "You are in the lobby of Testclub again.\n",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is not shown in:\n%s", want, stdout.String())
		}
	}
	if hello, _ := h.Calls()[0].(wirelobby.Hello); hello.Name != "Ann" {
		t.Errorf("the club was told the name %q", hello.Name)
	}
	if !h.Bo.Met() {
		t.Error("no game began")
	}
}

// prompter is an output that types a line each time the next cue is on it.
type prompter struct {
	strings.Builder
	w    io.Writer
	cues [][2]string // a text, and the line typed once it is shown
	from int         // where the search for the next cue begins
}

// Write takes output.
func (p *prompter) Write(b []byte) (int, error) {
	n, err := p.Builder.Write(b)
	if len(p.cues) > 0 {
		if i := strings.Index(p.String()[p.from:], p.cues[0][0]); i >= 0 {
			p.from += i + len(p.cues[0][0])
			line := p.cues[0][1]
			p.cues = p.cues[1:]
			go func() { _, _ = io.WriteString(p.w, line) }()
		}
	}
	return n, err
}
