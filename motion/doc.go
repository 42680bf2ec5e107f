// Package motion plans how a ply looks: which seed is where after so much time, which counts a
// board shows meanwhile, and what a ply would do before it is played. It is arithmetic alone;
// package render turns its moments into pixels.
package motion
