//go:build !js

package sqlitefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
)

// SetAside renames the database at path and its log to stem.db, or stem-2.db and so on if there is
// one, and returns the new path. The log goes first: a new database at path would use it otherwise.
func SetAside(path, stem string) (string, error) {
	aside := free(stem)
	for _, suffix := range suffixes {
		err := os.Rename(path+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// free returns stem.db, or stem-2.db and so on if there is one.
func free(stem string) string {
	path := stem + ".db"
	for n := 2; Taken(path); n++ {
		path = fmt.Sprintf("%s-%d.db", stem, n)
	}
	return path
}

// Rename renames a database that is closed, or its folder. After it the new name outlasts a power
// cut, where folders can be synced. If they cannot, it is renamed nevertheless, which is no error:
// callers would take it for not renamed.
func Rename(from, to string) error {
	err := os.Rename(from, to)
	if err != nil || runtime.GOOS == "windows" { // which keeps its folders in its own log
		return err
	}
	if dir, err := os.Open(filepath.Dir(to)); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
	return nil
}

// Replace puts a database without a log in the place of the one at path, if there is one, and
// returns the new path of that, named as by [SetAside]. If it fails, that is at path again.
func Replace(path, by, stem string) (aside string, err error) {
	if !Taken(path) {
		return "", Rename(by, path)
	}
	aside = free(stem)
	if TakenBeside(path) || os.Link(path, aside) != nil { // with a link there is a database at path all the time
		if aside, err = SetAside(path, stem); err != nil {
			return "", err
		}
	}
	if err = Rename(by, path); err == nil {
		return aside, nil
	}
	if _, gone := os.Lstat(path); gone == nil {
		return "", errors.Join(err, os.Remove(aside))
	}
	for i := len(suffixes) - 1; i >= 0; i-- {
		if _, gone := os.Lstat(aside + suffixes[i]); gone == nil {
			err = errors.Join(err, os.Rename(aside+suffixes[i], path+suffixes[i]))
		}
	}
	return "", err
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

// TakenBeside reports whether there are files of a database at path beside its main file.
func TakenBeside(path string) bool {
	return slices.ContainsFunc(suffixes[:len(suffixes)-1], func(suffix string) bool {
		_, err := os.Lstat(path + suffix)
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// Taken reports whether there is a database at path, or a remaining file of one.
func Taken(path string) bool {
	for _, suffix := range suffixes {
		if _, err := os.Lstat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}
