package netplay

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mancala/netplay/frames"
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
		payload, err := frames.Read(bufio.NewReader(bytes.NewReader(b)), nil, frames.Max)
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

func TestMarshalFrameRefusesLargeOnes(t *testing.T) {
	chat := func(n int) *wire.Frame {
		return &wire.Frame{Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: strings.Repeat("x", n)}}}
	}
	if b, err := marshalFrame(chat(frames.Max - 7)); err != nil || len(b) != frames.Max+2 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if _, err := marshalFrame(chat(frames.Max - 6)); err != frames.ErrOversized {
		t.Errorf("one byte more: %v", err)
	}
	if err := unmarshalFrame(make([]byte, frames.Max+1), frames.Max, new(wire.Frame)); err != frames.ErrOversized {
		t.Errorf("reading: %v", err)
	}
}

// TestDeepNesting feeds a frame whose unknown groups are nested as deeply as 4 KiB allow.
func TestDeepNesting(t *testing.T) {
	deep := bytes.Repeat([]byte{0xa3, 0x06}, frames.Max/2) // field 100, start of a group
	if _, err := readAFrame(deep); err != frames.ErrGarbled {
		t.Errorf("%v", err)
	}
	closed := append(bytes.Repeat([]byte{0xa3, 0x06}, frames.Max/4), bytes.Repeat([]byte{0xa4, 0x06}, frames.Max/4)...)
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
			payload, err := frames.Read(r, nil, frames.Max)
			if err != nil {
				return
			}
			if len(payload) > frames.Max {
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
			if err == frames.ErrOversized {
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
