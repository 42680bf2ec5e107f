package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// Both builds are measured in each round, the other one first each time.
func TestRoundsAlternate(t *testing.T) {
	builds := [2]*build{{name: "base"}, {name: "this"}}
	var order []string
	figures := map[string][]float64{"base": {2, 4, 8}, "this": {1, 4, 2}}
	of := row{"a row", "s", func(_ context.Context, b *build) (float64, error) {
		order = append(order, b.name)
		f := figures[b.name]
		if len(f) == 0 {
			return 0, errors.New("it broke")
		}
		figures[b.name] = f[1:]
		return f[0], nil
	}}
	var r result
	for round := range 3 {
		r.measure(t.Context(), of, builds, round)
	}
	if got := strings.Join(order, " "); got != "base this this base base this" {
		t.Errorf("the order is %s", got)
	}
	base, this, ratio, least, most := r.summary()
	if got, want := [5]float64{base, this, ratio, least, most}, [5]float64{4, 2, 0.5, 0.25, 1}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if r.measure(t.Context(), of, builds, 3); r.failed == nil || len(r.pairs) != 3 {
		t.Errorf("a failure counts: %v", r)
	}
	var out strings.Builder
	report(&out, []row{of, {name: "other"}, {name: "broken"}}, []result{r, {}, {failed: r.failed}})
	for _, want := range []string{"a row", "0.50", "0.25 to 1.00", "no time was left", "this: it broke"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

func TestFigure(t *testing.T) {
	const text = "BenchmarkPly-2 \t 100\t 19500 ns/op\t 1.43 ratio\t 41 allocs/op\nPASS\n"
	for unit, want := range map[string]float64{"ns/op": 19500, "ratio": 1.43, "allocs/op": 41} {
		if got, err := figure(text, unit); got != want || err != nil {
			t.Errorf("%s: %v, %v", unit, got, err)
		}
	}
	if _, err := figure(text, "B/op"); err == nil {
		t.Error("there is a figure without its unit")
	}
}

func TestChoose(t *testing.T) {
	if all, err := choose(nil); len(all) != len(rows) || err != nil {
		t.Error(len(all), err)
	}
	if some, err := choose([]string{"perft", "page"}); len(some) != 2 || err != nil {
		t.Error(some, err)
	}
	if _, err := choose([]string{"nothing"}); err == nil {
		t.Error("a row that does not exist is accepted")
	}
}

// The games for an archive are whole games, and the same ones each time.
func TestWriteGames(t *testing.T) {
	var texts [2]string
	for i := range texts {
		name := filepath.Join(t.TempDir(), "games")
		need.NoError(t, writeGames(name, 9))
		texts[i] = string(need.Must(os.ReadFile(name))(t))
	}
	lines := strings.Split(strings.TrimSpace(texts[0]), "\n")
	if texts[0] != texts[1] || len(lines) != 9 {
		t.Fatalf("%d games, the same again: %v", len(lines), texts[0] == texts[1])
	}
	for _, line := range lines {
		g := need.Must(rules.ParseGame(line))(t)
		if p := need.Must(g.Replay())(t); !p.Over() {
			t.Errorf("%s is not over", line)
		}
	}
}
