package engine

// Tables hold the exact value of every board with few seeds, for one rule set and number of houses,
// a byte each: how many more of the seeds on the board the side to move gets than the other side.
// They grow by layers, a layer being all boards with the same number of seeds. They are safe for
// concurrent use except while they grow.
type Tables struct {
	kernel *kernel
	rank   *ranking // for as many seeds as there is room for
	sides  *sides
	most   int    // seeds of the last layer; -1 if there is none
	values []int8 // by rank.index with the sides exchanged, for a fast build
}

// newTables returns empty tables with capacity for boards of up to that many seeds. The system
// commits the memory on first use.
func newTables(k *kernel, seeds int) *Tables {
	t := &Tables{
		kernel: k, rank: newRanking(k.houses, seeds), sides: newSides(k, seeds), most: -1,
		values: make([]int8, boards(k.houses, seeds)),
	}
	adviseHugePages(t.values)
	return t
}

// room returns the number of seeds of the last layer that there is room for.
func (t *Tables) room() int { return t.rank.seeds }

// layerSize returns the number of boards with n seeds.
func (t *Tables) layerSize(n int) uint64 { return t.rank.layer[n+1] - t.rank.layer[n] }

// value returns the value of a board of at most t.most seeds for the side to move.
func (t *Tables) value(own, opp uint64) int { return int(t.values[t.rank.index(opp, own)]) }
