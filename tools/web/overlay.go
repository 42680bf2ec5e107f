package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Smaller forms of files that the program embeds or compiles are written to a folder, and go build
// takes them by its option -overlay.
const (
	smaller     = "bin/smaller"
	overlayFile = "bin/overlay.json"
)

// overlay writes smaller forms of the embedded catalogues and fonts and of text/template, and the
// file for the option -overlay. Used are the import paths of all packages that the page links.
func overlay(used []string) error {
	replace := map[string]string{}
	templates, err := browserGo("list", "-f", "{{.Dir}}", "text/template").Output()
	if err != nil {
		return fmt.Errorf("finding text/template: %w", err)
	}
	for pattern, shrink := range map[string]func([]byte) ([]byte, error){
		"internal/words/po/*.po": func(po []byte) ([]byte, error) { return []byte(spoken(string(po), used)), nil },
		"render/fonts/*.woff":    unpackFont,
		filepath.Join(strings.TrimSpace(string(templates)), "exec.go"): withoutMethods,
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			return fmt.Errorf("there is no %s: %w", pattern, err)
		}
		for _, name := range names {
			if err := replaceFile(replace, name, shrink); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(overlayFile, data, 0o644)
}

// withoutMethods returns a file of text/template whose templates call no methods. A program that
// looks up methods by name keeps all exported methods: half a megabyte of the packed page. Only
// Ebitengine has templates there, and they read only fields.
func withoutMethods(source []byte) ([]byte, error) {
	const lookup = "ptr.MethodByName(fieldName)"
	if n := bytes.Count(source, []byte(lookup)); n != 1 {
		return nil, fmt.Errorf("it looks up methods %d times by %s, not once", n, lookup)
	}
	return bytes.Replace(source, []byte(lookup), []byte("(reflect.Value{})"), 1), nil
}

// replaceFile writes the smaller form of a file, and adds both to the overlay.
func replaceFile(replace map[string]string, name string, shrink func([]byte) ([]byte, error)) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if data, err = shrink(data); err != nil {
		return err
	}
	to := filepath.Join(smaller, strings.TrimPrefix(name, filepath.VolumeName(name))) + ".smaller" // no source of ours
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		return err
	}
	from, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	replace[from], err = filepath.Abs(to)
	return err
}
