//go:build !js

package record

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sealName is the file beside the database that says in which state this program left it. A
// database in another state was copied here, changed by another program, or left in the middle of
// a write, so all of it is checked before it is used.
const sealName = "mancala.seal"

// maxSeal is the largest size of that file.
const maxSeal = 200

// sealOf describes the state of the database at path: a copy, and any change of it, has another
// seal. It is empty if there is none.
func sealOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d %d %s\n", info.Size(), info.ModTime().UnixNano(), birthmark(info))
}

// sealed reports whether the database in dir is as this program left it.
func sealed(dir string) bool {
	f, err := os.OpenFile(filepath.Join(dir, sealName), os.O_RDONLY|noWaiting, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxSeal))
	return err == nil && len(text) > 0 && string(text) == sealOf(filepath.Join(dir, fileName))
}

// seal notes that the database in dir is as this program leaves it. If that fails, the next
// opening checks all of it.
func seal(dir string) {
	path := filepath.Join(dir, sealName)
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeType != 0 {
		return // something else is in the way
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|noWaiting, 0o600)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	_, _ = f.WriteString(sealOf(filepath.Join(dir, fileName)))
}

// keepSealed runs work that may write to the database in dir. Unless it fails, that is then as this
// program left it if it was before.
func keepSealed(dir string, work func() error) error {
	ours := sealed(dir)
	err := work()
	if err == nil && ours && !sealed(dir) {
		seal(dir)
	}
	return err
}
