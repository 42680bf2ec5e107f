package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"mancala/rules"
)

// row is a figure that is measured with both builds. Smaller is better.
type row struct {
	name, unit string
	measure    func(ctx context.Context, b *build) (float64, error)
}

// rows are all rows, the short ones of each topic first.
var rows = []row{
	seconds("perft 11 of Kalah(6,4)", "perft", "--depth", "11"),
	seconds("solve Mangala(6,3), one thread", "solve", "--threads", "1", "--rules", "mangala", "--houses", "6", "--seeds", "3"),
	seconds("solve Kalah(6,4), one thread", "solve", "--threads", "1"),
	seconds("look 17 plies ahead in Oware", "analyze", "--threads", "1", "--depth", "17", "--rules", "oware"),
	seconds("look 12 plies ahead in Togyz Kumalaq", "analyze", "--threads", "1", "--depth", "12", "--rules", "togyz"),
	benchmark("legal houses", "ns/op", "rules", "BenchmarkLegal$"),
	benchmark("owner's ply", "ns/op", "internal/table", "BenchmarkOwnerPly$"),
	benchmark("session's ply", "ns/ply", "netplay/session", "BenchmarkPly$"),
	benchmark("session's ply, allocations", "allocs/op", "netplay/session", "BenchmarkPly$"),
	benchmark("ply against an echo", "ratio", "netplay/link", "BenchmarkPlyAgainstEcho$"),
	benchmark("ply at a club's table", "ns/op", "cmd/hub/tables", "BenchmarkPly$"),
	kept("list games, 1,000 kept", 1000, "games"),
	kept("list games, 100,000 kept", manyGames, "games"),
	kept("games --json, 100,000 kept", manyGames, "games", "--json"),
	kept("scores, 100,000 kept", manyGames, "scores"),
	inWindow("first picture", "s", func(w *window) float64 { return w.first }),
	inWindow("processor in seconds 8 to 18", "s", func(w *window) float64 { return w.share }),
	inWindow("memory at the menu", "MiB", func(w *window) float64 { return w.resident }),
	{"page on the wire (brotli)", "bytes", pageSize},
}

// seconds is the processor time of a command.
func seconds(name string, args ...string) row {
	return row{name, "s", func(ctx context.Context, b *build) (float64, error) { return processor(ctx, b, args...) }}
}

// processor runs the program, and returns the processor time that it took in seconds.
func processor(ctx context.Context, b *build, args ...string) (float64, error) {
	cmd := exec.CommandContext(ctx, b.program, args...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, strings.TrimSpace(complaint.String()))
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}

// manyGames is the size of a large archive.
const manyGames = 100_000

// kept is the processor time of a command that reads an archive of some games, which is made when
// it is first needed.
func kept(name string, games int, args ...string) row {
	return row{name, "s", func(ctx context.Context, b *build) (float64, error) {
		dir := filepath.Join(b.scratch, fmt.Sprint("games-", games))
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			text := dir + ".txt"
			if err := writeGames(text, games); err != nil {
				return 0, err
			}
			for _, args := range [][]string{{"games", "--import", text}, {"games"}} { // the second one has checked all of it
				if _, err := processor(ctx, b, append(args, "--data-dir", dir)...); err != nil {
					return 0, err
				}
			}
		}
		return processor(ctx, b, append(args, "--data-dir", dir)...)
	}}
}

// writeGames writes random games of some rules to a file, the same ones each time.
func writeGames(name string, games int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	out, chance := bufio.NewWriter(f), rand.New(rand.NewPCG(1, 2))
	for n := range games {
		preset := rules.Presets()[n%3].Variant
		p, err := rules.Start(preset)
		game, past := rules.Game{Variant: preset}, []rules.Position{p}
		for err == nil && !p.Over() {
			var list []rules.House
			for h := range p.Plies() {
				list = append(list, h)
			}
			h := list[chance.IntN(len(list))]
			if p, _, err = rules.Play(past, h); err == nil {
				game.Plies, past = append(game.Plies, h), rules.Extend(past, p)
			}
		}
		if err != nil {
			return errors.Join(err, f.Close())
		}
		fmt.Fprintln(out, game)
	}
	return errors.Join(out.Flush(), f.Close())
}

// benchmark is a figure of a benchmark, whose package is built once.
func benchmark(name, unit, folder, pattern string) row {
	return row{name, unit, func(ctx context.Context, b *build) (float64, error) {
		dir := filepath.Join(b.root, folder)
		if _, err := os.Stat(dir); err != nil { // packages that only the program uses were beside the others before
			_, folder, _ := strings.Cut(folder, "/")
			dir = filepath.Join(b.root, folder)
		}
		program := filepath.Join(b.scratch, strings.ReplaceAll(folder, "/", "-")+".test")
		if _, err := os.Stat(program); err != nil {
			if _, err := output(ctx, dir, "go", "test", "-c", "-trimpath", "-o", program, "."); err != nil {
				return 0, err
			}
		}
		text, err := output(ctx, dir, program, "-test.run", "^$", "-test.bench", "^"+pattern, "-test.benchmem")
		if err != nil {
			return 0, err
		}
		return figure(text, unit)
	}}
}

// figure returns the first figure with that unit in the output of a benchmark.
func figure(text, unit string) (float64, error) {
	fields := strings.Fields(text)
	for i, field := range fields {
		if field == unit && i > 0 {
			if n, err := strconv.ParseFloat(fields[i-1], 64); err == nil {
				return n, nil
			}
		}
	}
	return 0, fmt.Errorf("the benchmark tells no %s", unit)
}

// pageSize builds the page once and returns the size of its program as it is sent.
func pageSize(ctx context.Context, b *build) (float64, error) {
	dir := filepath.Join(b.scratch, "page")
	if _, err := os.Stat(dir); err != nil {
		if err := os.MkdirAll(filepath.Join(b.root, "bin"), 0o755); err != nil {
			return 0, err
		}
		if _, err := output(ctx, b.root, "go", "run", "./tools/web", dir); err != nil {
			return 0, err
		}
	}
	info, err := os.Stat(filepath.Join(dir, "mancala.wasm.br"))
	if err != nil {
		return 0, err
	}
	return float64(info.Size()), nil
}
