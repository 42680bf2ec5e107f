package engine

import (
	"context"
	"errors"
	"math"
	"sync"
	"unsafe"

	"mancala/rules"
)

// The largest number of seeds in the endings that a program builds unasked: two minutes of work.
const (
	mostRowsEnding = 16
	mostDrawEnding = 20
)

// endingShare is the divisor of an analyst's memory that limits its endings.
const endingShare = 4

// openEndings are the endings of this process, built once for all users.
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
	if v.Pie = false; !endable(v) {
		return nil
	}
	name := endingsFor(v, config)
	openEndings.Lock()
	defer openEndings.Unlock()
	e := openEndings.list[name]
	if e == nil {
		e = newEndings(v, name.seeds)
		openEndings.list[name] = e
		go e.complete(context.Background(), config.TableFile)
	}
	return e
}

// endingsFor returns the name of the endings that a program with this configuration builds of v,
// which has endings.
func endingsFor(v rules.Variant, config SolverConfig) endingsName {
	seeds := min(mostRowsEnding, mostEndingHere)
	if v.Repeat == rules.RepeatDraw {
		seeds = min(mostDrawEnding, mostEndingHere)
	}
	for seeds > 0 && endingBytes(v, seeds) > config.Memory/endingShare {
		seeds--
	}
	return endingsName{v, seeds, config.TableFile}
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
			if files[i].damaged {
				e.damaged.Store(true)
			}
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
	v.Seeds, v.Majority = 1, false // they have no effect
	return [2]string{"mancala endings 1 " + v.String() + "\n", "mancala shares 1 " + v.String() + "\n"}
}

// settle returns an analysis of p with the bounds in the endings. If they prove the value, or the
// winner of a game that a majority ends, it adds a ply that keeps them. The past ends with p. E may
// be nil.
func (e *Endings) settle(p rules.Position, past []rules.Position, known Analysis) Analysis {
	same, settled := p.WithoutPie()
	if e == nil || !settled {
		return known
	}
	low, high, ok := e.Bounds(same)
	switch draw, majority := e.shares == nil, e.kernel.variant.Majority; {
	case !ok:
		return known
	case len(past) > 1 && !(draw && majority):
		return known // a board of the past may repeat, and end the game with any value
	case len(past) > 1: // it may repeat, and draw the game
		low, high = min(low, 0), max(high, 0)
	}
	known.Value = min(max(known.Value, low), high)
	known.Exact = low == high || e.kernel.variant.Majority && (low > 0 || high < 0)
	if !known.Exact {
		known.Low, known.High = low, high
		return known
	}
	least := low
	if low != high {
		least = min(low, 1)
	}
	line := known.Line
	for h := range same.Plies() {
		if e.gets(same, line[0]) >= least {
			break
		}
		line = []rules.House{h}
	}
	known.Low, known.High, known.Line, known.Sure = 0, 0, line, 1
	return known
}

// gets returns the final lead that a ply is proved to get its mover, at least.
func (e *Endings) gets(p rules.Position, h rules.House) int {
	next, _, err := p.Sow(h)
	if err != nil {
		return math.MinInt
	}
	if next.Over() {
		return next.Lead(p.ToMove())
	}
	if _, most, ok := e.Bounds(next); ok {
		return -most
	}
	return math.MinInt
}

// errNoEndings means that no board of a variant can repeat, or that a board is too large.
var errNoEndings = errors.New("there are no endgame tables for these rules")

// NewEndings builds the endings of v for boards of up to that many seeds, at most 21. It returns an
// error if v has none, and the error of ctx soon after that ends.
func NewEndings(ctx context.Context, v rules.Variant, seeds int) (*Endings, error) {
	if v.Pie = false; v.Validate() != nil || !endable(v) {
		return nil, errNoEndings
	}
	e := newEndings(v, seeds)
	for e.next() <= e.rank.seeds {
		if err := e.grow(ctx); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Bounds returns bounds of the value of p, and whether the endings have them. The value is the
// final store of the side to move minus the other's; p has no pie rule. If a repetition draws the
// game, both bounds are equal as long as no store decides it.
func (e *Endings) Bounds(p rules.Position) (low, high int, ok bool) {
	b, lead := packRing(p), p.Lead(p.ToMove())
	own, opp := b.seeds()
	n := own + opp
	if n >= e.next() {
		return 0, 0, false
	}
	if low, high = e.bracket(n, &b); e.shares == nil && abs(lead) <= n {
		low = e.value(n, &b, lead)
		high = low
	}
	return lead + low, lead + high, true
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
