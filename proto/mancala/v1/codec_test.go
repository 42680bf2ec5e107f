package mancalav1

import (
	"testing"

	"mancala/tools/need"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// read are the top-level messages; all others are within one of them.
var read = []Message{new(Frame)}

// TestBadBytesAreRefused parses damaged bytes, and expects an error from each kind of message.
func TestBadBytesAreRefused(t *testing.T) {
	for name, b := range map[string][]byte{
		"field zero":                  {0x00, 0x01},
		"length beyond the end":       {0xa2, 0x06, 0x7f, 0x01},
		"varint of eleven bytes":      {0xa0, 0x06, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01},
		"group without end":           {0xa3, 0x06},
		"end of a group that was not": {0xa4, 0x06},
	} {
		for _, m := range read {
			if err := Unmarshal(b, proto.Clone(m)); err == nil {
				t.Errorf("%s: %T takes it", name, m)
			}
		}
	}
}

// TestTextsAreUTF8 expects an error, in both directions, for a text that is not UTF-8.
func TestTextsAreUTF8(t *testing.T) {
	bad := &Frame{Body: &Frame_Reject{Reject: &Reject{Text: "\xff"}}}
	if b, err := Marshal(bad); err == nil {
		t.Errorf("it is %x", b)
	}
	Size(bad)
	if b, err := AppendSized(nil, bad); err == nil {
		t.Errorf("it is appended as %x", b)
	}
	b := need.Must(Marshal(&Frame{Body: &Frame_Reject{Reject: &Reject{Text: "x"}}}))(t)
	need.NoError(t, Unmarshal(b, new(Frame)))
	b[len(b)-1] = 0xff
	if err := Unmarshal(b, new(Frame)); err == nil {
		t.Error("it is parsed")
	}
}

// TestUnknownFieldsAreKept expects fields of a later schema to be reported and written again.
func TestUnknownFieldsAreKept(t *testing.T) {
	later := []byte{0xa3, 0x06, 0xa3, 0x06, 0xa4, 0x06, 0xa4, 0x06, 0xf8, 0x7f, 0x01}
	for _, m := range read {
		m := proto.Clone(m)
		if err := Unmarshal(later, m); err != nil || !Strange(m) {
			t.Errorf("%T: %v, reported: %v", m, err, Strange(m))
		}
		if b, err := Marshal(m); err != nil || string(b) != string(later) || Size(m) != len(later) {
			t.Errorf("%T is written as %x, %v", m, b, err)
		}
	}
}

// TestNestingFits checks that no message of the schema is nested more deeply than is parsed.
func TestNestingFits(t *testing.T) {
	for _, m := range read {
		if n := depth(m.ProtoReflect().Descriptor(), deepest); n > deepest {
			t.Errorf("%T has more than %d messages within one another", m, deepest)
		}
	}
}

// depth returns the depth of nested messages, including m; if it exceeds limit, any number above
// limit.
func depth(m protoreflect.MessageDescriptor, limit int) int {
	if limit == 0 {
		return 1
	}
	deepest := 0
	for i := range m.Fields().Len() {
		if inner := m.Fields().Get(i).Message(); inner != nil {
			deepest = max(deepest, depth(inner, limit-1))
		}
	}
	return 1 + deepest
}
