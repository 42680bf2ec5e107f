package scene_test

import (
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// narrated records the sentences of a scene; urgent ones are marked.
type narrated []string

func listen(sc *scene.Scene) *narrated {
	n := &narrated{}
	sc.Env.Narrate = func(sentence string, urgent bool) {
		if urgent {
			sentence = "! " + sentence
		}
		*n = append(*n, sentence)
	}
	return n
}

func (n *narrated) check(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(*n, want) {
		t.Errorf("told\n%q, want\n%q", *n, want)
	}
	*n = nil
}

// The plies of both are narrated, with their effects and the turn.
func TestPliesAreNarrated(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	n := listen(sc)
	sc.Advance(0)
	n.check(t, "! Your turn.")
	scenetest.Press(t, sc, 3)
	n.check(t, "Ann sows 4 from house 3; the last one falls in the store: again.")
	scenetest.Press(t, sc, 4)
	n.check(t, "Ann sows 5 from house 4; the last one falls in house 2 of Bo.")
	matchtest.Check(t, f.PlayFor(match.Guest, 1))
	sc.Advance(time.Second)
	n.check(t, "Bo sows 5 from house 1; the last one falls in house 6.", "! Your turn.")
}

// The end of a game is narrated with its result.
func TestTheEndIsNarrated(t *testing.T) {
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	n := listen(sc)
	scenetest.Press(t, sc, 1)
	n.check(t, "Ann sows 3 from house 1; the last one falls in house 1, which was empty, and captures 5: itself and 4 from house 1 of Bo.",
		"! Both rows are empty. You win. Ann 6, Bo 0.")
	sc = scenetest.Local(t, [2]match.Seat{})
	n = listen(sc)
	matchtest.Check(t, sc.Resign())
	sc.Advance(0)
	n.check(t, "! Ann resigned. Bo wins. Ann 0, Bo 0.")
}

// Two people at one board hear their turns by name, and again after an undo.
func TestTwoHereHearTheirNames(t *testing.T) {
	sc := scenetest.Local(t, [2]match.Seat{})
	n := listen(sc)
	sc.Advance(0)
	scenetest.Press(t, sc, 1)
	matchtest.Check(t, sc.Undo())
	sc.Advance(0)
	n.check(t, "! Ann's turn.", "Ann sows 4 from house 1; the last one falls in house 5.", "! Bo's turn.",
		"Taken back: move 1 is next.", "! Ann's turn.")
}

// The peer's other actions are narrated too.
func TestThePeerIsNarrated(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	scenetest.Press(t, sc, 1)
	matchtest.Check(t, f.PlayFor(match.Guest, 1))
	sc.Advance(0)
	n := listen(sc)
	f.Push(table.TakebackAsked{By: match.Guest, Plies: 1}, table.PeerQuiet{Quiet: true}, table.PeerQuiet{},
		table.Paused{Note: rules.NewNote("netplay.lost", "Bo")})
	sc.Advance(0)
	f.Push(table.Resumed{}, table.RematchWanted{By: match.Guest})
	sc.Advance(0)
	got := *n
	if len(got) != 6 || got[0] != "! Bo asks to take back the last move." || got[1] != "Nothing has been heard from Bo for a while." ||
		got[2] != "Bo is back." || got[3][:2] != "! " || got[4] != "Bo would like to play again." || got[5] != "! Your turn." {
		t.Errorf("told %q", got)
	}
}

// TestAPlyThatDoesNotCountIsTold plays a ply here that the other end has not taken.
func TestAPlyThatDoesNotCountIsTold(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	scenetest.Press(t, sc, 1)
	n := listen(sc)
	f.Push(table.Rewound{Series: f.Series.Back(0), Note: rules.NewNote("match.withdrawn", 1)})
	sc.Advance(0)
	n.check(t, "! A move of yours does not count: something else came first.", "Taken back: move 1 is next.", "! Your turn.")
	if got := sc.TakeAnswer(); got != "A move of yours does not count: something else came first" {
		t.Errorf("the toast is %q", got)
	}
}
