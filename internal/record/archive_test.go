package record

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// game returns a game between a person and greedy, with its result after the plies in the text.
func game(t testing.TB, id, text string) match.Record {
	t.Helper()
	g := need.Must(rules.ParseGame(text))(t)
	return match.Record{
		ID: id, Game: g, Names: [2]string{"Ann", "Greedy"}, Kinds: [2]string{match.KindPerson, "greedy"}, Result: resultOf(t, g),
	}
}

func resultOf(t testing.TB, g rules.Game) match.Result {
	t.Helper()
	m := need.Must(match.New(g.Variant))(t)
	for _, h := range g.Plies {
		need.Must(m.Play(m.Position().ToMove(), h))(t)
	}
	return m.Result()
}

// Games that are over.
const (
	wonBySouth = "kalah(3,1) 2 1 1 3"
	wonByNorth = "kalah(3,1) 1 1 2 3"
	drawn      = "kalah(3,1) 1 2 3 2 3"
)

// resigned returns the game with a resignation of a side.
func resigned(r match.Record, loser rules.Side) match.Record {
	r.Result.Ending, r.Result.Outcome = match.Resigned, rules.Winner(loser.Opponent())
	return r
}

// late returns the game lost on time by a side.
func late(r match.Record, loser rules.Side) match.Record {
	r.Result.Ending, r.Result.Outcome = match.TimedOut, rules.Winner(loser.Opponent())
	return r
}

func ended(r match.Record, ending match.Ending) match.Record {
	r.Result.Ending = ending
	return r
}

// clocked makes the ledger's clock start at day and advance by a minute with each look.
func clocked(l *Ledger) {
	now := day
	l.now = func() time.Time { now = now.Add(time.Minute); return now }
}

func mustSave(t testing.TB, l *Ledger, games ...match.Record) {
	t.Helper()
	for _, g := range games {
		if err := l.SaveGame(t.Context(), g); err != nil {
			t.Fatalf("SaveGame(%s): %v", g.ID, err)
		}
	}
}

func gameIDs(list []match.Record) string {
	var b []string
	for _, g := range list {
		b = append(b, g.ID)
	}
	return strings.Join(b, " ")
}

// A game is in the archive from its first ply, unless the player takes that back.
func TestGameWithoutPliesIsNotKept(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		mustSave(t, l, game(t, "a", "kalah(6,4) 3"), game(t, "a", "kalah(6,4)"), game(t, "b", "kalah(6,4)"))
		if list, total, err := l.Games(t.Context(), match.GameQuery{}); len(list) != 0 || total != 0 || err != nil {
			t.Errorf("Games = %v, %d, %v", list, total, err)
		}
		mustSave(t, l, ended(game(t, "c", "kalah(6,4)"), match.Abandoned))
		if _, found, err := l.Game(t.Context(), "c"); !found || err != nil {
			t.Errorf("a game that was ended before its first ply: %v, %v", found, err)
		}
	})
}

func TestGameComesBackUnchanged(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		odd := game(t, "odd", "kalah(6,4)+pie 1 swap 2")
		odd.Names = [2]string{"Robert'); DROP TABLE games;--", "👩\u200d🚀"}
		odd.Kinds = [2]string{match.KindRemote, match.KindPerson}
		odd.Starter, odd.Before, odd.Opened = match.Guest, match.Tally{Wins: [2]int{12, 9}, Draws: 3}, true
		games := []match.Record{
			game(t, "start", "kalah(6,4) 3"), game(t, "won", wonBySouth), game(t, "lost", wonByNorth),
			resigned(game(t, "resigned", "video(6,3) 1"), rules.South), ended(game(t, "left", "bowls(3,3) 1"), match.Abandoned),
			ended(game(t, "desynced", "kalah(6,4) 3 6"), match.Desynced), late(game(t, "late", "kalah(6,4) 3 6"), rules.North), odd,
		}
		for i, want := range games {
			mustSave(t, l, want)
			got, found, err := l.Game(t.Context(), want.ID)
			at := day.Add(time.Duration(i+1) * time.Minute)
			if !found || err != nil || !sameRecord(got, want) || !got.Started.Equal(at) || !got.Ended.Equal(at) {
				t.Errorf("Game(%s) = %+v, %v, %v; want %+v at %v", want.ID, got, found, err, want, at)
			}
			if text := got.Game.String(); text != want.Game.String() {
				t.Errorf("text %q, want %q", text, want.Game)
			}
		}
		if _, found, err := l.Game(t.Context(), "none"); found || err != nil {
			t.Errorf("a game that is not there: %v, %v", found, err)
		}
		list, total, err := l.Games(t.Context(), match.GameQuery{})
		if got := gameIDs(list); got != "odd late desynced left resigned lost won start" || total != 8 || err != nil {
			t.Errorf("Games = %s, %d, %v", got, total, err)
		}
	})
}

