package textui

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

var testStrategies = []match.Strategy{
	{Name: "ask", Title: "Ask User", About: "Asks you which bowl to move."},
	{Name: "random", Title: "Random", About: "Plays by chance."},
	{Name: "low", Title: "Low", About: "Plays the nearest bowl."},
}

func askSetup(ctx context.Context, who *typist) (Setup, error) {
	in := NewLines(who.keys())
	defer in.Close()
	return AskSetup(ctx, in, who, testStrategies)
}

func TestSetup(t *testing.T) {
	who := newTypist("0", "eleven", "", "11", "3", "-1", "10", "3", "low", "2", "4", "0")
	got, err := askSetup(need.Soon(t), who)
	if want := (Setup{3, 10, [2]string{"low", "ask"}}); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	golden(t, "setup", who.echo.String())
	checkSpaces(t, who.echo.String())
}

func TestSetupThatIsBrokenOff(t *testing.T) {
	for n := range 4 {
		who := newTypist(strings.Split("6 4 0 0", " ")[:n]...)
		_, err := askSetup(need.Soon(t), who)
		if !errors.Is(err, io.EOF) || !strings.HasSuffix(who.echo.String(), ": \n") {
			t.Errorf("after %d answers: %v, %q", n, err, who.echo.String())
		}
	}
	in := NewLines(strings.NewReader("6\n4\n1\n2\n"))
	defer in.Close()
	if _, err := AskSetup(need.Soon(t), in, &shortPipe{100}, testStrategies); !errors.Is(err, errClosed) {
		t.Errorf("with a closed output: %v", err)
	}
}

func TestSetupInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(need.Soon(t))
	who := newTypist()
	keys := who.keys()
	who.typed = nil // nothing is typed, and the input does not end
	who.asked = func(string) { cancel() }
	in := NewLines(keys)
	defer in.Close()
	if _, err := AskSetup(ctx, in, who, testStrategies); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
