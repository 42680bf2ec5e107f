package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/limit"
	"mancala/rules"
	"mancala/tools/need"
)

var day = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

var (
	kalah, _ = rules.Preset("kalah")
	video, _ = rules.Preset("video")
)

// fake is a hub that notes its commands.
type fake struct {
	told   []string
	begins error
}

func (f *fake) Ready() error { return f.begins }

func (f *fake) tell(format string, args ...any) error {
	f.told = append(f.told, fmt.Sprintf(format, args...))
	if strings.Contains(f.told[len(f.told)-1], "nobody") {
		return errors.New("there is no such member;\n\"hub admin members\" lists them")
	}
	return nil
}

func (f *fake) Health() (string, bool) {
	if f.told == nil {
		return "well\nbus: well\n", true
	}
	return "draining\nbus: well\n", false
}

func (f *fake) Status(context.Context) [][2]string {
	return [][2]string{{"node", "a"}, {"tables", "2"}}
}

func (f *fake) Tables(context.Context) ([]Table, error) {
	return []Table{
		{lobby.Table{
			ID: "t1", Playing: true, Members: []lobby.Member{{Name: "Ann"}, {Name: "B\x1b[31mob"}},
			Settings: lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true},
		}, "a", day},
		{lobby.Table{ID: "t2", Members: []lobby.Member{{Name: "Cat"}}, Settings: lobby.Settings{Variant: video}}, "b", day},
	}, nil
}

func (f *fake) Members(_ context.Context, name string) ([]Member, error) {
	if name == "" {
		return nil, f.tell("members")
	}
	p := lobby.Profile{Member: lobby.Member{ID: "m1", Name: "Ann", Computer: true}, Won: 10, Lost: 6, Drawn: 2, Since: day}
	p.Ratings = []lobby.Rating{
		{Discipline: "kalah", Rating: 1612, Deviation: 81, Won: 10, Lost: 5, Drawn: 2}, {Discipline: "oware", Rating: 1480, Deviation: 200, Lost: 1},
	}
	return []Member{{p, true}}, f.tell("members %s", name)
}

func (f *fake) Reports(context.Context) ([]Report, error) {
	return []Report{
		{"r1", day, "m1", "Ann", "m2", "B\x1b[31mob", "t1-1", "rude\nwords"},
		{ID: "r2", At: day, By: "m2", About: "m1", Text: strings.Repeat("long words ", 20)},
	}, nil
}

func (f *fake) Newcomers(context.Context) ([]limit.Newcomers, error) {
	return []limit.Newcomers{
		{Address: "192.0.2.7", Brought: 60, Wait: 11*time.Minute + 500*time.Millisecond}, {Address: "2001:db8::/64", Brought: 3},
	}, nil
}

func (f *fake) LetIn(_ context.Context, address string) error { return f.tell("let in %s", address) }

func (f *fake) Trusted(context.Context) ([]string, error) { return []string{"10.0.0.0/8"}, nil }

func (f *fake) Trust(_ context.Context, network string, trust bool) error {
	return f.tell("trust %s %v", network, trust)
}

func (f *fake) CloseTable(_ context.Context, id, reason string) error {
	return f.tell("close %s: %s", id, reason)
}

func (f *fake) Bar(_ context.Context, id string, bar bool) error { return f.tell("bar %s %v", id, bar) }
func (f *fake) Dismiss(_ context.Context, id string) error       { return f.tell("dismiss %s", id) }
func (f *fake) Forget(_ context.Context, id, name string) error {
	return f.tell("forget %s %s", id, name)
}

func (f *fake) Devices(_ context.Context, id string) ([]lobby.MemberDevice, error) {
	return []lobby.MemberDevice{{Key: "k1", Added: time.Unix(1_790_000_000, 0), Seen: time.Unix(1_790_000_000, 0)}, {Key: "k2"}}, f.tell("devices %s", id)
}

func (f *fake) RemoveDevice(_ context.Context, id, device string) error {
	return f.tell("remove %s %s", id, device)
}
func (f *fake) Announce(_ context.Context, text string) error { return f.tell("announce %q", text) }
func (f *fake) Backup(_ context.Context, dir string) error    { return f.tell("backup %s", dir) }
func (f *fake) Drain()                                        { _ = f.tell("drain") }

