package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/andybalholm/brotli"
)

// How brotli packs: the best level, for a release, takes minutes; the usual one, for development, a
// few seconds. All browsers have memory for the window.
const (
	bestBrotli   = brotli.BestCompression
	usualBrotli  = 8
	brotliWindow = 24 // the binary logarithm of the bytes
)

// packBrotli compresses data with brotli.
func packBrotli(data []byte, best bool) ([]byte, error) {
	level := usualBrotli
	if best {
		level = bestBrotli
	}
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: level, LGWin: brotliWindow})
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// packGzip compresses data with gzip or, if best is set and it is installed, with zopfli.
func packGzip(data []byte, best bool) ([]byte, error) {
	if best {
		name, err := exec.LookPath("zopfli")
		if err == nil {
			return zopfli(name, data)
		}
		fmt.Fprintln(os.Stderr, noZopfli)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

const noZopfli = "web: zopfli is not installed, so gzip packs the page, a twenty-fifth larger. Debian has a package of that name."

// zopfli compresses data with the zopfli command in the file name.
func zopfli(name string, data []byte) ([]byte, error) {
	const file = "bin/mancala.stripped.wasm"
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	return exec.Command(name, "-c", "--i5", file).Output()
}
