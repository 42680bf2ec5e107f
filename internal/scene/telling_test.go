package scene_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/rules/rulestest"
)

// The words follow the motion: they never reveal the result of a ply before it is shown.
func TestTheWordsDoNotPrecedeTheMotion(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	scenetest.Press(t, sc, 1)
	f.Push(table.GameOver{})
	sc.Advance(0)
	if sc.Stage() != table.StageOver || !sc.Moving() || sc.Turn() != "Your turn" {
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

// TestEstimatesAreTold: the words of a ply end with the estimate of the computer player that chose
// it, on either side. A person's ply has no estimate.
func TestEstimatesAreTold(t *testing.T) {
	for computer, seats := range map[string][2]match.Seat{
		"Ann": {matchtest.NewGuesser(), nil},
		"Bo":  {nil, matchtest.NewGuesser()},
	} {
		sc := scenetest.Local(t, seats)
		n := listen(sc)
		if seats[match.Host] == nil {
			scenetest.Press(t, sc, 1)
			sc.Advance(time.Minute) // the motion ends
			*n = nil
		}
		plies := sc.Match().Plies()
		sc.Advance(2 * scene.ThinkingPause)
		scenetest.Until(t, sc, func() bool { return sc.Match().Plies() > plies })
		sc.Settle()
		n.check(t, computer+" sows 4 from house 1; the last one falls in house 5. "+computer+"'s estimate: about +4, at least -2.", "! Your turn.")
		want := computer + " sows 4 from house 1 - about +4 for " + computer + ", at least -2"
		if got := sc.Happened(); got != want {
			t.Errorf("the bar says %q, want %q", got, want)
		}
		lines := strings.Join(sc.Lines(), "\n")
		if !strings.HasSuffix(lines, want) || strings.Count(lines, "about") != 1 {
			t.Errorf("the log has %q", lines)
		}
	}
}
