package menus

import (
	"testing"

	"mancala/sound"
)

func TestSummons(t *testing.T) {
	const front, behind = true, false
	none := sound.Wood
	var s summons
	for _, c := range []struct {
		what    string
		cue     sound.Cue
		turn    bool
		focused bool
		want    string
		asks    bool
	}{
		{"the program starts", none, false, front, "Mancala", false},
		{"a guest comes, seen", sound.Joined, false, front, "Mancala", false},
		{"the turn passes, seen", sound.YourTurn, true, front, "Your turn - Mancala", false},
		{"the person looks elsewhere", none, true, behind, "Your turn - Mancala", false},
		{"a guest comes", sound.Joined, true, behind, "Bo is here - Mancala", true},
		{"nothing more happens", none, true, behind, "Bo is here - Mancala", false},
		{"a message", sound.Message, true, behind, "A message from Bo - Mancala", true},
		{"another message", sound.Message, true, behind, "A message from Bo - Mancala", true},
		{"the turn passes", sound.YourTurn, true, behind, "Your turn - Mancala", true},
		{"a guest comes", sound.Joined, false, behind, "Bo is here - Mancala", true},
		{"the person looks", none, true, front, "Your turn - Mancala", false},
		{"and plays", none, false, front, "Mancala", false},
		{"a seed lands out of sight", sound.Glass, false, behind, "Mancala", false},
	} {
		if asks := s.hear(c.cue, "Bo", c.focused); asks != c.asks {
			t.Errorf("%s: asks for attention: %v", c.what, asks)
		}
		before := s.shown
		if title, other := s.title(c.turn, c.focused); title != c.want || other != (title != before) {
			t.Errorf("%s: the title is %q, another one: %v", c.what, title, other)
		}
	}
}
