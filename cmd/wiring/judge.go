package wiring

import (
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/rules"
)

// judge asks the engine for hints, for the bar beside the board, and for the review of a game.
type judge struct {
	minds    *engine.Analysts
	patience time.Duration
}

// NewJudge returns a judge that takes about patience for a position.
func NewJudge(minds *engine.Analysts, patience time.Duration) match.Judge {
	return judge{minds, patience}
}

// Judge implements [match.Judge].
func (j judge) Judge(ctx context.Context, past []rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, j.patience)
	defer cancel()
	tell := func(a engine.Analysis) {
		if report != nil {
			report(a.Verdict)
		}
	}
	a, err := j.minds.AnalyzeGame(ctx, past, engine.Limits{}, tell)
	return a.Verdict, err
}

// ThinkingMemory is the memory for the computer players, hints and reviews of a game together, in
// bytes.
const ThinkingMemory = 512 << 20

// AnalystConfig returns the limits of an analyst of a variant that works with that many threads and
// bytes of memory.
func AnalystConfig(threads int, memory uint64) func(rules.Variant) engine.SolverConfig {
	return func(v rules.Variant) engine.SolverConfig {
		return engine.SolverConfig{Memory: memory, Threads: threads, TableFile: TableFile(v)}
	}
}

// keepThoughts is how long idle analysts keep their results of a game.
const keepThoughts = time.Minute

// NewAnalysts returns the analysts of a program. One thinks at a time, with that many threads and
// bytes of memory, and with that patience for Perfect.
func NewAnalysts(threads int, memory uint64, patience time.Duration) *engine.Analysts {
	minds := engine.NewAnalysts(AnalystConfig(min(threads, engine.MaxThreads), memory), 1)
	minds.SetPatience(patience)
	minds.KeepFor(keepThoughts)
	return minds
}

// SpareThreads is the number of threads that may think while a window is shown: one fewer than the
// machine has, and at least one.
func SpareThreads() int { return max(runtime.NumCPU()-1, 1) }

// GuestFolder returns the working folder of a program with that command at a seat.
func GuestFolder(command string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "mancala", "guests", fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(command))))
}

// TableFile returns the file for a rule set's endgame tables, in this user's data folder, or "" if
// the system has none. It returns an earlier version's file in the cache folder if that exists.
func TableFile(v rules.Variant) string {
	v.Seeds, v.Pie = 1, false
	name := "endgame-" + engine.FileName(v)
	if cache, err := os.UserCacheDir(); err == nil {
		old := filepath.Join(cache, "mancala", name)
		if _, err := os.Stat(old); err == nil {
			return old
		}
	}
	dir, err := record.DefaultDir()
	if err != nil || dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}
