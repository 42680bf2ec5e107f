// Package render draws the board with its seeds, and the shapes and texts of screens.
//
// The layout, the places of seeds, and the search for the pit at a point are plain arithmetic
// without Ebitengine, tested without a window. The rest turns that and the moments of package
// motion into pixels. The package does not judge plies and changes no position.
package render
