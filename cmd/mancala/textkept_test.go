package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/netplay/link"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// opened returns the records of a data folder.
func opened(t *testing.T, dir string) *record.Ledger {
	t.Helper()
	l := record.Open(t.Context(), record.Config{Dir: dir})
	t.Cleanup(func() { _ = l.Close() })
	for _, n := range l.Notices() {
		t.Errorf("the records of %s: %v", dir, n.Note)
	}
	return l
}

// gamesIn returns the games of a data folder, newest first.
func gamesIn(t *testing.T, dir string) []match.Record {
	t.Helper()
	list, _ := need.Must2(opened(t, dir).Games(t.Context(), match.GameQuery{}))(t)
	return list
}

// stores waits until the only bookmark of a data folder has that many plies. A program shows a ply
// before the disk has it.
func stores(t *testing.T, dir string, plies int) {
	t.Helper()
	l := record.Open(t.Context(), record.Config{Dir: dir})
	defer l.Close()
	need.Until(t, fmt.Sprintf("%s has a game of %d plies", dir, plies), func() bool {
		marks := need.Must(l.Bookmarks(t.Context()))(t)
		return len(marks) == 1 && len(marks[0].Game.Plies) == plies
	})
}

// winsIn returns the names in the top scores of a variant.
func winsIn(t *testing.T, dir, rule string) []string {
	t.Helper()
	v := rulestest.VariantOf(t, rule)
	list := need.Must(opened(t, dir).Top(t.Context(), v, record.Best))(t)
	var names []string
	for _, s := range list {
		names = append(names, s.Name+" beats "+s.Opponent)
	}
	return names
}

// smallWin is typed to have Player 1 win a game of kalah(3,2).
const smallWin = "1\n5\n3\n5\n2\n7\n2\n6\n2\n7\n5\n1\n6\n3\n6\n2\n"

// TestTextKeepsGames checks the archive and the top scores after games at one keyboard.
func TestTextKeepsGames(t *testing.T) {
	t.Parallel()
	const won = "kalah(3,2) 1 1 3 1 2 3 2 2 2 3 1 1 2 3 2 2"
	for _, c := range []struct {
		args, typed string
		code        int
		game        string
		names       [2]string
		kinds       [2]string
		ending      match.Ending
		wins        string
	}{
		{"", smallWin, exitOK, won, [2]string{"Player 1", "Player 2"}, [2]string{"person", "person"}, match.Finished, ""},
		{"--name Ann", smallWin, exitOK, won, [2]string{"Ann", "Player 2"}, [2]string{"person", "person"}, match.Finished, "Ann beats Player 2"},
		{"--name Ann --name2 Bo", smallWin, exitOK, won, [2]string{"Ann", "Bo"}, [2]string{"person", "person"}, match.Finished, "Ann beats Bo"},
		{"--north low", "1\nquit\n", exitOK, "kalah(3,2) 1 3", [2]string{"Player 1", "Low"}, [2]string{"person", "low"}, match.Running, ""},
		{"", "1\n", exitFailed, "kalah(3,2) 1", [2]string{"Player 1", "Player 2"}, [2]string{"person", "person"}, match.Running, ""},
		{"", "1\nresign\n", exitOK, "kalah(3,2) 1", [2]string{"Player 1", "Player 2"}, [2]string{"person", "person"}, match.Resigned, ""},
	} {
		dir := t.TempDir()
		args := append(strings.Fields(c.args), "--houses", "3", "--seeds", "2", "--data-dir", dir)
		if code, stdout, stderr := callText(c.typed, args...); code != c.code {
			t.Errorf("%q: exit %d, error %q, output\n%s", args, code, stderr, stdout)
		}
		games := gamesIn(t, dir)
		if len(games) != 1 {
			t.Errorf("%q: %d games are kept", args, len(games))
			continue
		}
		g := games[0]
		if g.Game.String() != c.game || g.Names != c.names || g.Kinds != c.kinds || g.Result.Ending != c.ending {
			t.Errorf("%q keeps %+v", args, g)
		}
		if wins := strings.Join(winsIn(t, dir, "kalah(3,2)"), ", "); wins != c.wins {
			t.Errorf("%q: the top scores are %q, want %q", args, wins, c.wins)
		}
	}
}

