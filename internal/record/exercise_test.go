//go:build !js

package record

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

func exercise(kind, id string, days int, text string) match.Exercise {
	return match.Exercise{Kind: kind, ID: id, Time: day.AddDate(0, 0, days), Text: text}
}

// exerciseTexts returns the texts of the exercises that match a query.
func exerciseTexts(t *testing.T, l *Ledger, q match.ExerciseQuery) (texts []string, total int) {
	t.Helper()
	list, total := need.Must2(l.Exercises(t.Context(), q))(t)
	for _, e := range list {
		texts = append(texts, e.Text)
	}
	return texts, total
}

func TestExercises(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		check := func(q match.ExerciseQuery, total int, want ...string) {
			t.Helper()
			if got, n := exerciseTexts(t, l, q); !slices.Equal(got, want) || n != total {
				t.Errorf("%+v finds %q of %d, want %q of %d", q, got, n, want, total)
			}
		}
		card := match.ExerciseCard
		must(l.AddExercises(t.Context(), exercise(card, "b", 2, "two"), exercise(card, "a", 1, "one | x&y=z"), exercise(match.ExerciseTry, "a", 3, "try")))
		must(l.AddExercises(t.Context(), exercise(card, "a", 9, "again"), exercise(card, "c", 5, "five")))
		check(match.ExerciseQuery{Kind: card}, 3, "one | x&y=z", "two", "five")
		must(l.SaveExercises(t.Context(), exercise(card, "a", 9, "again")))
		check(match.ExerciseQuery{Kind: card}, 3, "two", "five", "again")
		check(match.ExerciseQuery{Kind: card, Newest: true, Limit: 2}, 3, "again", "five")
		check(match.ExerciseQuery{Kind: card, Offset: 2}, 3, "again")
		check(match.ExerciseQuery{Kind: card, Offset: 7}, 3)
		check(match.ExerciseQuery{Kind: card, Until: day.AddDate(0, 0, 5)}, 2, "two", "five")
		check(match.ExerciseQuery{Kind: card, ID: "c"}, 1, "five")
		check(match.ExerciseQuery{Kind: match.ExerciseTry}, 1, "try")
		check(match.ExerciseQuery{Kind: match.ExerciseGame}, 0)
		for _, bad := range []match.Exercise{
			{},
			exercise("scribble", "a", 1, ""), exercise(card, "", 1, ""), exercise(card, strings.Repeat("x", 101), 1, ""),
			exercise(card, "d", 1, strings.Repeat("x", MaxExercise+1)), exercise(card, "d", 1, "\xff"),
		} {
			if l.SaveExercises(t.Context(), bad) == nil || l.AddExercises(t.Context(), exercise(card, "e", 1, "whole"), bad) == nil {
				t.Errorf("%+v is kept", bad)
			}
		}
		if _, _, err := l.Exercises(t.Context(), match.ExerciseQuery{Kind: "scribble"}); err == nil {
			t.Error("an unknown kind is listed")
		}
		check(match.ExerciseQuery{Kind: card}, 3, "two", "five", "again")

		must(l.SetSetting(t.Context(), "other", "stays"))
		must(l.SetSetting(t.Context(), "rating", "1500"))
		must(l.EraseExercises(t.Context(), "rating"))
		check(match.ExerciseQuery{Kind: card}, 0)
		check(match.ExerciseQuery{Kind: match.ExerciseTry}, 0)
		rating, _ := l.Setting(t.Context(), "rating")
		if other, err := l.Setting(t.Context(), "other"); rating != "" || other != "stays" || err != nil {
			t.Errorf("after erasing, the settings are %q and %q, %v", rating, other, err)
		}
		must(l.AddExercises(t.Context(), exercise(card, "b", 2, "two")))
		check(match.ExerciseQuery{Kind: card}, 1, "two")
	})
}

// narrow is a database with room for two exercises of a kind.
type narrow struct{ rows }

func (narrow) room() int { return 2 }

// The earliest tries and the cards that are due last give way to others; games that were searched
// stay.
func TestExercisesAreBounded(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		for i := range 9 {
			for _, kind := range []string{match.ExerciseCard, match.ExerciseTry, match.ExerciseGame} {
				need.NoError(t, l.AddExercises(t.Context(), exercise(kind, fmt.Sprint(i), i, fmt.Sprint(i))))
			}
		}
		for kind, want := range map[string][]string{match.ExerciseCard: {"0", "1"}, match.ExerciseTry: {"7", "8"}, match.ExerciseGame: {"0", "1"}} {
			need.NoError(t, l.change(t.Context(), change{row: rowID{"room", kind}, do: func(ctx context.Context, r rows) (bool, error) {
				return makeRoom(ctx, narrow{r}, kind)
			}}))
			if got, _ := exerciseTexts(t, l, match.ExerciseQuery{Kind: kind, Limit: 2}); !slices.Equal(got, want) {
				t.Errorf("of %s, %v stay, want %v", kind, got, want)
			}
		}
		if _, total := exerciseTexts(t, l, match.ExerciseQuery{Kind: match.ExerciseGame}); total != 9 {
			t.Errorf("%d games stay", total)
		}
	})
}

