package sound

import "fmt"

// Cue is an occasion that can be heard.
type Cue uint8

// The cues.
const (
	Wood      Cue = iota // a seed lands in an empty pit
	Glass                // a seed lands on other seeds
	Capture              // seeds are captured
	ExtraTurn            // the last seed was sown into the player's own store
	YourTurn             // the player at this machine is to move
	Won                  // the game is over, and the player at this machine has won it
	Lost                 // the same, and they have lost it
	Drawn                // the game is over and drawn
	Joined               // the other player has come
	Left                 // the other player has gone
	Message              // the other player has written
	cues                 // how many there are
)

// names are in the order of the cues.
var names = [cues]string{
	"wood", "glass", "capture", "extra-turn", "your-turn", "won", "lost", "drawn", "joined", "left",
	"message",
}

// String returns the name of the cue, which stays the same between versions and can name a file.
func (c Cue) String() string {
	if c >= cues {
		return fmt.Sprintf("cue-%d", uint8(c))
	}
	return names[c]
}

// Cues returns all cues.
func Cues() []Cue {
	all := make([]Cue, cues)
	for i := range all {
		all[i] = Cue(i)
	}
	return all
}

// Note is a cue to be played.
type Note struct {
	Cue Cue
	// Pan is the place between left, -1, and right, 1. Values outside are taken as the nearest
	// one, and NaN as 0.
	Pan float64
	// Size is how many seeds a Capture takes; other cues ignore it. Sizes below 1 sound like 1,
	// and those above MaxCapture like MaxCapture.
	Size int
}

// MaxCapture is the size from which on all captures sound alike.
const MaxCapture = 12

// variants is how many different sounds a seed has in each material.
const variants = 6

// Takes returns in how many ways a cue can sound: six for Wood and Glass, one for each size of a
// Capture, one for any other.
func (c Cue) Takes() int {
	switch {
	case c.isSeed():
		return variants
	case c == Capture:
		return MaxCapture
	case c < cues:
		return 1
	}
	return 0
}

// isSeed reports whether the cue is a single seed landing.
func (c Cue) isSeed() bool { return c == Wood || c == Glass }