// TestTextContinue leaves games at one keyboard and resumes them.
func TestTextContinue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, _, stderr := callText("", "--continue", "--data-dir", dir)
	if code != exitFailed || stderr != "mancala: There is no unfinished game to go on with; mancala --text begins one.\n" {
		t.Errorf("with no game: exit %d, error %q", code, stderr)
	}
	moves := strings.SplitAfter(smallWin, "\n")
	code, stdout, _ := callText(strings.Join(moves[:5], "")+"quit\n", "--houses", "3", "--seeds", "2", "--name", "Ann", "--data-dir", dir)
	if want := "You have left the game.\nThe game is kept; mancala --text --data-dir " + dir + " --continue goes on with it.\n"; code != exitOK || !strings.HasSuffix(stdout, want) {
		t.Errorf("exit %d, output\n%s\nwant the end\n%s", code, stdout, want)
	}
	code, stdout, _ = callText(strings.Join(moves[5:9], "")+"resume\n", "--continue", "--data-dir", dir)
	if want := "Going on with the game of Ann against Player 2, 2 to 0.\nAnn has bowls 1 to 3 and moves first.\n"; code != exitFailed || !strings.HasPrefix(stdout, want) {
		t.Errorf("exit %d, output\n%s\nwant the beginning\n%s", code, stdout, want)
	}
	code, stdout, _ = callText(strings.Join(moves[9:], ""), "--continue", "--data-dir", dir)
	if code != exitOK || !strings.HasSuffix(stdout, "Ann wins!\nAnn: 8\nPlayer 2: 4\n") {
		t.Errorf("exit %d, output\n%s", code, stdout)
	}
	if wins := strings.Join(winsIn(t, dir, "kalah(3,2)"), ", "); wins != "Ann beats Player 2" || len(gamesIn(t, dir)) != 1 {
		t.Errorf("the top scores are %q, %d games are kept", wins, len(gamesIn(t, dir)))
	}
	code, _, _ = callText("1\nquit\n", "--south", "greedy", "--north", "ask", "--data-dir", dir)
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	code, stdout, _ = callText("quit\n", "--continue", "--data-dir", dir)
	if code != exitOK || !strings.HasPrefix(stdout, "Going on with the game against Greedy, ") {
		t.Errorf("exit %d, output\n%s", code, stdout)
	}
}

var winnerLine = regexp.MustCompile(`(?m)^(Ann|Bo) wins!$`)

// TestTextNetworkWins checks that a win across the network enters the top scores of both ends, and
// the game both archives.
func TestTextNetworkWins(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"--houses 5 --seeds 3", "--houses 4 --seeds 3 --first guest"} {
		ann, bo := t.TempDir(), t.TempDir()
		host := startTerminal(t, "--serve 127.0.0.1:0 --first host --name Ann --data-dir "+ann+" "+size, "again?", "n")
		guest := startTerminal(t, "--join "+host.waitFor("Listening on ")+" --name Bo --data-dir "+bo, "again?", "SILENCE")
		host.ends(exitOK, "")
		guest.ends(exitOK, "")
		found := winnerLine.FindStringSubmatch(host.output())
		if found == nil {
			t.Fatalf("%s: nobody wins, so the test shows nothing", size)
		}
		here, there := gamesIn(t, ann), gamesIn(t, bo)
		if len(here) != 1 || len(there) != 1 || here[0].ID != there[0].ID || here[0].Game.String() != there[0].Game.String() ||
			here[0].Names != there[0].Names || here[0].Result != there[0].Result {
			t.Fatalf("%s: the archives differ: %+v and %+v", size, here, there)
		}
		rule := here[0].Game.Variant.String()
		want := map[string]string{"Ann": "Ann beats Bo", "Bo": "Bo beats Ann"}[found[1]]
		if a, b := strings.Join(winsIn(t, ann, rule), ", "), strings.Join(winsIn(t, bo, rule), ", "); a != want || b != want {
			t.Errorf("%s: the top scores are %q and %q, want %q", size, a, b, want)
		}
	}
}

