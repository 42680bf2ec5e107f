package engine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mancala/rules"
)

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
		tuner := newTuner(t, c.variants, new([len(stages)]weights))
		for i := range *tune {
			tuner.game(rand.New(rand.NewPCG(uint64(i), 0)), i%len(c.variants))
		}
		w := tuner.fit.weights()
		fmt.Printf("// %s\n%s", tuner.fit.quality(), source(c.name, &w))
	}
}

// The search depths of self-play, for the opening plies and for the result.
const (
	carelessDepth = 3
	carefulDepth  = 6
)

// tuner plays games and collects their features and results.
type tuner struct {
	starts []rules.Position
	minds  []thinker
	looks  []*evaluation
	fit    fit
}

func newTuner(t *testing.T, variants []string, w *[len(stages)]weights) *tuner {
	u := &tuner{}
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
	case *lookahead[rules.Position, plainGame]:
		l.game.weigh(w)
	}
	return mind
}

// game plays up to 36 plies, some of them random, and two games from there: one at once, and one
// after another random ply, since a search meets many boards that no player would choose.
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
	for !end.Over() {
		end = play(end, u.best(k, end, carefulDepth))
	}
	board, me := p.Board(), p.ToMove()
	v := u.looks[k].look(&board.House[me], &board.House[me.Opponent()])
	n := board.InHouses(rules.South) + board.InHouses(rules.North)
	stage, part, whole := stageOf(n, int(p.Variant().Houses))
	u.fit.add(v.features(), stage, float64(part)/float64(whole), float64(end.Lead(me)-p.Lead(me)))
}

func (u *tuner) best(k int, p rules.Position, most int) rules.House {
	u.minds[k].begin(p, 0)
	var f finding
	for depth := 1; depth <= most && !f.proved; depth++ {
		f, _ = u.minds[k].deepen(depth, f.value)
	}
	return f.line[0]
}

// The number of features of a view: the fields of weights, in order.
const features = farthest + 1 + 1 + 2 + 2 + 1

func (v view) features() (x [features]float64) {
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
	a          [unknowns][unknowns + 1]float64
	squares, n float64
}

const unknowns = features * len(stages)

// add adds a view, a part of the way from a stage to the next one, and its result.
func (f *fit) add(x [features]float64, stage int, part, y float64) {
	var row [unknowns]float64
	for i := range x {
		row[stage*features+i] += x[i] * (1 - part)
		row[min(stage+1, len(stages)-1)*features+i] += x[i] * part
	}
	for i := range row {
		for j := range row {
			f.a[i][j] += row[i] * row[j]
		}
		f.a[i][unknowns] += row[i] * y
	}
	f.squares += y * y
	f.n++
}

// solve returns the best fit by elimination, slightly damped so that rare features get little
// weight.
func (f *fit) solve() (w [unknowns]float64) {
	m := f.a
	for i := range unknowns {
		m[i][i] *= 1.001
		m[i][i]++
	}
	for i := range unknowns {
		for r := i + 1; r < unknowns; r++ {
			q := m[r][i] / m[i][i]
			for c := i; c <= unknowns; c++ {
				m[r][c] -= q * m[i][c]
			}
		}
	}
	for i := unknowns - 1; i >= 0; i-- {
		w[i] = m[i][unknowns]
		for c := i + 1; c < unknowns; c++ {
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

// quality describes the error of the evaluation, and that of the seeds in the stores alone.
func (f *fit) quality() string {
	rest := f.squares
	for i, w := range f.solve() {
		rest -= w * f.a[i][unknowns]
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
