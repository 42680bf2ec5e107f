//go:build linux

package foreign

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// onlyIfAsked leaves a test out of ordinary runs.
func onlyIfAsked(t *testing.T) {
	t.Helper()
	if !*asked {
		t.Skip("it is part of make test-foreign")
	}
}

// firstOf returns the first of these programs that is installed. Debian installs Wine outside PATH.
func firstOf(t *testing.T, names ...string) string {
	t.Helper()
	var trouble error
	for _, name := range names {
		file, err := exec.LookPath(name)
		if err == nil {
			return file
		}
		trouble = errors.Join(trouble, err)
	}
	need.Met(t, "the program "+strings.Join(names, " or "), trouble)
	return ""
}

// try runs a command. Its error has the output of the command.
func try(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w %s", filepath.Base(cmd.Path), err, strings.TrimSpace(string(out)))
	}
	return nil
}

// arm64 returns Linux on arm64, with the program. It is linked to libc, as Ebitengine wants it.
func arm64(t *testing.T) *system {
	t.Helper()
	const libc = "/usr/aarch64-linux-gnu"
	qemu := firstOf(t, "qemu-aarch64-static", "qemu-aarch64")
	const loader = libc + "/lib/ld-linux-aarch64.so.1"
	_, err := os.Stat(loader)
	need.Met(t, "libc for arm64 (the Debian package libc6-arm64-cross)", err)
	need.Met(t, "a QEMU that works", try(exec.Command(qemu, loader, "--version")))
	s := &system{goos: "linux", goarch: "arm64", runner: []string{qemu, "-L", libc}}
	s.path = func(file string) string { return file }
	s.program = s.build(t, "mancala-arm64")
	return s
}

// windows returns Windows, with the program. Its registry, its drive C and its home stay inside the
// test.
func windows(t *testing.T) *system {
	t.Helper()
	wine := firstOf(t, "wine64", "/usr/lib/wine/wine64", "wine")
	server := firstOf(t, "wineserver", "/usr/lib/wine/wineserver64")
	prefix := filepath.Join(room, "wine")
	s := &system{goos: "windows", goarch: "amd64", runner: []string{wine}, env: []string{
		"WINEPREFIX=" + prefix, "WINEDEBUG=-all", "HOME=" + room,
		"WINEDLLOVERRIDES=mscoree,mshtml,winemenubuilder.exe=", // neither .NET nor a browser nor entries in menus
	}}
	s.stop = func() {
		stop := exec.Command(server, "-k")
		stop.Env = append(os.Environ(), s.env...)
		_ = stop.Run() // it may have ended by itself
	}
	t.Cleanup(func() {
		s.stop()
		_ = os.RemoveAll(prefix) // it takes 700 MB
	})
	need.Met(t, "a Wine that works", try(s.command("wineboot", "--init")))
	random := filepath.Join(prefix, "drive_c", "windows", "system32", "bcryptprimitives.dll")
	if _, err := os.Stat(random); err != nil {
		compiler := firstOf(t, "x86_64-w64-mingw32-gcc")
		out, err := exec.Command(compiler, "-shared", "-s", "-o", random, "testdata/bcryptprimitives.c", "-ladvapi32").CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", compiler, err, out)
		}
	}
	launch(t, s.command("cmd")) // while a program runs, Wine starts the next one sooner
	s.path = func(file string) string { return "Z:" + strings.ReplaceAll(file, "/", `\`) }
	s.program = s.build(t, "mancala.exe")
	return s
}

// TestWindows runs the program for Windows.
func TestWindows(t *testing.T) {
	onlyIfAsked(t)
	s := windows(t)
	testProgram(t, here(t), s)
	t.Run("the command to go on", func(t *testing.T) { testCommandToGoOn(t, s) })
	for _, p := range []testedPackage{
		{dir: "rules"},
		{dir: "netplay/keys"},
		// Wine makes no links; Windows has other permissions and names, and holds on to files that
		// are open; on other systems, SQLite treats a file of one byte as empty.
		{dir: "internal/record", skip: "OddFolders|ReplacedWhileOpen|EmptyFileIsNew|/link"},
		// KeepTellsOfFailure deletes a folder with files, which fails under Wine; see undeleted.
		{dir: "internal/engine", only: ofEngine, skip: "^TestLong|KeepTellsOfFailure"},
	} {
		t.Run(p.dir, func(t *testing.T) { s.test(t, p) })
	}
	s.stop() // Wine has run without a screen, and the window needs one
	t.Run("window", func(t *testing.T) { testWindow(t, here(t), s) })
}

// TestARM64 runs the program for Linux on arm64.
func TestARM64(t *testing.T) {
	onlyIfAsked(t)
	s := arm64(t)
	testProgram(t, here(t), s)
	for _, p := range []testedPackage{
		{dir: "rules"},
		{dir: "proto/mancala/v1"},
		// QEMU runs a program, but not the programs that it starts.
		{dir: "internal/record", skip: "Process|ByMany|Killed|WritesFail|ProgramsWrite"},
		{dir: "internal/engine", only: ofEngine, skip: "^TestLong"},
	} {
		t.Run(p.dir, func(t *testing.T) { s.test(t, p) })
	}
}
