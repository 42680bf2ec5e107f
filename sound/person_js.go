package sound

import (
	"sync"
	"syscall/js"
	"time"
)

// settled is the time that the page gets to draw itself before sounds are made: a browser has one
// thread for both.
const settled = 2 * time.Second

// breathe lets the page go on, between two sounds that are made.
func breathe() { time.Sleep(time.Millisecond) }

// firstPress returns a channel that is closed once the person has pressed something: no browser
// lets a page be heard before. Opening the device takes long, so it is not tried earlier.
func firstPress() <-chan struct{} {
	pressed := make(chan struct{})
	var once sync.Once
	heard := js.FuncOf(func(js.Value, []js.Value) any {
		once.Do(func() { close(pressed) })
		return nil
	})
	options := map[string]any{"once": true, "capture": true}
	for _, event := range []string{"pointerdown", "keydown"} {
		js.Global().Call("addEventListener", event, heard, options)
	}
	return pressed
}
