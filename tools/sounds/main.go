// Command sounds writes the sounds of package sound as WAV files, to listen to:
//
//	go run ./tools/sounds DIR
//
// writes one file for each take of each cue, and sowing.wav, a ply with a capture as in a window.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"mancala/internal/sound"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/sounds DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, cue := range sound.Cues() {
		for take := range cue.Takes() {
			name := cue.String()
			if cue.Takes() > 1 {
				name = fmt.Sprintf("%s-%02d", cue, take+1)
			}
			if err := write(dir, name, 1, sound.Synthesize(cue, take)); err != nil {
				return err
			}
		}
	}
	return write(dir, "sowing", 2, sowing())
}

// write writes one file.
func write(dir, name string, channels int, samples []float32) error {
	f, err := os.Create(filepath.Join(dir, name+".wav"))
	if err != nil {
		return err
	}
	if err := sound.WriteWAV(f, channels, samples); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// sowing returns nine seeds from left to right and back, the last one into an empty pit, a capture
// of five, and then the cue for the other player's turn.
func sowing() []float32 {
	mixer := sound.NewMixer(1)
	var out []float32
	for i := range 9 {
		cue := sound.Glass
		if i == 3 || i == 8 {
			cue = sound.Wood
		}
		mixer.Play(sound.Note{Cue: cue, Pan: .7 - 1.4*math.Abs(float64(i)-4)/4})
		out = append(out, next(mixer, 250*time.Millisecond)...)
	}
	mixer.Play(sound.Note{Cue: sound.Capture, Pan: .7, Size: 5})
	out = append(out, next(mixer, 900*time.Millisecond)...)
	mixer.Play(sound.Note{Cue: sound.YourTurn})
	return append(out, next(mixer, 2*time.Second)...)
}

// next reads a stretch of the mixer's output.
func next(mixer *sound.Mixer, d time.Duration) []float32 {
	data := make([]byte, 8*int(d.Seconds()*sound.Rate))
	if _, err := io.ReadFull(mixer, data); err != nil {
		panic(err) // a mixer never fails
	}
	samples := make([]float32, len(data)/4)
	for i := range samples {
		samples[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return samples
}
