//go:build !js

package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mancala/netplay/keys"
	"mancala/tools/need"
)

func init() {
	children["identity"] = childIdentity
}

// childIdentity prints the fingerprint of the key in a folder: identity DIR.
func childIdentity(args []string) error {
	l := Open(context.Background(), Config{Dir: args[0]})
	defer func() { _ = l.Close() }()
	id, err := l.Identity(context.Background())
	if notices := l.Notices(); err != nil || len(notices) > 0 {
		return fmt.Errorf("%v, %v", err, notices)
	}
	fmt.Println(id.Fingerprint())
	return nil
}

func mustIdentity(t testing.TB, l *Ledger) *keys.Identity {
	t.Helper()
	return need.Must(l.Identity(t.Context()))(t)
}

func TestIdentityIsKept(t *testing.T) {
	dir := t.TempDir()
	first := mustIdentity(t, open(t, dir))
	info, err := os.Lstat(filepath.Join(dir, identityName))
	if err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	l := open(t, dir)
	if again := mustIdentity(t, l); again.Fingerprint() != first.Fingerprint() {
		t.Error("another key came back")
	}
	if n := l.Notices(); len(n) > 0 {
		t.Errorf("notices: %v", n)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Several processes that find no key have the same one afterwards.
func TestIdentityOfManyProcesses(t *testing.T) {
	dir := t.TempDir()
	var running []*exec.Cmd
	for range 4 {
		cmd := child(t, "identity", dir)
		cmd.Stdout = new(bytes.Buffer)
		need.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	want := ""
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Fatalf("process %d: %v", i, err)
		}
		got := cmd.Stdout.(*bytes.Buffer).String()
		if want == "" {
			want = got
		}
		if got != want || len(got) != 27 {
			t.Errorf("process %d has the key %q, another one %q", i, got, want)
		}
	}
}

// Any other file in the place of the key is left unchanged, and the key is kept in memory.
func TestWhatIsNoIdentity(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	good := mustIdentity(t, open(t, t.TempDir())).PEM()
	writeFile(t, other, good)
	for name, test := range map[string]struct {
		make func(path string) error
		want string
	}{
		"garbage": {func(path string) error { return os.WriteFile(path, []byte("hello"), 0o600) }, "record.key-damaged"},
		"empty":   {func(path string) error { return os.WriteFile(path, nil, 0o600) }, "record.key-damaged"},
		"half":    {func(path string) error { return os.WriteFile(path, good[:50], 0o600) }, "record.key-damaged"},
		"long": {func(path string) error {
			return os.WriteFile(path, append(good, make([]byte, 1<<20)...), 0o600)
		}, "record.key-damaged"},
		"folder": {func(path string) error { return os.Mkdir(path, 0o700) }, "record.key-not-file"},
		"link":   {func(path string) error { return os.Symlink(other, path) }, "record.key-not-file"},
		"dangling link": {func(path string) error {
			return os.Symlink(filepath.Join(filepath.Dir(path), "nowhere"), path)
		}, "record.key-not-file"},
		"pipe": {makePipe, "record.key-not-file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, identityName)
			if err := test.make(path); err != nil {
				need.Met(t, "a system with links and pipes", err)
			}
			before, _ := os.Lstat(path)
			l := open(t, dir)
			first, again := mustIdentity(t, l), mustIdentity(t, l)
			if first != again || first.Fingerprint().IsZero() {
				t.Error("the key is not the same the second time")
			}
			if n := l.Notices(); len(n) != 1 || !strings.HasPrefix(n[0].String(), "record.key-not-kept ("+test.want) {
				t.Errorf("notices: %v", n)
			}
			after, err := os.Lstat(path)
			if err != nil || !os.SameFile(before, after) || after.Size() != before.Size() {
				t.Errorf("it was %v, and is %v, %v", before, after, err)
			}
			if entries, _ := os.ReadDir(dir); len(entries) > 6 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
	if got := readFile(t, other); !bytes.Equal(got, good) {
		t.Error("the file behind the link was changed")
	}
}

func TestIdentityInAFolderThatCannotBe(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain")
	writeFile(t, plain, []byte("a file"))
	l := Open(t.Context(), Config{Dir: plain})
	defer func() { _ = l.Close() }()
	l.Notices()
	mustIdentity(t, l)
	if n := l.Notices(); len(n) != 1 || !strings.HasPrefix(n[0].String(), "record.key-not-kept (record.no-folder") {
		t.Errorf("notices: %v", n)
	}
}
