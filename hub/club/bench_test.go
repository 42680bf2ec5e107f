package club

import (
	"fmt"
	"testing"
	"time"

	"mancala/match/lobby"
)

// BenchmarkPairs matches a thousand who wait.
func BenchmarkPairs(b *testing.B) {
	var wishes []Wish
	for i := range 1000 {
		s := lobby.Settings{Variant: kalah, Time: blitz.Time, Rated: i%2 == 0}
		wishes = append(wishes, Wish{
			Member:   lobby.Member{ID: id(fmt.Sprintf("m%d", i)), Rating: 1000 + i, Deviation: 60},
			Settings: s, Since: epoch.Add(-time.Duration(i) * time.Millisecond),
		})
	}
	for b.Loop() {
		Pairs(wishes, epoch)
	}
}

func BenchmarkName(b *testing.B) {
	for b.Loop() {
		NewName("Ιrís von Würmlingen")
	}
}
