package puzzle

// coder writes or reads choices, one after the other, as a number between 0 and 1 whose digits tell
// them apart (arithmetic coding). It learns from each choice, so a likely one takes little room.
// Both directions make the same calls: each choice is passed in to be written, and returned as it
// was read. After the first failure all that it reads is 0.
type coder struct {
	reads     bool
	bytes     []byte // written, or not yet read
	low, high uint32 // the next digits are between these
	code      uint32 // digits that were read
	failed    bool
	learnt    map[context]*[mostLearnt + 1]odds
}

// context is a column of a list, and a state of the puzzle that has an influence on it.
type context struct{ column, state int }

// odds are the chances of no and yes. A new coder gives each two.
type odds [2]uint16

// The odds grow by an answer, and are halved together once they are large. All numbers of a context
// above mostLearnt share theirs.
const (
	oddsGrowth = 5
	mostOdds   = 255 * oddsGrowth
	mostLearnt = 99
)

func newWriter() *coder {
	return &coder{high: 1<<32 - 1, learnt: map[context]*[mostLearnt + 1]odds{}}
}

func newReader(data []byte) *coder {
	c := newWriter()
	c.reads, c.bytes = true, data
	for range 4 {
		c.readDigit()
	}
	return c
}

// readDigit reads a byte.
func (c *coder) readDigit() {
	if len(c.bytes) == 0 {
		c.failed = true
		return
	}
	c.code, c.bytes = c.code<<8|uint32(c.bytes[0]), c.bytes[1:]
}

// end returns the bytes that were written, or fails if some are left to read.
func (c *coder) end() []byte {
	if c.reads {
		c.failed = c.failed || len(c.bytes) > 0
		return nil
	}
	return append(c.bytes, byte(c.low>>24), byte(c.low>>16), byte(c.low>>8), byte(c.low))
}

// bit passes an answer, given the odds.
func (c *coder) bit(o *odds, yes bool) bool {
	if c.failed {
		return false
	}
	middle := c.low + uint32(uint64(c.high-c.low)*uint64(o[1])/uint64(o[0]+o[1]))
	if c.reads {
		yes = c.code <= middle
	}
	if yes {
		c.high = middle
		o[1] += oddsGrowth
	} else {
		c.low = middle + 1
		o[0] += oddsGrowth
	}
	if o[0]+o[1] > mostOdds {
		o[0], o[1] = o[0]/2+1, o[1]/2+1
	}
	for c.low>>24 == c.high>>24 {
		if c.reads {
			c.readDigit()
		} else {
			c.bytes = append(c.bytes, byte(c.high>>24))
		}
		c.low, c.high = c.low<<8, c.high<<8|0xff
	}
	return yes
}

// number passes a number from 0 to last in a context.
func (c *coder) number(in context, n, last int) int {
	chances := c.learnt[in]
	if chances == nil {
		chances = new([mostLearnt + 1]odds)
		for i := range chances {
			chances[i] = odds{2, 2}
		}
		c.learnt[in] = chances
	}
	for i := range last {
		if c.bit(&chances[min(i, mostLearnt)], i == n) {
			return i
		}
	}
	if c.failed {
		return 0
	}
	return last
}

// flag passes a truth in a context.
func (c *coder) flag(in context, yes bool) bool {
	n := 0
	if yes {
		n = 1
	}
	return c.number(in, n, 1) == 1
}
