package main

import (
	"syscall/js"

	"mancala/cmd/wiring"
)

// download makes the browser save a picture among its downloads, and returns the proposed file
// name.
func download(title string, picture []byte) (string, error) {
	data := js.Global().Get("Uint8Array").New(len(picture))
	js.CopyBytesToJS(data, picture)
	name := wiring.PictureTitle(title) + ".png"
	js.Global().Get("mancala").Call("download", name, data)
	return name, nil
}
