package scene_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// watched returns a scene that watches Ann, the host, play against Bo, who begins.
func watched(t *testing.T, variant rules.Variant) (*scene.Scene, *tabletest.Link) {
	t.Helper()
	series := need.Must(match.NewSeries(variant, match.Guest))(t)
	link := &tabletest.Link{Games: tabletest.Games{Series: series}}
	sc := scene.Watch(link)
	sc.Env.Prefs = func() scene.Prefs { return scene.Prefs{Speed: motion.Normal, Bar: true, FlipOnTurn: true} }
	sc.Env.NewJudge = func(time.Duration) match.Judge {
		t.Error("a judge is asked about a game that others play")
		return nil
	}
	link.Push(table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: variant}, table.GameStarted{ID: "1"})
	sc.Advance(time.Minute)
	return sc, link
}

func TestAWatchedGameIsShownFromTheHostsSide(t *testing.T) {
	sc, link := watched(t, rulestest.Variant(t, "kalah", 6, 4))
	if sc.Bottom() != rules.North || sc.Turn() != "Bo's turn" || sc.Stage() != table.StageGame {
		t.Errorf("bottom %v, turn %q, stage %d", sc.Bottom(), sc.Turn(), sc.Stage())
	}
	need.NoError(t, link.PlayFor(match.Guest, 1))
	sc.Advance(time.Millisecond)
	if !sc.Moving() {
		t.Error("the ply is not shown")
	}
	sc.Advance(time.Minute)
	if sc.Turn() != "Ann's turn" || sc.Happened() != "Bo sows 4 from house 1" || sc.Unfinished() {
		t.Errorf("turn %q, happened %q, unfinished %v", sc.Turn(), sc.Happened(), sc.Unfinished())
	}
	sc.Flipped = true
	if sc.Bottom() != rules.South {
		t.Error("the board cannot be turned")
	}
}

func TestOneWhoWatchesOnlyWatches(t *testing.T) {
	sc, link := watched(t, rulestest.Variant(t, "kalah", 6, 4))
	for name, said := range map[string]string{
		sc.Press(rules.Pit{Side: rules.South, House: 1}): "You are watching - only the players can move",
		sc.Swap(): "You are watching - only the players can move",
		sc.Hint(): "There are no hints while you watch",
	} {
		if name != said {
			t.Errorf("%q, want %q", name, said)
		}
	}
	if sc.CanHint() || sc.CanReview() || sc.CanTakeback() || sc.CanUndo() || len(link.Said) > 0 {
		t.Errorf("one who watches can act; the link was told %q", link.Said)
	}
	if _, won := sc.Win(); won {
		t.Error("one who watches has won")
	}
}

func TestAWatchedGameCanBeReviewedWhenItHasEnded(t *testing.T) {
	sc, link := watched(t, rulestest.Variant(t, "kalah", 1, 1))
	for !link.Series.Match().Position().Over() {
		if sc.CanReview() {
			t.Error("a game that runs can be reviewed")
		}
		need.NoError(t, link.PlayFor(link.Series.Party(link.Series.Match().Position().ToMove()), 1))
		sc.Advance(time.Minute)
	}
	sc.Advance(time.Minute)
	if verdict := sc.Verdict(); !sc.CanReview() || verdict == "" || sc.Turn() != verdict {
		t.Errorf("review %v, %q, %q", sc.CanReview(), verdict, sc.Turn())
	}
	link.Push(table.Watched{Names: [2]string{"Ann", ""}})
	sc.Advance(time.Minute)
	if sc.Turn() != "Ann waits for another guest" || !sc.CanReview() {
		t.Errorf("%q, review %v", sc.Turn(), sc.CanReview())
	}
}

func TestAWatcherIsToldWhyTheGameRests(t *testing.T) {
	sc, link := watched(t, rulestest.Variant(t, "kalah", 6, 4))
	link.Push(table.Paused{Note: rules.NewNote("netplay.dropped", "Bo")})
	sc.Advance(time.Minute)
	if sc.PauseDue() || !sc.IsPaused() || sc.CanReview() || sc.Turn() != "Paused" {
		t.Errorf("due %v, paused %v, review %v, %q", sc.PauseDue(), sc.IsPaused(), sc.CanReview(), sc.Turn())
	}
	if why := sc.PauseWords(); why != "Bo's connection dropped - waiting" {
		t.Errorf("%q", why)
	}
	link.Push(table.Resumed{})
	sc.Advance(time.Minute)
	if sc.IsPaused() || sc.Happened() != "The game goes on" || sc.TakeAnswer() != "" {
		t.Errorf("paused %v, %q", sc.IsPaused(), sc.Happened())
	}
	link.Push(table.Watched{Names: [2]string{"Ann", ""}})
	sc.Advance(time.Minute)
	if sc.Verdict() != "The game is kept" || sc.KeptAway() {
		t.Errorf("%q, kept %v", sc.Verdict(), sc.KeptAway())
	}
	link.Push(table.Paused{Note: rules.NewNote("netplay.dropped", "Ann")})
	sc.Advance(time.Minute)
	if sc.Turn() != "Ann's connection dropped - waiting" {
		t.Errorf("%q", sc.Turn())
	}
	sc.Part(false)
	if len(link.Said) != 1 {
		t.Errorf("the link was told %q", link.Said)
	}
}
