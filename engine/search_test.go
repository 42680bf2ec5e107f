package engine

import (
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	get := func(n string, d int) int {
		if v, err := strconv.Atoi(os.Getenv(n)); err == nil {
			return v
		}
		return d
	}
	N, T, MB := get("N", 3), get("T", 10), get("MB", 64)
	p := startOf(t, "kalah", 6, N)
	b := pack(p)
	t0 := time.Now()
	tables := build(t, p.Variant(), T, 2)
	t.Logf("tables %v", time.Since(t0))
	n := p.Variant().Total()
	r := newRanking(6, n)
	s := searcher{kernel: tables.kernel, rank: r, tables: tables, memo: newMemo(boards(6, n), uint64(MB)<<20), stop: new(atomic.Bool)}
	t0 = time.Now()
	if get("ROOT", 0) == 1 {
		v := s.value(b.own, b.opp, n, 0)
		t.Logf("value %d %v nodes %d", v, time.Since(t0), s.nodes)
	}
	for h := 5; h >= 0; h-- {
		x, y, l := s.kernel.sow(b.own, b.opp, h)
		g := int(x >> 56)
		x &= houseMask
		n0 := s.nodes
		var v int
		if l.again != 0 {
			v = g + s.value(x, y, n-g, 0)
		} else {
			v = g - s.value(y, x, n-g, 0)
		}
		t.Logf("house %d: %d, %v, %d nodes, total %d", h+1, v, time.Since(t0), s.nodes-n0, s.nodes)
	}
}

func TestProbeRoot(t *testing.T) {
	T, _ := strconv.Atoi(os.Getenv("T"))
	p := startOf(t, "kalah", 6, 4)
	b := pack(p)
	t0 := time.Now()
	tables := build(t, p.Variant(), T, 2)
	t.Logf("tables %v", time.Since(t0))
	s := searcher{kernel: tables.kernel, rank: newRanking(6, 48), tables: tables, memo: newMemo(boards(6, 48), 512<<20), stop: new(atomic.Bool)}
	t0 = time.Now()
	v := s.value(b.own, b.opp, 48, 0)
	t.Logf("value %d %v nodes %d", v, time.Since(t0), s.nodes)
}
