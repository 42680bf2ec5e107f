package attack_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"mancala/netplay"
	"mancala/netplay/attack"
	"mancala/tools/need"
)

// crowd is how many connections are measured at once: fewer than a host keeps.
const crowd = 1500

// crowdVar asks the test program to be a crowd: the address of the host, and the crowd's kind.
const crowdVar = "MANCALA_CROWD"

// kinds are the connections that are measured.
var kinds = map[string]struct {
	insecure bool // at both ends
	say      func(ctx context.Context, addr string, i int) (*attack.Caller, error)
}{
	"silent": {say: func(ctx context.Context, addr string, i int) (*attack.Caller, error) {
		return attack.Dial(ctx, addr, false, 0)
	}},
	"plain":         {insecure: true, say: saying(false, []byte("MNC1"))},
	"tls":           {say: saying(true, []byte("MNC1"))},
	"hostile":       {say: saying(false, append([]byte("\x16\x03\x01\x10\x00\x01\x00\x0f\xfc"), make([]byte, 4000)...))},
	"hostile-plain": {insecure: true, say: saying(false, append([]byte("MNC1\x80\x20"), make([]byte, 4095)...))},
	"hostile-tls":   {say: saying(true, append([]byte("MNC1\x80\x20"), make([]byte, 4095)...))},
}

// saying returns what connects and sends some bytes.
func saying(secure bool, bytes []byte) func(context.Context, string, int) (*attack.Caller, error) {
	return func(ctx context.Context, addr string, i int) (*attack.Caller, error) {
		c, err := attack.Dial(ctx, addr, secure, 0)
		if err == nil {
			_, err = c.Write(bytes)
		}
		return c, err
	}
}

// beCrowd connects to a host, says so, and stays until the input ends.
func beCrowd(order string) {
	kind, addr, _ := strings.Cut(order, " ")
	var kept []*attack.Caller
	for i := range crowd {
		c, err := kinds[kind].say(context.Background(), addr, i)
		if err != nil {
			fmt.Println(err)
			return
		}
		kept = append(kept, c)
	}
	fmt.Println("here")
	_, _ = io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(kept)
}

// inUse returns the bytes of the heap and the stacks after the garbage is gone.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// BenchmarkConnection reports what a connection without a Hello costs a host. The crowd is another
// process, so that only the host is measured; it has to be there within the five seconds that a
// connection has for its Hello.
func BenchmarkConnection(b *testing.B) {
	need.Met(b, "files", attack.Files(2*crowd))
	for kind, k := range kinds {
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				_, addr := serve(b, netplay.HostConfig{Insecure: k.insecure})
				before := inUse()
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), crowdVar+"="+kind+" "+addr)
				stdin, err := cmd.StdinPipe()
				if err != nil {
					b.Fatal(err)
				}
				stdout, err := cmd.StdoutPipe()
				if err != nil {
					b.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "here\n" {
					b.Fatalf("the crowd says %q, %v", line, err)
				}
				time.Sleep(200 * time.Millisecond)
				b.ReportMetric(float64(inUse()-before)/crowd/1024, "KiB/connection")
				_ = stdin.Close()
				_ = cmd.Wait()
			}
		})
	}
}
