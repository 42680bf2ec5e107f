// Package render draws: the board with its seeds, and the shapes and texts that screens are made
// of.
//
// Everything that needs no pixels is plain arithmetic without Ebitengine, so that it is tested
// without a window: where things are, where seeds lie, and which pit is under a point. The rest
// turns that, and the moments of package motion, into pixels. Nothing here decides what is legal or
// changes a position.
package render
