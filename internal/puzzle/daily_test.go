package puzzle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"testing"
	"time"
)

// weeks is the number of weeks in the embedded list. If the list grows, so does this number; the
// hashes below stay valid.
const weeks = 260

// dailyFile is the list of the puzzles of the days.
var dailyFile = embedded("1-kalah.puzzles")

func embedded(name string) []byte {
	data, err := files.ReadFile("lists/" + name)
	if err != nil {
		panic(err)
	}
	return data
}

// digest returns the hash of the output of write.
func digest(write func(io.Writer)) string {
	h := sha256.New()
	write(h)
	return hex.EncodeToString(h.Sum(nil))
}

func TestListIsWhole(t *testing.T) {
	list := Daily()
	if len(list) != weeks*Bands || len(dailyFile) > 24<<10 {
		t.Fatalf("%d puzzles in %d bytes", len(list), len(dailyFile))
	}
	seen, kinds := map[Key]bool{}, [2]int{}
	for i, p := range list {
		for _, key := range p.Keys() {
			if seen[key] {
				t.Errorf("puzzle %d is the same as one before: %v", i, p)
			}
			seen[key] = true
		}
		kinds[p.Kind]++
		if p.Band() != i%Bands || !p.Good() || p.Best() < 0 {
			t.Errorf("puzzle %d, of rating %d, is not one of day %d: %v", i, p.Rating(), i%Bands+1, p)
		}
		if p.Answers() < 1 || p.Answers() > MostAnswers {
			t.Errorf("puzzle %d has %d answers", i, p.Answers())
		}
	}
	if kinds[Result] < 2*kinds[Seeds] {
		t.Errorf("there are %v puzzles by kind", kinds)
	}
}

// The lists of other games are small, and no two of their puzzles are the same.
func TestListsOfOtherGames(t *testing.T) {
	size := 0
	for place, game := range Games()[1:] {
		seen, list := map[Key]bool{}, Of(game)
		for i, p := range list {
			for _, key := range p.Keys() {
				if seen[key] {
					t.Errorf("puzzle %d of %s is the same as one before: %v", i, game, p)
				}
				seen[key] = true
			}
			again, ok := numbered(numberOf(p))
			if !p.Good() || p.Best() < 0 || p.Position.Variant().Discipline() != game || !ok || again.Position != p.Position {
				t.Errorf("puzzle %d of %s is not worth asking, or has a wrong number: %v", i, game, p)
			}
		}
		name := fmt.Sprintf("%d-%s", place+2, game)
		size += len(embedded(name + ".puzzles"))
		if len(list) < 60 {
			t.Errorf("%s has %d puzzles", game, len(list))
		}
		if _, ok := numbered(firstOf(game) + len(list)); ok {
			t.Errorf("there is a puzzle after the last of %s", game)
		}
	}
	if len(Games()) < 4 || size > 2<<10 {
		t.Errorf("the puzzles of %v have %d bytes, without those of the days", Games(), size)
	}
}

// The puzzles of other games keep their numbers, too.
func TestListsOfOtherGamesAreFrozen(t *testing.T) {
	for game, want := range map[string]string{
		"mangala":   "e6fe23a537652062c7b398a7585e51a78e5216f14aa94601e60020550c48ec4f",
		"oware":     "4bc497200e69b0ccb0e6690f76e20d7f47f9a7fc02991bf0a3add46b66ac6c19",
		"bestemshe": "0a649015d3cc9fb4592703a5fbbbcb2d13882ca0136ed3e6abd9e04fc35296a2",
	} {
		got := digest(func(w io.Writer) {
			for _, p := range Of(game)[:90] {
				fmt.Fprintln(w, p, p.Replies)
			}
		})
		if got != want {
			t.Errorf("the puzzles of %s have the hash %s", game, got)
		}
	}
}

