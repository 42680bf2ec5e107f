package mancalav1

import "google.golang.org/protobuf/proto"

// Message is a message of the schema.
type Message = proto.Message

// deepest is the largest depth of nested messages.
const deepest = 16

// Size returns the number of bytes of a message.
func Size(m Message) int { return proto.Size(m) }

// AppendSized appends the bytes of a message that has not changed since the last call of [Size]. A
// text that is not UTF-8 is an error.
func AppendSized(b []byte, m Message) ([]byte, error) {
	return proto.MarshalOptions{UseCachedSize: true}.MarshalAppend(b, m)
}

// Marshal returns the bytes of a message. A text that is not UTF-8 is an error.
func Marshal(m Message) ([]byte, error) { return proto.Marshal(m) }

// Unmarshal parses the bytes of a message into m, which has no content; messages in its fields are
// used instead of new ones. It keeps fields that the schema does not know.
func Unmarshal(b []byte, m Message) error {
	return proto.UnmarshalOptions{Merge: true, RecursionLimit: deepest}.Unmarshal(b, m)
}

// Strange reports whether a message itself, without its fields' messages, has fields unknown to the
// schema.
func Strange(m Message) bool { return len(m.ProtoReflect().GetUnknown()) > 0 }
