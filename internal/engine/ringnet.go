package engine

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

// The size of the network: a board has two rows of netHouses houses, and more than mostCounted
// seeds in a house count as so many.
const (
	netHouses   = 6
	netSeeds    = 4 // a house at the start, at most
	mostCounted = 23
	netNeurons  = 32
	netWords    = netNeurons / laneCount
)

// A word has four lanes, each with the sum of a neuron and half of its range.
const (
	laneCount = 4
	laneBits  = 16
	laneMask  = 1<<laneBits - 1
	everyLane = 1 | 1<<laneBits | 1<<(2*laneBits) | 1<<(3*laneBits)
	laneTop   = 1 << (laneBits - 1)
)

// The resolution of the network, in binary digits of a fraction: of a neuron's sum and of an output
// weight. Their product, shifted by netShift, has those of the unit.
const (
	sumBits, outputBits = 9, 10
	netShift            = sumBits + outputBits - unitBits
)

// ringNet is a neural network that evaluates boards of Oware with six houses a side. Each house
// and number of seeds in it adds a row of weights to the neurons. The value is the weighted sum of
// the neurons that are positive.
type ringNet struct {
	// rows are by house, side (the side to move first) and seeds.
	rows    [netHouses][2][mostCounted + 1][netWords]uint64
	start   [netWords]uint64
	outputs [netWords][laneCount]int
	bias    int
}

// estimate returns the value of a board to the side to move, in parts of a seed.
func (n *ringNet) estimate(b *ring) int {
	own, opp := b.own, b.opp
	s0, s1, s2, s3 := n.start[0], n.start[1], n.start[2], n.start[3]
	s4, s5, s6, s7 := n.start[4], n.start[5], n.start[6], n.start[7]
	for h := range n.rows {
		x := &n.rows[h][0][min(own&0xff, mostCounted)]
		y := &n.rows[h][1][min(opp&0xff, mostCounted)]
		s0, s1, s2, s3 = s0+x[0]+y[0], s1+x[1]+y[1], s2+x[2]+y[2], s3+x[3]+y[3]
		s4, s5, s6, s7 = s4+x[4]+y[4], s5+x[5]+y[5], s6+x[6]+y[6], s7+x[7]+y[7]
		own, opp = own>>8, opp>>8
	}
	o := &n.outputs
	return (n.bias + dot(s0, &o[0]) + dot(s1, &o[1]) + dot(s2, &o[2]) + dot(s3, &o[3]) +
		dot(s4, &o[4]) + dot(s5, &o[5]) + dot(s6, &o[6]) + dot(s7, &o[7])) >> netShift
}

// dot returns the weighted sum of the positive neurons in a word.
func dot(s uint64, w *[laneCount]int) int {
	top := s & (everyLane * laneTop)
	s &= top - top>>(laneBits-1) // zero unless positive
	return int(s&laneMask)*w[0] + int(s>>laneBits&laneMask)*w[1] +
		int(s>>(2*laneBits)&laneMask)*w[2] + int(s>>(3*laneBits))*w[3]
}

//go:embed oware.net
var owareNumbers []byte

// owareNet is the network of Oware.
var owareNet = sync.OnceValue(func() *ringNet { return newRingNet(owareNumbers) })

// newRingNet reads a network from numbers of 16 bits: the rows, the start and the outputs. The last
// number is the bias, in parts of a seed.
func newRingNet(data []byte) *ringNet {
	n := new(ringNet)
	next := func() int {
		x := int16(binary.LittleEndian.Uint16(data))
		data = data[2:]
		return int(x)
	}
	words := func(to *[netWords]uint64, more int) {
		for k := range netNeurons {
			to[k/laneCount] += uint64(next()+more) << (k % laneCount * laneBits)
		}
	}
	for i := range 2 * netHouses {
		for c := range mostCounted + 1 {
			words(&n.rows[i%netHouses][i/netHouses][c], 0)
		}
	}
	words(&n.start, laneTop)
	for k := range netNeurons {
		n.outputs[k/laneCount][k%laneCount] = next()
	}
	n.bias = next() << netShift
	return n
}
