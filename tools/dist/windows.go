package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// winres writes icon, manifest and version into programs for Windows. "go run" takes this exact
// version of it, so it is not in go.mod.
const winres = "github.com/tc-hib/go-winres@v0.3.3"

// windowsIcons are the sizes that Explorer and the task bar show; packaging/windows/winres.json
// names their files.
var windowsIcons = []int{16, 32, 48, 64, 128, 256}

// windowsFiles returns a package with the program beside its papers.
func windowsFiles(r *release, program []byte) ([]file, error) {
	return slices.Concat(r.docs, r.terminalFiles(), []file{executable("mancala.exe", program)}), nil
}

// addResources adds the icon, the manifest and the version to a program for Windows. The built
// program is changed, because every build for Windows would use a .syso file beside the sources.
func (r *release) addResources(program string) error {
	folder := filepath.Join(r.work, "winres")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, size := range windowsIcons {
		picture, err := icon(size)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.png", size)), picture, 0o644); err != nil {
			return err
		}
	}
	settings, err := os.ReadFile("packaging/windows/winres.json")
	if err != nil {
		return err
	}
	list := filepath.Join(folder, "winres.json")
	if err := os.WriteFile(list, settings, 0o644); err != nil {
		return err
	}
	patch := exec.Command("go", "run", winres, "patch", "--in", list, "--no-backup",
		"--file-version", r.version, "--product-version", r.version, program)
	patch.Stdout, patch.Stderr = os.Stderr, os.Stderr
	return patch.Run()
}
