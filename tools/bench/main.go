// Bench compares this working tree with the commit that BASE names (make bench BASE=v0.1): it
// builds both, measures each row with both in turn, round after round, and prints the ratio of the
// two. A ratio below 1 means that this tree needs less. Figures of one build alone depend on the
// machine and its load; both builds of a row meet the same. Arguments name the rows to measure.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// build is one of the two programs that are compared.
type build struct {
	name    string // "base" or "this"
	root    string // its sources
	scratch string // a folder for what it makes
	program string
}

func main() {
	base := flag.String("base", "HEAD~1", "the commit to compare with")
	rounds := flag.Int("rounds", 5, "at most so many rounds")
	within := flag.Duration("within", 14*time.Minute, "begin no row after that time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *base, *rounds, time.Now().Add(*within), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, base string, rounds int, until time.Time, wanted []string) (err error) {
	chosen, err := choose(wanted)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	old := &build{name: "base", root: filepath.Join(scratch, "sources")}
	if _, err := output(ctx, ".", "git", "worktree", "add", "--detach", old.root, base); err != nil {
		return err
	}
	defer func() {
		_, _ = output(context.WithoutCancel(ctx), ".", "git", "worktree", "remove", "--force", old.root)
	}()
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	builds := [2]*build{old, {name: "this", root: here}}
	for _, b := range builds {
		b.scratch = filepath.Join(scratch, b.name)
		b.program = filepath.Join(b.scratch, "mancala")
		if err := os.Mkdir(b.scratch, 0o700); err != nil {
			return err
		}
		if _, err := output(ctx, b.root, "go", "build", "-trimpath", "-o", b.program, "./cmd/mancala"); err != nil {
			return err
		}
	}
	results := make([]result, len(chosen))
	for round := 0; round < rounds && ctx.Err() == nil && time.Now().Before(until); round++ {
		for i, r := range chosen {
			if results[i].failed == nil && ctx.Err() == nil && time.Now().Before(until) {
				fmt.Fprintf(os.Stderr, "round %d: %s\n", round+1, r.name)
				results[i].measure(ctx, r, builds, round)
			}
		}
	}
	report(os.Stdout, chosen, results)
	return ctx.Err()
}

// choose returns the rows whose names begin with one of the wanted ones, or all.
func choose(wanted []string) (chosen []row, err error) {
	if len(wanted) == 0 {
		return rows, nil
	}
	for _, r := range rows {
		for _, w := range wanted {
			if strings.HasPrefix(r.name, w) {
				chosen = append(chosen, r)
				break
			}
		}
	}
	if len(chosen) == 0 {
		err = fmt.Errorf("no row begins with %q", wanted)
	}
	return chosen, err
}

// output runs a command in a folder, and returns what it prints.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var complaint strings.Builder
	cmd.Dir, cmd.Stderr = dir, &complaint
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(complaint.String()))
	}
	return string(text), err
}
