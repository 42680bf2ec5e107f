// Web makes the page: the files that a browser needs to play, in one folder that any static server
// can serve. The program and the hub embed the same files, so that they serve them, too. Run it in
// the repository (make web); arguments name other folders to fill.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	webpage "mancala/cmd/web/page"
	"mancala/words"
)

// sources are the handwritten files of the page, and its fonts.
var sources = []string{
	"cmd/web/page/*.html", "cmd/web/page/*.css", "cmd/web/page/*.js", "cmd/web/page/*.svg",
	"render/fonts/macondo-latin-400-normal.woff", "render/fonts/nunito-latin-[47]00-normal.woff",
}

// outputs are the output folders: those that are embedded, and the one for static servers.
var outputs = []string{"cmd/mancala/webpage", "hub/webpage", "bin/page"}

func main() {
	limit := flag.Int("limit", 0, "fail if the packed program has more bytes than that")
	best := flag.Bool("best", false, "pack with zopfli, if it is installed, which takes minutes and saves a twenty-fifth")
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
	if size := len(files[packedName]); limit > 0 && size > limit {
		return fmt.Errorf("%s has %d bytes, and %d are allowed; CONTRIBUTING.md tells how to find what is large", packedName, size, limit)
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

// packedName is the name of the compressed program.
const packedName = "mancala.wasm.gz"

// page returns the files of the page by name. If best is set the program is compressed with zopfli.
func page(best bool) (map[string][]byte, error) {
	// A host generates its own description; on a static server there is no host.
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
	if files["texts.js"], err = texts(); err != nil {
		return nil, err
	}
	files[packedName], err = program(best)
	return files, err
}

// texts returns a script that sets mancalaTexts: the texts of the page by language and name.
func texts() ([]byte, error) {
	all := map[string]map[string]string{}
	for _, l := range words.Languages() {
		if err := words.Use(l.Code); err != nil {
			return nil, err
		}
		all[l.Code] = webpage.Texts()
	}
	data, err := json.Marshal(all)
	return slices.Concat([]byte("var mancalaTexts = "), data, []byte(";\n")), err
}

// inlined are the packages that are inlined for speed; the others are smaller without inlining.
var inlined = []string{"mancala/engine", "mancala/rules", "mancala/motion", "mancala/render", "mancala/sound", "math/...", "cmp", "encoding/binary"}

// program builds and compresses the program for browsers.
func program(best bool) ([]byte, error) {
	const wasm, copies = "bin/mancala.wasm", "bin/vendor"
	modfile, err := trimmed(copies, changed, func(modfile string) error {
		return compileShaders(changed[0].copyIn(copies), modfile)
	})
	if err != nil {
		return nil, err
	}
	overlay, err := ownTexts("bin")
	if err != nil {
		return nil, err
	}
	args := []string{"build", "-trimpath", "-modfile=" + modfile, "-overlay=" + overlay, "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, fast := range inlined {
		args = append(args, "-gcflags="+fast+"=")
	}
	build := exec.Command("go", append(args, "-o", wasm, "./cmd/web")...)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(wasm)
	if err != nil {
		return nil, err
	}
	if err := dropLines(data); err != nil {
		return nil, err
	}
	packed, err := pack(data, best)
	if err == nil {
		fmt.Printf("%s: %d bytes, %d unpacked\n", packedName, len(packed), len(data))
	}
	return packed, err
}

// pack compresses data with gzip or, if best is set and it is installed, with zopfli.
func pack(data []byte, best bool) ([]byte, error) {
	if best {
		name, err := exec.LookPath("zopfli")
		if err == nil {
			return zopfli(name, data)
		}
		fmt.Fprintln(os.Stderr, noZopfli)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

const noZopfli = "web: zopfli is not installed, so gzip packs the page, a twenty-fifth larger. Debian has a package of that name."

// zopfli compresses data with the zopfli command in the file name.
func zopfli(name string, data []byte) ([]byte, error) {
	const file = "bin/mancala.stripped.wasm"
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	return exec.Command(name, "-c", "--i5", file).Output()
}
