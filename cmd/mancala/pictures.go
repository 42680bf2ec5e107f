package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"mancala/cmd/wiring"
	"mancala/internal/record"
	"mancala/internal/words"
)

// pictures saves pictures of games.
type pictures struct {
	goos    string
	getenv  func(string) string
	home    string // "" if it is not known
	dataDir string // takes the pictures if there is no folder for them; "" is the usual one
}

// ownPictures saves pictures in the user's folder for pictures.
func ownPictures(dataDir string) pictures {
	home, _ := os.UserHomeDir() // "" if there is none
	return pictures{goos: runtime.GOOS, getenv: os.Getenv, home: home, dataDir: dataDir}
}

// save writes a PNG into a new file named after a title, and returns the file. It overwrites
// nothing.
func (p pictures) save(title string, picture []byte) (string, error) {
	dir, err := p.folder()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return "", notSaved(err)
	}
	f, err := newFile(dir, wiring.PictureTitle(title))
	if err != nil {
		return "", notSaved(err)
	}
	_, err = f.Write(picture)
	if err := errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return "", notSaved(err)
	}
	return f.Name(), nil
}

func notSaved(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return words.Errorf("The picture was not saved: %[1]s cannot be written (%[2]s). Make room or allow writing there, and try again.",
			path.Path, path.Err.Error())
	}
	return words.Errorf("The picture was not saved: %s.", err.Error())
}

// mostPictures is the largest number of files with one title in a folder.
const mostPictures = 1000

// newFile creates a file in a folder: "title.png" or, if that exists, "title (2).png" and so on.
func newFile(dir, title string) (*os.File, error) {
	for n := 1; ; n++ {
		name := title + ".png"
		if n > 1 {
			name = fmt.Sprintf("%s (%d).png", title, n)
		}
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if !errors.Is(err, fs.ErrExist) || n == mostPictures {
			return f, err
		}
	}
}

// folder returns the folder for pictures: the desktop's, or Pictures in the home if that exists, or
// else one beside the program's data.
func (p pictures) folder() (string, error) {
	if p.goos != "windows" && p.goos != "darwin" {
		if dir := p.desktopFolder(); dir != "" {
			return dir, nil
		}
	}
	if dir := filepath.Join(p.home, "Pictures"); p.home != "" && isFolder(dir) {
		return dir, nil
	}
	dir := p.dataDir
	if dir == "" {
		var err error
		if dir, err = record.DataDir(p.goos, p.getenv, p.home); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "pictures"), nil
}

// desktopFolder returns the folder for pictures in freedesktop.org's user-dirs.dirs, if it exists.
// The home itself means that there is none.
func (p pictures) desktopFolder() string {
	dir := p.getenv("XDG_PICTURES_DIR")
	if dir == "" && p.home != "" {
		config := cmp.Or(p.getenv("XDG_CONFIG_HOME"), filepath.Join(p.home, ".config"))
		data, err := os.ReadFile(filepath.Join(config, "user-dirs.dirs"))
		if err != nil {
			return ""
		}
		for line := range strings.Lines(string(data)) {
			if value, ok := strings.CutPrefix(strings.TrimSpace(line), "XDG_PICTURES_DIR="); ok {
				dir = strings.Trim(value, `"`)
			}
		}
	}
	if rest, ok := strings.CutPrefix(dir, "$HOME"); ok {
		dir = filepath.Join(p.home, rest)
	}
	if !filepath.IsAbs(dir) || !isFolder(dir) || p.home != "" && filepath.Clean(dir) == filepath.Clean(p.home) {
		return ""
	}
	return dir
}

func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
