package netplay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	wire "mancala/proto/mancala/v1"
)

// everyMessage returns a frame for each message of the schema, those of later versions included,
// with every field set.
func everyMessage() []*wire.Frame {
	fill := wire.File_mancala_v1_mancala_proto.Messages().ByName("Frame").Fields()
	var list []*wire.Frame
	for i := range fill.Len() {
		body := fill.Get(i)
		if body.ContainingOneof() == nil {
			continue
		}
		f := &wire.Frame{Seq: 300, Ack: 7}
		setAll(f.ProtoReflect().Mutable(body).Message())
		list = append(list, f)
	}
	return append(list, &wire.Frame{Ack: 8})
}

// setAll sets each field of a message to a non-zero value.
func setAll(m protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case f.IsList() && f.Kind() == protoreflect.MessageKind:
			setAll(m.Mutable(f).List().AppendMutable().Message())
		case f.IsList():
			m.Mutable(f).List().Append(protoreflect.ValueOfEnum(1))
			m.Mutable(f).List().Append(protoreflect.ValueOfEnum(2))
		case f.Kind() == protoreflect.MessageKind:
			setAll(m.Mutable(f).Message())
		case f.Kind() == protoreflect.BoolKind:
			m.Set(f, protoreflect.ValueOfBool(true))
		case f.Kind() == protoreflect.StringKind:
			m.Set(f, protoreflect.ValueOfString("Zoë"))
		case f.Kind() == protoreflect.BytesKind:
			m.Set(f, protoreflect.ValueOfBytes([]byte{0xca, 0xfe}))
		case f.Kind() == protoreflect.EnumKind:
			m.Set(f, protoreflect.ValueOfEnum(1))
		default:
			m.Set(f, protoreflect.ValueOfUint32(uint32(f.Number())))
		}
	}
}

// TestGoldenMessages compares the bytes of every message with those in testdata, so that no change
// of the schema breaks the wire unnoticed.
func TestGoldenMessages(t *testing.T) {
	const file = "testdata/messages.golden"
	var got strings.Builder
	for _, f := range everyMessage() {
		b, err := marshalFrame(f)
		if err != nil {
			t.Fatal(err)
		}
		payload, err := readFrame(bufio.NewReader(bytes.NewReader(b)), nil, maxFrame)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readAFrame(payload)
		if err != nil || !proto.Equal(f, back) {
			t.Errorf("%v came back as %v, %v", f, back, err)
		}
		fmt.Fprintf(&got, "%s\n\t%x\n", frameText(payload), b)
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got.String() != string(want) {
		t.Errorf("the messages have other bytes than before (%v); go test -update rewrites them:\n%s", err, &got)
	}
}

func TestReadFrame(t *testing.T) {
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
		{"one byte too many", "\x81\x20" + strings.Repeat("x", 4097), nil, errOversized},
		{"far too many", "\xff\xff\xff\xff\x07", nil, errOversized},
		{"as many as there can be", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", nil, errOversized},
		{"minus one", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", nil, errNegative},
		{"the most negative", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", nil, errNegative},
		{"more than 64 bits", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", nil, errOverlong},
		{"eleven bytes of length", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", nil, errOverlong},
		{"a length with a useless byte", "\x83\x00abc", nil, errOverlong},
		{"zero with a useless byte", "\x80\x00", nil, errOverlong},
		{"an end within the length", small + "\x80", []string{"abc"}, errTruncated},
		{"an end after the length", small + "\x03", []string{"abc"}, errTruncated},
		{"an end within the frame", small + "\x03ab", []string{"abc"}, errTruncated},
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
				payload, err := readFrame(r, buf, maxFrame)
				if err != nil || string(payload) != want {
					t.Fatalf("%s: %.20q, %v instead of %.20q", test.what, payload, err, want)
				}
				buf = payload[:0]
			}
			if payload, err := readFrame(r, buf, maxFrame); err != test.err {
				t.Errorf("%s: %.20q, %v instead of %v", test.what, payload, err, test.err)
			}
		}
	}
}

func TestReadFramePassesOnErrors(t *testing.T) {
	boom := errors.New("boom")
	for _, before := range []string{"", "\x80", "\x05", "\x05ab"} {
		r := bufio.NewReader(io.MultiReader(strings.NewReader(before), iotest.ErrReader(boom)))
		if _, err := readFrame(r, nil, maxFrame); err != boom {
			t.Errorf("after %q: %v", before, err)
		}
	}
}

func TestMarshalFrameRefusesLargeOnes(t *testing.T) {
	chat := func(n int) *wire.Frame {
		return &wire.Frame{Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: strings.Repeat("x", n)}}}
	}
	if b, err := marshalFrame(chat(maxFrame - 7)); err != nil || len(b) != maxFrame+2 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if _, err := marshalFrame(chat(maxFrame - 6)); err != errOversized {
		t.Errorf("one byte more: %v", err)
	}
	if err := unmarshalFrame(make([]byte, maxFrame+1), maxFrame, new(wire.Frame)); err != errOversized {
		t.Errorf("reading: %v", err)
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
		if _, err := readFrame(bufio.NewReaderSize(bytes.NewReader(b), 16), nil, maxFrame); err != errOversized {
			t.Fatalf("%x: %v", b, err)
		}
	}
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) / rounds; used > 1024 {
		t.Errorf("a hostile length makes the reader allocate %d bytes", used)
	}
}

// TestDeepNesting feeds a frame whose unknown groups are nested as deeply as 4 KiB allow.
func TestDeepNesting(t *testing.T) {
	deep := bytes.Repeat([]byte{0xa3, 0x06}, maxFrame/2) // field 100, start of a group
	if _, err := readAFrame(deep); err != errGarbled {
		t.Errorf("%v", err)
	}
	closed := append(bytes.Repeat([]byte{0xa3, 0x06}, maxFrame/4), bytes.Repeat([]byte{0xa4, 0x06}, maxFrame/4)...)
	s, err := NewSession(SessionConfig{Variant: kalah, Rand: new(counter)}, epoch)
	if err != nil {
		t.Fatal(err)
	}
	s.Step(epoch, closed) // however it is taken, it does no harm
}

func FuzzReadFrame(f *testing.F) {
	for _, m := range everyMessage() {
		b, err := marshalFrame(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(append(b, b[:len(b)/2]...))
	}
	for _, text := range []string{"81207878", "ffffffffffffffffff01", "8000", "80"} {
		b, _ := hex.DecodeString(text)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := bufio.NewReaderSize(bytes.NewReader(in), 64)
		read := 0
		for {
			payload, err := readFrame(r, nil, maxFrame)
			if err != nil {
				return
			}
			if len(payload) > maxFrame {
				t.Fatalf("a frame of %d bytes", len(payload))
			}
			if read += len(payload) + 1; read > len(in) {
				t.Fatal("more was read than there is")
			}
			frame, err := readAFrame(payload)
			if err != nil {
				continue
			}
			again, err := marshalFrame(frame)
			if err == errOversized {
				continue // a shorter form of a value may have a longer canonical one
			}
			if err != nil {
				t.Fatal(err)
			}
			back, err := readAFrame(unframe(again)[0])
			if err != nil || !proto.Equal(frame, back) {
				t.Fatalf("%v came back as %v, %v", frame, back, err)
			}
		}
	})
}
