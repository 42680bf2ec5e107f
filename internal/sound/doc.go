// Package sound synthesizes the sounds of the game and plays them.
//
// There are three layers; none knows the layers above it. Synthesize computes a cue: there are no
// recordings, and the same cue always has the same samples. A Mixer adds simultaneous cues; it has
// no clock, goroutine or device, and depends only on the calls of Play and Read. A Speaker connects
// a mixer to the sound device, and is silent if there is none.
//
// A window opens one Speaker, sets its volume, and calls Play for every sound. The terminal opens
// none: if opening a device fails, the system's own library may write to standard error.
package sound
