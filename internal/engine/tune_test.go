package engine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
)

var tuned = flag.String("tuned", "", "print only the weights of that name")

var tune = flag.Int("tune", 0, "play that many games and print the weights of the evaluation that fit them")

// TestTune prints the weights of weights.go, which takes some minutes:
//
//	go test ./engine -run TestTune -v -timeout 0 -tune 15000
//
// The weights are fitted to the results of self-play by a player that counts only the seeds in the
// stores. Weights fitted to games of a player with weights explained more of the results, but
// played worse.
func TestTune(t *testing.T) {
	if *tune == 0 {
		t.Skip("only with -tune")
	}
	for _, c := range []struct {
		name     string
		variants []string
	}{
		{"sweepingWeights", []string{"kalah(6,4)", "kalah(6,4)", "kalah(6,3)", "kalah(6,6)", "empty-capture(6,4)"}},
		{"leavingWeights", []string{"bowls(6,4)", "bowls(6,6)"}},
		{"emptyingWeights", []string{"mangala(6,4)", "mangala(6,4)", "mangala(6,3)", "mangala(6,5)"}},
	} {
		if *tuned != "" && *tuned != c.name {
			continue
		}
		tuner := newTuner(t, c.variants, new([len(stages)]weights))
		for i := range *tune {
			tuner.game(rand.New(rand.NewPCG(uint64(i), 0)), i%len(c.variants))
		}
		w := tuner.fit.weights()
		fmt.Printf("// %s\n%s", tuner.fit.quality(), source(c.name, &w))
	}
	for name, variant := range map[string]string{
		"owareWeights": "oware(6,4)", "togyzWeights": "togyz(9,9)", "bestemsheWeights": "bestemshe(5,5)",
	} {
		if *tuned != "" && *tuned != name {
			continue
		}
		tuner := newTuner(t, []string{variant}, nil)
		tuner.fit = newFit(ringFeatures, len(ringStages))
		for i := range *tune {
			tuner.game(rand.New(rand.NewPCG(uint64(i), 0)), 0)
		}
		fmt.Printf("// %s\n%s = ringWeights{\n", tuner.fit.quality(), name)
		for i, w := range tuner.fit.solve() {
			if i%ringFeatures == 0 {
				fmt.Print("\t{")
			}
			end := ", "
			if i%ringFeatures == ringFeatures-1 {
				end = "},\n"
			}
			fmt.Print(math.Round(256*w), end)
		}
		fmt.Println("}")
	}
}

// The search depths of self-play, for the opening plies and for the result.
const (
	carelessDepth = 3
	carefulDepth  = 6
	carefulNodes  = 20_000
)

// tuner plays games and collects their features and results.
type tuner struct {
	starts []rules.Position
	minds  []thinker
	looks  []*evaluation
	fit    *fit
}

func newTuner(t *testing.T, variants []string, w *[len(stages)]weights) *tuner {
	u := &tuner{fit: newFit(features, len(stages))}
	for _, text := range variants {
		p := start(t, text)
		u.starts = append(u.starts, p)
		u.minds = append(u.minds, weighed(p.Variant(), w))
		u.looks = append(u.looks, newEvaluation(p.Variant()))
	}
	return u
}

// weighed returns a lookahead with weights other than its variant's.
func weighed(v rules.Variant, w *[len(stages)]weights) thinker {
	mind := newThinker(v, 1<<20, 1)
	switch l := mind.(type) {
	case *lookahead[packed, packedGame]:
		l.game.weigh(w)
	case *lookahead[ring, ringGame]:
		l.game.net = nil
		l.game.weigh(new(ringWeights))
	case *lookahead[rules.Position, plainGame]:
		l.game.weigh(w)
	}
	return mind
}

// game plays up to 36 plies, some of them random, and two games from there: one at once, and one
// after another random ply. A search meets many boards that no player would choose.
func (u *tuner) game(rng *rand.Rand, k int) {
	p, odd := u.starts[k], rng.Float64()
	for range rng.IntN(36) {
		h := randomPly(p, rng)
		if rng.Float64() > odd {
			h = u.best(k, p, carelessDepth)
		}
		next := play(p, h)
		if next.Over() {
			break
		}
		p = next
	}
	u.rest(k, p)
	if p = play(p, randomPly(p, rng)); !p.Over() {
		u.rest(k, p)
	}
}

// rest plays a game on from p and adds its result to the fit.
func (u *tuner) rest(k int, p rules.Position) {
	end := p
	for past := rules.Extend(nil, p); !end.Over(); past = rules.Extend(past, end) {
		end, _, _ = rules.Play(past, u.best(k, end, carefulDepth))
	}
	board, me := p.Board(), p.ToMove()
	n := board.InHouses(rules.South) + board.InHouses(rules.North)
	if rings := u.looks[k].rings; rings != nil {
		u.addRing(rings, p, n, float64(end.Lead(me)-p.Lead(me)))
		return
	}
	v := u.looks[k].look(&board.House[me], &board.House[me.Opponent()])
	stage, part, whole := stageOf(n, int(p.Variant().Houses))
	u.fit.add(v.features(), stage, float64(part)/float64(whole), float64(end.Lead(me)-p.Lead(me)))
}

