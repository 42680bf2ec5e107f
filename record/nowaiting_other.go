//go:build !unix && !js

package record

// noWaiting has the opening of a file not wait for another program; here it never does.
const noWaiting = 0
