// Web makes the page: the files that a browser needs to play, in one folder that any static server
// can serve. The program embeds the same folder, so that a host serves it, too. Run it in the
// repository (make web); arguments name other folders to fill.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	webpage "mancala/cmd/web/page"
	"mancala/words"
)

// sources are the files of the page that are written by hand, and the fonts that they use.
var sources = []string{
	"cmd/web/page/*.html", "cmd/web/page/*.css", "cmd/web/page/*.js", "cmd/web/page/*.svg",
	"render/fonts/macondo-latin-400-normal.woff", "render/fonts/nunito-latin-[47]00-normal.woff",
}

// outputs are the folders that are filled: the one that is embedded, and the one for static
// servers.
var outputs = []string{"cmd/mancala/webpage", "bin/page"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := page()
	if err != nil {
		return err
	}
	if len(os.Args) > 1 {
		outputs = os.Args[1:]
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

// page returns the files of the page by name.
func page() (map[string][]byte, error) {
	// A host answers with what a guest has to know of it; on a static server there is no host.
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
	files["mancala.wasm.gz"], err = program()
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
	return slices.Concat([]byte("globalThis.mancalaTexts = "), data, []byte(";\n")), err
}

// program builds the program for browsers and packs it.
func program() ([]byte, error) {
	const wasm, copies = "bin/mancala.wasm", "bin/vendor"
	modfile, err := trimmed(copies, changed, func(modfile string) error {
		return compileShaders(changed[0].copyIn(copies), modfile)
	})
	if err != nil {
		return nil, err
	}
	args := []string{"build", "-trimpath", "-modfile=" + modfile, "-gcflags=all=-l", "-ldflags=-s -w"}
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
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}
