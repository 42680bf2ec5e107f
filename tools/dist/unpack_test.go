package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// unpacked returns the files of an archive by name, without its one folder. Every time in it has to
// be date.
func unpacked(t *testing.T, name string, data []byte, date time.Time) map[string]file {
	t.Helper()
	folder := strings.TrimSuffix(strings.TrimSuffix(name, ".tar.gz"), ".zip") + "/"
	files := map[string]file{}
	add := func(f file, modified time.Time) {
		name, in := strings.CutPrefix(f.name, folder)
		if !in || !modified.Equal(date) || files[name].name != "" {
			t.Errorf("%s of %v is outside of %s, of another time, or twice there", f.name, modified, folder)
		}
		f.name = name
		files[name] = f
	}
	if strings.HasSuffix(name, ".zip") {
		unzip(t, data, add)
	} else {
		untar(t, data, add)
	}
	return files
}

func untar(t *testing.T, data []byte, add func(file, time.Time)) {
	zipped := need.Must(gzip.NewReader(bytes.NewReader(data)))(t)
	for r := tar.NewReader(zipped); ; {
		header, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		contents, err := io.ReadAll(r)
		if err != nil || header.Uid != 0 || header.Uname != "" {
			t.Fatalf("%s belongs to %d %s: %v", header.Name, header.Uid, header.Uname, err)
		}
		add(file{header.Name, contents, header.FileInfo().Mode()}, header.ModTime)
	}
}

func unzip(t *testing.T, data []byte, add func(file, time.Time)) {
	r := need.Must(zip.NewReader(bytes.NewReader(data), int64(len(data))))(t)
	for _, entry := range r.File {
		f := need.Must(entry.Open())(t)
		contents := need.Must(io.ReadAll(f))(t)
		add(file{entry.Name, contents, entry.Mode()}, entry.Modified)
	}
}

// write puts files into a new folder, and returns it.
func write(t *testing.T, files map[string]file) string {
	t.Helper()
	dir := t.TempDir()
	for name, f := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		need.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		need.NoError(t, os.WriteFile(to, f.data, f.mode))
	}
	return dir
}
