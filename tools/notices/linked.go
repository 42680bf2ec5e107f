package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// part is a part of the program: a module, a font, or Go itself.
type part struct {
	name, version string
	texts         []string // the texts of its licences and notices
	licences      []string // their names, without duplicates
}

// target is a platform, with the main package that is built for it.
type target struct{ os, arch, pkg string }

// omitted are licence files of linked modules that do not apply to the program, with the reason.
var omitted = map[string]string{
	"modernc.org/memory/LICENSE-LOGO":         "it covers a picture on the project's page",
	"modernc.org/sqlite/LICENSE-SQLITE_VEC":   "that package is not linked",
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md": "everything linked that it lists has its own entry; the rest are tools and tests",
}

// goName names the one part that is not a module, Go. It has no version, so that the notices do not
// depend on the build's Go release.
const goName = "Go, its standard library and runtime"

// goPackage is a package in the output of go list.
type goPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linked returns Go and the modules that a program links on any of its targets, sorted by name. The
// module is in the folder root.
func linked(root string, targets []target) ([]part, error) {
	dirs := map[string]map[string]bool{} // the folders to search for licences, by module and version
	for _, target := range targets {
		packages, err := list(root, target.os, target.arch, target.pkg)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Module == nil || p.Module.Main {
				continue
			}
			key := p.Module.Path + " " + p.Module.Version
			if dirs[key] == nil {
				dirs[key] = map[string]bool{}
			}
			for dir := p.Dir; len(dir) >= len(p.Module.Dir); dir = filepath.Dir(dir) {
				dirs[key][dir] = true
			}
		}
	}
	goRoot, err := command(root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dirs[goName+" "] = map[string]bool{strings.TrimSpace(string(goRoot)): true}
	var parts []part
	for key, dirs := range dirs {
		at := strings.LastIndex(key, " ")
		name, version := key[:at], key[at+1:]
		p, err := read(name, version, dirs)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)) })
	return parts, nil
}

// list returns the packages that a main package links on a platform.
func list(root, system, arch, pkg string) ([]goPackage, error) {
	env := []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + arch}
	out, err := command(root, env, "go", "list", "-deps", "-json=Dir,Standard,Module", pkg)
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, err
		}
		packages = append(packages, p)
	}
}

// command returns the output of a command that runs in a folder.
func command(dir string, env []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s: %w: %s", c, err, exit.Stderr)
	}
	return out, err
}

// legal matches the names of licence and notice files.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|unlicense|patents)([-._].*)?$`)

// read reads the licences of a module from some of its folders.
func read(name, version string, dirs map[string]bool) (part, error) {
	p := part{name: name, version: version}
	var files []string
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return p, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && legal.MatchString(e.Name()) && omitted[name+"/"+e.Name()] == "" {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), cmp.Compare(a, b))
	})
	for _, file := range files {
		if err := p.add(file); err != nil {
			return p, err
		}
	}
	if len(p.licences) == 0 {
		return p, fmt.Errorf("%s has no licence", name)
	}
	return p, nil
}

// add adds a licence file.
func (p *part) add(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	found, err := licences(text)
	notice := strings.HasPrefix(strings.ToUpper(filepath.Base(file)), "NOTICE")
	if err != nil && !(notice && errors.Is(err, errUnknown)) { // a notice only names authors
		return fmt.Errorf("%s, %s: %w", p.name, filepath.Base(file), err)
	}
	p.texts = append(p.texts, clean(string(text)))
	for _, l := range found {
		if !slices.Contains(p.licences, l) {
			p.licences = append(p.licences, l)
		}
	}
	return nil
}

// fonts returns the embedded fonts.
func fonts(root string) ([]part, error) {
	const prefix = "LICENSE-"
	files, err := filepath.Glob(filepath.Join(root, "render", "fonts", prefix+"*"))
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, file := range files {
		name := strings.ReplaceAll(strings.TrimPrefix(filepath.Base(file), prefix), "-", " ")
		p := part{name: "the font " + cases.Title(language.English).String(name)}
		if err := p.add(file); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}