// socket returns a hub that listens, and its socket.
func socket(t *testing.T) (*fake, string, context.CancelFunc) {
	t.Helper()
	f, path := &fake{}, filepath.Join(t.TempDir(), "admin.sock")
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	need.Must(Listen(ctx, path, f, slog.New(slog.DiscardHandler)))(t)
	return f, path, cancel
}

// TestHealth expects an error with the reason from a hub that should get no new members.
func TestHealth(t *testing.T) {
	f, path, _ := socket(t)
	f.Drain()
	var out strings.Builder
	err := Send(t.Context(), path, []string{"health"}, &out)
	if err == nil || !strings.Contains(err.Error(), "draining") || !strings.Contains(err.Error(), "bus: well") || out.Len() > 0 {
		t.Errorf("it says %q, %v", out.String(), err)
	}
}

func TestCommands(t *testing.T) {
	f, path, _ := socket(t)
	for _, tt := range []struct{ command, answer, told string }{
		{"status", "node    a\ntables  2\n", ""},
		{"health", "well\nbus: well\n", ""},
		{
			"list", "" +
				"TABLE  NODE  STATE    PLAYERS         RULES       CLOCK         SINCE\n" +
				"t1     a     playing  Ann – B [31mob  kalah(6,4)  5+3    rated  2026-11-22 12:00\n" +
				"t2     b     open     Cat             video(6,3)  none          2026-11-22 12:00\n", "",
		},
		{"members", "none\n", "members"},
		{
			"members an n", "MEMBER  NAME  RATINGS                             GAMES  SINCE\n" +
				"m1      Ann   kalah 1612 ± 162, oware 1480 ± 400  18     2026-11-22 12:00  computer barred\n", "members an n",
		},
		{
			"reports", "r1  2026-11-22 12:00\n  by     m1  Ann\n  about  m2  B [31mob\n  game   t1-1\n    rude words\n\n" +
				"r2  2026-11-22 12:00\n  by     m2\n  about  m1\n" +
				strings.Repeat("    "+strings.TrimSpace(strings.Repeat("long words ", 7))+"\n", 2) +
				"    " + strings.TrimSpace(strings.Repeat("long words ", 6)) + "\n", "",
		},
		{
			"newcomers", "NETWORK        NEW MEMBERS  THE NEXT ONE\n192.0.2.7      60           in 11m1s\n2001:db8::/64  3            now\n", "",
		},
		{"newcomers 192.0.2.7", "done\n", "let in 192.0.2.7"},
		{"trust", "10.0.0.0/8\n", ""},
		{"trust 192.0.2.0/24", "done\n", "trust 192.0.2.0/24 true"},
		{"distrust 10.0.0.0/8", "done\n", "trust 10.0.0.0/8 false"},
		{"close t1 the server room floods", "done\n", "close t1: the server room floods"},
		{"bar m1", "done\n", "bar m1 true"},
		{"unbar m1", "done\n", "bar m1 false"},
		{"devices m1", "DEVICE  ADDED             LAST DAY HERE\nk1      2026-09-21 14:13  2026-09-21\nk2\n", "devices m1"},
		{"remove m1 k2", "done\n", "remove m1 k2"},
		{"dismiss r1", "done\n", "dismiss r1"},
		{"forget m1 Ann B", "done\n", "forget m1 Ann B"},
		{"announce Cup tonight", "done\n", `announce "Cup tonight"`},
		{"announce", "done\n", `announce ""`},
		{"drain", "done\n", "drain"},
	} {
		f.told = nil
		var out strings.Builder
		if err := Send(t.Context(), path, strings.Fields(tt.command), &out); err != nil {
			t.Errorf("%s: %v", tt.command, err)
		}
		if out.String() != tt.answer {
			t.Errorf("%s: answer\n%s\nwant\n%s", tt.command, out.String(), tt.answer)
		}
		if told := strings.Join(f.told, "\n"); told != tt.told {
			t.Errorf("%s: told %q, want %q", tt.command, told, tt.told)
		}
	}
	here := need.Must(filepath.Abs("copy"))(t)
	var out strings.Builder
	if err := Send(t.Context(), path, []string{"backup", "copy"}, &out); err != nil || !strings.HasPrefix(out.String(), "The backup is in "+here+", after ") {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestMistakes(t *testing.T) {
	_, path, _ := socket(t)
	for command, want := range map[string]string{
		"dance":      `that is not a command: "dance"; "hub admin" lists the commands`,
		"close t1":   `that is not a command: it is "hub admin close TABLE REASON"`,
		"bar":        `that is not a command: it is "hub admin bar MEMBER"`,
		"bar a b":    `that is not a command: it is "hub admin bar MEMBER"`,
		"bar nobody": "there is no such member;\n\"hub admin members\" lists them",
	} {
		var out strings.Builder
		if err := Send(t.Context(), path, strings.Fields(command), &out); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%s: %v %q, want %s", command, err, out.String(), want)
		}
	}
	var out strings.Builder
	if err := Send(t.Context(), "/nowhere", nil, &out); err != nil || !strings.Contains(out.String(), "close TABLE REASON") {
		t.Errorf("%s, %v", out.String(), err)
	}
	if err := Send(t.Context(), filepath.Join(t.TempDir(), "none"), []string{"list"}, &out); err == nil || !strings.Contains(err.Error(), "does it run") {
		t.Error(err)
	}
}

// Only the user of the hub may use its socket, a second hub is refused, and the socket that a
// killed one left behind is replaced.
func TestSocket(t *testing.T) {
	f, path, stop := socket(t)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	log := slog.New(slog.DiscardHandler)
	if _, err := Listen(t.Context(), path, f, log); err == nil || !strings.Contains(err.Error(), "another hub runs") {
		t.Errorf("a second hub: %v", err)
	}
	stop()
	for _, err := os.Lstat(path); err == nil; _, err = os.Lstat(path) {
		time.Sleep(time.Millisecond)
	}
	dead := need.Must(new(net.ListenConfig).Listen(t.Context(), "unix", path))(t)
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = dead.Close()
	if _, err := Listen(t.Context(), path, f, log); err != nil {
		t.Errorf("after a killed hub: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(file, nil, 0o600))
	if _, err := Listen(t.Context(), file, f, log); err == nil || !strings.Contains(err.Error(), "in the way") {
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

// hostile is a hub whose members choose their texts to harm a terminal.
type hostile struct {
	fake
	text string
}

func (h *hostile) Tables(context.Context) ([]Table, error) {
	return []Table{{Table: lobby.Table{ID: h.text, Members: []lobby.Member{{Name: h.text}, {Name: h.text}}}, Node: h.text}}, nil
}

func (h *hostile) Members(context.Context, string) ([]Member, error) {
	return []Member{{Profile: lobby.Profile{Member: lobby.Member{ID: h.text, Name: h.text}}}}, nil
}

func (h *hostile) Reports(context.Context) ([]Report, error) {
	return []Report{{ID: h.text, By: h.text, About: h.text, Game: h.text, Text: h.text}}, nil
}

// FuzzCommands gives any commands to a hub with hostile members: an answer has as many lines as
// there are rows, and nothing in them that a terminal would obey.
func FuzzCommands(f *testing.F) {
	f.Add("members", "B\x1b[31mob\n\u202e\t")
	f.Add("reports", "\xff\x00\r")
	f.Add("close t1 x", "")
	f.Add("list", "\u200b")
	f.Fuzz(func(t *testing.T, command, text string) {
		var out strings.Builder
		words := strings.Fields(command)
		if err := Run(t.Context(), &hostile{text: text}, words, &out); err != nil || len(words) == 0 || words[0] == "backup" {
			return
		}
		for _, r := range out.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%q with %q: %q", command, text, out.String())
			}
		}
		most := 2
		switch words[0] {
		case "reports":
			most = 4 + len(wrapped(plain(text), textWidth))
		case "newcomers":
			most = 3
		}
		if n := strings.Count(out.String(), "\n"); n > most {
			t.Errorf("%q with %q has %d lines: %q", command, text, n, out.String())
		}
	})
}

// TestBegins: while a hub begins, only some commands are carried out.
func TestBegins(t *testing.T) {
	begins := errors.New("try again in a moment")
	for _, c := range commands() {
		words := append([]string{c.name}, strings.Fields(strings.Repeat("10.0.0.0/8 ", c.least))...)
		if err := Run(t.Context(), &fake{begins: begins}, words, io.Discard); errors.Is(err, begins) == c.early {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
