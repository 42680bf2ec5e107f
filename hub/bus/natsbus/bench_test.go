package natsbus

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
)

// BenchmarkAlone: one server, both nodes in its process.
func BenchmarkAlone(b *testing.B) {
	s := start(b, ServerConfig{Node: "alone"})
	bustest.Benchmark(b, join(b, s), join(b, s))
}

// BenchmarkCluster: three servers in one process, three replicas, the nodes on different ones.
func BenchmarkCluster(b *testing.B) {
	var servers []*Server
	for _, cfg := range members(b, 3) {
		servers = append(servers, start(b, cfg))
	}
	bustest.Benchmark(b, join(b, servers[0]), join(b, servers[1]))
}

// BenchmarkJournalBytes measures the bytes that a record takes in a journal, its data included: on
// the disk of one server, and in its memory. There are a thousand keys, and each is trimmed to its
// newest 40 records again and again.
func BenchmarkJournalBytes(b *testing.B) {
	const keys, records, rounds = 1000, 40, 3
	for _, servers := range []int{1, 3} {
		b.Run(strconv.Itoa(servers), func(b *testing.B) {
			configs := []ServerConfig{{Node: "alone", Dir: b.TempDir()}}
			if servers > 1 {
				configs = members(b, servers)
			}
			var first *Server
			for _, cfg := range configs {
				if s := start(b, cfg); first == nil {
					first = s
				}
			}
			n := join(b, first)
			for b.Loop() {
				j, err := n.Journal(b.Context(), "games")
				if err != nil {
					b.Fatal(err)
				}
				disk, memory := diskOf(b, configs[0].Dir), inUse()
				fill(b, j, keys, records, rounds)
				disk = diskOf(b, configs[0].Dir) - disk
				b.ReportMetric(float64(inUse()-memory)/float64(keys*records*servers), "mem-B/record")
				b.ReportMetric(float64(disk)/(keys*records*rounds), "disk-B/written")
			}
		})
	}
}

// fill appends rounds*records records to each key, and trims them to the newest ones.
func fill(b *testing.B, j bus.Journal, keys, records, rounds int) {
	data := make([]byte, recordSize)
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for k := w; k < keys; k += 16 {
				key, tail := "tableoftheclub"+strconv.Itoa(100+k), uint64(0)
				for range rounds {
					first := uint64(0)
					for range records {
						revision, err := j.Append(b.Context(), key, tail, data)
						if err != nil {
							b.Error(err)
							return
						}
						if tail = revision; first == 0 {
							first = revision
						}
					}
					if err := j.Trim(b.Context(), key, first); err != nil {
						b.Error(err)
						return
					}
				}
			}
		})
	}
	all.Wait()
}

// recordSize is about the size of a ply's record.
const recordSize = 76

// inUse returns the bytes of the heap that are in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// diskOf returns the bytes of the files in a folder that are messages.
func diskOf(b *testing.B, dir string) (size int64) {
	time.Sleep(20 * time.Second) // for what the server still writes and caches
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".blk") {
			return err
		}
		info, err := os.Stat(path)
		size += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}
