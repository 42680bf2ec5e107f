package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// logLines returns the messages in a log, and fails unless each line is whole.
func logLines(t *testing.T, name string) (messages []string) {
	t.Helper()
	data := need.Must(os.ReadFile(name))(t)
	for line := range bytes.Lines(data) {
		var entry struct{ Msg string }
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		messages = append(messages, entry.Msg)
	}
	return messages
}

// TestLogIsBounded writes more than a log may have, by two programs at once.
func TestLogIsBounded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	var logs [2]*logFile
	for i := range logs {
		logs[i] = &logFile{name: name, limit: 1000, say: func(s string) { t.Error(s) }}
		need.NoError(t, logs[i].open())
		defer logs[i].close()
	}
	for n := range 200 {
		fmt.Fprintf(logs[n/50%2], `{"msg":"%03d"}`+"\n", n)
		for _, path := range []string{name, name + ".1"} {
			if info, err := os.Stat(path); err == nil && info.Size() > 2000 { // each of two may fill it
				t.Fatalf("%s has %d bytes", path, info.Size())
			}
		}
	}
	got := append(logLines(t, name+".1"), logLines(t, name)...)
	if got[len(got)-1] != "199" || len(got) < 1000/14 {
		t.Errorf("the end is not kept: %q", got)
	}
	files, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(files) != 2 {
		t.Errorf("the files are %v, %v", files, err)
	}
}

// TestLogGoesOn fills the disk and empties it again.
func TestLogGoesOn(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	var said []string
	l := &logFile{name: name, limit: 100, say: func(s string) { said = append(said, s) }}
	need.NoError(t, l.open())
	defer l.close()
	need.NoError(t, os.MkdirAll(filepath.Join(name+".1", "in the way"), 0o700))
	for n := range 100 {
		fmt.Fprintf(l, `{"msg":"%03d"}`+"\n", n)
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], "The log cannot be written any more: ") {
		t.Errorf("said %q", said)
	}
	if got := logLines(t, name); len(got) != 7 {
		t.Errorf("the full log has %q", got)
	}
	need.NoError(t, os.RemoveAll(name+".1"))
	fmt.Fprintln(l, `{"msg":"100"}`)
	if got := logLines(t, name); strings.Join(got, " ") != "lines lost 100" {
		t.Errorf("the log that goes on has %q", got)
	}
	if data, _ := os.ReadFile(name); !bytes.Contains(data, []byte(`"n":93`)) || len(said) != 1 {
		t.Errorf("the log is %s, said %q", data, said)
	}
}

func TestClosedLog(t *testing.T) {
	log, closeLog := need.Must2(openLog(filepath.Join(t.TempDir(), "log"), func(s string) { t.Error(s) }))(t)
	closeLog()
	log.Info("late")
}

// TestLogInOrdinaryFilesAlone has the program log to files that may belong to other programs.
func TestLogInOrdinaryFilesAlone(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	need.NoError(t, os.WriteFile(target, []byte("precious"), 0o600))
	names := []string{dir, link}
	if err := os.Symlink(target, link); err != nil {
		names = names[:1] // Windows lets few make links
	}
	for _, name := range append(names, pipes(t, dir)...) {
		code, _, stderr := callText("quit\n", "--log", name)
		if code != exitFailed || stderr != "mancala: The log cannot be written: "+name+" is not an ordinary file. Choose another file for --log.\n" {
			t.Errorf("%s: exit %d, error %q", name, code, stderr)
		}
	}
	if data, err := os.ReadFile(target); string(data) != "precious" {
		t.Errorf("the file behind the link has %q, %v", data, err)
	}
}
