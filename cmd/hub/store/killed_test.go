package store

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"mancala/internal/match/lobby"
	"mancala/tools/need"
)

// childVar makes this test program a process that ends games until it is killed.
const childVar = "MANCALA_HUB_STORE_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVar); dir != "" {
		fmt.Fprintln(os.Stderr, endGames(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// endGames ends one game after the other, and prints the number of each that is kept.
func endGames(dir string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Dir: dir, Node: "n", Rand: rand.Reader})
	if err != nil {
		return err
	}
	for _, m := range []string{"ann", "bob"} {
		if _, err := s.Enter(ctx, Member{ID: m, Name: m}, []string{m}, m); err != nil {
			return err
		}
	}
	kept, err := ArchiveOf(s).Games(ctx, lobby.GamesOf{Limit: 1e6})
	if err != nil {
		return err
	}
	g := playedOut(&testing.B{}, mathrand.New(mathrand.NewPCG(1, 1)), "kalah(6,4)")
	g.Entry.Members, g.Entry.Began, g.Entry.Ended = [2]lobby.Member{{ID: "ann"}, {ID: "bob"}}, day, day.Add(time.Minute)
	for n := len(kept.List) + 1; ; n++ {
		g.Entry.ID = fmt.Sprintf("table-%d", n)
		tab, err := s.Create(ctx, fmt.Sprint(s.Run(), n), nil, []byte("0"))
		if err == nil {
			err = tab.Finish(ctx, Finish{Record: []byte("end"), Game: &g, Rate: rate})
		}
		if err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// TestKilledWhileWriting: a process that is killed while it writes leaves every game that it had
// reported as kept, once, and each with its change of the ratings.
func TestKilledWhileWriting(t *testing.T) {
	dir, last := t.TempDir(), 0
	for round := range 6 {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"="+dir)
		cmd.Stderr = os.Stderr
		need.Kill(t, cmd, 3+7*round, func(text string) {
			last = need.Must(strconv.Atoi(text))(t)
		})
	}
	s := need.Must(Open(t.Context(), Config{Dir: dir, Node: "n", Rand: rand.Reader}))(t)
	defer func() { _ = s.Close() }()
	all := need.Must(ArchiveOf(s).Games(t.Context(), lobby.GamesOf{Limit: 1e6}))(t).List
	if len(all) < last || last == 0 {
		t.Errorf("%d games, want at least %d", len(all), last)
	}
	people := need.Must(s.People(t.Context(), "ann", "bob"))(t)
	for id, p := range people {
		of := p.Standings["kalah"]
		if of.RatedGames != len(all) || len(people) != 2 {
			t.Errorf("%s has %d rated games of %d", id, of.RatedGames, len(all))
		}
	}
	if ann := people["ann"].Standings["kalah"]; int(ann.Rating.Value) != 1500+len(all) {
		t.Errorf("the rating is %v after %d games", ann.Rating.Value, len(all))
	}
	verdict := ""
	if err := s.writing.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Error(verdict, err)
	}
}
