package main

import (
	"bufio"
	"strings"

	"mancala/internal/words"
)

const (
	// lineColumns is the largest width of a table.
	lineColumns = 80
	// leastColumns is the width below which no column is narrowed.
	leastColumns = 10
)

// printTable prints rows in aligned columns, the first row as heading. If a line would be too wide,
// the widest columns are cut.
func printTable(out *bufio.Writer, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], words.Columns(cell))
		}
	}
	fitColumns(widths)
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			cell = cutColumns(cell, widths[i])
			line += cell + strings.Repeat(" ", widths[i]-words.Columns(cell)+1)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// fitColumns narrows the widest columns until all fit in a line with a space between, or each has
// at most leastColumns.
func fitColumns(widths []int) {
	for {
		total, widest := len(widths)-1, 0
		for i, w := range widths {
			total += w
			if w >= widths[widest] {
				widest = i
			}
		}
		if total <= lineColumns || widths[widest] <= leastColumns {
			return
		}
		widths[widest]--
	}
}

// cutColumns shortens a text to at most n columns; a shortened text ends with an ellipsis.
func cutColumns(text string, n int) string {
	if words.Columns(text) <= n {
		return text
	}
	taken := 0
	for i, r := range text {
		if taken += words.Columns(string(r)); taken > n-1 {
			return text[:i] + "…"
		}
	}
	return text
}