func TestStoredExercisesAreBounded(t *testing.T) {
	l := inStorage(t, newCupboard())
	var list []match.Exercise
	for i := range maxStored + 5 {
		list = append(list, exercise(match.ExerciseTry, fmt.Sprint(i), i, fmt.Sprint(i)))
	}
	need.NoError(t, l.AddExercises(t.Context(), list...))
	if got, total := exerciseTexts(t, l, match.ExerciseQuery{Kind: match.ExerciseTry, Limit: 1}); total != maxStored || got[0] != "5" {
		t.Errorf("%d tries are kept, the first is %s", total, got[0])
	}
}

// The games that a person has decided against another player are searched once, the latest first.
func TestUnsearched(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		mine, both, other := game(t, "mine", wonBySouth), game(t, "both", wonBySouth), game(t, "later", wonBySouth)
		mine.Kinds = [2]string{match.KindPerson, "sharp"}
		both.Kinds = [2]string{match.KindPerson, match.KindPerson}
		other.Kinds = [2]string{match.KindRemote, match.KindPerson}
		running := game(t, "running", "kalah(6,4) 3 6")
		running.Kinds = mine.Kinds
		mustSave(t, l, mine, both, running, other)
		check := func(n, total int, want ...string) {
			t.Helper()
			list, all, err := l.Unsearched(t.Context(), n)
			var ids []string
			for _, g := range list {
				ids = append(ids, g.ID)
			}
			if err != nil || all != total || !slices.Equal(ids, want) {
				t.Errorf("%v of %d are to be searched, %v; want %v of %d", ids, all, err, want, total)
			}
		}
		check(5, 2, "later", "mine")
		check(1, 2, "later")
		need.NoError(t, l.AddExercises(t.Context(), exercise(match.ExerciseGame, "later", 0, "")))
		check(5, 1, "mine")
		need.NoError(t, l.AddExercises(t.Context(), exercise(match.ExerciseGame, "mine", 0, "")))
		check(5, 0)
	})
}

func TestKeeperExercises(t *testing.T) {
	k := start(func(context.Context) *Ledger { return inMemory() }, func(n Notice) { t.Error(n) })
	answered := 0
	saved := func(err error) {
		if answered++; err != nil {
			t.Error(err)
		}
	}
	k.AddExercises([]match.Exercise{exercise(match.ExerciseTry, "a", 1, "one")}, saved)
	k.SaveExercises([]match.Exercise{exercise(match.ExerciseTry, "a", 1, "two")}, saved)
	q := match.ExerciseQuery{Kind: match.ExerciseTry}
	k.Exercises(q, func(list []match.Exercise, total int, err error) {
		if answered++; err != nil || total != 1 || list[0].Text != "two" {
			t.Errorf("%v of %d, %v", list, total, err)
		}
	})
	k.EraseExercises([]string{"x"}, saved)
	k.Exercises(q, func(list []match.Exercise, total int, err error) {
		if answered++; err != nil || total != 0 {
			t.Errorf("%v of %d, %v", list, total, err)
		}
	})
	need.NoError(t, k.Close())
	if k.Poll(); answered != 5 {
		t.Errorf("%d answers", answered)
	}
}

// BenchmarkManyExercises lists a page of 100,000 tries, and all of them.
func BenchmarkManyExercises(b *testing.B) {
	l := open(b, b.TempDir())
	var list []match.Exercise
	for i := range MaxExercises {
		list = append(list, match.Exercise{
			Kind: match.ExerciseTry, ID: fmt.Sprintf("%032x", i*7919), Time: day.Add(time.Duration(i) * time.Minute), Text: strings.Repeat("x", 60),
		})
	}
	need.NoError(b, l.AddExercises(b.Context(), list...))
	q := match.ExerciseQuery{Kind: match.ExerciseTry, Newest: true}
	for _, tt := range []struct {
		name          string
		offset, limit int
	}{{"first page", 0, 100}, {"last page", MaxExercises - 100, 100}, {"all", 0, MaxExercises}} {
		b.Run(tt.name, func(b *testing.B) {
			q.Offset, q.Limit = tt.offset, tt.limit
			for b.Loop() {
				if list, total, err := l.Exercises(b.Context(), q); err != nil || len(list) != tt.limit || total != MaxExercises {
					b.Fatalf("%d of %d, %v", len(list), total, err)
				}
			}
		})
	}
	b.Run("save", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			e := exercise(match.ExerciseTry, fmt.Sprint("new", i), 1000+i, "x")
			need.NoError(b, l.AddExercises(b.Context(), e))
		}
	})
}
