package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
)

// maxText limits the texts that [Parse] accepts, in bytes.
const maxText = 1000

// String returns the puzzle as one line for [Parse], with bars between the fields: the position,
// the kind, the values of the plies, the line, the right plies at each ply of the line, the themes
// and the level, as in
//
//	kalah(6,4) <6,17,...> south | result | 1:-3 2:4 6:-1 | 2 5 6 | 2 - 1,6 | chain lap | 2
func (p Puzzle) String() string {
	values := make([]string, len(p.Values))
	for i, v := range p.Values {
		values[i] = v.Ply.String() + ":" + strconv.Itoa(v.Seeds)
	}
	line, right := make([]string, len(p.Line)), make([]string, len(p.Line))
	for i, h := range p.Line {
		line[i], right[i] = h.String(), p.Right[i].String()
	}
	return strings.Join([]string{
		p.Position.String(), p.Kind.String(), strings.Join(values, " "), strings.Join(line, " "), strings.Join(right, " "),
		strings.Join(p.Names(), " "), strconv.Itoa(p.Level),
	}, " | ")
}

// String returns the plies with commas between, or "-" for none.
func (s PlySet) String() string {
	if s == 0 {
		return "-"
	}
	var list []string
	for _, h := range s.Plies() {
		list = append(list, h.String())
	}
	return strings.Join(list, ",")
}

// errText means that a text is no puzzle.
var errText = rules.Refuse("puzzle.no-puzzle", "that is not the text of a puzzle")

// Parse parses the result of [Puzzle.String]. It rejects a puzzle with contradictions, but proves
// no values.
func Parse(text string) (Puzzle, error) {
	fields := strings.Split(text[:min(len(text), maxText)], "|")
	if len(text) > maxText || len(fields) != 7 {
		return Puzzle{}, errText
	}
	position, err := rules.ParsePosition(fields[0])
	if err != nil {
		return Puzzle{}, err
	}
	p := Puzzle{Position: position}
	if strings.TrimSpace(fields[1]) == Seeds.String() {
		p.Kind = Seeds
	}
	if p.Values, err = parseValues(strings.Fields(fields[2])); err != nil {
		return Puzzle{}, err
	}
	if p.Line, err = rules.ParsePlies(strings.Fields(fields[3])); err != nil {
		return Puzzle{}, err
	}
	if p.Right, err = parseSets(strings.Fields(fields[4])); err != nil {
		return Puzzle{}, err
	}
	for _, name := range strings.Fields(fields[5]) {
		theme, err := ParseTheme(name)
		if err != nil {
			return Puzzle{}, err
		}
		p.Themes |= theme
	}
	if p.Level, err = strconv.Atoi(strings.TrimSpace(fields[6])); err != nil {
		return Puzzle{}, errText
	}
	if err := p.Check(); err != nil {
		return Puzzle{}, err
	}
	if !slices.Equal(strings.Fields(p.String()), strings.Fields(text)) {
		return Puzzle{}, errText
	}
	return p, nil
}

func parseValues(list []string) ([]Value, error) {
	var values []Value
	for _, text := range list {
		ply, seeds, _ := strings.Cut(text, ":")
		h, err := rules.ParseHouse(ply)
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(seeds)
		if err != nil {
			return nil, errText
		}
		values = append(values, Value{h, n})
	}
	return values, nil
}

func parseSets(list []string) ([]PlySet, error) {
	var sets []PlySet
	for _, text := range list {
		set := PlySet(0)
		if text != "-" {
			plies, err := rules.ParsePlies(strings.Split(text, ","))
			if err != nil {
				return nil, err
			}
			for _, h := range plies {
				set |= bitOf(h)
			}
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// Check returns nil if the parts of the puzzle fit together. The values belong to all legal plies
// and make the question. The line is legal, right at each of the solver's plies, and ends with an
// only right ply.
func (p Puzzle) Check() error {
	var legal []rules.House
	for h := range p.Position.Plies() {
		legal = append(legal, h)
	}
	total := p.Position.Variant().Total()
	if p.ResultOnly() {
		total = 1
	}
	for i, v := range p.Values {
		if i >= len(legal) || v.Ply != legal[i] || max(v.Seeds, -v.Seeds) > total {
			return errText
		}
	}
	if len(legal) < LeastPlies || len(p.Values) != len(legal) || p.Level < 0 || p.Level > MostLevel || p.Themes>>themes != 0 {
		return errText
	}
	kind, ok := kindOf(p.Values)
	if !ok || kind != p.Kind || len(p.Line) == 0 || len(p.Right) != len(p.Line) || p.Right[0] != kind.rightOf(p.Values) {
		return errText
	}
	return p.checkLine()
}

func (p Puzzle) checkLine() error {
	at := p.Position
	for i, h := range p.Line {
		right := p.Right[i]
		asked := at.ToMove() == p.Solver() && several(at)
		if asked != right.Has(h) || !asked && right != 0 {
			return errText
		}
		if slices.ContainsFunc(right.Plies(), func(h rules.House) bool { return at.Legal(h) != nil }) {
			return errText
		}
		next, _, err := at.Sow(h)
		if err != nil {
			return fmt.Errorf("%w: %w", errText, err)
		}
		at = next
	}
	if p.Right[len(p.Right)-1].size() != 1 || p.Answers() > MostAnswers {
		return errText
	}
	return nil
}

// several reports whether a position has more than one legal ply.
func several(p rules.Position) bool {
	n := 0
	for range p.Plies() {
		n++
	}
	return n > 1
}
