package admin

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"mancala/tools/need"
)

// errStarting is the error of a hub that begins.
var errStarting = errors.New("try again in a moment;\nit begins")

// fake returns a hub that is starting, and records its commands.
func fake(told *[]string) Hub {
	note := func(_ context.Context, words []string) (string, error) {
		*told = append(*told, strings.Join(words, " "))
		return "", nil
	}
	answer := func(_ context.Context, words []string) (string, error) {
		return Table([]string{"A", "B"}, [][]string{words}), nil
	}
	return Hub{
		Ready: func() error { return errStarting },
		Commands: []Command{
			{Name: "none", Early: true, Do: note},
			{Name: "one", Args: "A", Least: 1, Most: 1, Early: true, Do: note},
			{Name: "many", Args: "A B", Least: 2, Most: -1, Early: true, Do: note},
			{Name: "list", Args: "A", Help: "lists A", Least: 1, Most: -1, Early: true, Do: answer},
			{Name: "backup", Args: "FOLDER", Least: 1, Most: 1, Early: true, Do: note},
			{Name: "late", Do: note},
		},
	}
}

// socket returns a hub that listens, its socket, and its received commands.
func socket(t *testing.T) (h Hub, path string, told *[]string, stop context.CancelFunc) {
	t.Helper()
	told, path = new([]string), filepath.Join(t.TempDir(), "admin.sock")
	h = fake(told)
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	need.Must(Listen(ctx, path, h, slog.New(slog.DiscardHandler)))(t)
	return h, path, told, stop
}

func TestCommands(t *testing.T) {
	_, path, told, _ := socket(t)
	here := need.Must(filepath.Abs("copy"))(t)
	for _, tt := range []struct{ command, answer, told, err string }{
		{"none", "done\n", "", ""},
		{"one x", "done\n", "x", ""},
		{"many the server room floods", "done\n", "the server room floods", ""},
		{"list B\x1b[31mob 2", "A         B\nB [31mob  2\n", "-", ""},
		{"backup copy", "done\n", here, ""},
		{"dance", "", "-", `that is not a command: "dance"; "hub admin" lists the commands`},
		{"many a", "", "-", `that is not a command: it is "hub admin many A B"`},
		{"one", "", "-", `that is not a command: it is "hub admin one A"`},
		{"one a b", "", "-", `that is not a command: it is "hub admin one A"`},
		{"late", "", "-", errStarting.Error()},
	} {
		*told = nil
		var out strings.Builder
		err := Send(t.Context(), path, strings.Fields(tt.command), &out)
		if out.String() != tt.answer || err == nil && tt.err != "" || err != nil && err.Error() != tt.err {
			t.Errorf("%s: %q, %v; want %q, %s", tt.command, out.String(), err, tt.answer, tt.err)
		}
		if want := map[bool]string{false: tt.told}[tt.told == "-"]; strings.Join(*told, "\n") != want || (len(*told) == 0) != (tt.told == "-") {
			t.Errorf("%s: told %q, want %q", tt.command, *told, tt.told)
		}
	}
	if err := Send(t.Context(), filepath.Join(t.TempDir(), "none"), []string{"list"}, nil); err == nil || !strings.Contains(err.Error(), "does it run") {
		t.Error(err)
	}
	if help, err := fake(told).Run(t.Context(), nil); err != nil || !strings.Contains(help, "  list A          lists A\n") {
		t.Errorf("%s, %v", help, err)
	}
}

// Only the hub's user may use its socket, a second hub is refused, and a killed hub's old socket is
// replaced.
func TestSocket(t *testing.T) {
	h, path, _, stop := socket(t)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	log := slog.New(slog.DiscardHandler)
	if _, err := Listen(t.Context(), path, h, log); err == nil || !strings.Contains(err.Error(), "another hub runs") {
		t.Errorf("a second hub: %v", err)
	}
	stop()
	for _, err := os.Lstat(path); err == nil; _, err = os.Lstat(path) {
		time.Sleep(time.Millisecond)
	}
	dead := need.Must(new(net.ListenConfig).Listen(t.Context(), "unix", path))(t)
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = dead.Close()
	if _, err := Listen(t.Context(), path, h, log); err != nil {
		t.Errorf("after a killed hub: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(file, nil, 0o600))
	if _, err := Listen(t.Context(), file, h, log); err == nil || !strings.Contains(err.Error(), "in the way") {
		t.Errorf("a file in the way: %v", err)
	}
}

// The log keeps no name of a member who has been forgotten.
func TestLogged(t *testing.T) {
	for command, want := range map[string]string{
		"forget m1 Ann Example": "forget m1", "close t1 too late": "close t1 too late", "status": "status",
	} {
		if got := strings.Join(logged(strings.Fields(command)), " "); got != want {
			t.Errorf("%q is logged as %q", command, got)
		}
	}
}

// FuzzTable: members choose texts to harm a terminal. A table has as many lines as rows, without
// any control characters.
func FuzzTable(f *testing.F) {
	f.Add("B\x1b[31mob\n\u202e\t", "")
	f.Add("\xff\x00\r", "\u200b")
	f.Fuzz(func(t *testing.T, a, b string) {
		out := Table([]string{"A", "B"}, [][]string{{a, b}, {b, a}})
		if strings.ContainsFunc(out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || strings.Count(out, "\n") != 3 {
			t.Errorf("%q and %q: %q", a, b, out)
		}
	})
}
