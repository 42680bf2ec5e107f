package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"mancala/internal/engine"
)

func TestDuel(t *testing.T) {
	code, stdout, stderr := call(strings.Fields("duel --a greedy --b greedy --games 10 --houses 4 --seeds 3")...)
	if !strings.HasPrefix(stdout, "games\t10\n") || !strings.Contains(stdout, "score\t0.5000\n") || code != 0 || stderr != "" {
		t.Errorf("exit %d, output %q, error %q; want ten games shared evenly", code, stdout, stderr)
	}
	_, again, _ := call(strings.Fields("duel --a greedy --b greedy --games 10 --houses 4 --seeds 3 --threads 1")...)
	if again != stdout {
		t.Errorf("with one thread it prints %q, with more %q", again, stdout)
	}
	code, stdout, _ = call(strings.Fields("duel --a greedy --b random --games 1000 --sprt")...)
	if code != 0 || !strings.HasSuffix(stdout, "decided\tstronger\n") || strings.HasPrefix(stdout, "games\t1000\n") {
		t.Errorf("exit %d, output %q", code, stdout)
	}
}

func TestDuelInterruptedPrintsWhatIsKnown(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ctx, strings.Fields("duel --a low --b low --games 1000000"), strings.NewReader(""), &stdout, &stderr)
	if code != exitInterrupted || !strings.HasPrefix(stdout.String(), "games\t") {
		t.Errorf("exit %d, output %q, error %q", code, stdout.String(), stderr.String())
	}
}

func TestDuelText(t *testing.T) {
	if got := duelText(engine.Tally{}, true); got != "games\t0\nwins\t0\ndraws\t0\nlosses\t0\nscore\t0.0000\ninterval\t0.0000\t1.0000\ndecided\topen\n" {
		t.Errorf("got %q", got)
	}
}
