package dial

// History judges the addresses that a club tells of itself. A lying or broken node could have every
// member's program dial strangers for ever; so an address at which another program has shown itself
// is not dialled again, and one at which no one answers is dialled ever more rarely. The zero value
// has heard of none. It is not safe for concurrent use.
type History struct {
	missed map[string]int // attempts since the club was found there, or strange
}

const (
	strange   = -1
	maxMissed = 20 // attempts in a row
	oneOf     = 16 // turns after that
)

// Worth reports whether an address is to be dialled in this turn. Each call is a turn.
func (h *History) Worth(addr string) bool {
	n := h.missed[addr]
	if n >= maxMissed {
		h.Missed(addr)
	}
	return n != strange && (n < maxMissed || n%oneOf == 0)
}

// Missed says that no one has answered at an address.
func (h *History) Missed(addr string) {
	if h.missed[addr] != strange {
		h.set(addr, h.missed[addr]+1)
	}
}

// Strange says that another program than the club's has answered.
func (h *History) Strange(addr string) { h.set(addr, strange) }

// Found says that the club has answered.
func (h *History) Found(addr string) { delete(h.missed, addr) }

func (h *History) set(addr string, n int) {
	if h.missed == nil {
		h.missed = map[string]int{}
	}
	h.missed[addr] = n
}
