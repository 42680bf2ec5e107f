// Package scene connects a table and its front ends: the state of the board at each moment, the
// last event in words, the pace of the computer players, and the advice of judges. It knows no
// widgets and no pixels, has no clock, and serves both window and terminal: it is the mid-end,
// between the front ends and the games.
package scene