func TestSaveGameAgain(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		mustSave(t, l, game(t, "a", "kalah(6,4) 3"), game(t, "b", "kalah(6,4) 3"), game(t, "a", "kalah(6,4) 3 6"))
		got, _, _ := l.Game(t.Context(), "a")
		if got.Game.String() != "kalah(6,4) 3 6" || !got.Started.Equal(day.Add(time.Minute)) || !got.Ended.Equal(day.Add(3*time.Minute)) {
			t.Errorf("after another ply: %+v", got)
		}
		mustSave(t, l, game(t, "a", "kalah(6,4) 3 6"))
		if again, _, _ := l.Game(t.Context(), "a"); !again.Ended.Equal(got.Ended) {
			t.Errorf("saved unchanged, it ended at %v", again.Ended)
		}
		mustSave(t, l, game(t, "a", "kalah(6,4) 3")) // a ply was taken back
		if got, _, _ := l.Game(t.Context(), "a"); got.Game.String() != "kalah(6,4) 3" {
			t.Errorf("after an undo: %+v", got)
		}
		if list, total, _ := l.Games(t.Context(), match.GameQuery{}); gameIDs(list) != "a b" || total != 2 {
			t.Errorf("Games = %s of %d", gameIDs(list), total)
		}
	})
}

// Both ends of a connection save the same game in one folder.
func TestSaveGameFromBothEnds(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		from := func(text string, here rules.Side) match.Record {
			r := game(t, "g", text)
			r.Kinds = [2]string{match.KindRemote, match.KindRemote}
			r.Kinds[here] = match.KindPerson
			return r
		}
		mustSave(t, l, from("kalah(3,1) 1", rules.South), from("kalah(3,1) 1 2 3 2", rules.North), from(drawn, rules.South))
		mustSave(t, l, from("kalah(3,1) 1 2 3 2", rules.North)) // this end lags behind
		got, _, _ := l.Game(t.Context(), "g")
		if got.Kinds != [2]string{match.KindPerson, match.KindPerson} || got.Result.Ending != match.Finished || got.Game.String() != drawn {
			t.Errorf("the game is %+v", got)
		}
		if list, total, _ := l.Games(t.Context(), match.GameQuery{}); len(list) != 1 || total != 1 {
			t.Errorf("Games = %d of %d", len(list), total)
		}
	})
}

func TestUnnamedPlayers(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		r := game(t, "g", "kalah(6,4) 3")
		r.Names = [2]string{}
		mustSave(t, l, r)
		if got, _, _ := l.Game(t.Context(), "g"); got.Names != [2]string{"South", "North"} {
			t.Errorf("names %v", got.Names)
		}
	})
}

func TestInvalidGamesAreRefused(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		change := func(f func(r *match.Record)) match.Record {
			r := game(t, "g", "kalah(6,4) 3 6")
			f(&r)
			return r
		}
		bad := map[string]match.Record{
			"no id":          change(func(r *match.Record) { r.ID = "" }),
			"id":             change(func(r *match.Record) { r.ID = "a b" }),
			"name":           change(func(r *match.Record) { r.Names[1] = "\x1b[2J" }),
			"kind":           change(func(r *match.Record) { r.Kinds[0] = "" }),
			"kind with eol":  change(func(r *match.Record) { r.Kinds[0] = "a\nb" }),
			"nobody here":    change(func(r *match.Record) { r.Kinds = [2]string{match.KindRemote, match.KindRemote} }),
			"starter":        change(func(r *match.Record) { r.Starter = 2 }),
			"tally":          change(func(r *match.Record) { r.Before.Draws = -1 }),
			"large tally":    change(func(r *match.Record) { r.Before.Wins[1] = MaxGames + 1 }),
			"illegal ply":    change(func(r *match.Record) { r.Game.Plies = []rules.House{3, 6, 7} }),
			"no variant":     change(func(r *match.Record) { r.Game = rules.Game{} }),
			"stores":         change(func(r *match.Record) { r.Result.Stores[0]++ }),
			"winner":         change(func(r *match.Record) { r.Result.Outcome = rules.SouthWins }),
			"finished early": change(func(r *match.Record) { r.Result.Ending = match.Finished }),
			"ending":         change(func(r *match.Record) { r.Result.Ending = 9 }),
			"no winner":      change(func(r *match.Record) { r.Result.Ending = match.Resigned }),
			"drawn":          change(func(r *match.Record) { r.Result.Ending, r.Result.Outcome = match.Resigned, rules.Draw }),
			"over, running":  ended(game(t, "g", wonBySouth), match.Running),
		}
		for name, r := range bad {
			if err := l.SaveGame(t.Context(), r); err == nil {
				t.Errorf("%s: SaveGame accepts it", name)
			}
		}
		l.now = func() time.Time { return time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC) }
		if err := l.SaveGame(t.Context(), game(t, "g", "kalah(6,4) 3")); err == nil || !strings.Contains(err.Error(), "clock") {
			t.Errorf("a clock that is far off: %v", err)
		}
		if _, total, err := l.Games(t.Context(), match.GameQuery{}); total != 0 || err != nil {
			t.Errorf("%d games, %v", total, err)
		}
	})
}

