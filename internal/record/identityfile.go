//go:build !js

package record

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"mancala/netplay/keys"
	"mancala/rules"
)

// loadIdentity returns the key in the folder of cfg, and makes it if there is none.
func loadIdentity(ctx context.Context, cfg Config) (*keys.Identity, []Notice, error) {
	dir, err := folderOf(cfg)
	if err != nil {
		return nil, nil, err
	}
	cfg.Dir = dir
	path := filepath.Join(dir, identityName)
	if id, notices, err := readIdentity(path); !errors.Is(err, fs.ErrNotExist) {
		return id, notices, err
	}
	return makeIdentity(ctx, cfg, path)
}

// makeIdentity makes the key. If several processes need one, the first makes it under the folder's
// lock, and the others read it.
func makeIdentity(ctx context.Context, cfg Config, path string) (*keys.Identity, []Notice, error) {
	unlock, notices, err := lockFolder(ctx, cfg)
	if err != nil {
		return nil, notices, err
	}
	defer unlock()
	if id, more, err := readIdentity(path); !errors.Is(err, fs.ErrNotExist) {
		return id, append(notices, more...), err
	}
	id, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		return nil, notices, err
	}
	return id, notices, writeWhole(path, id.PEM())
}

// writeWhole writes a file, completely or not at all, that only this user may read.
func writeWhole(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*.tmp") // 0600
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// readIdentity reads the key. Anything but a regular file with a key is an error, and is left
// unchanged. If others on this computer may use the file, it takes their permissions away.
func readIdentity(path string) (*keys.Identity, []Notice, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, note("key-not-file", path)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noWaiting, 0)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }()
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, nil, errors.Join(note("key-not-file", path), err)
	}
	text, err := io.ReadAll(io.LimitReader(f, keys.MaxPEM+1))
	if err != nil {
		return nil, nil, err
	}
	id, err := keys.ParseIdentity(text)
	if err != nil {
		return nil, nil, note("key-damaged", path).Because(err)
	}
	if runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 { // Windows has no such bits
		return id, nil, nil
	}
	if err := keepPrivate(f); err != nil {
		return id, []Notice{{note("key-open", path).Because(err)}}, nil
	}
	return id, []Notice{{note("key-was-open", path)}}, nil
}

// keepPrivate takes the permissions of other users from a file.
func keepPrivate(f *os.File) error {
	if err := f.Chmod(0o600); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = errors.New("its file system keeps no permissions")
	}
	return err
}

// identityTrouble says why the key cannot be kept.
func identityTrouble(err error, dir string) *rules.Note {
	return cause(err, nameOf(Config{Dir: dir}))
}
