package engine

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"testing"

	"mancala/rules"
)

var train = flag.Int("train", 0, "play that many games a round and write the network of Oware")

// TestTrain writes oware.net, which takes twenty minutes of two cores:
//
//	go test ./engine -run TestTrain -v -timeout 0 -train 2000
//
// The network learns the values that a search finds. The games of the first round are played with
// owareWeights, those of the second with the network that learned from the first.
func TestTrain(t *testing.T) {
	if *train == 0 {
		t.Skip("only with -train")
	}
	first := start(t, "oware(6,4)")
	endings := newEndings(first.Variant(), mostRowsEnding)
	endings.complete(t.Context(), "")
	var lessons []lesson
	var net *ringNet
	for round := range uint64(2) {
		games := make([][]lesson, *train)
		var workers sync.WaitGroup
		for w := range runtime.NumCPU() {
			workers.Go(func() {
				for i := w; i < len(games); i += runtime.NumCPU() {
					games[i] = newTeacher(first, endings, net, rand.New(rand.NewPCG(round, uint64(i)))).game()
				}
			})
		}
		workers.Wait()
		for _, game := range games {
			lessons = append(lessons, game...)
		}
		p := newPupil()
		fmt.Printf("round %d, %d boards: off by %.3f seeds\n", round+1, len(lessons), p.learn(lessons))
		if err := os.WriteFile("oware.net", p.numbers(), 0o644); err != nil {
			t.Fatal(err)
		}
		net = newRingNet(p.numbers())
	}
}

// lesson is a board and its value to the side to move, in seeds.
type lesson struct {
	board ring
	value float32
}

// The search depth of the games, and the shares of the next board's value and of the search in the
// value of a board.
const (
	teacherDepth = 8
	trust        = 0.85
	blend        = 0.5
)

// teacher plays a game against itself and values its boards.
type teacher struct {
	mind    thinker
	endings *Endings
	past    []rules.Position
	rng     *rand.Rand
	lessons []lesson
}

// newTeacher returns a teacher of a game that begins with up to 13 random plies. It evaluates with
// net, or with weights if that is nil.
func newTeacher(p rules.Position, endings *Endings, net *ringNet, rng *rand.Rand) *teacher {
	mind := newThinker(p.Variant(), 1<<20, 1)
	g := mind.(*lookahead[ring, ringGame]).game
	if g.net = net; net == nil {
		g.weigh(&owareWeights)
	}
	mind.consult(endings)
	for range rng.IntN(14) {
		if next := play(p, randomPly(p, rng)); !next.Over() {
			p = next
		}
	}
	return &teacher{mind: mind, endings: endings, past: rules.Extend(nil, p), rng: rng}
}

// search returns the value of the last of these positions to a depth, and the best ply.
func (u *teacher) search(past []rules.Position, most int) finding {
	u.mind.begin(past[len(past)-1], 0)
	u.mind.remember(past)
	f := finding{}
	for depth := 1; depth <= most; depth++ {
		f, _ = u.mind.deepen(depth, f.value)
	}
	return f
}

// game plays to the end and returns the boards. Some plies are random, and some boards are those
// after random plies, because a search meets many boards that no player would choose.
func (u *teacher) game() []lesson {
	odd := 0.02 + 0.15*u.rng.Float64()
	var line []lesson
	var gains []float64 // of the mover; not a number after a random ply
	value, known := math.NaN(), false
	for len(line) < 150 {
		p := u.past[len(u.past)-1]
		b := packRing(p)
		if value, known = u.known(p, &b); known {
			break
		}
		found := u.search(u.past, teacherDepth)
		line = append(line, lesson{b, float32(found.value) / unit})
		u.aside(p)
		gains = append(gains, u.play(found.line[0], u.rng.Float64() < odd))
	}
	u.ending()
	for i := len(line) - 1; i >= 0; i-- {
		searched := float64(line[i].value)
		if value = (1-trust)*searched + trust*(gains[i]-value); math.IsNaN(value) {
			value = searched
		}
		line[i].value = float32((1-blend)*searched + blend*value)
	}
	return append(u.lessons, line...)
}

// known returns the value of a board, and whether it needs no search; otherwise not a number.
func (u *teacher) known(p rules.Position, b *ring) (value float64, ok bool) {
	switch own, opp := b.seeds(); {
	case p.Over():
		return 0, true
	case own+opp < u.endings.next():
		return float64(u.endings.value(own+opp, b, 0)), true
	}
	return math.NaN(), false
}

