package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"mancala/tools/need"
)

// Test boards are drawn from South's side: North's row above, sown from right to left; North's
// store at the left; South's store at the right; South's row below, sown from left to right.
//
//	   1  1  0  5  1  0
//	18                    14
//	   3  1  0  0  2  2

// readDrawing parses a drawing: its board and number of houses a side.
func readDrawing(drawing string) (b Board, houses int, err error) {
	lines := strings.Split(strings.Trim(drawing, "\n\t "), "\n")
	if len(lines) != 3 {
		return b, 0, errors.New("a drawing has three lines")
	}
	var rows [3][]uint8
	for i, line := range lines {
		for _, word := range strings.Fields(line) {
			n, err := strconv.ParseUint(word, 10, 8)
			if err != nil {
				return b, 0, err
			}
			rows[i] = append(rows[i], uint8(n))
		}
	}
	houses = len(rows[0])
	if houses < 1 || houses > MaxHouses || len(rows[2]) != houses || len(rows[1]) != 2 {
		return b, 0, errors.New("a drawing has two rows of equal length and two stores between them")
	}
	for i := range houses {
		b.House[North][houses-1-i], b.House[South][i] = rows[0][i], rows[2][i]
	}
	b.Store[North], b.Store[South] = rows[1][0], rows[1][1]
	return b, houses, nil
}

// drawn draws a board.
func drawn(b Board, houses int) string {
	var north, south strings.Builder
	for i := range houses {
		fmt.Fprintf(&north, "%4d", b.House[North][houses-1-i])
		fmt.Fprintf(&south, "%4d", b.House[South][i])
	}
	stores := fmt.Sprintf("%3d%*d", b.Store[North], 4*houses+4, b.Store[South])
	return "\n   " + north.String() + "\n" + stores + "\n   " + south.String()
}

// total returns the number of seeds on a board.
func total(b Board) int {
	return int(b.Store[South]) + int(b.Store[North]) + b.InHouses(South) + b.InHouses(North)
}

// place returns the position of a drawing, which must hold a whole number of seeds a house.
func place(t testing.TB, rules Variant, toMove Side, drawing string) Position {
	t.Helper()
	b, houses, err := readDrawing(drawing)
	if err != nil {
		t.Fatalf("%v:%s", err, drawing)
	}
	if total(b)%(2*houses) != 0 {
		t.Fatalf("%d seeds are not the same number in each of %d houses:%s", total(b), 2*houses, drawing)
	}
	v, err := rules.WithSize(houses, total(b)/(2*houses))
	if err != nil {
		t.Fatalf("%v:%s", err, drawing)
	}
	text := fmt.Sprintf("%v <%d,%d,%d", v, houses, b.Store[South], b.Store[North])
	for _, side := range [...]Side{South, North} {
		for i := range houses {
			text += fmt.Sprintf(",%d", b.House[side][i])
		}
	}
	p, err := ParsePosition(text + "> " + toMove.String())
	if err != nil {
		t.Fatalf("%v:%s", err, drawing)
	}
	return p
}

// checkBoard fails the test if the board differs from a drawing.
func checkBoard(t testing.TB, got Board, drawing string) {
	t.Helper()
	want, houses, err := readDrawing(drawing)
	if err != nil {
		t.Fatalf("%v:%s", err, drawing)
	}
	if got != want {
		t.Errorf("the board is%s\nand should be%s", drawn(got, houses), drawn(want, houses))
	}
}

// story describes a ply, for example "captures 6, north to move" or "sweeps 0+3, north wins 21-27".
func story(s Sowing, after Position) string {
	var parts []string
	if s.Captured > 0 {
		parts = append(parts, fmt.Sprintf("captures %d", s.Captured))
	}
	if s.ExtraTurn {
		parts = append(parts, "extra turn")
	}
	if s.Swept != [2]uint8{} {
		parts = append(parts, fmt.Sprintf("sweeps %d+%d", s.Swept[South], s.Swept[North]))
	}
	return strings.Join(append(parts, after.Status()), ", ")
}

// example is one ply on a drawn board.
type example struct {
	name   string
	rules  Variant
	mover  Side
	before string
	house  House
	story  string // see the function story
	after  string
}

// check plays the example as drawn, and its mirror image.
func (e example) check(t *testing.T) {
	t.Helper()
	before := place(t, e.rules, e.mover, e.before)
	after, s, err := before.Sow(e.house)
	if err != nil {
		t.Fatalf("house %v: %v", e.house, err)
	}
	checkBoard(t, after.Board(), e.after)
	if got := story(s, after); got != e.story {
		t.Errorf("the ply says %q and should say %q", got, e.story)
	}
	if s.Mover != e.mover || s.From != e.house || int(s.Seeds) != before.Seeds(Pit{e.mover, e.house}) {
		t.Errorf("the ply is told as %+v", s)
	}
	if s.Ends() != after.Over() {
		t.Errorf("Ends is %v, but Over is %v", s.Ends(), after.Over())
	}
	mirrored, _, err := before.Mirror().Sow(e.house)
	if err != nil || mirrored != after.Mirror() {
		t.Errorf("with the sides exchanged the ply gives %v (%v), not %v", mirrored, err, after.Mirror())
	}
}

func checkAll(t *testing.T, list []example) {
	t.Helper()
	for _, e := range list {
		t.Run(e.name, e.check)
	}
}

// preset returns a named rule set.
func preset(t testing.TB, name string) Variant {
	t.Helper()
	return need.Must(Preset(name))(t)
}

// noPreset returns the error for the name of a preset that does not exist.
func noPreset(name string) string {
	text := fmt.Sprintf("there is no rule set %q; choose one of ", name)
	for i, p := range Presets() {
		if i > 0 {
			text += ", "
		}
		text += p.Name
	}
	return text
}

// with returns v changed.
func with(v Variant, change func(*Variant)) Variant {
	change(&v)
	return v
}

// start returns the first position of a rule set at a size.
func start(t testing.TB, rules Variant, houses, seeds int) Position {
	t.Helper()
	v := need.Must(rules.WithSize(houses, seeds))(t)
	return need.Must(Start(v))(t)
}

// play plays a list of houses.
func play(t testing.TB, p Position, houses ...House) Position {
	t.Helper()
	for i, h := range houses {
		next, _, err := p.Sow(h)
		if err != nil {
			t.Fatalf("ply %d, house %v: %v", i+1, h, err)
		}
		p = next
	}
	return p
}

func TestDrawings(t *testing.T) {
	const drawing = `
	   1  1  0  5  1  0
	18                    14
	   3  1  0  0  2  2`
	p := place(t, preset(t, "kalah"), South, drawing)
	if got, want := p.String(), "kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south"; got != want {
		t.Errorf("the drawing is read as %s, not as %s", got, want)
	}
	b, houses, err := readDrawing(drawn(p.Board(), 6))
	if b != p.Board() || houses != 6 || err != nil {
		t.Errorf("a drawn board is read as %v, %d, %v", b, houses, err)
	}
	for _, bad := range []string{"", "1\n2 3", "1 1\n2 3\n1", "1\n2\n1", "x\n1 1\n1", "1\n256 0\n1"} {
		if _, _, err := readDrawing(bad); err == nil {
			t.Errorf("%q is taken for a drawing", bad)
		}
	}
}
