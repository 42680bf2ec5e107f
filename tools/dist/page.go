package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
)

// embedded are the folders with the page that the program and the hub embed.
var embedded = []string{"cmd/mancala/webpage", "cmd/hub/webpage"}

// makePage rebuilds the page, for the programs to embed and in a folder, and returns its files.
// best packs it as well as possible.
func makePage(folder string, best bool) ([]file, error) {
	for _, dir := range embedded {
		old, err := filepath.Glob(dir + "/[^.]*")
		if err != nil {
			return nil, err
		}
		for _, name := range old {
			if err := os.Remove(name); err != nil {
				return nil, err
			}
		}
	}
	args := []string{"run", "./tools/web"}
	if best {
		args = append(args, "-best")
	}
	web := exec.Command("go", slices.Concat(args, embedded, []string{folder})...)
	web.Env = append(os.Environ(), fixed...)
	web.Stdout, web.Stderr = os.Stdout, os.Stderr
	if err := os.MkdirAll("bin", 0o755); err != nil {
		return nil, err
	}
	if err := web.Run(); err != nil {
		return nil, err
	}
	return read(os.DirFS(folder))
}

// read returns the files of a folder.
func read(folder fs.FS) ([]file, error) {
	var files []file
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(folder, name)
		files = append(files, plain(name, data))
		return err
	})
	return files, err
}

// webFiles returns a package with a folder that any static web server can serve. Such a server
// knows nothing of the file that is packed by brotli.
func webFiles(r *release, _ []byte) ([]file, error) {
	files := slices.Clone(r.docs)
	for _, f := range r.page {
		if path.Ext(f.name) == ".br" {
			continue
		}
		files = append(files, plain("page/"+f.name, f.data))
	}
	return files, nil
}
