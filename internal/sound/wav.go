package sound

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// WriteWAV writes samples as a WAV file of 16 bits a sample and Rate samples a second. The samples
// of several channels must be interleaved. It clips samples to -1..1. It returns the writer's
// error, or an error if the last frame is incomplete.
func WriteWAV(w io.Writer, channels int, samples []float32) error {
	if channels < 1 || channels > math.MaxUint16/2 || len(samples)%channels != 0 {
		return fmt.Errorf("%d samples cannot be shared out to %d channels", len(samples), channels)
	}
	const bytes = 2
	size := len(samples) * bytes
	if uint64(size) > math.MaxUint32-36 {
		return fmt.Errorf("%d samples are too many for a WAV file", len(samples))
	}
	frame := channels * bytes
	data := make([]byte, 0, 44+size)
	u16 := func(n int) { data = binary.LittleEndian.AppendUint16(data, uint16(n)) }
	u32 := func(n int) { data = binary.LittleEndian.AppendUint32(data, uint32(n)) }
	data = append(data, "RIFF"...)
	u32(36 + size)
	data = append(data, "WAVEfmt "...)
	u32(16)
	u16(1) // whole numbers
	u16(channels)
	u32(Rate)
	u32(Rate * frame)
	u16(frame)
	u16(8 * bytes)
	data = append(data, "data"...)
	u32(size)
	for _, s := range samples {
		u16(int(math.Round(float64(max(-1, min(1, s))) * math.MaxInt16)))
	}
	_, err := w.Write(data)
	return err
}
