// Package motion plans how a ply is shown: where each seed is at any time, which counts the board
// shows meanwhile, and a preview of a ply before it is played. It is pure arithmetic; package
// render turns its moments into pixels.
package motion
