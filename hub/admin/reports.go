package admin

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

func reports(ctx context.Context, h Hub, _ []string, out io.Writer) error {
	list, err := h.Reports(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := io.WriteString(out, "none\n")
		return err
	}
	for i, r := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s  %s\n", plain(r.ID), when(r.At))
		fmt.Fprintf(out, "  by     %s\n  about  %s\n", plain(named(r.By, r.ByName)), plain(named(r.About, r.AboutName)))
		if r.Game != "" {
			fmt.Fprintf(out, "  game   %s\n", plain(r.Game))
		}
		for _, line := range wrapped(plain(r.Text), textWidth) {
			if _, err := fmt.Fprintf(out, "    %s\n", line); err != nil {
				return err
			}
		}
	}
	return nil
}

// named returns an id with the name behind it.
func named(id, name string) string { return strings.TrimRight(id+"  "+name, " ") }

// textWidth is the longest line of a text, in characters, that has a space to be broken at.
const textWidth = 76

// wrapped breaks a text into lines.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
