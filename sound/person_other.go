//go:build !js

package sound

// settled is the time that passes before sounds are made; see the same for browsers.
const settled = 0

// breathe does nothing: other threads go on.
func breathe() {}

// firstPress returns a channel that is closed: no system but a browser waits for the person.
func firstPress() <-chan struct{} {
	pressed := make(chan struct{})
	close(pressed)
	return pressed
}
