package match

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// The beginning of a game is where a regular expression finds it.
func TestGameStart(t *testing.T) {
	expression := regexp.MustCompile(`mancala show|[a-z-]+\(\d+,\d+`)
	parts := strings.Fields("kalah ( 6 , 4 ) -x é Ö # 12 ((( ,, mancala show (3,2 x(1,2")
	parts = append(parts, " ", "mancala show")
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 20000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		want := 0
		if at := expression.FindStringIndex(text.String()); at != nil {
			want = at[0]
			found++
		}
		if got := gameStart(text.String()); got != want {
			t.Fatalf("in %q at %d, want %d", &text, got, want)
		}
	}
	if found < 1000 {
		t.Errorf("only %d texts had a game", found)
	}
}
