package mancalav1

import "mancala/proto/mancala/v1/light"

// Message is a message of the schema.
type Message = light.Message

// Size returns how many bytes a message has.
func Size(m Message) int {
	b, _ := light.Append(nil, m)
	return len(b)
}

// AppendSized appends the bytes of a message that has not changed since [Size] was asked. A text
// that is not UTF-8 is an error.
func AppendSized(b []byte, m Message) ([]byte, error) { return light.Append(b, m) }

// Marshal returns the bytes of a message. A text that is not UTF-8 is an error.
func Marshal(m Message) ([]byte, error) { return light.Append(nil, m) }

// Unmarshal reads the bytes of a message into m. Those of fields that the schema does not know are
// kept.
func Unmarshal(b []byte, m Message) error { return light.Unmarshal(b, m) }

// Strange returns whether a message has fields that the schema does not know, those within its
// fields not counted.
func Strange(m Message) bool { return light.Strange(m) }
