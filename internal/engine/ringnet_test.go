package engine

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"mancala/rules"
)

// numbersOf returns the numbers of a network.
func numbersOf(data []byte) (list []int) {
	for ; len(data) > 0; data = data[2:] {
		list = append(list, int(int16(binary.LittleEndian.Uint16(data))))
	}
	return list
}

// plainNet evaluates a board neuron by neuron.
func plainNet(numbers []int, b *ring) int {
	const row = netNeurons
	after := numbers[2*netHouses*(mostCounted+1)*row:]
	value := after[2*row] << netShift
	for i := range netNeurons {
		s := after[i]
		for h := range 2 * netHouses {
			n := b.ownHouse(h % netHouses)
			if h >= netHouses {
				n = b.oppHouse(h - netHouses)
			}
			s += numbers[(h*(mostCounted+1)+min(n, mostCounted))*row+i]
		}
		value += max(s, 0) * after[row+i]
	}
	return value >> netShift
}

// Four neurons in a word have the values of each neuron by itself.
func TestRingNetSumsLikeNeurons(t *testing.T) {
	numbers, rng := numbersOf(owareNumbers), rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		var b ring
		for left := rng.IntN(49); left > 0; {
			n, at := 1+rng.IntN(left), 8*rng.IntN(netHouses)
			if left -= n; rng.IntN(2) == 0 {
				b.own += uint64(n) << at
			} else {
				b.opp += uint64(n) << at
			}
		}
		if got, want := owareNet().estimate(&b), plainNet(numbers, &b); got != want {
			t.Fatalf("%+v: %d, not %d", b, got, want)
		}
	}
}

// No board makes a neuron's sum overflow its lane.
func TestRingNetFitsItsLanes(t *testing.T) {
	numbers := numbersOf(owareNumbers)
	for i := range netNeurons {
		least := numbers[2*netHouses*(mostCounted+1)*netNeurons+i]
		most := least
		for h := range 2 * netHouses {
			low, high := 0, 0
			for n := range mostCounted + 1 {
				x := numbers[(h*(mostCounted+1)+n)*netNeurons+i]
				low, high = min(low, x), max(high, x)
			}
			least, most = least+low, most+high
		}
		if least < -laneTop || most >= laneTop {
			t.Errorf("neuron %d is between %d and %d", i, least, most)
		}
	}
}

// At the same depth the network beats the weights of other sizes; -v shows by how much.
func TestLongRingNetBeatsTheWeights(t *testing.T) {
	d := duel(t, "oware(6,4)", "low", "low", 200)
	d.A = byDepth(d.Variant, 5, nil)
	d.B = func(*rand.Rand) (Chooser, error) {
		mind := newThinker(d.Variant, 1<<20, 1)
		g := mind.(*lookahead[ring, ringGame]).game
		g.net = nil
		g.weigh(&owareWeights)
		return seer{mind, 5}, nil
	}
	tally, err := d.Run(t.Context())
	low, high := tally.Interval()
	t.Logf("5 plies ahead: %.3f (%.3f to %.3f) in %d games", tally.Score(), low, high, tally.Games())
	if err != nil || low < 0.8 {
		t.Errorf("%v, %v", tally, err)
	}
}

// Only the sizes that the network has learned use it.
func TestRingNetIsForItsSize(t *testing.T) {
	for text, want := range map[string]bool{
		"oware(6,4)": true, "oware(6,3)": true, "oware(6,5)": false, "oware(5,4)": false, "togyz(9,9)": false,
	} {
		v, err := rules.ParseVariant(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := newRingEvaluation(v).net != nil; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
