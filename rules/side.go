package rules

import "strconv"

// Limits of the boards that a [Variant] may describe.
const (
	// MaxHouses is the largest number of houses a side.
	MaxHouses = 10
	// MaxSeeds is the largest number of seeds a house at the start.
	MaxSeeds = 10
)

// Side is one of the two sides of the board. The zero value is South, the side that makes the first
// ply of a game.
type Side uint8

// The two sides. South is drawn at the bottom of an unflipped board.
const (
	South Side = iota
	North
)

// Opponent returns the other side. For a value other than South and North it returns South.
func (s Side) Opponent() Side {
	if s == South {
		return North
	}
	return South
}

// String returns "south" or "north", the words of the text forms and of the log.
func (s Side) String() string {
	if s == South {
		return "south"
	}
	return "north"
}

// House names a house by its number, 1..m from its owner's left; house m is beside the owner's
// store. Zero names no house.
type House uint8

// Swap is the only ply without a sowing: under the pie rule the second player may answer the first
// player's first turn by changing sides. It is legal if and only if [Position.CanSwap] reports
// true.
const Swap House = 255

// String returns the house's number in decimal, or "swap".
func (h House) String() string {
	if h == Swap {
		return "swap"
	}
	return strconv.Itoa(int(h))
}

// ParseHouse parses the result of [House.String]. It accepts 1..[MaxHouses] and "swap"; anything
// else is [ErrNoSuchHouse]. [Position.Legal] checks whether the board has that house.
func ParseHouse(text string) (House, error) {
	if text == "swap" {
		return Swap, nil
	}
	n, ok := parseCount(text)
	if !ok || n < 1 || n > MaxHouses {
		return 0, ErrNoSuchHouse
	}
	return House(n), nil
}

// Pit is a house or a store: one place where seeds lie. House zero is the store of Side.
type Pit struct {
	Side  Side
	House House
}

// IsStore reports whether the pit is a store.
func (p Pit) IsStore() bool { return p.House == 0 }

// StoreOf returns the store of a side.
func StoreOf(s Side) Pit { return Pit{Side: s} }
