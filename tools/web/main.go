// Web makes the page: the files that a browser needs to play, in one folder that any static server
// can serve. The program and the hub embed and serve the same files. Run it in the repository (make
// web); arguments name other folders to fill.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	webpage "mancala/cmd/web/page"
	"mancala/internal/words"
)

// sources are the handwritten files of the page, and its fonts.
var sources = []string{
	"cmd/web/page/*.html", "cmd/web/page/*.css", "cmd/web/page/*.js", "cmd/web/page/*.svg",
	"render/fonts/macondo-latin-400-normal.woff", "render/fonts/nunito-latin-[67]00-normal.woff",
}

// outputs are the output folders: those that are embedded, and the one for static servers.
var outputs = []string{"cmd/mancala/webpage", "cmd/hub/webpage", "bin/page"}

func main() {
	limit := flag.Int("limit", 0, "fail if the packed program has more bytes than that")
	best := flag.Bool("best", false, "pack as well as possible, which takes minutes: with zopfli, if it is installed, and the highest level of brotli")
	flag.Parse()
	if flag.NArg() > 0 {
		outputs = flag.Args()
	}
	if err := run(*limit, *best); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(limit int, best bool) error {
	files, err := page(best)
	if err != nil {
		return err
	}
	if size := len(files[gzipName]); limit > 0 && size > limit {
		return fmt.Errorf("%s has %d bytes, and %d are allowed; CONTRIBUTING.md tells how to find what is large", gzipName, size, limit)
	}
	for _, dir := range outputs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// The names of the packed program. Browsers unpack brotli themselves, so a server has to say that
// the file is packed (netplay/web does), and most browsers take it only over https. The other one
// is unpacked by the page, and needs nothing of the server.
const (
	gzipName   = "mancala.wasm.gz"
	brotliName = "mancala.wasm.br"
)

// page returns the page's files by name. best packs the program as well as possible.
func page(best bool) (map[string][]byte, error) {
	// A host generates its description; a static server has no host.
	files := map[string][]byte{"host.json": []byte("{}\n")}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	// It belongs to the Go that builds the program.
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	for _, pattern := range append(sources, support) {
		names, err := filepath.Glob(pattern)
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("there is no %s", pattern)
		}
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
	}
	wasm, err := program()
	if err != nil {
		return nil, err
	}
	if files["texts.js"], err = texts(len(wasm)); err != nil {
		return nil, err
	}
	if files[gzipName], err = packGzip(wasm, best); err != nil {
		return nil, err
	}
	if files[brotliName], err = packBrotli(wasm, best); err != nil {
		return nil, err
	}
	files[offlineName] = offline(files)
	fmt.Printf("%d bytes: %s %d, %s %d\n", len(wasm), gzipName, len(files[gzipName]), brotliName, len(files[brotliName]))
	return files, nil
}

// offlineName is the worker that keeps the page.
const offlineName = "offline.js"

// offline returns the worker, which begins with the files that it keeps and a version, a hash of
// them. It keeps neither itself nor the description of a host, and of the packed programs one. It
// keeps the page itself by the name of its folder: some servers redirect index.html to that.
func offline(files map[string][]byte) []byte {
	names := []string{"./"}
	version := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == offlineName || name == brotliName || path.Ext(name) == ".json" {
			continue
		}
		if name != "index.html" {
			names = append(names, name)
		}
		fmt.Fprintf(version, "%s %d\n%s", name, len(files[name]), files[name])
	}
	return fmt.Appendf(nil, "\"use strict\";\n\nconst version = %q;\nconst files = [%s];\n\n%s",
		hex.EncodeToString(version.Sum(nil)[:8]), `"`+strings.Join(names, `", "`)+`"`, files[offlineName])
}

// texts returns a script that sets mancalaTexts, the texts of the page by language and name, and
// mancalaSize, the size of the unpacked program in bytes.
func texts(size int) ([]byte, error) {
	all := map[string]map[string]string{}
	for _, l := range words.Languages() {
		if err := words.Use(l.Code); err != nil {
			return nil, err
		}
		all[l.Code] = webpage.Texts()
	}
	data, err := json.Marshal(all)
	return fmt.Appendf(nil, "var mancalaTexts = %s;\nvar mancalaSize = %d;\n", data, size), err
}

// inlined are the packages that are inlined for speed; the others are smaller without inlining.
var inlined = []string{"mancala/internal/engine", "mancala/internal/puzzle", "mancala/rules", "math/bits"}

// program builds and returns the program for browsers.
func program() ([]byte, error) {
	const pkg, wasm = "./cmd/web", "bin/mancala.wasm"
	linked, err := browserGo("list", "-deps", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("listing the packages of the page: %w", err)
	}
	if err := overlay(strings.Fields(string(linked))); err != nil {
		return nil, err
	}
	args := []string{"build", "-trimpath", "-overlay", overlayFile, "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, fast := range inlined {
		args = append(args, "-gcflags="+fast+"=")
	}
	if err := browserGo(append(args, "-o", wasm, pkg)...).Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(wasm)
}

// browserGo returns a go command for browsers.
func browserGo(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	return cmd
}
