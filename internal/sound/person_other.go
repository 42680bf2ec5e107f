//go:build !js

package sound

// settled is the delay before the synthesis of sounds; see the one for browsers.
const settled = 0

// breathe does nothing: other threads keep running.
func breathe() {}

// firstPress returns a closed channel: only a browser waits for the person.
func firstPress() <-chan struct{} {
	pressed := make(chan struct{})
	close(pressed)
	return pressed
}
