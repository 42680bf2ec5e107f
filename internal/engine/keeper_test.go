package engine

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// keepingSolver returns a solver of two threads that keeps its progress on p in a file, often.
func keepingSolver(t testing.TB, name string, p rules.Position) *Solver {
	t.Helper()
	s := solver(t, p.Variant(), SolverConfig{Threads: 2})
	need.NoError(t, s.Keep(name, p))
	s.fast.keep.every = 20 * time.Millisecond
	s.fast.keep.next = time.Now()
	return s
}

// interrupted solves p, keeping progress in a file, until some bounds are proved, and returns the
// number of boards searched.
func interrupted(t testing.TB, name string, p rules.Position) uint64 {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := keepingSolver(t, name, p)
	s.config.Progress = func(pr Progress) {
		if pr.Nodes > s.fast.keep.header.Nodes+5_000 {
			cancel()
		}
	}
	found, err := s.Solve(ctx, p)
	if !errors.Is(err, context.Canceled) || found.Nodes < 5_000 {
		t.Fatalf("%+v, %v", found, err)
	}
	return found.Nodes
}

// TestKeep interrupts a solver twice and lets a third one finish. A fourth one has nothing to do.
func TestKeep(t *testing.T) {
	p := start(t, "kalah(5,3)")
	name := filepath.Join(t.TempDir(), "progress")
	first := interrupted(t, name, p)
	if second := interrupted(t, name, p); second < first {
		t.Errorf("%d boards after %d", second, first)
	}
	s := keepingSolver(t, name, p)
	if entries := s.fast.keep.from.left / entryBytes; entries < 100 {
		t.Errorf("%d entries are kept", entries)
	}
	done := solve(t, s, p)
	if done.Value != 6 || done.Nodes <= first || s.Spent() <= 0 {
		t.Errorf("%+v after %d boards, in %v", done, first, s.Spent())
	}
	again := solve(t, keepingSolver(t, name, p), p)
	if !slices.Equal(again.Houses, done.Houses) || again.Best != done.Best || again.Nodes != done.Nodes {
		t.Errorf("%+v, and then %+v", done, again)
	}
}

// keepChild names the file of a solver in a separate process.
const keepChild = "MANCALA_TEST_PROGRESS"

// TestKeepSurvivesKill kills a program several times while it solves, each time at another moment.
func TestKeepSurvivesKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	p := start(t, "kalah(6,3)")
	if name := os.Getenv(keepChild); name != "" {
		solve(t, keepingSolver(t, name, p), p)
		return
	}
	name := filepath.Join(t.TempDir(), "progress")
	last := uint64(0)
	for i := range 3 {
		child := exec.Command(os.Args[0], "-test.run", "^TestKeepSurvivesKill$")
		child.Env = append(os.Environ(), keepChild+"="+name)
		need.NoError(t, child.Start())
		for began := time.Now(); time.Since(began) < need.Patience; time.Sleep(time.Millisecond) {
			if r, h, err := openProgress(name); err == nil {
				r.file.Close()
				if h.Nodes > last {
					break
				}
			}
		}
		time.Sleep(time.Duration(20*i) * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		s := keepingSolver(t, name, p)
		if s.earlier < last {
			t.Errorf("%d boards are known of, %d before", s.earlier, last)
		}
		last = s.earlier
		s.fast.keep.from.file.Close()
	}
	if got := solve(t, keepingSolver(t, name, p), p); got.Value != 2 || last == 0 || got.Nodes < last {
		t.Errorf("%+v after %d boards", got, last)
	}
}

func TestKeepRefuses(t *testing.T) {
	p := start(t, "kalah(5,3)")
	dir := t.TempDir()
	name := filepath.Join(dir, "progress")
	interrupted(t, name, p)
	good := need.Must(os.ReadFile(name))(t)
	flipped := func(at int) []byte {
		bad := slices.Clone(good)
		bad[at] ^= 1
		return bad
	}
	json := bytes.IndexByte(good, '{')
	lie := func(old, new string) []byte { return bytes.Replace(good, []byte(old), []byte(new), 1) }
	for what, c := range map[string]struct {
		file []byte
		says string
	}{
		"empty":         {nil, "holds no progress"},
		"text":          {[]byte("Dear diary\n"), "holds no progress"},
		"version":       {lie(progressKind+"1", progressKind+"0"), "another version"},
		"short":         {good[:len(good)-1], "is damaged"},
		"an entry less": {good[:len(good)-entryBytes], "is damaged"},
		"long":          {append(slices.Clone(good), good[:entryBytes]...), "is damaged"},
		"head only":     {good[:json], "is damaged"},
		"flipped json":  {flipped(json), "is damaged"},
		"flipped nodes": {flipped(bytes.Index(good, []byte(`"nodes":`)) + 8), "is damaged"},
		"flipped entry": {flipped(len(good) / 2), "is damaged"},
		"flipped sum":   {flipped(len(good) - 1), "is damaged"},
	} {
		bad := filepath.Join(dir, "bad")
		need.NoError(t, os.WriteFile(bad, c.file, 0o644))
		err := solver(t, p.Variant(), SolverConfig{}).Keep(bad, p)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", what, err)
		}
		if now, _ := os.ReadFile(bad); !bytes.Equal(now, c.file) {
			t.Errorf("%s: the file has changed", what)
		}
	}
	next := play(p, 2)
	if err := solver(t, p.Variant(), SolverConfig{}).Keep(name, next); err == nil || !strings.Contains(err.Error(), "another position") {
		t.Errorf("another position: %v", err)
	}
	other := start(t, "empty-capture(5,3)")
	if err := solver(t, other.Variant(), SolverConfig{}).Keep(name, other); err == nil || !strings.Contains(err.Error(), "another position") {
		t.Errorf("other rules: %v", err)
	}
	bowls := start(t, "bowls(6,3)")
	if err := solver(t, bowls.Variant(), SolverConfig{}).Keep(filepath.Join(dir, "bowls"), bowls); !errors.Is(err, errCannotKeep) {
		t.Errorf("bowls: %v", err)
	}
	if err := solver(t, p.Variant(), SolverConfig{}).Keep(dir, p); err == nil || !strings.Contains(err.Error(), "holds no progress") {
		t.Errorf("a folder: %v", err)
	}
	if err := solver(t, p.Variant(), SolverConfig{}).Keep(filepath.Join(dir, "none", "progress"), p); err == nil {
		t.Error("a file in a folder that is not there is accepted")
	}
	if now, _ := os.ReadFile(name); !bytes.Equal(now, good) {
		t.Error("the good file has changed")
	}
}

