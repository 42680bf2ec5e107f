//go:build !js

package light

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	wire "mancala/proto/mancala/v1"
)

// pairs are those messages that are read by themselves, in both forms.
var pairs = []func() (wire.Message, Message){
	func() (wire.Message, Message) { return new(wire.Frame), new(Frame) },
	func() (wire.Message, Message) { return new(wire.KeptSeries), new(KeptSeries) },
	func() (wire.Message, Message) { return new(wire.ClubCall), new(ClubCall) },
	func() (wire.Message, Message) { return new(wire.ClubNews), new(ClubNews) },
}

// compare reads bytes in both forms. Both have to accept them or neither, to agree about
// unknown fields, and light has to write the same message.
func compare(t *testing.T, b []byte) (accepted bool) {
	t.Helper()
	for _, pair := range pairs {
		full, plain := pair()
		err, lightErr := wire.Unmarshal(b, full), Unmarshal(b, plain)
		if (err == nil) != (lightErr == nil) {
			t.Fatalf("%x as %T: %v, and light %v", b, plain, err, lightErr)
		}
		if err != nil {
			continue
		}
		accepted = true
		if wire.Strange(full) != Strange(plain) {
			t.Fatalf("%x as %T: light says that it is strange: %v", b, plain, Strange(plain))
		}
		back, err := Append(nil, plain)
		again, _ := pair()
		if err != nil || wire.Unmarshal(back, again) != nil || !proto.Equal(full, again) {
			t.Fatalf("%x as %T: light writes %x, %v", b, plain, back, err)
		}
		if n := wire.Size(full); n != len(back) {
			t.Fatalf("%x as %T: light writes %d bytes, not %d", b, plain, len(back), n)
		}
	}
	return accepted
}

// filled returns a message with values in about so large a part of its fields.
func filled(m protoreflect.Message, rnd *rand.Rand, part float64) protoreflect.Message {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		switch {
		case rnd.Float64() > part:
		case f.IsList():
			for range rnd.IntN(3) {
				filled(m.Mutable(f).List().AppendMutable().Message(), rnd, part)
			}
		case f.Message() != nil:
			filled(m.Mutable(f).Message(), rnd, part)
		default:
			m.Set(f, scalar(f.Kind(), rnd))
		}
	}
	return m
}

func scalar(kind protoreflect.Kind, rnd *rand.Rand) protoreflect.Value {
	n := rnd.Uint64() >> rnd.IntN(64)
	switch kind {
	case protoreflect.BoolKind:
		return protoreflect.ValueOf(n%2 == 0)
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOf(uint32(n))
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOf(n)
	case protoreflect.EnumKind:
		return protoreflect.ValueOf(protoreflect.EnumNumber(int32(n)))
	case protoreflect.StringKind:
		return protoreflect.ValueOf("gräß\U0001F600"[:rnd.IntN(3)])
	}
	return protoreflect.ValueOf(bytes.Repeat([]byte{byte(n)}, rnd.IntN(40)))
}

// TestSameAsProtobuf compares the two forms on messages with any values, whole and damaged.
func TestSameAsProtobuf(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	accepted, refused := 0, 0
	for i := range 20000 {
		full, _ := pairs[i%len(pairs)]()
		b, err := wire.Marshal(filled(full.ProtoReflect(), rnd, rnd.Float64()).Interface())
		if err != nil {
			continue // a text that is cut within a letter
		}
		if !compare(t, b) {
			t.Fatalf("%x is refused", b)
		}
		for range 5 {
			damaged := bytes.Clone(b)
			for range 1 + rnd.IntN(3) {
				if len(damaged) > 0 {
					damaged[rnd.IntN(len(damaged))] = byte(rnd.Uint32())
				}
			}
			if compare(t, damaged[:len(damaged)-rnd.IntN(min(len(damaged), 3)+1)]) {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < 1000 || refused < 1000 {
		t.Errorf("%d damaged messages were accepted, %d refused: this compares little", accepted, refused)
	}
}

// TestAppendRefusesBadText expects an error, as from protobuf, for a text that is not UTF-8.
func TestAppendRefusesBadText(t *testing.T) {
	for _, m := range []Message{
		&Hello{Name: "\xff"}, &Frame{Body: &Frame_Chat{Chat: &Chat{Text: "\xff"}}}, &KeptSeries{Unheard: []*Chat{{Text: "\xff"}}},
	} {
		if b, err := Append(nil, m); err == nil {
			t.Errorf("%T became %x", m, b)
		}
	}
}

// TestEmptyChoice expects that a choice without a message, or a nil message in a list, is written
// as an empty one.
func TestEmptyChoice(t *testing.T) {
	b, err := Append(nil, &Frame{Body: &Frame_Ping{}})
	if err != nil || !bytes.Equal(b, []byte{13<<3 | 2, 0}) {
		t.Errorf("a Ping became %x, %v", b, err)
	}
	if b, err := Append(nil, &KeptSeries{Unheard: []*Chat{nil}}); err != nil || !bytes.Equal(b, []byte{13<<3 | 2, 0}) {
		t.Errorf("a nil Chat became %x, %v", b, err)
	}
}

// TestUnmarshalForgets expects that nothing of the message before is left.
func TestUnmarshalForgets(t *testing.T) {
	f := &Frame{Seq: 3, Body: &Frame_Ping{}, unknown: []byte{0xf8, 0x7f, 1}}
	if err := Unmarshal(nil, f); err != nil || !reflect.DeepEqual(f, new(Frame)) {
		t.Errorf("%+v is left, %v", f, err)
	}
}

// FuzzSameAsProtobuf compares the two forms on any bytes.
func FuzzSameAsProtobuf(f *testing.F) {
	for _, m := range []wire.Message{
		&wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: &wire.Hello{Name: "Ada"}}},
		&wire.KeptSeries{Version: 1, SeriesId: []byte("0123456789abcdef"), Unheard: []*wire.Chat{{Text: "hello", Id: 7}}},
	} {
		b, err := wire.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte{0x0b, 0x0c})
	f.Fuzz(func(t *testing.T, b []byte) { compare(t, b) })
}
