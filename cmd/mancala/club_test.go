package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"mancala/match"
	"mancala/netplay/club/clubtest"
	"mancala/tools/need"
)

// TestClubInTheTerminal visits a club over the network, sits down, leaves the game, and leaves the
// club.
func TestClubInTheTerminal(t *testing.T) {
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
	if name := h.Calls()[0].GetHello().GetName(); name != "Ann" {
		t.Errorf("the club was told the name %q", name)
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

func TestClubsThatAreNone(t *testing.T) {
	for args, want := range map[string]string{
		"club":           "club needs the address of a club",
		"club a b":       `club does not understand "b"`,
		"club [":         "is not an address",
		"club --name= a": "--name needs at least one letter",
		"club mancala://127.0.0.1:7000/#abcdefghijklmnopqrstuvwxya": "An invite leads to a game",
		"club --insecure --trust-new-key a":                         "--insecure excludes --trust-new-key",
		"club --text --computer nobody a":                           `There is no computer player "nobody"`,
		"club --computer greedy a":                                  "--computer needs --text",
		"club --text --computer greedy a":                           "--computer needs --data-dir",
		"club 192.0.2.1":                                            "MANCALA_LOOPBACK is set",
	} {
		t.Setenv("MANCALA_LOOPBACK", "1")
		var stdout, stderr strings.Builder
		code := run(context.Background(), strings.Fields(args), strings.NewReader(""), &stdout, &stderr)
		if code != exitUsage || !strings.Contains(stderr.String(), want) {
			t.Errorf("%s: code %d, %q", args, code, stderr.String())
		}
	}
}
