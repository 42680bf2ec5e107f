//go:build !js

package sqlitefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// others are the permissions of users other than the owner.
const others fs.FileMode = 0o077

// Create makes an empty file that only this user may use, if there is nothing at path. SQLite
// treats it as a new database, and gives its other files the same permissions.
//
// It never opens a file that exists: closing it would drop all locks of this process on it.
func Create(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		return f.Close()
	case Taken(path):
		return nil
	}
	return err
}

// Private removes the permissions of other users from the database at path and its other files, and
// reports whether there were any. An error means that some remain. On Windows it does nothing:
// there the folder decides who may use its files.
func Private(path string) (open bool, err error) {
	if runtime.GOOS == "windows" {
		return false, nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // beside which SQLite has the other files
	}
	var errs []error
	for _, suffix := range suffixes {
		found, err := private(path + suffix)
		open = open || found
		errs = append(errs, err)
	}
	return open, errors.Join(errs...)
}

// private is Private for one file. It changes only an ordinary file.
func private(path string) (open bool, err error) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&others == 0 {
		return false, nil // other processes may remove a file at any time
	}
	if err = os.Chmod(path, info.Mode().Perm()&^others); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	if info, err = os.Lstat(path); err == nil && info.Mode()&others != 0 {
		return true, fmt.Errorf("the file system of %s keeps no permissions", path)
	}
	return true, nil
}
