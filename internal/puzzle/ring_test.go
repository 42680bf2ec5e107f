package puzzle

import (
	"slices"

	"mancala/rules"
)

// ringJudge proves results in Oware and Bestemshe by bounds of the mover's further lead, valid for
// any scoring of repetitions. It narrows them backwards from the end of the game, for all boards
// with few seeds. It shares no code with package rules or the engine.
type ringJudge struct {
	m      int
	oware  bool
	layers []ringLayer // by the number of seeds on the board
}

// ringBoard holds the houses in the order of sowing, the mover's first.
type ringBoard [12]int8

// ringLayer has the bounds of boards.
type ringLayer struct {
	place     map[ringBoard]int
	low, high []int8
}

// ringPly is the board after a ply, as the other side sees it, and the seeds that it captured.
type ringPly struct {
	after ringBoard
	gain  int
}

// newRingJudge returns a judge for a variant: oware or bestemshe.
func newRingJudge(v rules.Variant) *ringJudge {
	name := v.Name()
	if name != "oware" && name != "bestemshe" {
		panic("the judge does not know " + v.String())
	}
	return &ringJudge{m: int(v.Houses), oware: name == "oware"}
}

func sumOf(houses []int8) (n int) {
	for _, c := range houses {
		n += int(c)
	}
	return n
}

// sow plays house i, from 0, and reports whether the ply is legal.
func (j *ringJudge) sow(b ringBoard, i int) (p ringPly, legal bool) {
	n, at, around := b[i], i, 2*j.m
	if n == 0 {
		return p, false
	}
	starved := sumOf(b[j.m:]) == 0
	b[i] = 0
	if !j.oware && n > 1 { // one stays
		b[i] = 1
		n--
	}
	for ; n > 0; n-- {
		if at = (at + 1) % around; j.oware && at == i {
			at = (at + 1) % around
		}
		b[at]++
	}
	if j.oware && starved && sumOf(b[j.m:]) == 0 {
		return p, false
	}
	for _, at := range j.taken(&b, at) {
		p.gain += int(b[at])
		b[at] = 0
	}
	copy(p.after[:], b[j.m:around])
	copy(p.after[j.m:], b[:j.m])
	return p, true
}

// taken returns the houses that a last seed in house at captures.
func (j *ringJudge) taken(b *ringBoard, at int) (list []int) {
	switch {
	case at < j.m:
	case !j.oware && b[at]%2 == 0:
		return []int{at}
	case j.oware:
		n := 0
		for ; at >= j.m && (b[at] == 2 || b[at] == 3); at-- {
			list, n = append(list, at), n+int(b[at])
		}
		if n == sumOf(b[j.m:]) { // a grand slam captures nothing
			return nil
		}
	}
	return list
}

// plies returns all legal plies; none if the game is over.
func (j *ringJudge) plies(b ringBoard) (list []ringPly) {
	for i := range j.m {
		if p, legal := j.sow(b, i); legal {
			list = append(list, p)
		}
	}
	return list
}

// boards calls visit with all boards with n seeds in houses i and up.
func (j *ringJudge) boards(b ringBoard, i, n int, visit func(ringBoard)) {
	if i == 2*j.m-1 {
		b[i] = int8(n)
		visit(b)
		return
	}
	for c := range n + 1 {
		b[i] = int8(c)
		j.boards(b, i+1, n-c, visit)
	}
}

// grow adds the layer of boards with n seeds; all smaller layers must be known.
func (j *ringJudge) grow(n int) {
	l := ringLayer{place: map[ringBoard]int{}}
	j.boards(ringBoard{}, 0, n, func(b ringBoard) {
		l.place[b] = len(l.low)
		l.low, l.high = append(l.low, int8(-n)), append(l.high, int8(n))
	})
	j.layers = append(j.layers, l)
	type step struct {
		layer, at int
		gain      int8
	}
	follow := make([][]step, len(l.low))
	for b, i := range l.place {
		plies := j.plies(b)
		for _, p := range plies {
			follow[i] = append(follow[i], step{n - p.gain, j.layers[n-p.gain].place[p.after], int8(p.gain)})
		}
		if len(plies) == 0 { // each side gets its row
			l.low[i] = int8(sumOf(b[:j.m]) - sumOf(b[j.m:]))
			l.high[i] = l.low[i]
		}
	}
	for changed := true; changed; {
		changed = false
		for i, steps := range follow {
			if len(steps) == 0 || l.low[i] == l.high[i] {
				continue
			}
			low, high := int8(-n), int8(-n)
			for _, s := range steps {
				low, high = max(low, s.gain-j.layers[s.layer].high[s.at]), max(high, s.gain-j.layers[s.layer].low[s.at])
			}
			if low > l.low[i] || high < l.high[i] {
				l.low[i], l.high[i], changed = max(low, l.low[i]), min(high, l.high[i]), true
			}
		}
	}
}

// unproved is the worth of a ply whose result depends on repetitions.
const unproved = 100

// worth implements judge.
func (j *ringJudge) worth(p rules.Position, h rules.House, seeds int) int {
	var b ringBoard
	for i := range j.m {
		house := rules.House(i + 1)
		b[i] = int8(p.Seeds(rules.Pit{Side: p.ToMove(), House: house}))
		b[j.m+i] = int8(p.Seeds(rules.Pit{Side: p.ToMove().Opponent(), House: house}))
	}
	ply, legal := j.sow(b, int(h)-1)
	if !legal {
		return unproved
	}
	left := sumOf(ply.after[:])
	for n := len(j.layers); n <= left; n++ {
		j.grow(n)
	}
	l, lead := j.layers[left], p.Lead(p.ToMove())+ply.gain
	at := l.place[ply.after]
	least, most := class(lead-int(l.high[at])), class(lead-int(l.low[at]))
	if least != most {
		return unproved
	}
	return least - seeds
}

// few returns, for a short test, the puzzles of a list that a judge proves quickly. If boards can
// repeat, these have at most eight seeds on the board.
func few(list []Puzzle) []Puzzle {
	return slices.DeleteFunc(slices.Clone(list), func(p Puzzle) bool {
		at := p.Position
		return !at.Variant().Acyclic() && at.Variant().Total()-at.Store(rules.South)-at.Store(rules.North) > 8
	})
}