func TestDelete(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		mustSave(t, l, game(t, "a", wonBySouth), game(t, "b", wonBySouth))
		mustAdd(t, l, score("a", 30, 10), score("b", 31, 10))
		for range 2 {
			need.NoError(t, l.DeleteGame(t.Context(), "a"), l.DeleteScore(t.Context(), "b"))
		}
		list, total, err := l.Games(t.Context(), match.GameQuery{})
		if gameIDs(list) != "b" || total != 1 || err != nil {
			t.Errorf("Games = %s, %d, %v", gameIDs(list), total, err)
		}
		if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "a" {
			t.Errorf("Top = %q", got)
		}
		mustAdd(t, l, score("b", 31, 10)) // it may come again
		mustSave(t, l, game(t, "a", wonBySouth))
	})
}

func TestFigures(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		if f, err := l.Figures(t.Context()); err != nil || f.Total != (match.Figure{}) || len(f.By) != 0 {
			t.Errorf("Figures of nothing = %+v, %v", f, err)
		}
		two, bots, opened := game(t, "two", wonBySouth), game(t, "bots", wonBySouth), game(t, "opened", wonBySouth)
		two.Kinds[1], bots.Kinds[0], opened.Opened = match.KindPerson, "random", true
		net := game(t, "net", wonBySouth)
		net.Names, net.Kinds = [2]string{"Bo", "Ann"}, [2]string{match.KindRemote, match.KindPerson}
		left := net
		left.ID = "left"
		left.Game.Plies, left.Result = nil, match.Result{Ending: match.Abandoned}
		named := game(t, "named", wonBySouth)
		named.Names[1], named.Kinds[1] = "Bo", "random"
		mustSave(
			t, l, two, bots, opened, net, left, named, game(t, "won", wonBySouth), game(t, "lost", wonByNorth), game(t, "drawn", drawn),
			game(t, "running", "kalah(6,4) 3"), resigned(game(t, "resigned", "kalah(6,4) 3"), rules.South),
		)
		got, err := l.Figures(t.Context())
		want := match.Figures{
			Total: match.Figure{Played: 7, Won: 2, Lost: 3, Drawn: 1},
			By: []match.Figure{
				{Opponent: "Greedy", Kind: "greedy", Played: 4, Won: 1, Lost: 2, Drawn: 1},
				{Opponent: "Bo", Kind: match.KindRemote, Played: 2, Lost: 1},
				{Opponent: "Bo", Kind: "random", Played: 1, Won: 1},
			},
		}
		slices.SortFunc(want.By, func(a, b match.Figure) int { return b.Played - a.Played })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Figures = %+v, %v; want %+v", got, err, want)
		}
	})
}

// TestEachGame reads more games than one page holds, with and without a limit.
func TestEachGame(t *testing.T) {
	l := &Ledger{book: newMemory()}
	clocked(l)
	if !l.Empty(t.Context()) {
		t.Error("a new archive has something in it")
	}
	for n := range gamePage + 2 {
		mustSave(t, l, game(t, strconv.Itoa(n), "kalah(6,4) 3"))
	}
	if l.Empty(t.Context()) {
		t.Error("an archive with games has nothing in it")
	}
	for _, test := range []struct{ offset, limit, want int }{
		{0, 0, gamePage + 2}, {0, 3, 3}, {gamePage, 0, 2}, {1, gamePage + 1, gamePage + 1}, {gamePage - 1, 1, 1}, {gamePage + 2, 5, 0},
	} {
		n := 0
		for g, err := range l.EachGame(t.Context(), match.GameQuery{Offset: test.offset, Limit: test.limit}) {
			if want := strconv.Itoa(gamePage + 1 - test.offset - n); err != nil || g.ID != want {
				t.Fatalf("from %d: game %d is %s, %v; want %s", test.offset, n, g.ID, err, want)
			}
			n++
		}
		if n != test.want {
			t.Errorf("from %d, at most %d: %d games, want %d", test.offset, test.limit, n, test.want)
		}
	}
	need.NoError(t, l.Close())
	for g, err := range l.EachGame(t.Context(), match.GameQuery{}) {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("a closed archive has %s, %v", g.ID, err)
		}
	}
}

