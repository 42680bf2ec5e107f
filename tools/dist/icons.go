package main

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"slices"

	"mancala/render"
)

// drawn holds the icons by size: several packages have the same, and large ones take a second.
var drawn = map[int][]byte{}

// icon returns the program's icon as a PNG file, size pixels wide and high.
func icon(size int) ([]byte, error) {
	if drawn[size] == nil {
		var b bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&b, render.Icon(size)); err != nil {
			return nil, err
		}
		drawn[size] = b.Bytes()
	}
	return drawn[size], nil
}

// macIcons are the entries of an .icns file, which are PNG files, by size in pixels. An @ marks
// sizes for screens with twice the pixels.
var macIcons = []struct {
	kind string
	size int
}{
	{"ic11", 32}, // 16@2x
	{"ic12", 64}, // 32@2x
	{"ic07", 128},
	{"ic13", 256}, // 128@2x
	{"ic08", 256},
	{"ic14", 512}, // 256@2x
	{"ic09", 512},
	{"ic10", 1024}, // 512@2x
}

// icns returns the icon as macOS wants it. An .icns file is "icns" and the length of the file, and
// then each entry: its kind, its length with these eight bytes, and its contents. Numbers have four
// bytes, the highest first.
func icns() ([]byte, error) {
	var entries []byte
	for _, m := range macIcons {
		picture, err := icon(m.size)
		if err != nil {
			return nil, err
		}
		entries = slices.Concat(entries, chunk(m.kind, picture))
	}
	return chunk("icns", entries), nil
}

// chunk returns contents after their kind and length.
func chunk(kind string, contents []byte) []byte {
	head := binary.BigEndian.AppendUint32([]byte(kind), uint32(8+len(contents)))
	return append(head, contents...)
}
