//go:build !js

package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	evidenceFolder = "evidence"
	// evidenceNames matches the names of the files. They sort by their times.
	evidenceNames = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z-*.txt"
	// mostEvidence is the number of files that are kept.
	mostEvidence = 16
)

// evidenceFile returns the name of a file for evidence of a series, in the folder of cfg; "" if
// there is none.
func evidenceFile(cfg Config, series string) string {
	dir, err := cfg.Dir, error(nil)
	if dir == "" {
		dir, err = DefaultDir()
	}
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return ""
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	plain := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, series)
	return filepath.Join(dir, evidenceFolder, stamp(cfg)+"-"+plain[:min(len(plain), 32)]+".txt")
}

// writeEvidence writes a file with evidence, for this user only, and deletes the oldest ones if
// there are too many.
func writeEvidence(path, text string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := writeWhole(path, []byte(text)); err != nil {
		return err
	}
	kept, err := fs.Glob(os.DirFS(dir), evidenceNames) // in order
	for _, old := range kept[:max(0, len(kept)-mostEvidence)] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, old)))
	}
	return err
}
