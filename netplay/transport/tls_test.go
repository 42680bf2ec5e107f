package transport

import "testing"

// FuzzHandshakeLimit counts bytes at once and in pieces: both are refused alike, and no record is
// too long.
func FuzzHandshakeLimit(f *testing.F) {
	f.Add([]byte("\x16\x03\x01\x00\x02ab\x17\x03\x03\x10\x01"), uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, step uint8) {
		whole, pieces := newHandshakeLimit(), newHandshakeLimit()
		want := whole.take(in)
		var got error
		for rest := in; len(rest) > 0 && got == nil; {
			n := min(int(step)+1, len(rest))
			got = pieces.take(rest[:n])
			rest = rest[n:]
		}
		if (want == nil) != (got == nil) {
			t.Fatalf("%x at once: %v, in pieces: %v", in, want, got)
		}
		most := maxFirstRecord
		for at := 0; want == nil && at+recordHeader <= len(in); most = maxNextRecord { // no record is too long
			n := int(in[at+3])<<8 | int(in[at+4])
			if n > most {
				t.Fatalf("%x has a record of %d bytes", in, n)
			}
			at += recordHeader + n
		}
	})
}
