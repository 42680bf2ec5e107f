package sound

import (
	"sync"
	"syscall/js"
	"time"
)

// settled is the time that the page gets for drawing before the synthesis of sounds: a browser has
// one thread for both.
const settled = 2 * time.Second

// breathe lets the page run between the synthesis of two sounds.
func breathe() { time.Sleep(time.Millisecond) }

// firstPress returns a channel that closes at the first press of a key or button: browsers allow no
// sound before. Opening the device takes long, so the speaker waits for this.
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
