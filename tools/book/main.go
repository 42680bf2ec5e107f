// Command book builds the opening books that are embedded in package engine:
//
//	go run ./tools/book -rules kalah -seeds 4 -above 36
//
// writes internal/engine/books/kalah-6-4.book. It takes minutes to hours, longer for a smaller
// -above; see target book of the Makefile. It saves its progress once a minute, and continues from
// there when it is started again. A part of a book is correct, but a player who follows it has to
// search earlier.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"mancala/internal/engine"
	"mancala/rules"
)

func main() {
	name := flag.String("rules", "kalah", "the rule set")
	houses := flag.Int("houses", 6, "houses a side")
	seeds := flag.Int("seeds", 4, "seeds a house")
	above := flag.Int("above", 40, "boards with more seeds than these are in the book")
	memory := flag.Int("memory", 2048, "memory in MiB")
	threads := flag.Int("threads", runtime.NumCPU(), "threads")
	tables := flag.String("tables", "", "file of endgame tables, none unless given")
	keep := flag.String("keep", "", "file that keeps the solver's progress at the start, none unless given")
	out := flag.String("out", filepath.Join("internal", "engine", "books"), "folder for the book; a part that is there is gone on with")
	flag.Parse()
	v, err := rules.ParseRuleSet(*name)
	if err == nil {
		v, err = v.WithSize(*houses, *seeds)
	}
	if err == nil {
		err = build(v, filepath.Join(*out, engine.BookName(v)), engine.BookConfig{
			Above: *above, Keep: *keep,
			Solver: engine.SolverConfig{Memory: uint64(*memory) << 20, Threads: *threads, TableFile: *tables},
		})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build builds the book of v and writes it to a file. It also writes the unfinished book once a
// minute.
func build(v rules.Variant, file string, config engine.BookConfig) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	known, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err != nil:
		return err
	default:
		config.Known = known
	}
	saved := time.Now()
	config.Progress = func(at engine.BookProgress) {
		fmt.Fprintf(os.Stderr, "\r%d boards, %d wait, now those of %d seeds ", at.Boards, at.Waiting, at.Seeds)
		if time.Since(saved) > time.Minute {
			saved, err = time.Now(), write(file, at.Book())
			if err != nil {
				cancel()
			}
		}
	}
	data, broken := engine.BuildBook(ctx, v, config)
	fmt.Fprintln(os.Stderr)
	switch {
	case err != nil:
		return err
	case broken != nil && ctx.Err() == nil:
		return broken
	}
	return write(file, data)
}

// write atomically replaces a file.
func write(file string, data []byte) error {
	if err := os.WriteFile(file+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
