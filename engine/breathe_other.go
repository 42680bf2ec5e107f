//go:build !js

package engine

// breathe does nothing: a thread that searches is in no one's way.
func breathe() {}
