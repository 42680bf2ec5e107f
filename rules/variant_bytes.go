package rules

import (
	"errors"
	"fmt"
	"slices"
)

// more is the bit of the first byte of a variant that says that set later switches follow.
const more = 0x80

// laterSwitches are the later switches, in the order of their bytes.
var laterSwitches = func() (list []*Switch) {
	list = append(list, &familySwitch)
	for i := range switches {
		if switches[i].later != 0 {
			list = append(list, &switches[i])
		}
	}
	slices.SortFunc(list, func(a, b *Switch) int { return int(a.later) - int(b.later) })
	return list
}()

// AppendBytes appends the canonical bytes of v, for hashes of games: the size, then each switch in
// the order of [Switches]. Numbers of rules begin with 1, and zero is none. If a switch younger
// than the first games is set, the first byte has its highest bit set. Then the number of such
// switches follows the other bytes, and for each its byte and its value. [VariantFromBytes] reads
// them.
func (v Variant) AppendBytes(b []byte) []byte {
	v = v.Canonical()
	at := len(b)
	b = append(b, v.Houses, v.Seeds)
	for i := range switches {
		if s := &switches[i]; s.later == 0 {
			b = append(b, s.first+s.get(v))
		}
	}
	behind := len(b)
	for _, s := range laterSwitches {
		if s.get(v) == 0 {
			continue
		}
		if len(b) == behind {
			b[at] |= more
			b = append(b, 0)
		}
		b[behind]++
		b = append(b, s.later, s.get(v))
	}
	return b
}

// VariantFromBytes reads the variant at the beginning of b that [Variant.AppendBytes] has appended,
// and returns the bytes behind it. Other bytes are an error.
func VariantFromBytes(b []byte) (v Variant, rest []byte, err error) {
	d := variantDecoder{rest: b}
	houses := d.next()
	v = Variant{Houses: houses &^ more, Seeds: d.next()}
	for i := range switches {
		if s := &switches[i]; s.later == 0 {
			v = d.set(v, s, d.next())
		}
	}
	if houses&more != 0 {
		v = d.later(v)
	}
	switch {
	case d.err != nil:
		return Variant{}, nil, d.err
	case v != v.Canonical():
		return Variant{}, nil, errors.New("a switch is set, but has no effect")
	}
	if err := v.Validate(); err != nil {
		return Variant{}, nil, err
	}
	return v, d.rest, nil
}

// variantDecoder reads the bytes of a variant. After an error it reads zeros.
type variantDecoder struct {
	rest []byte
	err  error
}

func (d *variantDecoder) next() byte {
	if len(d.rest) == 0 {
		d.fail(errors.New("the bytes of a rule set are missing"))
		return 0
	}
	n := d.rest[0]
	d.rest = d.rest[1:]
	return n
}

func (d *variantDecoder) fail(err error) {
	if d.err == nil {
		d.err, d.rest = err, nil
	}
}

// set sets a switch to the value of its byte.
func (d *variantDecoder) set(v Variant, s *Switch, n byte) Variant {
	if n < s.first || int(n-s.first) >= len(s.Words) {
		d.fail(fmt.Errorf("the rule %s has no byte %d", s.Name, n))
		return v
	}
	return s.set(v, n-s.first)
}

// later reads the later switches, which must be set, and in order.
func (d *variantDecoder) later(v Variant) Variant {
	before, count := v, int(d.next())
	for _, s := range laterSwitches {
		if count == 0 || len(d.rest) == 0 || d.rest[0] != s.later {
			continue
		}
		d.next()
		n := d.next()
		if n == 0 {
			d.fail(fmt.Errorf("the rule %s is there, but not set", s.Name))
		}
		v, count = d.set(v, s, n), count-1
	}
	if count != 0 || v == before {
		d.fail(errors.New("a rule is unknown or out of order"))
	}
	return v
}
