package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestImport imports a file twice, with text around its games and one that cannot be read, lists
// it, and shows single games of it.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "old.pgn")
	text := "Look:\n\n[White \"Ann\"]\n[Black \"Bo\"]\n[Date \"2020.02.??\"]\n1. F f 1-0\n\n1. F x\n\n1. A a\n1. A a\n"
	need.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	data := filepath.Join(dir, "data")
	for _, c := range []struct {
		args       []string
		code       int
		out, wrong string
	}{
		{
			[]string{"games", "--import", file, "--data-dir", data},
			1, "3 games are new in the archive. 1 could not be read.\n",
			`Game 2: Line 8, "x": "x" is not a move as in F or f.`,
		},
		{[]string{"games", "--import", file, "--data-dir", data}, 1, "0 games are new in the archive. 3 were there already. 1 could not be read.\n", `Line 1, "Look:"`},
		{[]string{"games", "--json", "--name", "ann", "--data-dir", data}, 0, `"ending":"resigned","result":"south wins 0-0","winner":"south"`, ""},
		{[]string{"games", "--json", "--name", "ann", "--data-dir", data}, 0, `"ended":"2020-02-01T12:00:00Z"`, ""},
		{[]string{"games", "--data-dir", data}, 0, "oware(6,4)", ""},
		{[]string{"games", "--import", "", "--data-dir", data}, 2, "", "--import needs the name of a file"},
		{[]string{"games", "--import", file, "--json"}, 2, "", "excludes the options for lists"},
		{[]string{"games", "--import", filepath.Join(dir, "none"), "--data-dir", data}, 1, "", "The games could not be read: open "},
		{[]string{"show", "-"}, 0, "<6,0,0,5,5,5,5,4,0,5,5,5,5,4,0>\nsouth to move\n", "That text has 4 games. This is the first;"},
		{[]string{"show", "--game", "3", "-"}, 0, "<6,0,0,0,5,5,5,5,4,0,5,5,5,5,4>\nsouth to move\n", ""},
		{[]string{"show", "--game", "2", "-"}, 2, "", `Line 8, "x": "x" is not a move as in F or f.`},
		{[]string{"show", "--game", "5", "-"}, 2, "", "That text has 4 games."},
		{[]string{"show", "--game", "0", "-"}, 2, "", "--game needs a number from 1."},
	} {
		var out, wrong strings.Builder
		code := run(t.Context(), c.args, strings.NewReader(text), &out, &wrong)
		if code != c.code || !strings.Contains(out.String(), c.out) || !strings.Contains(wrong.String(), c.wrong) {
			t.Errorf("%q: code %d, %q, %q", c.args, code, out.String(), wrong.String())
		}
	}
}

// cancelling ends a context when it is read.
type cancelling func()

func (c cancelling) Read([]byte) (int, error) {
	c()
	return 0, io.EOF
}

// TestImportInterrupted: Ctrl+C ends an import, and what was read is kept.
func TestImportInterrupted(t *testing.T) {
	data, text := t.TempDir(), strings.Builder{}
	for n := range 900 {
		fmt.Fprintf(&text, "[White \"%d\"]\n\n1. F f {%s}\n\n", n, strings.Repeat("a long note ", 20))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out, wrong, list strings.Builder
	code := run(ctx, []string{"games", "--import", "-", "--data-dir", data}, io.MultiReader(strings.NewReader(text.String()), cancelling(cancel)), &out, &wrong)
	run(t.Context(), []string{"games", "--json", "--data-dir", data}, nil, &list, &wrong)
	kept := strings.Count(list.String(), `"id":`)
	if code != exitInterrupted || kept < 100 || kept >= 900 || out.String() != fmt.Sprintf("%d games are new in the archive.\n", kept) || wrong.Len() > 0 {
		t.Errorf("code %d, %d games are kept, %q, %q", code, kept, out.String(), wrong.String())
	}
}
