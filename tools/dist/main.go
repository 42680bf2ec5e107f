// Dist makes the packages of a release: an archive for each system, one with the browser page, the
// hub's archives, and SHA256SUMS. Run it in the repository (make dist). Arguments name the packages
// to make, such as linux-amd64; the default is all.
//
// The same sources and the same Go make the same bytes, in any folder and at any time.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// target is a package to make.
type target struct {
	name     string                                                            // in the name of the archive
	os, arch string                                                            // as Go names them
	ext      string                                                            // of the archive
	build    func(r *release, goos, goarch string) (program []byte, err error) // nil if nothing is built
	files    func(r *release, program []byte) ([]file, error)
}

var targets = []target{
	{"linux-amd64", "linux", "amd64", ".tar.gz", (*release).build, linuxFiles},
	{"linux-arm64", "linux", "arm64", ".tar.gz", (*release).build, linuxFiles},
	{"windows-amd64", "windows", "amd64", ".zip", (*release).build, windowsFiles},
	{"macos-arm64", "darwin", "arm64", ".zip", (*release).build, macFiles},
	{"macos-amd64", "darwin", "amd64", ".zip", (*release).build, macFiles},
	{"web", "", "", ".zip", nil, webFiles},
	{"hub-linux-amd64", "linux", "amd64", ".tar.gz", (*release).buildHub, hubFiles},
	{"hub-linux-arm64", "linux", "arm64", ".tar.gz", (*release).buildHub, hubFiles},
}

func main() {
	best := flag.Bool("best", false, "pack the page as well as possible, which takes minutes: with zopfli, if it is installed")
	flag.Parse()
	if err := run(*best, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// out is the folder for the packages.
const out = "bin/dist"

func run(best bool, names []string) error {
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mancala-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r, err := prepare(work, best)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, t := range chosen {
		name, data, err := r.archive(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		fmt.Printf("%9d bytes  %s\n", len(data), name)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// choose returns the targets with these names, or all without a name.
func choose(names []string) ([]target, error) {
	for _, name := range names {
		if !slices.ContainsFunc(targets, func(t target) bool { return t.name == name }) {
			return nil, fmt.Errorf("there is no package %q", name)
		}
	}
	if len(names) == 0 {
		return targets, nil
	}
	return slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return !slices.Contains(names, t.name) }), nil
}

// archive makes a package, and returns the name of its file as well.
func (r *release) archive(t target) (name string, data []byte, err error) {
	var program []byte
	if t.build != nil {
		if program, err = t.build(r, t.os, t.arch); err != nil {
			return "", nil, err
		}
	}
	return r.pack(t, program)
}

// pack returns the archive for a system with the program as built for it, and the name of its file.
func (r *release) pack(t target, program []byte) (name string, data []byte, err error) {
	files, err := t.files(r, program)
	if err != nil {
		return "", nil, err
	}
	folder := "mancala-" + r.version + "-" + t.name
	for i := range files {
		files[i].name = folder + "/" + files[i].name
	}
	write := writeZip
	if t.ext == ".tar.gz" {
		write = writeTarGz
	}
	data, err = write(files, r.date)
	return folder + t.ext, data, err
}
