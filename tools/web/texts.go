package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ownTexts writes the translations that the page needs into a folder, and returns the name of a
// file that has go build embed them in place of those in package words.
func ownTexts(dir string) (overlay string, err error) {
	needed, err := linked()
	if err != nil {
		return "", err
	}
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	names, err := filepath.Glob("words/po/*.po")
	if err == nil && len(names) == 0 {
		err = errors.New("there are no translations in words/po")
	}
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		own := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(own, textsOf(text, needed), 0o644); err != nil {
			return "", err
		}
		replace[filepath.Join(root, name)] = filepath.Join(root, own)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "texts.json")
	return overlay, os.WriteFile(overlay, data, 0o644)
}

// linked returns the packages of this module in the program for browsers, by their folders.
func linked() (map[string]bool, error) {
	list := exec.Command("go", "list", "-deps", "./cmd/web")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	list.Stderr = os.Stderr
	paths, err := list.Output()
	packages := map[string]bool{}
	for path := range strings.Lines(string(paths)) {
		if folder, ours := strings.CutPrefix(strings.TrimSpace(path), "mancala/"); ours {
			packages[folder] = true
		}
	}
	return packages, err
}

// textsOf returns the entries of a PO file that one of some packages needs, by their paths in the
// module, without comments.
func textsOf(po []byte, needed map[string]bool) []byte {
	var kept [][]byte
	for entry := range bytes.SplitSeq(po, []byte("\n\n")) {
		var lines [][]byte
		referred, wanted := false, false
		for line := range bytes.SplitSeq(entry, []byte("\n")) {
			if places, ok := bytes.CutPrefix(line, []byte("#: ")); ok {
				referred = true
				for pkg := range bytes.FieldsSeq(places) {
					wanted = wanted || needed[string(pkg)]
				}
			}
			if len(line) > 0 && line[0] != '#' {
				lines = append(lines, line)
			}
		}
		if wanted || !referred {
			kept = append(kept, bytes.Join(lines, []byte("\n")))
		}
	}
	return append(bytes.Join(kept, []byte("\n\n")), '\n')
}
