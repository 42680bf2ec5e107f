package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// example returns a release, and a program that prints its arguments.
func example(t *testing.T) (r *release, program []byte) {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
	docs := need.Must(papers(papersOf))(t)
	return &release{
		version: "0.2.0", date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), work: t.TempDir(),
		docs: docs, manual: []byte(".TH MANCALA 1\n"),
		shells: map[string][]byte{"bash": []byte("# bash\n"), "zsh": []byte("# zsh\n"), "fish": []byte("# fish\n"), "powershell": []byte("# pwsh\n")},
		page:   []file{plain("index.html", []byte("<p>Mancala")), plain("mancala.wasm.br", []byte("brotli"))},
	}, []byte("#!/bin/sh\necho \"asked: $*\"\n")
}

// contents are files that the package of a system must have. The value reports whether a file is a
// program.
var contents = map[string]map[string]bool{
	"linux-amd64": {
		"bin/mancala": true, "install.sh": true, "share/man/man1/mancala.1": false, "share/bash-completion/completions/mancala": false,
		"share/zsh/site-functions/_mancala": false, "share/fish/vendor_completions.d/mancala.fish": false,
		"share/applications/io.github.mancala.Mancala.desktop":           false,
		"share/applications/io.github.mancala.Mancala.Join.desktop":      false,
		"share/metainfo/io.github.mancala.Mancala.metainfo.xml":          false,
		"share/icons/hicolor/512x512/apps/io.github.mancala.Mancala.png": false,
		"share/icons/hicolor/16x16/apps/io.github.mancala.Mancala.png":   false,
		"LICENSE": false, "NOTICES": false, "README.md": false, "CHANGELOG.md": false,
	},
	"windows-amd64": {"mancala.exe": true, "terminal/mancala.ps1": false, "LICENSE": false, "NOTICES": false, "README.md": false, "CHANGELOG.md": false},
	"macos-arm64": {
		"Mancala.app/Contents/MacOS/mancala": true, "Mancala.app/Contents/Info.plist": false, "Mancala.app/Contents/Resources/Mancala.icns": false,
		"terminal/mancala.1": false, "terminal/_mancala": false, "LICENSE": false, "NOTICES": false, "README.md": false, "CHANGELOG.md": false,
	},
	"hub-linux-amd64": {
		"hub": true, "hub.toml": false, "mancala-hub.service": false, "HUB.md": false, "LICENSE": false, "NOTICES": false, "CHANGELOG.md": false,
	},
	"web": {"page/index.html": false, "LICENSE": false, "NOTICES": false, "README.md": false, "CHANGELOG.md": false},
}

// TestPack expects the same bytes twice, and all files in them that a package must have.
func TestPack(t *testing.T) {
	r, program := example(t)
	for _, target := range targets {
		if testing.Short() && target.os == "darwin" {
			continue // its largest icon takes seconds
		}
		name, data := need.Must2(r.pack(target, program))(t)
		slices.Reverse(r.docs)
		if _, again, err := r.pack(target, program); err != nil || !bytes.Equal(data, again) {
			t.Errorf("%s: other bytes the second time, %v", name, err)
		}
		wanted := contents[target.name]
		if wanted == nil {
			wanted = contents[map[string]string{"linux-arm64": "linux-amd64", "macos-amd64": "macos-arm64", "hub-linux-arm64": "hub-linux-amd64"}[target.name]]
		}
		checkContents(t, name, unpacked(t, name, data, r.date), wanted)
	}
}

// checkContents expects the wanted files, and no other programs.
func checkContents(t *testing.T, name string, files map[string]file, wanted map[string]bool) {
	t.Helper()
	for file := range wanted {
		if len(files[file].data) == 0 {
			t.Errorf("%s has no %s, or an empty one", name, file)
		}
	}
	for file, f := range files {
		mode := fs.FileMode(0o644)
		if wanted[file] {
			mode = 0o755
		}
		if f.mode != mode {
			t.Errorf("%s: %s has the mode %v", name, file, f.mode)
		}
	}
}

// TestPapers expects that every link in the papers of a package leads to one of them, and that
// README is still recognisable.
func TestPapers(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	var all []file
	for _, list := range [][]paper{papersOf, hubPapers} {
		docs := need.Must(papers(list))(t)
		for _, paper := range docs {
			for _, found := range link.FindAllSubmatch(paper.data, -1) {
				to, _, _ := strings.Cut(string(found[2]), "#")
				if to != "" && !strings.Contains(to, "://") && !packaged(list, path.Join(path.Dir(paper.name), to)) {
					t.Errorf("%s links to %s, which is not in the package", paper.name, to)
				}
			}
		}
		all = append(all, docs...)
	}
	for _, paper := range all {
		if paper.name == readme && (!bytes.HasPrefix(paper.data, []byte("# Mancala\n\n")) || !bytes.Contains(paper.data, []byte("](docs/failures.md)"))) {
			t.Error("README has no title, or has lost links to papers that are there")
		}
	}
}

// TestInstall runs the script of the package for Linux.
func TestInstall(t *testing.T) {
	need.Programs(t, "sh", "find", "sed")
	r, program := example(t)
	name, data := need.Must2(r.pack(targets[0], program))(t)
	files := unpacked(t, name, data, r.date)
	script := filepath.Join(write(t, files), "install.sh")
	prefix := filepath.Join(t.TempDir(), "my programs")
	install := func(prefix string, args ...string) (string, error) {
		cmd := exec.Command("sh", append([]string{script}, args...)...)
		cmd.Env = append(os.Environ(), "PREFIX="+prefix)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for range 2 { // the second time over the first
		if out, err := install(prefix); err != nil || !strings.Contains(out, prefix+"/bin/mancala") {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if out, err := exec.Command(filepath.Join(prefix, "bin", "mancala"), "hello").Output(); err != nil || string(out) != "asked: hello\n" {
		t.Errorf("the program says %q, %v", out, err)
	}
	handler, err := os.ReadFile(filepath.Join(prefix, "share", "applications", identifier+".Join.desktop"))
	if err != nil || !strings.Contains(string(handler), "\nExec=\""+prefix+"/bin/mancala\" --join %u\n") {
		t.Errorf("invites are opened by %s, %v", handler, err)
	}
	if out, err := install(prefix, "--remove"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name := range files {
		if _, err := os.Stat(filepath.Join(prefix, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, wrong := range [][]string{{"somewhere"}, {"/a$b"}, {"/a=b"}, {"/a\nb"}, {prefix, "--help"}, {filepath.Dir(script)}, {filepath.Dir(script), "--remove"}} {
		lines := 1 + strings.Count(wrong[0], "\n")
		if out, err := install(wrong[0], wrong[1:]...); err == nil || strings.Count(out, "\n") != lines {
			t.Errorf("install.sh %q: %v, %s", wrong, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(script), "bin", "mancala")); err != nil {
		t.Errorf("the package has lost its program: %v", err)
	}
}
