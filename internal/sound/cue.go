package sound

import "fmt"

// Cue is an event that has a sound.
type Cue uint8

// The cues.
const (
	Wood      Cue = iota // a seed lands in an empty pit
	Glass                // a seed lands on other seeds
	Capture              // seeds are captured
	ExtraTurn            // the last seed was sown into the player's own store
	YourTurn             // the player at this machine is to move
	Won                  // the player at this machine has won
	Lost                 // the player at this machine has lost
	Drawn                // the game is drawn
	Joined               // the other player has joined
	Left                 // the other player has left
	Message              // the other player has written
	cues                 // number of cues
)

// names of the cues, in their order.
var names = [cues]string{
	"wood", "glass", "capture", "extra-turn", "your-turn", "won", "lost", "drawn", "joined", "left",
	"message",
}

// String returns the name of the cue. It is the same in every version and is valid in a file name.
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

// Note is a cue to play.
type Note struct {
	Cue Cue
	// Pan is the position from -1, left, to 1, right. Values out of range are clamped, and NaN
	// counts as 0.
	Pan float64
	// Size is the number of seeds of a Capture; other cues ignore it. Values are clamped to
	// 1..MaxCapture.
	Size int
}

// MaxCapture is the size above which all captures sound alike.
const MaxCapture = 12

// variants is the number of different sounds of a seed in each material.
const variants = 6

// Takes returns the number of different sounds of a cue: six for Wood and Glass, one for each size
// of a Capture, and one for any other cue.
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
