package sound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"mancala/tools/need"
)

func TestWAV(t *testing.T) {
	var b bytes.Buffer
	need.NoError(t, WriteWAV(&b, 2, []float32{0, 1, -1, .5, 2, -2}))
	data := b.Bytes()
	if string(data[:4]) != "RIFF" || string(data[8:16]) != "WAVEfmt " || string(data[36:40]) != "data" {
		t.Fatalf("the chunks are wrong: %q", data[:44])
	}
	var header struct {
		FormatSize        uint32
		Coding, Channels  uint16
		Rate, BytesASec   uint32
		FrameBytes, Width uint16
	}
	need.Must(binary.Decode(data[16:36], binary.LittleEndian, &header))(t)
	if header.FormatSize != 16 || header.Coding != 1 || header.Channels != 2 || header.Rate != 48000 ||
		header.BytesASec != 192000 || header.FrameBytes != 4 || header.Width != 16 {
		t.Errorf("the format is %+v", header)
	}
	if file, samples := binary.LittleEndian.Uint32(data[4:]), binary.LittleEndian.Uint32(data[40:]); file != 48 || samples != 12 {
		t.Errorf("the file is said to have %d bytes behind its head, the samples %d", file, samples)
	}
	var samples [6]int16
	need.Must(binary.Decode(data[44:], binary.LittleEndian, &samples))(t)
	if want := [6]int16{0, 32767, -32767, 16384, 32767, -32767}; samples != want {
		t.Errorf("the samples are %v, want %v", samples, want)
	}
}

func TestWAVErrors(t *testing.T) {
	for _, channels := range []int{-1, 0, 2, 1 << 16} {
		if err := WriteWAV(io.Discard, channels, make([]float32, 3)); err == nil {
			t.Errorf("three samples fit %d channels", channels)
		}
	}
	reader, writer := io.Pipe()
	full := errors.New("the disk is full")
	reader.CloseWithError(full)
	if err := WriteWAV(writer, 1, nil); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}