// ending plays on and adds the boards that the endings know.
func (u *teacher) ending() {
	for range 40 {
		p := u.past[len(u.past)-1]
		b := packRing(p)
		value, known := u.known(p, &b)
		if p.Over() || !known {
			return
		}
		u.lessons = append(u.lessons, lesson{b, float32(value)})
		u.play(u.search(u.past, 2).line[0], u.rng.IntN(4) == 0)
	}
}

// play plays a house and returns the mover's gain, or a random one.
func (u *teacher) play(h rules.House, random bool) float64 {
	p := u.past[len(u.past)-1]
	if random {
		h = randomPly(p, u.rng)
	}
	next, _, _ := rules.Play(u.past, h)
	u.past = rules.Extend(u.past, next)
	if random {
		return math.NaN()
	}
	return float64(next.Lead(p.ToMove()) - p.Lead(p.ToMove()))
}

// aside adds the board after one or two random plies, half of the time.
func (u *teacher) aside(p rules.Position) {
	if u.rng.IntN(2) == 0 {
		return
	}
	for range 1 + u.rng.IntN(2) {
		if !p.Over() {
			p = play(p, randomPly(p, u.rng))
		}
	}
	b := packRing(p)
	if _, known := u.known(p, &b); !known {
		found := u.search([]rules.Position{p}, teacherDepth)
		u.lessons = append(u.lessons, lesson{b, float32(found.value) / unit})
	}
}

// pupil is a network that learns, in the same order as its numbers.
type pupil struct {
	rows    [2 * netHouses][mostCounted + 1][netNeurons]float32
	start   [netNeurons]float32
	outputs [netNeurons]float32
	bias    float32
	sums    [netNeurons]float32 // of the board seen last
}

func newPupil() *pupil {
	u, rng := new(pupil), rand.New(rand.NewPCG(1, 1))
	for h := range u.rows {
		for n := range u.rows[h] {
			for i := range netNeurons {
				u.rows[h][n][i] = 0.15 * float32(rng.NormFloat64())
			}
		}
	}
	for i := range netNeurons {
		u.start[i], u.outputs[i] = 0.3, 0.5*float32(rng.NormFloat64())
	}
	return u
}

// row returns the weights of a house, of the side to move first.
func (u *pupil) row(b *ring, h int) *[netNeurons]float32 {
	n := b.ownHouse(h % netHouses)
	if h >= netHouses {
		n = b.oppHouse(h - netHouses)
	}
	return &u.rows[h][min(n, mostCounted)]
}

func (u *pupil) estimate(b *ring) float32 {
	u.sums = u.start
	for h := range u.rows {
		for i, w := range u.row(b, h) {
			u.sums[i] += w
		}
	}
	value := u.bias
	for i, s := range u.sums {
		value += u.outputs[i] * max(s, 0)
	}
	return value
}

// The training: how often it sees each lesson, and the first and the last rate of learning.
const (
	trainingEpochs       = 50
	firstRate, rateDecay = 0.003, 0.03
	farOff               = 4 // seeds: larger errors count as so much
)

// learn fits the network to the lessons by stochastic gradient descent, and returns by how many
// seeds it is off.
func (u *pupil) learn(lessons []lesson) (off float64) {
	rng := rand.New(rand.NewPCG(2, 2))
	for epoch := range trainingEpochs {
		rate, squares := float32(firstRate*math.Pow(rateDecay, float64(epoch)/trainingEpochs)), 0.0
		for _, i := range rng.Perm(len(lessons)) {
			l := &lessons[i]
			miss := l.value - u.estimate(&l.board)
			squares += float64(miss * miss)
			u.correct(&l.board, rate*min(max(miss, -farOff), farOff))
		}
		off = math.Sqrt(squares / float64(len(lessons)))
	}
	return off
}

// correct moves the weights of the board seen last by a step.
func (u *pupil) correct(b *ring, step float32) {
	u.bias += step
	var steps [netNeurons]float32
	for i, s := range u.sums {
		if s > 0 {
			steps[i] = step * u.outputs[i]
			u.outputs[i] += step * s
		}
		u.start[i] += steps[i]
	}
	for h := range u.rows {
		for i, w := 0, u.row(b, h); i < netNeurons; i++ {
			w[i] += steps[i]
		}
	}
}

// numbers returns the network as newRingNet reads it.
func (u *pupil) numbers() (data []byte) {
	put := func(scale float64, list ...float32) {
		for _, x := range list {
			data = binary.LittleEndian.AppendUint16(data, uint16(int16(math.Round(scale*float64(x)))))
		}
	}
	for h := range u.rows {
		for n := range u.rows[h] {
			put(1<<sumBits, u.rows[h][n][:]...)
		}
	}
	put(1<<sumBits, u.start[:]...)
	put(1<<outputBits, u.outputs[:]...)
	put(unit, u.bias)
	return data
}
