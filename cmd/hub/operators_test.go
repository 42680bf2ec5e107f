package main

import (
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode"

	"mancala/cmd/hub/club"
	"mancala/cmd/hub/config"
	"mancala/cmd/hub/store"
	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/limit"
	"mancala/rules"
)

// TestLists shows the lists of "hub admin". Names cannot harm a terminal.
func TestLists(t *testing.T) {
	day := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	kalah, _ := rules.Preset("kalah")
	video, _ := rules.Preset("video")
	tables := []club.Table{
		{Table: lobby.Table{
			ID: "t1", Members: []lobby.Member{{Name: "Ann"}, {Name: "B\x1b[31mob"}},
			Settings: lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true},
		}, Node: "a", Since: day},
		{Table: lobby.Table{ID: "t2", Members: []lobby.Member{{Name: "Cat"}}, Settings: lobby.Settings{Variant: video}}, Node: "b", Since: day},
	}
	ann := club.Member{Person: store.Person{
		Member: store.Member{ID: "m1", Name: "Ann", Computer: true, Barred: true, Created: day},
		Standings: map[string]store.Standing{
			"kalah": {Rating: glicko.Rating{Value: 1612, Deviation: 81, Volatility: 0.06}, RatedAt: day, Won: 10, Drawn: 2, Lost: 5},
			"oware": {Rating: glicko.Rating{Value: 1480, Deviation: 200, Volatility: 0.06}, RatedAt: day, Lost: 1},
		},
	}}
	then := time.Unix(1_790_000_000, 0)
	reports := []club.Report{
		{ID: "r2", By: "m2", About: "m1", Text: strings.Repeat("long words ", 20), At: day},
		{ID: "r1", By: "m1", About: "m2", Game: "t1-1", Text: "rude\nwords", At: day.Add(time.Hour)},
	}
	name := func(id string) string { return map[string]string{"m1": "Ann", "m2": "B\x1b[31mob"}[id] }
	for _, tt := range []struct{ got, want string }{
		{tablesText(nil), "none\n"},
		{
			tablesText(tables), "" +
				"TABLE  NODE  STATE    PLAYERS         RULES       CLOCK         SINCE\n" +
				"t1     a     playing  Ann – B [31mob  kalah(6,4)  5+3    rated  2026-11-22 12:00\n" +
				"t2     b     open     Cat             video(6,3)  none          2026-11-22 12:00\n",
		},
		{
			membersText([]club.Member{ann}, day), "" +
				"MEMBER  NAME  RATINGS                             GAMES  SINCE\n" +
				"m1      Ann   kalah 1612 ± 162, oware 1480 ± 400  18     2026-11-22 12:00  computer barred\n",
		},
		{reportsText(nil, name), "none\n"},
		{
			reportsText(reports, name), "" +
				"r1  2026-11-22 13:00\n  by     m1  Ann\n  about  m2  B [31mob\n  game   t1-1\n    rude words\n\n" +
				"r2  2026-11-22 12:00\n  by     m2  B [31mob\n  about  m1  Ann\n" +
				strings.Repeat("    "+strings.TrimSpace(strings.Repeat("long words ", 7))+"\n", 2) +
				"    " + strings.TrimSpace(strings.Repeat("long words ", 6)) + "\n",
		},
		{
			newcomersText([]limit.Spender{{Address: limit.AddressOf("192.0.2.7:1"), Spent: 60, Wait: 11*time.Minute + 500*time.Millisecond}, {Address: limit.AddressOf("[2001:db8::]:1"), Spent: 3}}),
			"NETWORK        NEW MEMBERS  THE NEXT ONE\n192.0.2.7      60           in 11m1s\n2001:db8::/64  3            now\n",
		},
		{
			devicesText([]lobby.MemberDevice{{Key: "k1", Added: then, Seen: then}, {Key: "k2"}}),
			"DEVICE  ADDED             LAST DAY HERE\nk1      2026-09-21 14:13  2026-09-21\nk2\n",
		},
	} {
		if tt.got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", tt.got, tt.want)
		}
	}
}

// TestEarlyCommands: while a hub begins, only these commands are carried out.
func TestEarlyCommands(t *testing.T) {
	commands := operators{newHub(t.Context(), config.Default(), slog.New(slog.DiscardHandler))}.commands()
	early := ""
	for _, c := range commands.Commands {
		words := append([]string{c.Name}, strings.Fields(strings.Repeat("x ", c.Least))...)
		if c.Early {
			early += c.Name + " "
		} else if _, err := commands.Run(t.Context(), words); err == nil || !strings.Contains(err.Error(), "still starting") {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	if early != "status health trust distrust drain " {
		t.Error(early)
	}
}

// FuzzReports: a report has as many lines as its text needs, without any control characters.
func FuzzReports(f *testing.F) {
	f.Add("\xff\x00\r")
	f.Add("\u200b\x1b[31m")
	f.Fuzz(func(t *testing.T, text string) {
		out := reportsText([]club.Report{{ID: text, By: text, About: text, Game: text, Text: text}}, func(string) string { return text })
		if strings.ContainsFunc(out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) || strings.Count(out, "\n") > 4+len(text) {
			t.Errorf("%q: %q", text, out)
		}
	})
}
