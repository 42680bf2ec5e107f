package puzzle

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
)

func position(t *testing.T, text string) rules.Position {
	t.Helper()
	p, err := rules.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// table is an oracle that plays all lines to their ends, for small boards.
type table map[rules.Position][]Value

func (o table) Values(p rules.Position) ([]Value, error) {
	if known, ok := o[p]; ok {
		return known, nil
	}
	var values []Value
	for h := range p.Plies() {
		next, _, _ := p.Sow(h)
		n := next.Lead(p.ToMove())
		if !next.Over() {
			after, err := o.Values(next)
			if err != nil {
				return nil, err
			}
			if n = best(after).Seeds; next.ToMove() != p.ToMove() {
				n = -n
			}
		}
		values = append(values, Value{h, n})
	}
	o[p] = values
	return values, nil
}

// find returns the puzzle of a position; it fails if there is none.
func find(t *testing.T, text string) Puzzle {
	t.Helper()
	p, ok, err := Find(position(t, text), table{})
	if err != nil || !ok {
		t.Fatalf("%s is no puzzle, %v", text, err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return p
}

// On small boards all lines are played to the end, so these need no other proof.
func TestFindSmall(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(5,1) <5,0,0,0,2,1,1,1,1,0,2,1,1> south": "result | 2:-4 3:-4 4:-2 5:2 | 5 4 | 5 4 | counting opening | 0",
		"kalah(5,1) <5,1,0,1,1,0,2,0,1,0,2,0,2> south": "seeds | 1:-2 2:2 4:6 | 4 | 4 | counting starve opening | 0",
		"kalah(5,1) <5,1,0,0,2,1,1,0,0,2,0,2,1> south": "result | 2:0 3:-4 4:-4 | 2 4 2 4 5 3 4 5 | 2 - - 4 5 - - 5 | counting opening | 0",
	} {
		if p := find(t, text); p.String() != text+" | "+want {
			t.Errorf("%v", p)
		}
	}
}

// A puzzle looks the same from North: South is always its solver.
func TestFindMirrors(t *testing.T) {
	for _, p := range Daily()[:30] {
		if p.Position.Variant().Total()-p.Position.Store(rules.South)-p.Position.Store(rules.North) > 12 || p.Position.CanSwap() {
			continue
		}
		found, ok, err := Find(p.Position.Mirror(), table{})
		if err != nil || !ok || found.Position != p.Position {
			t.Errorf("%v is %v from the other side, %v", p, found, err)
		}
	}
}

// Find finds the embedded puzzles again, with all their parts, by freshly proved values.
func TestFindAgain(t *testing.T) {
	n := 0
	for _, p := range Daily() {
		if p.Position.Variant().Total()-p.Position.Store(rules.South)-p.Position.Store(rules.North) > 9 {
			continue
		}
		found, ok, err := Find(p.Position, table{})
		found.Level = p.Level
		if n++; err != nil || !ok || found.String() != p.String() {
			t.Errorf("%v is found as %v, %v", p, found, err)
		}
	}
	if n < 20 {
		t.Errorf("only %d puzzles are small enough", n)
	}
}

func TestFindRefuses(t *testing.T) {
	for _, text := range []string{
		"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",           // no ply is that much better; see below
		"kalah(6,1) <6,7,0,1,1,1,0,0,0,1,0,0,0,0,1> south",           // decided
		"kalah(6,1) <6,4,4,1,1,0,0,0,0,1,1,0,0,0,0> south",           // two plies
		"kalah(6,1) <6,6,6,0,0,0,0,0,0,0,0,0,0,0,0> south",           // over
		"kalah(6,1)+pie <6,0,0,1,1,1,1,1,1,1,1,1,1,1,1> south first", // the swap to come has a say
	} {
		values := table{}
		p := position(t, text)
		if p.Variant().Seeds == 4 { // too large to be searched here
			for h := range p.Plies() {
				values[p] = append(values[p], Value{h, 2})
			}
		}
		if found, ok, err := Find(p, values); ok || err != nil {
			t.Errorf("%s: %v %v", text, found, err)
		}
	}
	p := position(t, "kalah(6,1) <6,0,0,1,1,1,1,1,1,1,1,1,1,1,1> south")
	if _, ok, err := Find(p, broken{}); ok || !errors.Is(err, errBroken) {
		t.Errorf("%v %v without values", ok, err)
	}
}

var errBroken = errors.New("no values")

type broken struct{}

func (broken) Values(rules.Position) ([]Value, error) { return nil, errBroken }

// Stores and side do not make a different puzzle; rules and a swap do.
func TestKeys(t *testing.T) {
	key := func(text string) Key { return KeyOf(position(t, text)) }
	one := key("kalah(6,1) <6,2,4,1,0,1,0,1,0,1,0,1,1,0,0> south")
	for _, same := range []string{
		"kalah(6,1) <6,4,2,1,0,1,0,1,0,1,0,1,1,0,0> south", "kalah(6,1) <6,2,4,1,0,1,1,0,0,1,0,1,0,1,0> north",
		"kalah(6,1)+pie <6,2,4,1,0,1,0,1,0,1,0,1,1,0,0> south",
	} {
		if key(same) != one {
			t.Errorf("%s is another one", same)
		}
	}
	for _, other := range []string{
		"kalah(6,1) <6,2,4,1,0,1,1,0,0,1,0,1,1,0,0> south", "empty-capture(6,1) <6,2,4,1,0,1,0,1,0,1,0,1,1,0,0> south",
		"kalah(6,1)+pie <6,2,4,1,0,1,0,1,0,1,0,1,1,0,0> south swap", "kalah(6,1) <6,2,4,1,0,1,0,1,0,1,0,1,1,0,0> north",
	} {
		if key(other) == one {
			t.Errorf("%s is the same", other)
		}
	}
}

func TestText(t *testing.T) {
	for _, p := range Daily()[:200] {
		again, err := Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%v becomes %v, %v", p, again, err)
		}
	}
	good := Daily()[0].String()
	fields := strings.Split(good, " | ")
	for i := range fields {
		without := strings.Join(slices.Delete(slices.Clone(fields), i, i+1), " | ")
		changed := slices.Clone(fields)
		changed[i] = "7"
		for _, text := range []string{without, strings.Join(changed, " | "), good + strings.Repeat(" ", maxText)} {
			if p, err := Parse(text); err == nil {
				t.Errorf("%q is read as %v", text, p)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, p := range Daily()[:5] {
		f.Add(p.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(p.String()); err != nil || again.String() != p.String() {
			t.Fatalf("%v becomes %v, %v", p, again, err)
		}
		_, _ = p.Rating(), p.Keys()
	})
}

func TestPlySet(t *testing.T) {
	s := bitOf(3) | bitOf(10) | bitOf(rules.Swap)
	if !slices.Equal(s.Plies(), []rules.House{3, 10, rules.Swap}) || s.String() != "3,10,swap" || PlySet(0).String() != "-" {
		t.Errorf("%v", s.Plies())
	}
	if s.Has(0) || s.Has(2) || s.Has(11) || !s.Has(10) {
		t.Error("a set has other plies than those in it")
	}
}