// addRing adds a ring of n seeds and the result of a game from there.
func (u *tuner) addRing(e *ringEvaluation, p rules.Position, n int, result float64) {
	b := packRing(p)
	own, opp := b.seeds()
	v, x := e.look(&b, own, opp), make([]float64, ringFeatures)
	for i := range v {
		x[i] = float64(v[i])
	}
	stage, part, whole := stageAmong(ringStages[:], n, e.kernel.houses)
	u.fit.add(x, stage, float64(part)/float64(whole), result)
}

func (u *tuner) best(k int, p rules.Position, most int) rules.House {
	u.minds[k].begin(p, carefulNodes)
	var f finding
	for depth := 1; depth <= most && !f.proved; depth++ {
		f, _ = u.minds[k].deepen(depth, f.value)
	}
	return f.line[0]
}

// The number of features of a view: the fields of weights, in order.
const features = farthest + 1 + 1 + 2 + 2 + 1

func (v view) features() []float64 {
	x := make([]float64, features)
	for d := range v.seeds[0] {
		x[d] = float64(v.seeds[0][d] - v.seeds[1][d])
	}
	rest := x[farthest+1:]
	rest[0] = float64(v.empty[0] - v.empty[1])
	for s := range 2 {
		rest[1+s], rest[3+s] = float64(v.extras[s]), float64(v.take[s])
	}
	rest[5] = 1
	return x
}

// fit accumulates the normal equations of a least squares fit of the features at every stage.
type fit struct {
	features, stages int
	a                [][]float64 // a row for each unknown, and the results in the last column
	squares, n       float64
}

func newFit(features, stages int) *fit {
	f := &fit{features: features, stages: stages, a: make([][]float64, features*stages)}
	for i := range f.a {
		f.a[i] = make([]float64, len(f.a)+1)
	}
	return f
}

// add adds a view, a part of the way from a stage to the next one, and its result.
func (f *fit) add(x []float64, stage int, part, y float64) {
	row := make([]float64, len(f.a))
	for i := range x {
		row[stage*f.features+i] += x[i] * (1 - part)
		row[min(stage+1, f.stages-1)*f.features+i] += x[i] * part
	}
	for i := range row {
		for j := range row {
			f.a[i][j] += row[i] * row[j]
		}
		f.a[i][len(row)] += row[i] * y
	}
	f.squares += y * y
	f.n++
}

// solve returns the best fit by elimination, slightly damped to give rare features little weight.
func (f *fit) solve() []float64 {
	size := len(f.a)
	m, w := make([][]float64, size), make([]float64, size)
	for i := range m {
		m[i] = slices.Clone(f.a[i])
		m[i][i] *= 1.001
		m[i][i]++
	}
	for i := range size {
		for r := i + 1; r < size; r++ {
			q := m[r][i] / m[i][i]
			for c := i; c <= size; c++ {
				m[r][c] -= q * m[i][c]
			}
		}
	}
	for i := size - 1; i >= 0; i-- {
		w[i] = m[i][size]
		for c := i + 1; c < size; c++ {
			w[i] -= m[i][c] * w[c]
		}
		w[i] /= m[i][i]
	}
	return w
}

func (f *fit) weights() (all [len(stages)]weights) {
	list := f.solve()
	for k := range all {
		next := list[k*features:]
		take := func() int {
			x := next[0]
			next = next[1:]
			return int(math.Round(256 * x))
		}
		w := &all[k]
		for d := range w.seeds {
			w.seeds[d] = take()
		}
		w.empty = take()
		w.extras = [2]int{take(), take()}
		w.take = [2]int{take(), take()}
		w.turn = take()
	}
	return all
}

// quality describes the error of the evaluation, and of a plain count of stores.
func (f *fit) quality() string {
	rest := f.squares
	for i, w := range f.solve() {
		rest -= w * f.a[i][len(f.a)]
	}
	return fmt.Sprintf("%.0f boards: variance %.1f, of which %.1f is left", f.n, f.squares/f.n, rest/f.n)
}

// source formats weights as in weights.go.
func source(name string, all *[len(stages)]weights) string {
	var b strings.Builder
	fmt.Fprintf(&b, "var %s = [len(stages)]weights{\n", name)
	list := func(numbers []int) string {
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ", "), "[]")
	}
	for _, w := range all {
		fmt.Fprintf(&b, "\t{seeds: [farthest + 1]int{%s}, empty: %d, extras: [2]int{%s}, take: [2]int{%s}, turn: %d},\n",
			list(w.seeds[:]), w.empty, list(w.extras[:]), list(w.take[:]), w.turn)
	}
	b.WriteString("}\n")
	return b.String()
}
