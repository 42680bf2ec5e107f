// Package scene is the middle between a table and its front ends: what the table looks like at each
// moment, what just happened in words, the pace of the computer players, and what judges say beside
// a game. It knows no widget and no pixel, has no clock, and serves window and terminal.
package scene
