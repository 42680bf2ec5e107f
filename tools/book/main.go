// Command book works out the opening books that package engine has built in:
//
//	go run ./tools/book -rules kalah -seeds 4 -above 36
//
// writes engine/books/kalah-6-4.book. It takes minutes to hours, the longer the smaller -above is;
// those of (6,3) are from 30 on. Ctrl+C ends it with the part that is done: what stands in it is
// true, but a player who follows it will have to think earlier.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"

	"mancala/engine"
	"mancala/rules"
)

func main() {
	name := flag.String("rules", "kalah", "the rule set")
	houses := flag.Int("houses", 6, "houses a side")
	seeds := flag.Int("seeds", 4, "seeds a house")
	above := flag.Int("above", 40, "boards with more seeds than these are in the book")
	memory := flag.Int("memory", 2048, "memory in MiB")
	tables := flag.String("tables", "", "file of endgame tables, none unless given")
	out := flag.String("out", filepath.Join("engine", "books"), "folder for the book")
	flag.Parse()
	if err := run(*name, *houses, *seeds, *above, *memory, *tables, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(name string, houses, seeds, above, memory int, tables, out string) error {
	v, err := rules.ParseRuleSet(name)
	if err != nil {
		return err
	}
	if v, err = v.WithSize(houses, seeds); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	config := engine.SolverConfig{Memory: uint64(memory) << 20, Threads: runtime.NumCPU(), TableFile: tables}
	data, err := engine.BuildBook(ctx, v, above, config, func(n int) {
		fmt.Fprintf(os.Stderr, "\r%d boards ", n)
	})
	fmt.Fprintln(os.Stderr)
	if err != nil && ctx.Err() == nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, engine.BookName(v)), data, 0o644)
}
