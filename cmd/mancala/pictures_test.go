package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mancala/tools/need"
)

// here returns pictures for a home that is empty.
func here(t *testing.T, env map[string]string) pictures {
	t.Helper()
	home := t.TempDir()
	return pictures{goos: "linux", getenv: func(key string) string { return env[key] }, home: home, dataDir: filepath.Join(home, "data")}
}

func mkdir(t *testing.T, dir ...string) string {
	t.Helper()
	path := filepath.Join(dir...)
	need.NoError(t, os.MkdirAll(path, 0o755))
	return path
}

func TestPicturesGoWhereThePersonKeepsThem(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, p *pictures)
		want    string // below the home
	}{
		"nothing":       {func(*testing.T, *pictures) {}, "data/pictures"},
		"home":          {func(t *testing.T, p *pictures) { mkdir(t, p.home, "Pictures") }, "Pictures"},
		"environment":   {func(t *testing.T, p *pictures) { setEnv(p, mkdir(t, p.home, "Bilder")) }, "Bilder"},
		"a lost one":    {func(t *testing.T, p *pictures) { setEnv(p, filepath.Join(p.home, "gone")) }, "data/pictures"},
		"a strange one": {func(t *testing.T, p *pictures) { setEnv(p, "pictures") }, "data/pictures"},
		"desktop":       {func(t *testing.T, p *pictures) { desktop(t, p, "$HOME/Meine Bilder", "Meine Bilder") }, "Meine Bilder"},
		"no folder":     {func(t *testing.T, p *pictures) { desktop(t, p, "$HOME/", "Pictures") }, "Pictures"},
		"windows": {func(t *testing.T, p *pictures) {
			p.goos = "windows"
			mkdir(t, p.home, "Pictures")
			setEnv(p, mkdir(t, p.home, "Bilder"))
		}, "Pictures"},
	} {
		p := here(t, nil)
		c.prepare(t, &p)
		if got, err := p.folder(); err != nil || got != filepath.Join(p.home, filepath.FromSlash(c.want)) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func setEnv(p *pictures, dir string) {
	p.getenv = func(key string) string { return map[string]string{"XDG_PICTURES_DIR": dir}[key] }
}

// desktop writes the desktop's list of folders, and makes one.
func desktop(t *testing.T, p *pictures, named, folder string) {
	t.Helper()
	mkdir(t, p.home, folder)
	list := "# folders\nXDG_MUSIC_DIR=\"$HOME/Music\"\nXDG_PICTURES_DIR=\"" + named + "\"\n"
	need.NoError(t, os.WriteFile(filepath.Join(mkdir(t, p.home, ".config"), "user-dirs.dirs"), []byte(list), 0o644))
}

func TestAPictureOverwritesNothing(t *testing.T) {
	p := here(t, nil)
	var files []string
	for range 3 {
		file := need.Must(p.save("Ann wins against Bo", []byte("a picture")))(t)
		files = append(files, filepath.Base(file))
	}
	if got := strings.Join(files, ", "); got != "Mancala Ann wins against Bo.png, Mancala Ann wins against Bo (2).png, Mancala Ann wins against Bo (3).png" {
		t.Errorf("saved are %s", got)
	}
	if back := need.Must(os.ReadFile(filepath.Join(p.dataDir, "pictures", files[0])))(t); string(back) != "a picture" {
		t.Errorf("saved is %q", back)
	}
}

func TestAPictureThatCannotBeSavedSaysWhy(t *testing.T) {
	p := here(t, nil)
	if err := os.WriteFile(p.dataDir, nil, 0o644); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	file, err := p.save("Ann", nil)
	if err == nil || file != "" || !strings.HasPrefix(err.Error(), "The picture was not saved: ") || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("%q, %v", file, err)
	}
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		return // who may write everywhere, can
	}
	p.dataDir = mkdir(t, p.home, "locked")
	need.NoError(t, os.Chmod(p.dataDir, 0o500))
	if _, err := p.save("Ann", nil); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a locked folder: %v", err)
	}
}
