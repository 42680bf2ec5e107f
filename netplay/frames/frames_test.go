package frames

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	small := "\x03abc"
	large := "\x80\x20" + strings.Repeat("x", 4096)
	tests := []struct {
		what, in string
		want     []string
		err      error
	}{
		{"nothing", "", nil, io.EOF},
		{"an empty frame", "\x00", []string{""}, io.EOF},
		{"one", small, []string{"abc"}, io.EOF},
		{"several", small + "\x00" + small, []string{"abc", "", "abc"}, io.EOF},
		{"the largest", large + small, []string{large[2:], "abc"}, io.EOF},
		{"one byte too many", "\x81\x20" + strings.Repeat("x", 4097), nil, ErrOversized},
		{"far too many", "\xff\xff\xff\xff\x07", nil, ErrOversized},
		{"as many as there can be", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", nil, ErrOversized},
		{"minus one", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", nil, ErrNegative},
		{"the most negative", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", nil, ErrNegative},
		{"more than 64 bits", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", nil, ErrOverlong},
		{"eleven bytes of length", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", nil, ErrOverlong},
		{"a length with a useless byte", "\x83\x00abc", nil, ErrOverlong},
		{"zero with a useless byte", "\x80\x00", nil, ErrOverlong},
		{"an end within the length", small + "\x80", []string{"abc"}, ErrTruncated},
		{"an end after the length", small + "\x03", []string{"abc"}, ErrTruncated},
		{"an end within the frame", small + "\x03ab", []string{"abc"}, ErrTruncated},
	}
	for _, test := range tests {
		for _, slow := range []bool{false, true} {
			var in io.Reader = strings.NewReader(test.in)
			if slow {
				in = iotest.OneByteReader(in)
			}
			r := bufio.NewReaderSize(in, 16)
			var buf []byte
			for _, want := range test.want {
				payload, err := Read(r, buf, Max)
				if err != nil || string(payload) != want {
					t.Fatalf("%s: %.20q, %v instead of %.20q", test.what, payload, err, want)
				}
				buf = payload[:0]
			}
			if payload, err := Read(r, buf, Max); err != test.err {
				t.Errorf("%s: %.20q, %v instead of %v", test.what, payload, err, test.err)
			}
		}
	}
}

func TestReadPassesOnErrors(t *testing.T) {
	boom := errors.New("boom")
	for _, before := range []string{"", "\x80", "\x05", "\x05ab"} {
		r := bufio.NewReader(io.MultiReader(strings.NewReader(before), iotest.ErrReader(boom)))
		if _, err := Read(r, nil, Max); err != boom {
			t.Errorf("after %q: %v", before, err)
		}
	}
}

// TestHostileLengthAllocatesNothing feeds lengths up to 2^63-1 and measures the memory allocated
// for them.
func TestHostileLengthAllocatesNothing(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const rounds = 1000
	for i := range rounds {
		b := binary.AppendUvarint(nil, uint64(1)<<(13+i%50)|5)
		if _, err := Read(bufio.NewReaderSize(bytes.NewReader(b), 16), nil, Max); err != ErrOversized {
			t.Fatalf("%x: %v", b, err)
		}
	}
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) / rounds; used > 1024 {
		t.Errorf("a hostile length makes the reader allocate %d bytes", used)
	}
}
