package main

import (
	"os"
	"path/filepath"
	"testing"

	"mancala/netplay/address"
	"mancala/tools/need/screen"
)

// TestMain gives the tests a data folder that is theirs, English, and no network.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == selfName {
		main()
	}
	dir, err := os.MkdirTemp("", "mancala")
	if err != nil {
		os.Stderr.WriteString("the tests' folder: " + err.Error() + "\n")
		os.Exit(1)
	}
	_ = os.Setenv("LC_ALL", "C")                        // whatever this system speaks
	_ = os.Setenv(address.LoopbackVariable, "loopback") // nothing leaves this machine
	for _, name := range []string{"XDG_DATA_HOME", "LOCALAPPDATA"} {
		_ = os.Setenv(name, dir) // a name and a value that every system takes
	}
	if builds.dir, err = os.MkdirTemp("", "mancala-built-"); err != nil {
		os.Stderr.WriteString("the folder of the built programs: " + err.Error() + "\n")
		os.Exit(1)
	}
	code := screen.Run(m)
	_ = os.RemoveAll(dir)
	_ = os.RemoveAll(builds.dir)
	os.Exit(code)
}