// Released puzzles never change: a day has the same one in every version.
func TestListIsFrozen(t *testing.T) {
	got := digest(func(w io.Writer) {
		for _, p := range Daily()[:1820] {
			fmt.Fprintln(w, p)
		}
	})
	if want := "a5706faa1830baf0c5c2b814923c706486eeea6b4cf11958b084575a4a4f4421"; got != want {
		t.Errorf("the first 1820 puzzles have the hash %s", got)
	}
}

func TestDaysAreFrozen(t *testing.T) {
	start, err := ParseDay("2026-11-23")
	if err != nil {
		t.Fatal(err)
	}
	got := digest(func(w io.Writer) {
		for d := start; d < start+400; d++ {
			fmt.Fprintln(w, d, d.Puzzle().Position)
		}
	})
	if want := "88d03ee9ea4c6c441d4b8dabdbae251b21cdb38812e2bfc7d5dea11334b4d1bb"; got != want {
		t.Errorf("the puzzles of 400 days have the hash %s", got)
	}
}

func TestDay(t *testing.T) {
	for _, tt := range []struct {
		text string
		day  Day
	}{{"2026-01-05", 0}, {"2026-01-11", 6}, {"2026-11-23", 322}, {"2027-02-01", 392}, {"2028-02-29", 785}, {"9999-12-31", 2912438}} {
		d, err := ParseDay(tt.text)
		if err != nil || d != tt.day || d.String() != tt.text {
			t.Errorf("%s is day %d %v, %v", tt.text, d, d, err)
		}
		if weekday := (int(d.Time().Weekday()) + 6) % 7; weekday != d.Puzzle().Band() {
			t.Errorf("%v is weekday %d, but has a puzzle of day %d", d, weekday, d.Puzzle().Band())
		}
	}
	for _, text := range []string{"", "2026-01-04", "0001-01-01", "2026-02-30", "23.11.2026", "2026-1-5", "10000-01-01"} {
		if d, err := ParseDay(text); err == nil {
			t.Errorf("%q is day %d", text, d)
		}
	}
}

// A day is a local calendar day, also when the clock goes back.
func TestDayOfPlaces(t *testing.T) {
	for _, zone := range []int{-12, -5, 0, 2, 14} {
		place := time.FixedZone("", zone*60*60)
		for _, hour := range []int{0, 1, 12, 23} {
			d, err := DayOf(time.Date(2026, time.November, 23, hour, 59, 59, 0, place))
			if err != nil || d != 322 {
				t.Errorf("%d o'clock, %d hours from Greenwich, is day %d, %v", hour, zone, d, err)
			}
		}
	}
}

func TestListRoundTrip(t *testing.T) {
	list := Daily()
	data := WriteList(list)
	if !bytes.Equal(data, dailyFile) {
		t.Errorf("the list has %d bytes when it is written again, and %d in the file", len(data), len(dailyFile))
	}
	for n := range 40 { // cut, and changed
		if _, err := ReadList(data[:len(data)*n/40]); err == nil {
			t.Errorf("%d fortieths of a list were read", n)
		}
	}
	if _, err := ReadList(append(bytes.Clone(data), 0)); err == nil {
		t.Error("a list with a byte behind its end was read")
	}
	plain := []Puzzle{list[0], list[1]}
	plain[1].Replies = nil
	again, err := ReadList(WriteList(plain))
	if err != nil || again[1].Replies != nil || len(again[0].Replies) == 0 {
		t.Errorf("a puzzle without replies becomes %v, %v", again, err)
	}
}

func FuzzReadList(f *testing.F) {
	f.Add(WriteList(Daily()[:3]))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadList(data)
		if err != nil {
			return
		}
		again, err := ReadList(WriteList(list))
		if err != nil || !reflect.DeepEqual(again, list) {
			t.Fatalf("%v become %v, %v", list, again, err)
		}
	})
}

func BenchmarkReadList(b *testing.B) {
	for b.Loop() {
		if _, err := ReadList(dailyFile); err != nil {
			b.Fatal(err)
		}
	}
}
