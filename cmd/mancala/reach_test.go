package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/netplay/address"
	"mancala/netplay/transport"
	"mancala/tools/need"
)

// The tests, and the programs that they start, are kept off the network.
func TestNothingLeavesThisMachine(t *testing.T) {
	if !loopbackAlone() {
		t.Fatal("the tests may reach a network")
	}
	for _, file := range []string{"Makefile", ".ci/run"} {
		text := need.Must(os.ReadFile(filepath.Join("..", "..", file)))(t)
		exported := false
		for line := range strings.Lines(string(text)) {
			exported = exported || strings.HasPrefix(line, "export ") && strings.Contains(line, address.LoopbackVariable)
		}
		if !exported {
			t.Errorf("%s does not export %s", file, address.LoopbackVariable)
		}
	}
	for _, args := range [][]string{
		{"--text", "--serve", "0.0.0.0:7000"},
		{"--serve", "192.168.1.5:7000"},
		{"--text", "--join", "ada.example"},
		{"--join", "mancala://192.0.2.1:7000/"},
	} {
		code, stdout, stderr := call(args...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, "MANCALA_LOOPBACK is set") {
			t.Errorf("mancala %v: exit %d, output %q, error %q", args, code, stdout, stderr)
		}
	}
	t.Setenv(address.LoopbackVariable, "")
	if _, inside := network().(transport.TCP); !inside || checkReach("192.0.2.1:7000") != nil {
		t.Error("the variable counts though it is empty")
	}
}
