package mancalav1

import "mancala/proto/mancala/v1/light"

// Message is a message of the schema.
type Message = light.Message

// Size returns the number of bytes of a message.
func Size(m Message) int {
	b, _ := light.Append(nil, m)
	return len(b)
}

// AppendSized appends the bytes of a message that has not changed since the last call of [Size]. A
// text that is not UTF-8 is an error.
func AppendSized(b []byte, m Message) ([]byte, error) { return light.Append(b, m) }

// Marshal returns the bytes of a message. A text that is not UTF-8 is an error.
func Marshal(m Message) ([]byte, error) { return light.Append(nil, m) }

// Unmarshal parses the bytes of a message into m. It keeps fields that the schema does not know.
func Unmarshal(b []byte, m Message) error { return light.Unmarshal(b, m) }

// Strange reports whether a message has fields that the schema does not know, not counting those in
// its fields.
func Strange(m Message) bool { return light.Strange(m) }
