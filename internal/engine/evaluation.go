package engine

import "mancala/rules"

// The evaluation of a board is a weighted sum of features. It distinguishes seeds by the distance
// of their house from their owner's store; farthest and beyond count as one.
const farthest = 5

// view holds the features of a board, index 0 for the side to move and 1 for its opponent.
type view struct {
	seeds  [2][farthest + 1]int // seeds by distance from the store
	empty  [2]int               // number of empty houses
	extras [2]int               // number of houses that would earn an extra turn
	take   [2]int               // largest capture by one ply
}

// weights are the weights of the features, in 1/256 of a seed. Seeds and empty houses are weighed
// by the difference between the sides; extra turns and captures by side. Turn is the value of being
// the side to move.
type weights struct {
	seeds  [farthest + 1]int
	empty  int
	extras [2]int
	take   [2]int
	turn   int
}

// fine converts a weighted sum to parts of a seed.
const fine = 256 / unit

// stages are the average numbers of seeds a house with fitted weights. Weights in between are
// interpolated.
var stages = [...]int{1, 2, 3, 5}

// evaluation evaluates boards of one variant.
type evaluation struct {
	variant rules.Variant
	kernel  *kernel                                       // nil if the fast path does not apply
	weights [2*rules.MaxHouses*rules.MaxSeeds + 1]weights // by the number of seeds in the houses
	rings   *ringEvaluation                               // nil if these are none
}

func newEvaluation(v rules.Variant) *evaluation {
	e := &evaluation{variant: v}
	if packable(v) {
		e.kernel = newKernel(v)
	}
	switch {
	case ringable(v):
		e.rings = newRingEvaluation(v)
	case v.Family != rules.KalahFamily: // only the stores count
	case v.Sweep == rules.SweepOwner:
		e.weigh(&sweepingWeights)
	case v.Sweep == rules.SweepEmptied:
		e.weigh(&emptyingWeights)
	default:
		e.weigh(&leavingWeights)
	}
	return e
}

// acyclic reports that no board can repeat, so that a value may hold at any depth.
func (e *evaluation) acyclic() bool { return e.variant.Acyclic() }

// weigh interpolates the weights for every number of seeds.
func (e *evaluation) weigh(w *[len(stages)]weights) {
	for n := range e.weights {
		stage, part, whole := stageOf(n, int(e.variant.Houses))
		e.weights[n] = w[stage].mixed(&w[min(stage+1, len(stages)-1)], part, whole)
	}
}

// stageOf returns the last stage reached by a board with that many seeds in its houses, and its
// distance to the next stage as a fraction: part/whole.
func stageOf(seeds, houses int) (stage, part, whole int) {
	return stageAmong(stages[:], seeds, houses)
}

// stageAmong is stageOf for any stages.
func stageAmong(stages []int, seeds, houses int) (stage, part, whole int) {
	for stage < len(stages)-1 && stages[stage+1]*2*houses <= seeds {
		stage++
	}
	if stage == len(stages)-1 {
		return stage, 0, 1
	}
	part = max(seeds-stages[stage]*2*houses, 0)
	return stage, part, (stages[stage+1] - stages[stage]) * 2 * houses
}

// mixed interpolates between w (part 0) and others (part equal to whole).
func (w *weights) mixed(others *weights, part, whole int) (m weights) {
	mix := func(a, b int) int { return a + (b-a)*part/whole }
	for d := range w.seeds {
		m.seeds[d] = mix(w.seeds[d], others.seeds[d])
	}
	m.empty = mix(w.empty, others.empty)
	for s := range 2 {
		m.extras[s] = mix(w.extras[s], others.extras[s])
		m.take[s] = mix(w.take[s], others.take[s])
	}
	m.turn = mix(w.turn, others.turn)
	return m
}

// plain returns the evaluation of a board with these houses, for the side of own, in parts of a
// seed.
func (e *evaluation) plain(own, opp *[rules.MaxHouses]uint8) int {
	if e.variant.Family != rules.KalahFamily {
		return 0
	}
	n := 0
	for i := range own {
		n += int(own[i]) + int(opp[i])
	}
	return e.weights[n].estimate(e.look(own, opp))
}

