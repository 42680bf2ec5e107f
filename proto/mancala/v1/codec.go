//go:build !js

package mancalav1

import "google.golang.org/protobuf/proto"

// Message is a message of the schema.
type Message = proto.Message

// deepest is how deep messages may be nested.
const deepest = 16

// Size returns how many bytes a message has.
func Size(m Message) int { return proto.Size(m) }

// AppendSized appends the bytes of a message that has not changed since [Size] was asked. A text
// that is not UTF-8 is an error.
func AppendSized(b []byte, m Message) ([]byte, error) {
	return proto.MarshalOptions{UseCachedSize: true}.MarshalAppend(b, m)
}

// Marshal returns the bytes of a message. A text that is not UTF-8 is an error.
func Marshal(m Message) ([]byte, error) { return proto.Marshal(m) }

// Unmarshal reads the bytes of a message into m. Those of fields that the schema does not know are
// kept.
func Unmarshal(b []byte, m Message) error {
	return proto.UnmarshalOptions{RecursionLimit: deepest}.Unmarshal(b, m)
}

// Strange returns whether a message has fields that the schema does not know, those within its
// fields not counted.
func Strange(m Message) bool { return len(m.ProtoReflect().GetUnknown()) > 0 }