// Impossible contents are refused even if the checksum is right.
func TestKeepRefusesTheImpossible(t *testing.T) {
	p := start(t, "kalah(5,3)")
	name := filepath.Join(t.TempDir(), "progress")
	for _, h := range []progressHeader{
		{Seeds: 99},
		{Tables: 1 << 40},
		{Seconds: -1},
		{Bounds: []progressBounds{{House: 9}}},
		{Bounds: []progressBounds{{Low: 4, High: 2}}},
		{Bounds: []progressBounds{{Low: 1, High: 3}}},
		{Bounds: []progressBounds{{Low: -32, High: 2}}},
		{Bounds: []progressBounds{{High: 2, Best: 6}}},
	} {
		h.Position = p
		need.NoError(t, writeProgress(name, h, func(func(key, word uint64)) {}))
		if err := solver(t, p.Variant(), SolverConfig{}).Keep(name, p); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("%+v: %v", h, err)
		}
	}
}

// A file that can no longer be written does not stop the solver, and is reported.
func TestKeepTellsOfFailure(t *testing.T) {
	p := start(t, "kalah(6,2)")
	dir := filepath.Join(t.TempDir(), "gone")
	need.NoError(t, os.Mkdir(dir, 0o755))
	s := keepingSolver(t, filepath.Join(dir, "progress"), p)
	var told error
	s.config.Progress = func(p Progress) { told = p.Unkept }
	need.NoError(t, os.RemoveAll(dir))
	if got := solve(t, s, p); got.Value != 6 || told == nil {
		t.Errorf("%+v, told %v", got, told)
	}
}

// FuzzProgressFile reads any bytes as a progress file.
func FuzzProgressFile(f *testing.F) {
	p := start(f, "kalah(3,2)")
	name := filepath.Join(f.TempDir(), "progress")
	s := solver(f, p.Variant(), SolverConfig{Memory: MinMemory})
	need.NoError(f, s.Keep(name, p))
	solve(f, s, p)
	good := need.Must(os.ReadFile(name))(f)
	f.Add(good)
	f.Add(good[:40])
	f.Fuzz(func(t *testing.T, file []byte) {
		need.NoError(t, os.WriteFile(name, file, 0o644))
		k := newKeeper(name, p)
		if err := k.open(); err != nil {
			return
		}
		need.NoError(t, k.restore(newTranspositions(boards(3, 12), 1<<20)))
	})
}

// BenchmarkKeep writes and reads the progress of a solver with a full transposition table of 1 GiB.
// It keeps about a sixteenth.
func BenchmarkKeep(b *testing.B) {
	p := start(b, "kalah(6,5)")
	name := filepath.Join(b.TempDir(), "progress")
	full := newTranspositions(boards(6, 60), 1<<30)
	full.reserve(1 << 27)
	rng := rand.New(rand.NewPCG(6, 5))
	for range 1 << 27 {
		full.store(rng.Uint64()&full.mask, known{low: -2, high: 4, house: 1}, 1<<(bits.TrailingZeros64(rng.Uint64())%31))
	}
	var wrote, read time.Duration
	for b.Loop() {
		k, began := newKeeper(name, p), time.Now()
		need.NoError(b, k.write(1, 20, 60, full))
		wrote += time.Since(began)
		began = time.Now()
		fresh := newTranspositions(boards(6, 60), 1<<30)
		need.NoError(b, errors.Join(k.open(), k.restore(fresh)))
		read += time.Since(began)
	}
	info := need.Must(os.Stat(name))(b)
	b.ReportMetric(wrote.Seconds()/float64(b.N), "s-to-write")
	b.ReportMetric(read.Seconds()/float64(b.N), "s-to-read")
	b.ReportMetric(float64(info.Size()>>20), "MiB")
}
