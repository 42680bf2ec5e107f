// Package sound makes the sounds of the game and plays them.
//
// Three layers know nothing of those above them. Synthesize works a cue out in code: no recording
// is stored, and the same cue is the same samples each time. A Mixer adds cues that sound at the
// same time; it has no clock, goroutine or device, and what it does depends on the calls of Play
// and Read alone. A Speaker joins a mixer to the sound device, and is silent if there is none.
//
// A window opens one Speaker, sets its volume, and calls Play for everything that is heard. The
// terminal opens none: opening a device that fails may make the system's own library write to
// standard error.
package sound