// TestTextNetworkWinsOfComputers checks that a computer's win is no top score at the other end,
// also if it leaves at once, without a name for its win.
func TestTextNetworkWinsOfComputers(t *testing.T) {
	t.Parallel()
	for _, seats := range [][2]string{{"low", "perfect"}, {"perfect", "low"}} {
		ann, bo := t.TempDir(), t.TempDir()
		host := startTerminal(t, "--serve 127.0.0.1:0 --first host --houses 4 --seeds 3 --name Ann --data-dir "+ann+" --south "+seats[0], "again?", "n")
		guest := startTerminal(t, "--join "+host.waitFor("Listening on ")+" --name Bo --data-dir "+bo+" --north "+seats[1], "again?", "SILENCE")
		host.ends(exitOK, "")
		guest.ends(exitOK, "")
		games := gamesIn(t, ann)
		if len(games) != 1 || winnerLine.FindString(host.output()) == "" {
			t.Fatalf("%q: nobody wins, so the test shows nothing", seats)
		}
		rule := games[0].Game.Variant.String()
		if wins := slices.Concat(winsIn(t, ann, rule), winsIn(t, bo, rule)); len(wins) > 0 {
			t.Errorf("%q: the top scores are %q", seats, wins)
		}
	}
}

// TestTextHostOutlivesItsGuests has guests of all kinds come and go before an honest one plays.
func TestTextHostOutlivesItsGuests(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --name Ann --south low --first guest --insecure", "again?", "n")
	addr := host.waitFor("Listening on ")
	join := func(name, via string, act func(l table.Link) bool) {
		link := link.Join(via, link.GuestConfig{Common: link.Common{Name: name, AppVersion: wiring.Version, Insecure: true}})
		defer link.Close()
		for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
			for _, e := range link.Events() {
				if _, ok := e.(table.GameStarted); ok && act(link) {
					return
				}
				if failed, ok := e.(table.Failed); ok {
					t.Fatalf("%s cannot join: %s", name, failed.Note)
				}
			}
		}
		t.Fatalf("%s does not get in", name)
	}
	kept := 0
	for i, name := range []string{"Shut", "Quit", "Liar"} {
		via := addr
		var lie *liar
		if name == "Liar" {
			lie = newLiar(t, addr)
			via = lie.addr
		}
		join(name, via, func(l table.Link) bool {
			switch name {
			case "Quit":
				l.Leave(table.ReasonQuit)
			case "Liar":
				lie.lie.Store(true)
				time.Sleep(50 * time.Millisecond)
			}
			return true
		})
		need.Until(t, "after "+name+" the host waits for another guest", func() bool {
			if strings.Count(host.output(), "Reconnecting, ") > kept { // by itself it would do so after a minute
				host.types("keep")
				kept++
			}
			return strings.Count(host.output(), "Waiting for another guest.") > i
		})
	}
	honest := startTerminal(t, "--name Bo --south low --insecure --join "+addr, "again?", "SILENCE")
	host.ends(exitOK, "")
	honest.ends(exitOK, "")
}

// liar is a connection to a host that garbles the guest's bytes.
type liar struct {
	addr string
	lie  atomic.Bool
}

func newLiar(t *testing.T, to string) *liar {
	t.Helper()
	l := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = l.Close() })
	way := &liar{addr: l.Addr().String()}
	go func() {
		guest, err := l.Accept()
		if err != nil {
			return
		}
		defer guest.Close()
		var d net.Dialer
		host, err := d.DialContext(context.Background(), "tcp", to)
		if err != nil {
			return
		}
		defer host.Close()
		go func() { _, _ = io.Copy(guest, host) }()
		for buffer := make([]byte, 1<<12); ; {
			_ = guest.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
			n, err := guest.Read(buffer)
			if way.lie.Load() {
				_, _ = host.Write([]byte(strings.Repeat("\x07\xff", 40)))
				return
			}
			if _, werr := host.Write(buffer[:n]); werr != nil {
				return
			}
			if timeout, ok := err.(net.Error); err != nil && !(ok && timeout.Timeout()) {
				return
			}
		}
	}()
	return way
}
