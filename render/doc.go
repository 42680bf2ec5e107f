// Package render draws: the board with its seeds, the motion of a ply, and the shapes and texts that screens are made of.
//
// What can be worked out without pixels is plain arithmetic without Ebitengine, so that it is tested without a window:
// where things are, where seeds lie, which pit is under a point, and what a ply looks like after so many seconds. The
// rest turns that into pixels. Nothing here decides what is legal or changes a position.
package render
