package admin

import (
	"context"
	"fmt"
	"io"
	"time"
)

func newcomers(ctx context.Context, h Hub, words []string, out io.Writer) error {
	if len(words) > 0 {
		return h.LetIn(ctx, words[0])
	}
	list, err := h.Newcomers(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, n := range list {
		next := "now"
		if n.Wait > 0 {
			next = "in " + (n.Wait + time.Second - 1).Truncate(time.Second).String()
		}
		rows = append(rows, []string{n.Address, fmt.Sprint(n.Brought), next})
	}
	return table(out, []string{"NETWORK", "NEW MEMBERS", "THE NEXT ONE"}, rows)
}

func trust(ctx context.Context, h Hub, words []string, out io.Writer) error {
	if len(words) > 0 {
		return h.Trust(ctx, words[0], true)
	}
	list, err := h.Trusted(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, network := range list {
		rows = append(rows, []string{network})
	}
	return table(out, nil, rows)
}
