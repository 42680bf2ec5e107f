// Package light has the messages of package mancalav1 as plain structs, for programs in browsers:
// it reads and writes the same bytes, with a much smaller runtime. Its tests compare the two.
package light

import (
	"errors"
	"reflect"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// Message is a message of the schema.
type Message interface {
	// parts returns the fields, in the order of the schema, and the bytes of unknown fields. Those
	// of a nil message are those of an empty one.
	parts() ([]part, *[]byte)
	// reset empties the message.
	reset()
}

// part is a field: its number, and a *bool, *uint32, *uint64, *int32 of an enumeration, *string,
// *[]byte, or a pointer to a message's pointer or to a list of those. A oneof is a part with the
// number 0, and a choice.
type part struct {
	number protowire.Number
	at     any
}

// choice is a oneof.
type choice struct {
	// get returns the field that is set, and its number; 0 if none is.
	get func() (protowire.Number, Message)
	// set sets the field with a number to an empty message, and returns that; nil if the oneof has
	// no such field.
	set func(protowire.Number) Message
}

// add makes the field with a number unless it is set, or returns nil if the oneof has no such
// field.
func (c choice) add(number protowire.Number) Message {
	if now, m := c.get(); now == number {
		return m
	}
	return c.set(number)
}

// messages returns the messages of a field that has one, if it is set, or any number.
func (p part) messages() (all []Message) {
	switch v := reflect.ValueOf(p.at).Elem(); {
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			all = append(all, v.Index(i).Interface().(Message))
		}
	case !v.IsNil():
		all = append(all, v.Interface().(Message))
	}
	return all
}

// message returns the message of a field, which is made if it is not set, or a new one at the end
// of a list.
func (p part) message() Message {
	v := reflect.ValueOf(p.at).Elem()
	if v.Kind() == reflect.Slice {
		m := reflect.New(v.Type().Elem().Elem())
		v.Set(reflect.Append(v, m))
		return m.Interface().(Message)
	}
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Interface().(Message)
}

// deepest is the largest depth of nested messages.
const deepest = 16

// Errors in the bytes of a message.
var (
	errText   = errors.New("a text is not UTF-8")
	errDeep   = errors.New("messages are nested too deeply")
	errNumber = errors.New("a field has a number that no field can have")
)

// Append appends a message. A text that is not UTF-8 is an error.
func Append(b []byte, m Message) ([]byte, error) {
	parts, unknown := m.parts()
	for _, p := range parts {
		var err error
		if b, err = p.append(b); err != nil {
			return nil, err
		}
	}
	return append(b, *unknown...), nil
}

// append appends a field unless it is zero.
func (p part) append(b []byte) ([]byte, error) {
	switch at := p.at.(type) {
	case *bool:
		return p.appendNumber(b, protowire.EncodeBool(*at)), nil
	case *uint32:
		return p.appendNumber(b, uint64(*at)), nil
	case *uint64:
		return p.appendNumber(b, *at), nil
	case *int32:
		return p.appendNumber(b, uint64(*at)), nil
	case *string:
		if !utf8.ValidString(*at) {
			return nil, errText
		}
		if *at != "" {
			b = protowire.AppendString(protowire.AppendTag(b, p.number, protowire.BytesType), *at)
		}
	case *[]byte:
		if len(*at) > 0 {
			b = protowire.AppendBytes(protowire.AppendTag(b, p.number, protowire.BytesType), *at)
		}
	case choice:
		if number, m := at.get(); number > 0 {
			return appendMessage(b, number, m)
		}
	default:
		for _, m := range p.messages() {
			var err error
			if b, err = appendMessage(b, p.number, m); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

func (p part) appendNumber(b []byte, n uint64) []byte {
	if n == 0 {
		return b
	}
	return protowire.AppendVarint(protowire.AppendTag(b, p.number, protowire.VarintType), n)
}

func appendMessage(b []byte, number protowire.Number, m Message) ([]byte, error) {
	inner, err := Append(nil, m)
	if err != nil {
		return nil, err
	}
	return protowire.AppendBytes(protowire.AppendTag(b, number, protowire.BytesType), inner), nil
}

// Unmarshal parses the bytes of a message into m. It keeps fields that the schema does not know,
// and [Append] appends them.
func Unmarshal(b []byte, m Message) error {
	m.reset()
	return read(b, m, deepest)
}

// read adds the bytes of a message to m. Depth is the largest depth of nested messages, including
// m.
func read(b []byte, m Message, depth int) error {
	if depth--; depth < 0 {
		return errDeep
	}
	parts, unknown := m.parts()
	for len(b) > 0 {
		number, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		if number > protowire.MaxValidNumber {
			return errNumber
		}
		size := protowire.ConsumeFieldValue(number, typ, b[n:])
		if size < 0 {
			return protowire.ParseError(size)
		}
		value := b[n : n+size]
		if known, err := readField(parts, number, typ, value, depth); err != nil {
			return err
		} else if !known {
			*unknown = append(protowire.AppendTag(*unknown, number, typ), value...)
		}
		b = b[n+size:]
	}
	return nil
}

// readField parses the value of a field, which is complete. It returns false if the field is none
// of the parts.
func readField(parts []part, number protowire.Number, typ protowire.Type, value []byte, depth int) (bool, error) {
	for _, p := range parts {
		if p.wireType() != typ {
			continue
		}
		if oneof, ok := p.at.(choice); ok {
			if m := oneof.add(number); m != nil {
				inner, _ := protowire.ConsumeBytes(value)
				return true, read(inner, m, depth)
			}
		} else if p.number == number {
			return true, p.read(value, depth)
		}
	}
	return false, nil
}

// wireType returns the wire type of a field.
func (p part) wireType() protowire.Type {
	switch p.at.(type) {
	case *bool, *uint32, *uint64, *int32:
		return protowire.VarintType
	}
	return protowire.BytesType
}

// read parses the value of a field, which is complete.
func (p part) read(value []byte, depth int) error {
	if p.wireType() == protowire.VarintType {
		n, _ := protowire.ConsumeVarint(value)
		switch at := p.at.(type) {
		case *bool:
			*at = protowire.DecodeBool(n)
		case *uint32:
			*at = uint32(n)
		case *uint64:
			*at = n
		case *int32:
			*at = int32(n)
		}
		return nil
	}
	inner, _ := protowire.ConsumeBytes(value)
	switch at := p.at.(type) {
	case *string:
		if !utf8.Valid(inner) {
			return errText
		}
		*at = string(inner)
	case *[]byte:
		*at = append([]byte{}, inner...)
	default:
		return read(inner, p.message(), depth)
	}
	return nil
}

// Strange reports whether a message has fields that the schema does not know, not counting those in
// its fields.
func Strange(m Message) bool {
	_, unknown := m.parts()
	return len(*unknown) > 0
}
