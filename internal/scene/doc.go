// Package scene connects a table and its front ends: the state of the board at each moment, the
// last event in words, the pace of the computer players, and the advice of judges. It has no
// widgets, pixels or clock, and serves both the window and the terminal.
package scene
