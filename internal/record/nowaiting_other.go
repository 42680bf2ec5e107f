//go:build !unix && !js

package record

// noWaiting makes the opening of a file not wait for another program; on this system it never does.
const noWaiting = 0