func TestUnfinished(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		check := func(want string) {
			t.Helper()
			g, found, err := l.Unfinished(t.Context())
			if err != nil || found != (want != "") || found && g.ID != want {
				t.Errorf("Unfinished = %s, %v, %v; want %q", g.ID, found, err, want)
			}
		}
		net := game(t, "net", "kalah(6,4) 3 6")
		net.Kinds[1] = match.KindRemote
		mustSave(t, l, net, game(t, "empty", "kalah(6,4)"), game(t, "over", wonBySouth))
		check("")
		mustSave(t, l, game(t, "old", "kalah(6,4) 3"), game(t, "new", "kalah(6,4) 3"))
		check("new")
		mustSave(t, l, game(t, "old", "kalah(6,4) 3 6"))
		check("old")
		mustSave(t, l, ended(game(t, "old", "kalah(6,4) 3 6"), match.Abandoned))
		check("new")
	})
}

func bookmark(t testing.TB, series string) match.Bookmark {
	t.Helper()
	return match.Bookmark{
		Series: series, Self: match.Guest, Addr: "[::1]:7000", Peer: "Ann", Game: game(t, "x", "kalah(6,4) 3 6").Game, Number: 3,
		Starter: match.Guest, State: []byte{0, 1, 255},
	}
}

func TestBookmarks(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		save := func(marks ...match.Bookmark) {
			t.Helper()
			for _, b := range marks {
				need.NoError(t, l.SaveBookmark(t.Context(), b))
			}
		}
		next := bookmark(t, "a")
		next.Number, next.State = 4, []byte("more")
		save(bookmark(t, "a"), bookmark(t, "b"), next)
		list, err := l.Bookmarks(t.Context())
		if err != nil || len(list) != 2 {
			t.Fatalf("Bookmarks = %+v, %v", list, err)
		}
		want := []match.Bookmark{next, bookmark(t, "b")}
		for i := range want {
			want[i].Saved = list[i].Saved
		}
		if !reflect.DeepEqual(list, want) {
			t.Fatalf("Bookmarks = %+v, %v", list, err)
		}
		if !list[0].Saved.Equal(day.Add(3 * time.Minute)) {
			t.Errorf("saved at %v", list[0].Saved)
		}
		other := bookmark(t, "b") // both ends of a series, in one folder
		other.Self = match.Host
		save(other)
		other.Saved = day.Add(4 * time.Minute)
		if list, err := l.Bookmarks(t.Context()); err != nil || len(list) != 3 || !reflect.DeepEqual(list[0], other) {
			t.Errorf("Bookmarks = %+v, %v", list, err)
		}
		over := match.Bookmark{Series: "b", Self: match.Host}
		save(match.Bookmark{Series: "a", Self: match.Guest}, match.Bookmark{Series: "never"}, over)
		if list, err := l.Bookmarks(t.Context()); err != nil || len(list) != 1 || list[0].Series != "b" {
			t.Errorf("Bookmarks = %+v, %v", list, err)
		}
	})
}

func TestInvalidBookmarksAreRefused(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		for name, f := range map[string]func(b *match.Bookmark){
			"series":  func(b *match.Bookmark) { b.Series = "" },
			"self":    func(b *match.Bookmark) { b.Self = 2 },
			"starter": func(b *match.Bookmark) { b.Starter = 7 },
			"addr":    func(b *match.Bookmark) { b.Addr = strings.Repeat("x", MaxAddr+1) },
			"bytes":   func(b *match.Bookmark) { b.Addr = "\xff" },
			"peer":    func(b *match.Bookmark) { b.Peer = "\x00" },
			"number":  func(b *match.Bookmark) { b.Number = 0 },
			"game":    func(b *match.Bookmark) { b.Game.Plies = []rules.House{9} },
			"state":   func(b *match.Bookmark) { b.State = make([]byte, MaxState+1) },
			"line":    func(b *match.Bookmark) { b.Log = [][]byte{make([]byte, MaxLine+1)} },
			"empty":   func(b *match.Bookmark) { b.Log = [][]byte{{}} },
			"lines":   func(b *match.Bookmark) { b.Log = slices.Repeat([][]byte{{1}}, MaxLines+1) },
			"log":     func(b *match.Bookmark) { b.Log = slices.Repeat([][]byte{make([]byte, MaxLine)}, MaxState/MaxLine) },
		} {
			b := bookmark(t, "s")
			if f(&b); l.SaveBookmark(t.Context(), b) == nil {
				t.Errorf("%s: SaveBookmark accepts it", name)
			}
		}
		if list, err := l.Bookmarks(t.Context()); len(list) != 0 || err != nil {
			t.Errorf("Bookmarks = %v, %v", list, err)
		}
	})
}
