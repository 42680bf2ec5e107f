//go:build !js

package record

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// children are the roles that this test program plays when a test starts it again as another
// process. A role returns its exit status.
var children = map[string]func(args []string) error{
	"add":  childAdd,
	"open": childOpen,
}

const childVar = "MANCALA_RECORD_CHILD"

func TestMain(m *testing.M) {
	if role, ok := children[os.Getenv(childVar)]; ok {
		if err := role(os.Args[1:]); err != nil {
			fmt.Fprintf(os.Stderr, "child: %v\n", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child prepares another process of this test program in a role. Its errors go to the test's
// output.
func child(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	program, err := filepath.Abs(os.Args[0]) // os.Executable needs /proc
	need.NoError(t, err)
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

// together runs some processes in a role at once on an empty folder, which it returns. The second
// argument of each is its number.
func together(t testing.TB, role string, processes int, count string) string {
	t.Helper()
	dir := t.TempDir()
	var running []*exec.Cmd
	for i := range processes {
		cmd := child(t, role, dir, strconv.Itoa(i), count)
		need.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	return dir
}

// sound opens a folder's database without a ledger, and fails the test if it is damaged.
func sound(t testing.TB, dir string) *sql.DB {
	t.Helper()
	db := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw"))(t)
	t.Cleanup(func() { _ = db.Close() })
	need.Must(inspect(t.Context(), db, true))(t)
	return db
}

// rawSQL runs statements on a database past the ledger.
func rawSQL(t testing.TB, dir string, statements ...string) {
	t.Helper()
	path := filepath.Join(dir, fileName)
	need.NoError(t, sqlitefile.Create(path))
	db := need.Must(sqlitefile.Connect(path, "rwc"))(t)
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	need.NoError(t, db.Close())
}

// closed makes a database with scores of kalah(6,4) and a setting, and returns its folder. No
// process has it open.
func closed(t testing.TB, scores ...match.Score) string {
	t.Helper()
	dir := t.TempDir()
	l := open(t, dir)
	mustAdd(t, l, scores...)
	need.NoError(t, l.SetSetting(t.Context(), "name", "Ann"))
	need.NoError(t, l.Close())
	return dir
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	return need.Must(os.ReadFile(path))(t)
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	need.NoError(t, os.WriteFile(path, data, 0o600))
}
