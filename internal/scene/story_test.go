package scene_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/rules/rulestest"
)

// A story shows the way of the seeds on the board before the ply, then its motion, and then the
// present board again. Its sentence stays until the next ply.
func TestTheStoryOfAMove(t *testing.T) {
	for _, prefs := range []scene.Prefs{{Speed: motion.Normal}, scene.Motionless()} {
		sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
		sc.Env.Prefs = func() scene.Prefs { return prefs }
		if sc.TellWhy(); sc.Story() != "" || sc.Moving() {
			t.Error("before the first ply there is a story")
		}
		before := sc.Match().Position().Board()
		scenetest.Press(t, sc, 3)
		sc.Settle()
		const want = "The last seed falls into your store: you move again."
		if got := sc.TellWhy(); got != want || sc.Story() != want {
			t.Errorf("it says %q", got)
		}
		if way := sc.StoryWay(); way == nil || way.From.House != 3 || sc.Moment().Board != before {
			t.Errorf("the way is %+v on the board %v", way, sc.Moment().Board)
		}
		sc.Advance(2 * time.Second)
		if moving := sc.StoryWay() == nil && sc.Moving(); moving != (prefs.Speed != motion.Off) {
			t.Errorf("at speed %v the ply is shown: %v", prefs.Speed, moving)
		}
		sc.Advance(time.Minute)
		if sc.Moving() || sc.Moment().Board != sc.Match().Position().Board() || sc.Story() != want {
			t.Error("after the story the board is another one, or the sentence is gone")
		}
		scenetest.Press(t, sc, 1)
		if sc.Story() != "" {
			t.Error("the story outlasts the next ply")
		}
	}
}
