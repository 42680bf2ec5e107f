package scene_test

import (
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

func TestPlayFollowsItsLink(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	if sc.Stage() != table.StageGame || sc.Bottom() != rules.South || !sc.PersonToMove() || sc.Turn() != "Your turn" {
		t.Fatalf("stage %v, bottom %v, my turn %v, %q", sc.Stage(), sc.Bottom(), sc.PersonToMove(), sc.Turn())
	}
	scenetest.Press(t, sc, 3)
	if !sc.Moving() || sc.Happened() != "You sow 4 from house 3" {
		t.Errorf("moving %v, happened %q", sc.Moving(), sc.Happened())
	}
	if got := sc.Match().Position(); got != f.Series.Match().Position() {
		t.Errorf("the play holds %v, the link %v", got, f.Series.Match().Position())
	}
	sc.Advance(time.Minute)
	if sc.Moving() || sc.Moment().Board != sc.Match().Position().Board() {
		t.Error("after its time the motion is still running, or the board shows something else")
	}
}

func TestTurnPassesWhenTheMotionHasEnded(t *testing.T) {
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	scenetest.Press(t, sc, 1)
	if sc.PersonToMove() || sc.Turn() != "Your turn" {
		t.Errorf("while the ply is shown: my turn %v, the bar says %q", sc.PersonToMove(), sc.Turn())
	}
	sc.Advance(time.Minute)
	if sc.Turn() != "Bo's turn" {
		t.Errorf("after it the bar says %q", sc.Turn())
	}
}

func TestPressSaysWhyNot(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	south := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.South, House: h} }
	for _, c := range []struct {
		pit  rules.Pit
		want string
	}{
		{rules.Pit{Side: rules.North, House: 2}, "That is Bo's row"},
		{rules.StoreOf(rules.South), "Stores are not sown - choose a house"},
	} {
		if got := sc.Press(c.pit); got != c.want {
			t.Errorf("pressing %v: %q, want %q", c.pit, got, c.want)
		}
	}
	scenetest.Press(t, sc, 3) // an extra turn
	if got := sc.Press(south(3)); got != "That house is empty" {
		t.Errorf("an empty house: %q", got)
	}
	scenetest.Press(t, sc, 1)
	if got := sc.Press(south(2)); got != "Not your turn - waiting for Bo" {
		t.Errorf("out of turn: %q", got)
	}
	if n := f.Series.Match().Plies(); n != 2 {
		t.Errorf("%d plies were played, want 2", n)
	}
}

func TestMovesArrivingDuringAMotionFinishIt(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Guest, match.Host)
	for _, h := range []rules.House{3, 1} {
		need.NoError(t, f.PlayFor(match.Host, h))
		sc.Advance(tick)
	}
	if !sc.Moving() || sc.TurnShown() != rules.South || sc.Match().Plies() != 2 {
		t.Errorf("moving %v, turn %v, plies %d", sc.Moving(), sc.TurnShown(), sc.Match().Plies())
	}
	if !sc.PersonToMove() {
		t.Error("the board is already at its end, so it is this end's turn")
	}
	if why := sc.Press(rules.Pit{Side: rules.North, House: 1}); why != "" {
		t.Errorf("a press during the motion: %q", why)
	}
}

// playOut plays a fixed game to its end at both ends.
func playOut(t *testing.T, sc *scene.Scene, f *tabletest.Link) {
	t.Helper()
	for i := 0; !f.Series.Match().Position().Over(); i++ {
		position := f.Series.Match().Position()
		for h := range position.Plies() {
			need.NoError(t, f.PlayFor(f.Series.Party(position.ToMove()), h))
			break
		}
		sc.Advance(time.Minute)
		if i > 1000 {
			t.Fatal("the game does not end")
		}
	}
	sc.Advance(time.Minute)
}

func TestResignationIsNoScore(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	m := f.Series.Match()
	need.NoError(t, m.Resign(rules.North))
	f.Push(table.GameOver{By: match.Guest})
	sc.Advance(0)
	if sc.Verdict() != "You win" || sc.Happened() != "Bo resigns" {
		t.Errorf("verdict %q, happened %q", sc.Verdict(), sc.Happened())
	}
	if _, ok := sc.Win(); ok {
		t.Error("a resignation counts as a top score")
	}
}

func TestRematchSwapsSides(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 4, 3), match.Host, match.Host)
	playOut(t, sc, f)
	need.NoError(t, f.Series.Next())
	f.Push(table.GameStarted{ID: "g-2", Self: rules.North})
	sc.Advance(0)
	if sc.Bottom() != rules.North || sc.PersonToMove() || sc.SideName(rules.South) != "Bo" || sc.Stage() != table.StageGame {
		t.Errorf("bottom %v, my turn %v, south is %q, stage %v", sc.Bottom(), sc.PersonToMove(), sc.SideName(rules.South), sc.Stage())
	}
}

