package engine

import (
	"context"
	"sync"
	"unsafe"

	"mancala/rules"
)

// The largest number of seeds of the endings that a program builds by itself: some minutes of work.
const (
	mostRowsEnding = 16
	mostDrawEnding = 20
)

// endingShare is the part of an analyst's memory that its endings may take, as a divisor.
const endingShare = 4

// openEndings are the endings of this process. They are built once, whoever asks for them.
var openEndings = struct {
	sync.Mutex
	list map[endingsName]*Endings
}{list: map[endingsName]*Endings{}}

type endingsName struct {
	variant rules.Variant
	seeds   int
	file    string
}

// endingsOf returns the endings of a variant, as large as the memory allows, or nil if there are
// none. The first call reads or builds them in the background, layer by layer.
func endingsOf(v rules.Variant, config SolverConfig) *Endings {
	v.Pie = false
	if !endable(v) {
		return nil
	}
	seeds := min(mostRowsEnding, mostEndingHere)
	if v.Repeat == rules.RepeatDraw {
		seeds = min(mostDrawEnding, mostEndingHere)
	}
	for seeds > 0 && EndingBytes(v, seeds) > config.Memory/endingShare {
		seeds--
	}
	name := endingsName{v, seeds, config.TableFile}
	openEndings.Lock()
	defer openEndings.Unlock()
	e := openEndings.list[name]
	if e == nil {
		e = newEndings(v, seeds)
		openEndings.list[name] = e
		go e.complete(context.Background(), config.TableFile)
	}
	return e
}

// complete reads the layers that a file has, builds the others, and adds them to the file. A file
// that cannot be written is no error: the next run only starts more slowly.
func (e *Endings) complete(ctx context.Context, name string) {
	columns, files := e.columns(), []*tableFile{{}, {}}
	if name != "" {
		for i, title := range endingTitles(e.kernel.variant) {
			files[i] = openLayers(name+[...]string{"", "-shares"}[i], title)
		}
	}
	for e.next() <= e.rank.seeds {
		n, read := e.next(), true
		for i, c := range columns {
			read = read && files[i].load(ctx, c, 1)
		}
		if read {
			e.ready.Add(1)
			continue
		}
		if e.grow(ctx) != nil {
			return
		}
		for i, c := range columns {
			_ = files[i].save(ctx, c, n)
		}
	}
}

// endingTitles returns the lines that identify the files of the columns.
func endingTitles(v rules.Variant) [2]string {
	v.Seeds, v.Majority = 1, false // they change nothing
	return [2]string{"mancala endings 1 " + v.String() + "\n", "mancala shares 1 " + v.String() + "\n"}
}

// settle returns an analysis of p with the exact value, if the endings have it, and a ply that
// keeps it. The value is exact only if no board of the past, which ends with p, can come again. E
// may be nil.
func (e *Endings) settle(p rules.Position, past []rules.Position, known Analysis) Analysis {
	same, settled := p.WithoutPie()
	if e == nil || !settled || len(past) > 1 {
		return known
	}
	low, high, ok := e.find(same)
	if !ok || low != high {
		return known
	}
	keeps := func(h rules.House) bool {
		next, _, err := same.Sow(h)
		if err != nil || next.Over() {
			return err == nil && next.Lead(p.ToMove()) == low
		}
		_, most, ok := e.find(next)
		return ok && -most == low
	}
	line := known.Line
	for h := range same.Plies() {
		if !keeps(line[0]) {
			line = []rules.House{h}
		}
	}
	known.Value, known.Exact, known.Line, known.Sure = low, true, line, 1
	return known
}

// find returns the bracket of a position's value, as the final store of its side to move minus the
// other's, and whether the endings have it.
func (e *Endings) find(p rules.Position) (low, high int, ok bool) {
	b, lead := packRing(p), p.Lead(p.ToMove())
	own, opp := b.seeds()
	if n := own + opp; n < e.next() {
		low, high = e.bracket(n, &b)
		return lead + low, lead + high, true
	}
	return 0, 0, false
}

// endingColumn is a byte for each board of endings.
type endingColumn struct {
	*Endings
	bytes []byte
}

// columns returns the columns of the endings.
func (e *Endings) columns() []endingColumn {
	list := []endingColumn{{e, e.brackets}}
	if e.shares != nil {
		list = append(list, endingColumn{e, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(e.shares))), len(e.shares))})
	}
	return list
}

// layer implements layers.
func (c endingColumn) layer(n int) ([]byte, uint64) {
	first := c.rank.layer[n]
	return c.bytes[first:c.rank.layer[n+1]], first
}

// worthKeeping implements layers.
func (c endingColumn) worthKeeping(n int) bool {
	return c.rank.layer[n+1]-c.rank.layer[n] >= worthKeeping/64
}
