package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// small panics deep in a call, runs the garbage collector, and prints its callers.
const small = `package main

import (
	"fmt"
	"runtime"
	"strings"
)

type node struct{ left, right *node }

func grow(depth int) *node {
	if depth == 0 {
		return nil
	}
	runtime.Gosched()
	return &node{grow(depth - 1), grow(depth - 1)}
}

func (n *node) count() int {
	if n == nil {
		return 0
	}
	return 1 + n.left.count() + n.right.count()
}

func deep(n int) {
	if n == 0 {
		panic("deep")
	}
	defer func() { strings.Repeat("x", n) }()
	deep(n - 1)
}

func main() {
	defer func() {
		_, _, line, _ := runtime.Caller(0)
		fmt.Println(recover(), line)
	}()
	pc, _, _, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name())
	for range 4 {
		n := grow(14)
		runtime.GC()
		fmt.Println(n.count())
	}
	deep(100)
}
`

// built returns a browser program.
func built(t *testing.T, source string) []byte {
	need.Programs(t, "go")
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module small\n\ngo 1.26.0\n", "main.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "small.wasm", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	wasm, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

func packed(t *testing.T, data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestDropLines checks that a program without line numbers is smaller and behaves the same.
func TestDropLines(t *testing.T) {
	wasm := built(t, small)
	before := packed(t, wasm)
	if err := dropLines(wasm); err != nil {
		t.Fatal(err)
	}
	if after := packed(t, wasm); after > before*97/100 {
		t.Errorf("%d bytes became %d", before, after)
	}
	node, err := exec.LookPath("node")
	need.Met(t, "node", err)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "small.wasm")
	if err := os.WriteFile(name, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name).CombinedOutput()
	want := "main.main\n" + strings.Repeat("16383\n", 4) + "deep 0\n"
	if err != nil || string(out) != want {
		t.Errorf("it says %q, %v", out, err)
	}
}

// TestDropLinesRefuses checks that files that are not programs of this Go release are refused.
func TestDropLinesRefuses(t *testing.T) {
	for _, data := range []string{"", "hello", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x0b\x06\x01\x00\x41\x00\x0b\x01\x00"} {
		if err := dropLines([]byte(data)); err == nil {
			t.Errorf("%q is taken for a program", data)
		}
	}
}
