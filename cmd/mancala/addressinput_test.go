package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestAddressInput reads an address from standard input, and leaves the lines after it to the game.
func TestAddressInput(t *testing.T) {
	in := strings.NewReader("\n  mancala://ann:7000/#x \nmoves\n")
	if got, err := addressInput("-", in); err != nil || got != "mancala://ann:7000/#x" {
		t.Errorf("it reads %q (%v)", got, err)
	}
	if rest, _ := io.ReadAll(in); string(rest) != "moves\n" {
		t.Errorf("it leaves %q", rest)
	}
	if got, err := addressInput("-", strings.NewReader("ann")); err != nil || got != "ann" {
		t.Errorf("without the end of a line it reads %q (%v)", got, err)
	}
	if got, err := addressInput("amber-fox-31@meet", nil); err != nil || got != "amber-fox-31@meet" {
		t.Errorf("an address as it is becomes %q (%v)", got, err)
	}
	for name, in := range map[string]io.Reader{
		"nothing":           strings.NewReader("\n \n"),
		"an endless line":   strings.NewReader(strings.Repeat("x", 2000)),
		"endless blankness": strings.NewReader(strings.Repeat("\n", 2000)),
		"a broken pipe":     iotest.ErrReader(errors.New("broken")),
	} {
		if got, err := addressInput("-", in); err == nil {
			t.Errorf("%s is read as %q", name, got)
		}
	}
}
