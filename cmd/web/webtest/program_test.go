package webtest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"mancala/tools/need"
)

// root is the folder of the module.
const root = "../../.."

// built holds the page, the program and the hub, each built once for all tests.
var built struct {
	page, program, hub sync.Once

	trouble error
	output  []byte
}

// pageFolder builds the page and returns its folder, which any static server can serve.
func pageFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(scratch, "page")
	built.page.Do(func() {
		readSources(t)
		goes(".", "run", "./tools/web", dir)
	})
	buildsWell(t)
	return dir
}

// program builds the program with the page in it, and returns its file.
func program(t *testing.T) string {
	t.Helper()
	page := pageFolder(t)
	file := filepath.Join(scratch, "mancala")
	built.program.Do(func() {
		overlay, err := embedding(page)
		if err != nil {
			built.trouble = err
			return
		}
		goes(".", "build", "-overlay", overlay, "-o", file, "./cmd/mancala")
	})
	buildsWell(t)
	return file
}

// hubProgram builds the hub, and returns its file.
func hubProgram(t *testing.T) string {
	t.Helper()
	file := filepath.Join(scratch, "hub")
	built.hub.Do(func() {
		readSources(t)
		goes("cmd/hub", "build", "-o", file, ".")
	})
	buildsWell(t)
	return file
}

// goes runs the go command in a folder of the module.
func goes(folder string, args ...string) {
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(root, folder)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	built.output, built.trouble = cmd.CombinedOutput()
}

func buildsWell(t *testing.T) {
	t.Helper()
	if built.trouble != nil {
		t.Fatalf("building: %v\n%s", built.trouble, built.output)
	}
}

// embedding returns the name of an overlay file for "go build" that replaces the program's embedded
// page.
func embedding(dir string) (string, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	inside, err := filepath.Abs(filepath.Join(root, "cmd/mancala/webpage"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, f := range files {
		replace[filepath.Join(inside, f.Name())] = filepath.Join(dir, f.Name())
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(scratch, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}

// readSources reads all folders of the program, so that "go test" reruns the tests after a change
// there: they do not import the tested packages.
func readSources(t *testing.T) {
	t.Helper()
	need.NoError(t, filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && name != root && (entry.Name()[0] == '.' || entry.Name() == "bin" || entry.Name() == "docs") {
			return filepath.SkipDir
		}
		return err
	}))
}
