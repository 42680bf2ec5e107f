package scene_test

import (
	"slices"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules/rulestest"
	"mancala/scene/scenetest"
)

// The words follow the motion: they never reveal the result of a ply before it is shown.
func TestTheWordsDoNotPrecedeTheMotion(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	scenetest.Press(t, sc, 1)
	f.Push(match.GameOver{Result: f.Series.Match().Result()})
	sc.Advance(0)
	if sc.Stage() != match.StageOver || !sc.Moving() || sc.Turn() != "Your turn" {
		t.Fatalf("stage %v, moving %v, the bar says %q", sc.Stage(), sc.Moving(), sc.Turn())
	}
	var said []string
	for ; sc.Moving(); sc.Advance(10 * time.Millisecond) {
		if now := sc.Happened(); len(said) == 0 || said[len(said)-1] != now {
			said = append(said, now)
		}
	}
	want := []string{"You sow 3 from house 1", "You sow 3 from house 1 - captures 5"}
	if !slices.Equal(said, want) || sc.Turn() != "You win" {
		t.Errorf("%q, then %q", said, sc.Turn())
	}
}

func TestTheWordsOfAPlyThatIsCutShortAreWhole(t *testing.T) {
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	scenetest.Press(t, sc, 3)
	sc.Settle()
	if got := sc.Happened(); got != "You sow 4 from house 3 - extra turn" {
		t.Errorf("the bar says %q", got)
	}
}
