package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// metainfo is the file that describes the program to software centres. It holds the date of each
// release.
const metainfo = "packaging/linux/" + identifier + ".metainfo.xml"

// identifier names the program to desktops.
const identifier = "io.github.mancala.Mancala"

// release is all that the packages of one version have in common.
type release struct {
	version string
	date    time.Time
	work    string            // a folder for temporary files
	docs    []file            // papers and licences
	manual  []byte            // the man page
	shells  map[string][]byte // completions, by name of the shell
	page    []file            // for browsers
}

// prepare makes the page, and has the program write its version, manual and completions. best packs
// the page as well as possible.
func prepare(work string, best bool) (*release, error) {
	r := &release{work: work, shells: map[string][]byte{}}
	var err error
	if r.page, err = makePage(filepath.Join(work, "page"), best); err != nil {
		return nil, err
	}
	if _, err := r.build(runtime.GOOS, runtime.GOARCH); err != nil {
		return nil, err
	}
	if err := r.readVersion(); err != nil {
		return nil, err
	}
	if r.manual, err = r.program("man"); err != nil {
		return nil, err
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r.shells[shell], err = r.program("completion", shell); err != nil {
			return nil, err
		}
	}
	r.docs, err = papers(papersOf)
	return r, err
}

// readVersion asks the program for its version, and metainfo for its date.
func (r *release) readVersion() error {
	out, err := r.program("--version")
	if err != nil {
		return err
	}
	words := strings.Fields(string(out))
	if len(words) < 3 || words[2] != "with" {
		return fmt.Errorf("the program has no page for browsers in it, it says %q", out)
	}
	r.version = words[1]
	data, err := os.ReadFile(metainfo)
	if err != nil {
		return err
	}
	r.date, err = releaseDate(data, r.version)
	return err
}

// releaseDate returns the day of a release, as metainfo has it.
func releaseDate(metainfo []byte, version string) (time.Time, error) {
	var component struct {
		Releases []struct {
			Version string `xml:"version,attr"`
			Date    string `xml:"date,attr"`
		} `xml:"releases>release"`
	}
	if err := xml.Unmarshal(metainfo, &component); err != nil {
		return time.Time{}, fmt.Errorf("the metainfo: %w", err)
	}
	if len(component.Releases) == 0 || component.Releases[0].Version != version {
		return time.Time{}, fmt.Errorf("the first release in the metainfo has to be %s, the program's version", version)
	}
	return time.Parse(time.DateOnly, component.Releases[0].Date)
}

// fixed are the environment variables that would change the builds. An empty GOFLAGS would
// leave the choice to the file of "go env -w".
var fixed = []string{"GOFLAGS=-buildvcs=false", "GOWORK=off", "GOEXPERIMENT=", "GOFIPS140=off", "GOAMD64=v1", "GOARM64=v8.0"}

// build builds the program for a system and returns it.
func (r *release) build(goos, goarch string) ([]byte, error) {
	name := r.binary(goos, goarch)
	if err := goBuild(goos, goarch, "-ldflags=-s -w", "-o", name, "./cmd/mancala"); err != nil {
		return nil, err
	}
	if goos == "windows" {
		if err := r.addResources(name); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(name)
}

// goBuild runs "go build" in the folder of a module, for a system and with more arguments.
func goBuild(goos, goarch string, args ...string) error {
	build := exec.Command("go", append([]string{"build", "-trimpath"}, args...)...)
	build.Env = slices.Concat(os.Environ(), fixed, []string{"CGO_ENABLED=0", "GOOS=" + goos, "GOARCH=" + goarch})
	build.Stderr = os.Stderr
	return build.Run()
}

// binary is the place for the program that is built for a system.
func (r *release) binary(goos, goarch string) string {
	name := "mancala"
	if goos == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.work, goos+"-"+goarch, name)
}

// program returns the output of the program as built for this system, in English and without
// settings.
func (r *release) program(args ...string) ([]byte, error) {
	cmd := exec.Command(r.binary(runtime.GOOS, runtime.GOARCH), args...)
	cmd.Env = []string{"LC_ALL=C", "HOME=" + r.work, "LOCALAPPDATA=" + r.work, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("mancala %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
