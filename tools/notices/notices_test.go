package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

const root = "../.."

// TestNotices checks that the notices are up to date, and that all licences are allowed.
func TestNotices(t *testing.T) {
	need.Programs(t, "go")
	texts := map[string]string{}
	for _, p := range programs {
		text := need.Must(p.notices(root))(t)
		old := need.Must(os.ReadFile(filepath.Join(root, p.output)))(t)
		if string(old) != text {
			t.Errorf("%s is not up to date; run make notices", p.output)
		}
		texts[p.name] = text
	}
	if hub := texts["Mancala hub"]; !strings.Contains(hub, "github.com/jackc/pgx/v5 v") || strings.Contains(hub, "the font") {
		t.Error("the notices of the hub are not those of what it links")
	}
	text := texts["Mancala"]
	for _, want := range []string{
		goName + ": BSD-3-Clause", "the font Noto Sans: OFL-1.1", "Copyright (c) 2009 The Go Authors.",
		"Apache License\n", "SQLite Is Public Domain", "musl", "golang.org/x/sys v", "go-strftime v",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the notices lack %q", want)
		}
	}
}

// TestOmitted checks that every omitted file still exists.
func TestOmitted(t *testing.T) {
	need.Programs(t, "go")
	for file := range omitted {
		module, name := file[:strings.LastIndex(file, "/")], filepath.Base(file)
		dir := need.Must(command(root, nil, "go", "list", "-m", "-f", "{{.Dir}}", module))(t)
		if _, err := os.Stat(filepath.Join(strings.TrimSpace(string(dir)), name)); err != nil {
			t.Errorf("%s is left out and does not exist: %v", file, err)
		}
	}
}

func TestLicences(t *testing.T) {
	own := need.Must(os.ReadFile(filepath.Join(root, "LICENSE")))(t)
	if list, err := licences(own); err != nil || len(list) != 1 || list[0] != "MIT" {
		t.Errorf("the program's own licence is read as %v, %v", list, err)
	}
	gpl := `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License
as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.`
	for text, want := range map[string]string{
		"":                                      "unknown",
		"All rights reserved. Do not copy.":     "unknown",
		gpl:                                     "not allowed",
		string(own) + "\n" + gpl:                "not allowed",
		string(own) + strings.Repeat("x ", 999): "unknown",
	} {
		if list, err := licences([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q... is read as %v, %v", text, list, err)
		}
	}
}

// TestReadLicences reads a module without a licence, and one with the licence in a subfolder.
func TestReadLicences(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	need.NoError(t, os.Mkdir(inner, 0o700))
	if _, err := read("x", "v1", map[string]bool{dir: true}); err == nil || err.Error() != "x has no licence" {
		t.Errorf("a module without a licence: %v", err)
	}
	own := need.Must(os.ReadFile(filepath.Join(root, "LICENSE")))(t)
	need.NoError(t, os.WriteFile(filepath.Join(inner, "License.md"), own, 0o600))
	if p, err := read("x", "v1", map[string]bool{dir: true, inner: true}); err != nil || p.String() != "x v1" || len(p.texts) != 1 {
		t.Errorf("a licence in a folder is read as %+v, %v", p, err)
	}
}
