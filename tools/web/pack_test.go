package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

// TestPackWithoutZopfli packs as well as possible where zopfli is not installed.
func TestPackWithoutZopfli(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	want := bytes.Repeat([]byte("mancala "), 1000)
	packed, err := pack(want, true)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || len(packed) > len(want)/10 {
		t.Errorf("%d bytes packed give %d, %v", len(packed), len(got), err)
	}
}
