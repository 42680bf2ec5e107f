package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

// TestReadByOthers has bash read the completion script, and groff the manual page, without a
// complaint.
func TestReadByOthers(t *testing.T) {
	for _, c := range []struct{ args, reader []string }{
		{[]string{"completion", "bash"}, []string{"bash", "-n"}},
		{[]string{"man"}, []string{"groff", "-man", "-ww", "-z"}},
	} {
		t.Run(c.reader[0], func(t *testing.T) {
			need.Programs(t, c.reader[0])
			_, text, _ := call(c.args...)
			file := filepath.Join(t.TempDir(), "text")
			need.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			said, err := exec.Command(c.reader[0], append(c.reader[1:], file)...).CombinedOutput()
			if err != nil || len(said) > 0 {
				t.Errorf("%v %s", err, said)
			}
		})
	}
}