func TestHostWaitsForTheNextGuest(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	f.Push(table.GameOver{By: match.Guest},
		table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")}, table.Listening{Addr: "127.0.0.1:7000"})
	sc.Advance(0)
	if sc.Stage() != table.StageEnded || sc.Turn() != "Bo left the game." {
		t.Fatalf("stage %v, %q", sc.Stage(), sc.Turn())
	}
	if why := sc.Press(rules.Pit{Side: rules.South, House: 1}); why == "" {
		t.Error("a press after the end was accepted")
	}
	sc.WaitAgain()
	if sc.Stage() != table.StageListening {
		t.Errorf("stage %v", sc.Stage())
	}
	f.Push(table.Connected{Peer: "Cleo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 6, 4)},
		table.GameStarted{ID: "h-1"})
	sc.Advance(0)
	if sc.Stage() != table.StageGame || sc.Peer() != "Cleo" || sc.Match().Plies() != 0 {
		t.Errorf("stage %v, peer %q, %d plies", sc.Stage(), sc.Peer(), sc.Match().Plies())
	}
}

func TestSpeedOffShowsTheEndAtOnce(t *testing.T) {
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	prefer(sc, func(s *scene.Prefs) { s.Speed = motion.Off })
	scenetest.Press(t, sc, 1)
	if sc.Moving() {
		t.Error("a ply is shown in motion")
	}
}

func TestComputerMovesByItselfAfterAMoment(t *testing.T) {
	gate := make(chan struct{})
	close(gate)
	sc := scenetest.Local(t, [2]match.Seat{nil, matchtest.Low{Gate: gate}})
	scenetest.Press(t, sc, 1)
	sc.Advance(time.Minute) // the motion ends
	sc.Advance(scene.ThinkingPause / 2)
	if sc.Thinking() || sc.Match().Plies() != 1 {
		t.Fatal("the computer moved at once")
	}
	sc.Advance(scene.ThinkingPause)
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 2 })
	if !sc.Moving() || !strings.HasPrefix(sc.Happened(), "Bo sows 4 from house 1") {
		t.Errorf("moving %v, happened %q", sc.Moving(), sc.Happened())
	}
}

func TestStepByStepWaitsForNextMove(t *testing.T) {
	gate := make(chan struct{})
	close(gate)
	sc := scenetest.Local(t, [2]match.Seat{matchtest.Low{Gate: gate}, matchtest.Low{Gate: gate}})
	sc.Stepwise = true
	for range 100 {
		sc.Advance(time.Second)
	}
	if sc.Match().Plies() != 0 {
		t.Fatal("a computer moved without being told to")
	}
	sc.Next()
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 1 })
	for range 100 {
		sc.Advance(time.Second)
	}
	if n := sc.Match().Plies(); n != 1 {
		t.Errorf("one Next Move made %d plies", n)
	}
}

func TestAThinkingComputerNeverHoldsTheBoardUp(t *testing.T) {
	sc := scenetest.Local(t, [2]match.Seat{nil, matchtest.Low{Gate: make(chan struct{})}}) // it never answers
	scenetest.Press(t, sc, 1)
	for range 1000 {
		sc.Advance(tick)
	}
	if sc.Turn() != "Bo is thinking" || sc.Press(rules.Pit{Side: rules.South, House: 2}) == "" {
		t.Errorf("the bar says %q", sc.Turn())
	}
	need.NoError(t, sc.Undo())
	sc.Advance(0)
	if sc.Match().Plies() != 0 || sc.Thinking() || !sc.PersonToMove() {
		t.Errorf("after undo: %d plies, thinking %v", sc.Match().Plies(), sc.Thinking())
	}
}

func TestTwoPersonsAtOneBoard(t *testing.T) {
	sc := scenetest.Local(t, [2]match.Seat{})
	prefer(sc, func(s *scene.Prefs) { s.FlipOnTurn = true })
	if sc.Turn() != "Ann's turn" || sc.Bottom() != rules.South {
		t.Errorf("the bar says %q, %v is at the bottom", sc.Turn(), sc.Bottom())
	}
	scenetest.Press(t, sc, 1)
	if sc.Bottom() != rules.South {
		t.Error("the board turns before the motion has ended")
	}
	sc.Advance(time.Minute)
	if sc.Turn() != "Bo's turn" || sc.Bottom() != rules.North {
		t.Errorf("the bar says %q, %v is at the bottom", sc.Turn(), sc.Bottom())
	}
	if why := sc.Press(rules.Pit{Side: rules.South, House: 2}); why != "That is Ann's row" {
		t.Errorf("pressing the other one's house: %q", why)
	}
	if got := sc.Lines(); len(got) != 1 || got[0] != "1. Ann sows 4 from house 1" {
		t.Errorf("the log says %q", got)
	}
}

func TestTheLogFollowsUndo(t *testing.T) {
	sc := scenetest.Local(t, [2]match.Seat{})
	scenetest.Press(t, sc, 3)
	scenetest.Press(t, sc, 1)
	need.NoError(t, sc.Undo())
	sc.Advance(0)
	scenetest.Press(t, sc, 2)
	want := []string{"1. Ann sows 4 from house 3 - extra turn", "2. Ann sows 4 from house 2"}
	if got := sc.Lines(); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the log says %q, want %q", got, want)
	}
	if text := sc.GameText(); !strings.HasPrefix(text, "kalah(6,4) 3 2\n") {
		t.Errorf("the game as text begins %.80q", text)
	}
}

// prefer changes the preferences of a scene.
func prefer(sc *scene.Scene, change func(*scene.Prefs)) {
	now := scene.Prefs{Speed: motion.Normal}
	if sc.Env.Prefs != nil {
		now = sc.Env.Prefs()
	}
	change(&now)
	sc.Env.Prefs = func() scene.Prefs { return now }
}

// tick is the time step of tests.
const tick = time.Second / 60
