// Package sound makes the sounds of the game. No recording is stored: Synthesize works a cue out in
// code, and the same cue is the same samples each time.
package sound