// estimate returns the weighted sum of the features.
func (w *weights) estimate(v view) int {
	sum := w.turn
	for d := range v.seeds[0] {
		sum += (v.seeds[0][d] - v.seeds[1][d]) * w.seeds[d]
	}
	sum += (v.empty[0] - v.empty[1]) * w.empty
	for s := range 2 {
		sum += v.extras[s]*w.extras[s] + v.take[s]*w.take[s]
	}
	return sum / fine
}

// look returns the features of a board.
func (e *evaluation) look(own, opp *[rules.MaxHouses]uint8) (v view) {
	m := int(e.variant.Houses)
	sides := [2]*[rules.MaxHouses]uint8{own, opp}
	for s, side := range sides {
		for i := range m {
			n := int(side[i])
			if n == 0 {
				v.empty[s]++
				continue
			}
			v.seeds[s][min(m-1-i, farthest)] += n
			again, taken := e.lapOf(side, sides[1-s], i)
			v.extras[s] += again
			v.take[s] = max(v.take[s], taken)
		}
	}
	return v
}

// lapOf predicts the effect of sowing house i, counted from zero: whether it earns an extra turn (1
// or 0), and how many seeds it captures.
func (e *evaluation) lapOf(own, opp *[rules.MaxHouses]uint8, i int) (again, taken int) {
	m, n := int(e.variant.Houses), int(own[i])
	round := 2*m + 1
	if e.variant.SowOpponentStore {
		round++
	}
	left := e.variant.LeaveOne && n > 1
	if left {
		n--
	}
	end := (i + n) % round
	switch {
	case end == m && e.variant.ExtraTurn:
		return 1, 0
	case end < m && e.variant.Capture != rules.CaptureNever:
		if n == round && !left || n < round && own[end] == 0 {
			return 0, e.taken(int(opp[m-1-end]), end <= i)
		}
	case end > m && end <= 2*m && e.variant.CaptureEven && (int(opp[end-m-1])+1+(n-1)/round)%2 == 0:
		return 0, int(opp[end-m-1]) + 1 + (n-1)/round
	case end > m && end <= 2*m && e.variant.Capture == rules.CaptureEither:
		across, there := 2*m-end, 0
		switch { // the sown house is empty by then, or has one seed
		case across != i:
			there = int(own[across])
		case left:
			there = 1
		}
		if n < round && opp[end-m-1] == 0 {
			return 0, e.taken(there, across > i)
		}
	}
	return 0, 0
}

// taken returns the size of a capture with that many seeds opposite, plus one if the lap passed
// there.
func (e *evaluation) taken(opposite int, passed bool) int {
	if passed {
		opposite++
	}
	if opposite == 0 && !e.variant.CaptureEmpty {
		return 0
	}
	if e.variant.Take == rules.TakeBoth {
		opposite++
	}
	return opposite
}

// packed is like plain, for a packed board.
func (e *evaluation) packed(own, opp uint64) int {
	w := &e.weights[seeds(own)+seeds(opp)]
	mine, extras, take := e.side(own, opp, w)
	yours, others, threat := e.side(opp, own, w)
	return (w.turn + mine - yours + extras*w.extras[0] + others*w.extras[1] + take*w.take[0] + threat*w.take[1]) / fine
}

// side returns the features of one side of a packed board: the weighted sum of its seeds and empty
// houses, its extra turns and its largest capture.
func (e *evaluation) side(own, opp uint64, w *weights) (sum, extras, take int) {
	k := e.kernel
	round := uint64(2*k.houses + 1)
	for i := range k.houses {
		n := own >> (8 * i) & 0xff
		if n == 0 {
			sum += w.empty
			continue
		}
		sum += int(n) * w.seeds[min(k.houses-1-i, farthest)]
		l := &k.laps[i][n]
		extras += int(l.again)
		if k.leaveOne && n > 1 {
			n--
		}
		switch c := l.capture; {
		case c != 0 && (own&(c*0xff) == 0 && n < round || n == round && !k.leaveOne):
			take = max(take, e.taken(int(opp>>l.opposite&0xff), c <= 1<<(8*i)))
		case l.even != 0:
			if there := opp>>(l.even-1)&0xff + 1 + (n-1)/round; there%2 == 0 {
				take = max(take, int(there))
			}
		}
	}
	return sum, extras, take
}
