package main

import (
	"net"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// TestBookmarkThatIsTakenUp checks which series the same command resumes.
func TestBookmarkThatIsTakenUp(t *testing.T) {
	busy := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	mark := func(series string, self match.Party, addr, rule string) match.Bookmark {
		v := rulestest.VariantOf(t, rule)
		return match.Bookmark{Series: series, Self: self, Addr: addr, Game: rules.Game{Variant: v}}
	}
	list := []match.Bookmark{ // newest first
		mark("busy", match.Host, busy.Addr().String(), "kalah(6,4)"),
		mark("bowls", match.Host, ":7000", "bowls(6,4)"),
		mark("kalah", match.Host, "127.0.0.1:7000", "kalah(6,4)"),
		mark("joined", match.Guest, "ann:7000", "kalah(3,3)"),
		mark("free", match.Host, "127.0.0.1:1", "kalah(6,4)"),
	}
	for _, c := range []struct{ args, series string }{
		{"--serve :7000", "bowls"},
		{"--serve 127.0.0.1:7000", "bowls"},
		{"--serve :7000 --rules kalah", "kalah"},
		{"--serve :7000 --rules kalah --first guest", "kalah"},
		{"--serve :7000 --houses 3", ""},
		{"--serve :7001", ""},
		{"--join ann", "joined"},
		{"--join ann:7000 --rules bowls", "joined"},
		{"--join bo", ""},
	} {
		o := need.Must(parseOptions(append([]string{"--text"}, strings.Fields(c.args)...)))(t)
		got := ""
		if b := o.bookmark(list); b != nil {
			got = b.Series
		}
		if got != c.series {
			t.Errorf("mancala --text %s takes up %q, want %q", c.args, got, c.series)
		}
	}
}

// TestCommandsThatGoOn checks the commands that the program tells people to type.
func TestCommandsThatGoOn(t *testing.T) {
	for _, c := range []struct{ args, goOn, begin string }{
		{"", "mancala --text --continue", ""},
		{"--serve :7000", "mancala --text --serve :7000", "mancala --text --serve :7000 --new"},
		{"--serve 127.0.0.1:0", "mancala --text --continue", ""},
		{"--join ann", "mancala --text --join ann:7000", "mancala --text --join ann:7000 --new"},
		{"--data-dir it's", `mancala --text --data-dir 'it'\''s' --continue`, ""},
	} {
		o := need.Must(parseOptions(append([]string{"--text"}, strings.Fields(c.args)...)))(t)
		g := textGame{Place: o.Place}
		if goOn, begin := g.goOn(&o), g.begin(&o); goOn != c.goOn || begin != c.begin {
			t.Errorf("mancala --text %s: %q and %q", c.args, goOn, begin)
		}
	}
	o := options{dataDir: "a b"}
	if got := o.replayCommand("x-1"); got != "mancala replay --data-dir 'a b' x-1" {
		t.Error(got)
	}
}

func TestShellWord(t *testing.T) {
	for _, c := range []struct{ goos, word, want string }{
		{"linux", "/home/ann/games", "/home/ann/games"},
		{"linux", "/home/ann/my games", "'/home/ann/my games'"},
		{"linux", `it's`, `'it'\''s'`},
		{"darwin", `a\b`, `'a\b'`},
		{"windows", `C:\Users\Ann\games`, `C:\Users\Ann\games`},
		{"windows", `C:\my games`, `"C:\my games"`},
		{"windows", `C:\my games\`, `"C:\my games\\"`},
		{"windows", `C:\R&D`, `"C:\R&D"`},
	} {
		if got := shellWord(c.goos, c.word); got != c.want {
			t.Errorf("on %s %s is %s, want %s", c.goos, c.word, got, c.want)
		}
	}
}
