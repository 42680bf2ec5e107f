//go:build !js

package record

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mancala/match"
	"mancala/record/sqlitefile"
	"mancala/tools/need"
)

// children are the roles that this test program plays when a test starts it again as another
// process. A role returns its exit status.
var children = map[string]func(args []string) int{
	"add":  childAdd,
	"open": childOpen,
}

const childVar = "MANCALA_RECORD_CHILD"

func TestMain(m *testing.M) {
	if role, ok := children[os.Getenv(childVar)]; ok {
		os.Exit(role(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// child prepares another process of this test program in a role. Its errors go to the test's
// output.
func child(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := filepath.Abs(os.Args[0]) // os.Executable needs /proc
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), childVar+"="+role)
	cmd.Stderr = os.Stderr
	return cmd
}

// patient returns a ledger for one of many processes that all write: on a busy machine one of them
// may have to wait for longer than a person would.
func patient(dir string) *Ledger {
	return Open(context.Background(), Config{Dir: dir, pragmas: []string{"busy_timeout(40000)"}})
}

// complain prints a child's message and returns its exit status.
func complain(format string, args ...any) int {
	fmt.Fprintf(os.Stderr, "child: "+format+"\n", args...)
	return 1
}

// rawSQL runs statements on a database past the ledger.
func rawSQL(t testing.TB, dir string, statements ...string) {
	t.Helper()
	path := filepath.Join(dir, fileName)
	if err := sqlitefile.Create(path); err != nil {
		t.Fatal(err)
	}
	db, err := sqlitefile.Connect(path, "rwc")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// closed makes a database with scores of kalah(6,4) and a setting, and returns its folder. No
// process has it open.
func closed(t testing.TB, scores ...match.Score) string {
	t.Helper()
	dir := t.TempDir()
	l := open(t, dir)
	mustAdd(t, l, scores...)
	if err := l.SetSetting(t.Context(), "name", "Ann"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
