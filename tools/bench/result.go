package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// result is what was measured for a row: a figure of either build for each round.
type result struct {
	pairs  [][2]float64 // of the base and of this tree, in the order of builds
	failed error        // ends the measurements of the row
}

// measure measures a row with both builds. Who is first changes with the rounds.
func (r *result) measure(ctx context.Context, of row, builds [2]*build, round int) {
	var pair [2]float64
	for i := range builds {
		n := (round + i) % 2
		if pair[n], r.failed = of.measure(ctx, builds[n]); r.failed != nil {
			r.failed = fmt.Errorf("%s: %w", builds[n].name, r.failed)
			return
		}
	}
	r.pairs = append(r.pairs, pair)
}

// median returns the middle one of some figures, or the mean of the two in the middle.
func median(of []float64) float64 {
	sorted := slices.Sorted(slices.Values(of))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2
	}
	return sorted[half]
}

// summary returns the medians of both builds and the median, the least and the largest of the
// ratios of each round. There must have been a round.
func (r *result) summary() (base, this, ratio, least, most float64) {
	var figures [2][]float64
	var ratios []float64
	for _, pair := range r.pairs {
		figures[0], figures[1] = append(figures[0], pair[0]), append(figures[1], pair[1])
		ratios = append(ratios, pair[1]/pair[0])
	}
	return median(figures[0]), median(figures[1]), median(ratios), slices.Min(ratios), slices.Max(ratios)
}

// report prints a table of the results.
func report(w io.Writer, rows []row, results []result) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "row\tratio\tspread\tbase\tthis\tunit\trounds")
	for i, r := range results {
		switch {
		case len(r.pairs) > 0:
			base, this, ratio, least, most := r.summary()
			fmt.Fprintf(table, "%s\t%.2f\t%.2f to %.2f\t%.4g\t%.4g\t%s\t%d\n", rows[i].name, ratio, least, most, base, this, rows[i].unit, len(r.pairs))
		case r.failed != nil:
			fmt.Fprintf(table, "%s\t-\t%v\n", rows[i].name, r.failed)
		default:
			fmt.Fprintf(table, "%s\t-\tno time was left\n", rows[i].name)
		}
	}
	_ = table.Flush()
}
