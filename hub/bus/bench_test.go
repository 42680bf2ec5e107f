package bus_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// size is the number of bytes of a message or value in the benchmarks: about as many as a table
// has.
const size = 1024

func BenchmarkFile(b *testing.B) { measure(b, open(b)) }

func BenchmarkAlone(b *testing.B) { measure(b, servers(b, 1)) }

// BenchmarkCluster: three servers in one process, three replicas, the nodes on different ones.
func BenchmarkCluster(b *testing.B) { measure(b, servers(b, 3)) }

// measure measures a bus between two of its nodes: messages, requests and updates, one after the
// other and from many goroutines at once.
func measure(b *testing.B, join join) {
	p := nodes(b, join)
	one, two := p.a, p.b
	b.Run("Publish", func(b *testing.B) { benchmarkPublish(b, one, two) })
	for _, workers := range []int{1, 64} {
		b.Run(fmt.Sprint("Request/", workers), func(b *testing.B) { benchmarkRequest(b, one, two, workers) })
	}
	for _, workers := range []int{1, 64, 1000} {
		b.Run(fmt.Sprint("Update/", workers), func(b *testing.B) { benchmarkUpdate(b, one, workers) })
	}
	b.Run("Get", func(b *testing.B) { benchmarkGet(b, one) })
	b.Run("Append/64", func(b *testing.B) { benchmarkAppend(b, one, 64) })
}

// perSecond reports the operations in a second.
func perSecond(b *testing.B) { b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s") }

// share calls f b.N times from some goroutines.
func share(b *testing.B, workers int, f func(worker int) error) {
	var next atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for w := range workers {
		all.Go(func() {
			for next.Add(1) <= int64(b.N) {
				if err := f(w); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	perSecond(b)
}

func benchmarkPublish(b *testing.B, one, two bus.Bus) {
	subject, data := name(), make([]byte, size)
	arrived := make(chan struct{}, 1000)
	end := need.Must(two.Subscribe(subject, func(bus.Message) { arrived <- struct{}{} }))(b)
	defer end()
	for heard := false; !heard; { // the other node's interest arrives in its own time
		need.NoError(b, one.Publish(subject, data))
		select {
		case <-arrived:
			heard = true
		default:
		}
	}
	for len(arrived) > 0 {
		<-arrived
	}
	b.ResetTimer()
	go func() {
		for range b.N {
			if err := one.Publish(subject, data); err != nil {
				b.Error(err)
			}
		}
	}()
	for range b.N {
		<-arrived
	}
	perSecond(b)
}

func benchmarkRequest(b *testing.B, one, two bus.Bus, workers int) {
	subject, data := name(), make([]byte, size)
	end := need.Must(two.Subscribe(subject, func(m bus.Message) { m.Respond(m.Data) }))(b)
	defer end()
	for err := bus.ErrNoResponders; err != nil; {
		_, err = one.Request(b.Context(), subject, data)
	}
	share(b, workers, func(int) error {
		_, err := one.Request(b.Context(), subject, data)
		return err
	})
}

// benchmarkUpdate: each worker has its own key, as each table has.
func benchmarkUpdate(b *testing.B, one bus.Bus, workers int) {
	k := need.Must(one.Bucket(b.Context(), name(), 0))(b)
	revisions, data := make([]uint64, workers), make([]byte, size)
	for w := range workers {
		revisions[w] = need.Must(k.Create(b.Context(), fmt.Sprint("key", w), data))(b)
	}
	share(b, workers, func(w int) (err error) {
		revisions[w], err = k.Update(b.Context(), fmt.Sprint("key", w), data, revisions[w])
		return err
	})
}

func benchmarkGet(b *testing.B, one bus.Bus) {
	k := need.Must(one.Bucket(b.Context(), name(), 0))(b)
	need.Must(k.Create(b.Context(), "key", make([]byte, size)))(b)
	share(b, 1, func(int) error {
		_, err := k.Get(b.Context(), "key")
		return err
	})
}

func benchmarkAppend(b *testing.B, one bus.Bus, workers int) {
	l := need.Must(one.Log(b.Context(), name()))(b)
	data := make([]byte, size)
	share(b, workers, func(int) error {
		_, err := l.Append(b.Context(), data)
		return err
	})
}
