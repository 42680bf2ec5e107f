package main

import (
	"os"
	"path/filepath"
	"slices"
)

// hubPapers are the papers of the packages with the hub.
var hubPapers = []paper{
	{"HUB.md", "HUB.md"},
	{"LICENSE", "LICENSE"},
	{"NOTICES", "cmd/hub/notices.txt"},
	{"CHANGELOG.md", "CHANGELOG.md"},
}

// buildHub builds the hub for a system and returns it. It has the version of the release.
func (r *release) buildHub(goos, goarch string) ([]byte, error) {
	name := filepath.Join(r.work, goos+"-"+goarch, "hub")
	err := goBuild(goos, goarch, "-ldflags=-s -w -X main.release="+r.version, "-o", name, "./cmd/hub")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// hubFiles returns a package with the hub, a configuration to begin with, and the unit for systemd.
func hubFiles(_ *release, program []byte) ([]file, error) {
	files, err := papers(hubPapers)
	if err != nil {
		return nil, err
	}
	files = slices.Concat(files, []file{executable("hub", program)})
	for _, name := range []string{"hub.toml", "mancala-hub.service"} {
		data, err := os.ReadFile(filepath.Join("packaging", "hub", name))
		if err != nil {
			return nil, err
		}
		files = append(files, plain(name, data))
	}
	return files, nil
}
