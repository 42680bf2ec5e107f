package store

import (
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/cmd/hub/hubtest"
	"mancala/tools/need"
)

// engines make an empty database each.
var engines = map[string]func(b *testing.B) Config{
	"SQLite":     func(b *testing.B) Config { return Config{Dir: b.TempDir()} },
	"PostgreSQL": func(b *testing.B) Config { return Config{URL: hubtest.StartPostgres(b).Database()} },
}

// BenchmarkTakeOver takes over 9,900 tables that no node owns, 200 at the same time.
func BenchmarkTakeOver(b *testing.B) {
	for engine, open := range engines {
		b.Run(engine, func(b *testing.B) {
			cfg := open(b)
			cfg.Rand = rand.Reader
			s := need.Must(Open(b.Context(), cfg))(b)
			defer s.Close()
			const tables, atOnce = 9900, 200
			need.NoError(b, s.change(b.Context(), func(x *tx) error {
				for i := range tables {
					id := fmt.Sprintf("%016d", i*7919%tables)
					if err := x.create("", "", id, make([]byte, 300), make([]byte, 200)); err != nil {
						return err
					}
				}
				return nil
			}))
			for b.Loop() {
				need.NoError(b, s.change(b.Context(), func(x *tx) error { _, err := x.exec("UPDATE tab SET run = ''"); return err }))
				ids := need.Must(s.Orphans(b.Context(), tables))(b)
				if len(ids) != tables {
					b.Fatalf("%d tables", len(ids))
				}
				var all sync.WaitGroup
				places := make(chan struct{}, atOnce)
				for _, id := range ids {
					places <- struct{}{}
					all.Go(func() {
						defer func() { <-places }()
						if _, _, _, err := s.Claim(b.Context(), id); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
			}
		})
	}
}

// BenchmarkAppend appends records of 150 bytes to 1, 64 and 2,000 tables, of which 64 at most wait
// for theirs. The databases wait for the disk.
func BenchmarkAppend(b *testing.B) {
	for engine, open := range engines {
		for _, tables := range []int{1, 64, 2000} {
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
	const atOnce = 64
	for at := range min(tables, atOnce) {
		all.Go(func() {
			for i := at; left.Add(-1) >= 0; i += atOnce { // tables that are no one else's
				if i >= tables {
					i = at
				}
				began := time.Now()
				if err := tabs[i].Append(b.Context(), body); err != nil {
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
