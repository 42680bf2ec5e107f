//go:build !js

package engine

// mostEndingHere is the largest number of seeds of the endings that this system has room for.
const mostEndingHere = mostEnding

// breathe does nothing: a thread that searches is in no one's way.
func breathe() {}
