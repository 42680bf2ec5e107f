package store

import (
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/hub/store/storetest"
	"mancala/tools/need"
)

// BenchmarkAppend appends records of 150 bytes with 1 and with 64 tables that wait for theirs. The
// databases wait for the disk.
func BenchmarkAppend(b *testing.B) {
	for engine, open := range map[string]func(b *testing.B) Config{
		"SQLite":     func(b *testing.B) Config { return Config{Dir: b.TempDir()} },
		"PostgreSQL": func(b *testing.B) Config { return Config{URL: storetest.Start(b).Database()} },
	} {
		for _, tables := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/%d", engine, tables), func(b *testing.B) {
				cfg := open(b)
				cfg.Rand = rand.Reader
				s := need.Must(Open(b.Context(), cfg))(b)
				defer s.Close()
				benchmarkAppend(b, s, tables)
			})
		}
	}
}

func benchmarkAppend(b *testing.B, s *Store, tables int) {
	var all sync.WaitGroup
	var left atomic.Int64
	var mu sync.Mutex
	var took []time.Duration
	var tabs []*Tab
	for i := range tables {
		tabs = append(tabs, need.Must(s.Create(b.Context(), fmt.Sprint("t", i), nil, []byte("0")))(b))
	}
	left.Store(int64(b.N))
	body := make([]byte, 150)
	b.ResetTimer()
	for _, tab := range tabs {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				began := time.Now()
				if err := tab.Append(b.Context(), body); err != nil {
					b.Error(err)
					return
				}
				d := time.Since(began)
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-median")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-99%")
}
