package meet

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// asServer is the environment variable that makes this test program a meeting point.
const asServer = "MANCALA_TEST_MEETING_POINT"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		serveAlone()
		return
	}
	os.Exit(m.Run())
}

// serveAlone is a meeting point until standard input ends. It prints its address.
func serveAlone() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	debug.SetGCPercent(25) // as the command does
	fmt.Println(listener.Addr())
	go func() {
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() { // each line asks it to hold only the bytes that it needs
			debug.FreeOSMemory()
			fmt.Println("settled")
		}
		cancel()
	}()
	if err := NewServer(Config{Files: 20_000}).Serve(ctx, listener); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// process is a meeting point in its own process.
type process struct {
	addr string
	cmd  *exec.Cmd
	in   io.Writer
	out  *bufio.Reader
}

// settled returns the memory of the process after it has released all it does not need.
func (p *process) settled(t testing.TB) int {
	t.Helper()
	time.Sleep(200 * time.Millisecond)
	need.Must(fmt.Fprintln(p.in))(t)
	need.Must(p.out.ReadString('\n'))(t)
	return p.memory(t)
}

// startProcess starts one, until the test ends.
func startProcess(t testing.TB) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], "-test.run=^$")}
	p.cmd.Env = append(os.Environ(), asServer+"=1")
	p.cmd.Stderr = os.Stderr
	in := need.Must(p.cmd.StdinPipe())(t)
	out := need.Must(p.cmd.StdoutPipe())(t)
	need.NoError(t, p.cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = p.cmd.Wait()
	})
	p.in, p.out = in, bufio.NewReader(out)
	line := need.Must(p.out.ReadString('\n'))(t)
	p.addr = strings.TrimSpace(line)
	return p
}

// memory returns the resident memory of the process, in bytes.
func (p *process) memory(t testing.TB) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Skip("this system does not tell how much memory a process has: ", err)
	}
	for line := range strings.Lines(string(text)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	t.Fatal("the system does not tell how much memory a process has")
	return 0
}

// met is a pair through a meeting point.
type met struct{ host, guest net.Conn }

// close ends both ends.
func (m met) close() {
	_ = m.host.Close()
	_ = m.guest.Close()
}

func dial(t testing.TB, addr string) net.Conn {
	t.Helper()
	return need.Must(net.Dial("tcp", addr))(t)
}

// openAt gets a lookup for a new host.
func openAt(t testing.TB, addr string) *HostLine {
	t.Helper()
	return need.Must(Open(t.Context(), dial(t, addr), "", ""))(t)
}

// meetAt has a guest meet a host.
func meetAt(t testing.TB, addr string, line *HostLine) met {
	t.Helper()
	came := make(chan net.Conn, 1)
	go func() {
		defer close(came)
		guest, err := line.Next()
		if err != nil || guest == nil {
			return
		}
		if nc, err := net.Dial("tcp", addr); err == nil {
			if nc, err = Take(t.Context(), nc, guest.ID); err == nil {
				came <- nc
			}
		}
	}()
	guest := need.Must(Join(t.Context(), dial(t, addr), line.Lookup))(t)
	host := <-came
	if host == nil {
		t.Fatal("the host does not meet its guest")
	}
	return met{host, guest}
}

// BenchmarkPairMemory reports the memory of a meeting point's process for each waiting host, and in
// addition for each idle pair that has talked.
func BenchmarkPairMemory(b *testing.B) {
	const pairs = 1000
	for b.Loop() {
		p := startProcess(b)
		for range 20 { // memory that is needed only once
			line := openAt(b, p.addr)
			meetAt(b, p.addr, line).close()
			_ = line.Close()
		}
		empty := p.settled(b)
		var lines []*HostLine
		for range pairs {
			lines = append(lines, openAt(b, p.addr))
		}
		hosts := p.settled(b)
		var list []met
		for _, line := range lines {
			list = append(list, meetAt(b, p.addr, line))
		}
		for range 20 { // a ply there and back
			for _, m := range list {
				echo(b, m, 100)
			}
		}
		talking := p.settled(b)
		b.ReportMetric(float64(hosts-empty)/pairs/1024, "KiB/host")
		b.ReportMetric(float64(talking-hosts)/pairs/1024, "KiB/pair")
		for i, m := range list {
			m.close()
			_ = lines[i].Close()
		}
	}
}

// BenchmarkRoundTrip measures the median time that a meeting point adds to a round trip of 100
// bytes over loopback: each trip through the meeting point follows one without it.
func BenchmarkRoundTrip(b *testing.B) {
	b.Run("process", func(b *testing.B) { roundTrips(b, startProcess(b).addr) })
	b.Run("goroutines", func(b *testing.B) { roundTrips(b, startServer(b)) })
}

// startServer starts a meeting point in this process, until the test ends, and returns its address.
func startServer(t testing.TB) string {
	t.Helper()
	listener := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- NewServer(Config{Files: 20_000}).Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func roundTrips(b *testing.B, addr string) {
	line := openAt(b, addr)
	defer line.Close()
	by := meetAt(b, addr, line)
	defer by.close()
	listener := need.Must(net.Listen("tcp", "127.0.0.1:0"))(b)
	defer listener.Close()
	guest := dial(b, listener.Addr().String())
	host := need.Must(listener.Accept())(b)
	direct := met{host, guest}
	defer direct.close()
	for _, m := range []met{by, direct} {
		go func() { _, _ = io.Copy(m.host, m.host) }()
	}
	var times [2][]time.Duration
	var buf [100]byte
	for b.Loop() {
		for i, m := range []met{direct, by} {
			began := time.Now()
			need.Must(m.guest.Write(buf[:]))(b)
			need.Must(io.ReadFull(m.guest, buf[:]))(b)
			times[i] = append(times[i], time.Since(began))
		}
	}
	var median [2]float64
	for i := range times {
		slices.Sort(times[i])
		median[i] = float64(times[i][len(times[i])/2].Nanoseconds()) / 1000
	}
	b.ReportMetric(median[0], "us-direct")
	b.ReportMetric(median[1]-median[0], "us-added")
}

// echo sends bytes from the guest to the host and back.
func echo(b testing.TB, m met, n int) {
	var buf [1 << 10]byte
	for _, way := range [][2]net.Conn{{m.guest, m.host}, {m.host, m.guest}} {
		need.Must(way[0].Write(buf[:n]))(b)
		for got := 0; got < n; {
			r := need.Must(way[1].Read(buf[:n-got]))(b)
			got += r
		}
	}
}
