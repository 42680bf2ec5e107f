package engine

import "mancala/rules"

// ringView holds the features of a ring. Most are differences: the side to move minus the other
// side. Captures are by side, the side to move first.
type ringView [ringFeatures]int

// The features of a ring.
const (
	ringRows   = iota         // seeds in the row
	ringEmpty                 // houses without seeds
	ringOnes                  // houses with one seed
	ringTwos                  // houses with two seeds
	ringRound                 // houses with seeds for a lap or more
	ringTuzdik                // 1 with a tuzdik
	ringTake                  // seeds of the largest capture by one ply, by side
	ringWins   = 2 + ringTake // 1 if a ply wins a tuzdik, by side
	ringTurn   = 2 + ringWins // 1: the value of being the side to move

	ringFeatures = 1 + ringTurn
)

// ringStages are the average numbers of seeds a house with fitted weights. Weights in between are
// interpolated.
var ringStages = [...]int{1, 3, 8}

// ringWeights are the weights of the features at each stage, in 1/256 of a seed.
type ringWeights [len(ringStages)][ringFeatures]int

// ringEvaluation evaluates rings of one variant.
type ringEvaluation struct {
	kernel  *ringKernel
	weights [][ringFeatures]int // by the number of seeds in the houses
	net     *ringNet            // evaluates instead, if not nil
}

func newRingEvaluation(v rules.Variant) *ringEvaluation {
	e := &ringEvaluation{kernel: newRingKernel(v), weights: make([][ringFeatures]int, v.Total()+1)}
	switch {
	case v.Family == rules.OwareFamily && v.Houses == netHouses && v.Seeds <= netSeeds:
		e.net = owareNet()
	case v.Family == rules.OwareFamily:
		e.weigh(&owareWeights)
	case v.Tuzdik:
		e.weigh(&togyzWeights)
	default:
		e.weigh(&bestemsheWeights)
	}
	return e
}

// weigh interpolates the weights for every number of seeds.
func (e *ringEvaluation) weigh(w *ringWeights) {
	for n := range e.weights {
		stage, part, whole := stageAmong(ringStages[:], n, e.kernel.houses)
		next := min(stage+1, len(ringStages)-1)
		for i := range e.weights[n] {
			e.weights[n][i] = w[stage][i] + (w[next][i]-w[stage][i])*part/whole
		}
	}
}

// estimate returns the evaluation of a board, in parts of a seed.
func (e *ringEvaluation) estimate(b *ring) int {
	if e.net != nil {
		return e.net.estimate(b)
	}
	own, opp := b.seeds()
	v, value := e.look(b, own, opp), 0
	for i, w := range &e.weights[own+opp] {
		value += w * v[i]
	}
	return value / fine
}

// look returns the features of a board with that many seeds in each row.
func (e *ringEvaluation) look(b *ring, own, opp int) (v ringView) {
	v[ringRows], v[ringTurn] = own-opp, 1
	e.side(&v, 0, b)
	other := b.flip()
	e.side(&v, 1, &other)
	return v
}

// side adds the features of the side to move of b; i is 1 if that is the other side of the board
// that is evaluated.
func (e *ringEvaluation) side(v *ringView, i int, b *ring) {
	k, sign := e.kernel, 1-2*i
	for h := range k.houses {
		n := b.ownHouse(h)
		switch {
		case n == 0:
			v[ringEmpty] += sign
			continue
		case n == 1:
			v[ringOnes] += sign
		case n == 2:
			v[ringTwos] += sign
		case n >= 2*k.houses:
			v[ringRound] += sign
		}
		next, mine, theirs, legal := k.sow(*b, h, n)
		if !legal || mine == 0 && theirs == 0 {
			continue
		}
		v[ringTake+i] = max(v[ringTake+i], mine-theirs)
		if (next.rest^b.rest)>>ownTuzdik&tuzdikHouse != 0 {
			v[ringWins+i] = 1
		}
	}
	if b.rest>>ownTuzdik&tuzdikHouse != 0 {
		v[ringTuzdik] += sign
	}
}
