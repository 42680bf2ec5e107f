//go:build !js

package sqlitefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// SetAside renames the database at path and its log to stem.db, or stem-2.db and so on if there is
// one, and returns the new path. The log goes first: a new database at path would use it otherwise.
func SetAside(path, stem string) (string, error) {
	aside := stem + ".db"
	for n := 2; Taken(aside); n++ {
		aside = fmt.Sprintf("%s-%d.db", stem, n)
	}
	for _, suffix := range suffixes {
		err := os.Rename(path+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// Remove removes the database at path and its other files, if there are any.
func Remove(path string) error {
	var errs []error
	for _, suffix := range suffixes {
		if err := os.Remove(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Whole returns an error if a database that is closed has more than its main file, so that this
// alone is not all of it: the disk was too full to move its log.
func Whole(path string) error {
	for _, suffix := range suffixes[:len(suffixes)-1] {
		if info, err := os.Lstat(path + suffix); err == nil && info.Size() > 0 {
			return fmt.Errorf("%s could not be closed: %w", path, syscall.ENOSPC)
		}
	}
	return nil
}

// suffixes are the endings of a database's files; the database itself is the last.
var suffixes = []string{"-wal", "-shm", "-journal", ""}

// Taken reports whether there is a database at path, or a remaining file of one.
func Taken(path string) bool {
	for _, suffix := range suffixes {
		if _, err := os.Lstat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}
