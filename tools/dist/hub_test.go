package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// lookHub starts the hub with the configuration that is beside it, if the package is for this
// machine, and asks it to stop.
func lookHub(t *testing.T, arch string, files map[string]file) {
	if libraries, err := elfFor(t, arch, files["hub"].data).ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the hub cannot start without %v, %v", libraries, err)
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != arch {
		return
	}
	dir := write(t, files)
	hub := filepath.Join(dir, "hub")
	for word, want := range map[string]string{"version": "0.2.0\n", "licences": string(files["NOTICES"].data)} {
		if out, err := exec.Command(hub, word).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("hub %s: %v, %.100q", word, err, out)
		}
	}
	cmd := exec.Command(hub, "--config", filepath.Join(dir, "hub.toml"), "--data", filepath.Join(t.TempDir(), "club"),
		"--listen", "127.0.0.1:0", "--metrics", "")
	log, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	overdue := time.AfterFunc(need.Patience, func() { _ = cmd.Process.Kill() })
	defer overdue.Stop()
	runs, said := false, strings.Builder{}
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "The hub runs.") {
			runs = strings.Contains(lines.Text(), `page="built in" version=0.2.0`)
			_ = cmd.Process.Signal(os.Interrupt)
		}
	}
	if err := cmd.Wait(); err != nil || !runs {
		t.Errorf("the hub ended with %v after\n%s", err, &said)
	}
}
