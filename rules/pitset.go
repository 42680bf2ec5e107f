package rules

import (
	"iter"
	"math/bits"
)

// PitSet is a set of pits. The zero value is empty.
type PitSet uint32

// SetOf returns the set of these pits.
func SetOf(pits ...Pit) (s PitSet) {
	for _, p := range pits {
		s = s.Add(p)
	}
	return s
}

// Add returns the set with p in it. It ignores a pit that does not exist.
func (s PitSet) Add(p Pit) PitSet { return s | p.mask() }

// Has reports whether p is in the set.
func (s PitSet) Has(p Pit) bool { return s&p.mask() != 0 }

// All yields the pits of the set, South's first, each side's store before its houses.
func (s PitSet) All() iter.Seq[Pit] {
	return func(yield func(Pit) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros32(uint32(rest))
			if !yield(Pit{Side(i / (MaxHouses + 1)), House(i % (MaxHouses + 1))}) {
				return
			}
		}
	}
}

func (p Pit) mask() PitSet {
	if p.Side > North || p.House > MaxHouses {
		return 0
	}
	return 1 << (int(p.Side)*(MaxHouses+1) + int(p.House))
}
