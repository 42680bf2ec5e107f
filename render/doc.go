// Package render draws the board with its seeds, and the shapes and texts of which screens are
// made.
//
// Everything that needs no pixels is plain arithmetic without Ebitengine, tested without a window:
// the layout, the places of seeds, and which pit is at a point. The rest turns that, and the
// moments of package motion, into pixels. The package does not know which plies are legal, and
// changes no position.
package render
