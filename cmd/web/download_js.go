package main

import (
	"bytes"
	"image"
	"image/png"
	"syscall/js"

	"mancala/cmd/wiring"
	"mancala/words"
)

// download makes the browser save a picture among its downloads, and returns the proposed file
// name.
func download(title string, draw func() image.Image) (string, error) {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, draw()); err != nil {
		return "", words.Errorf("The picture was not saved: %s.", err.Error())
	}
	data := js.Global().Get("Uint8Array").New(b.Len())
	js.CopyBytesToJS(data, b.Bytes())
	name := wiring.PictureTitle(title) + ".png"
	js.Global().Get("mancala").Call("download", name, data)
	return name, nil
}
