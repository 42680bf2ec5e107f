//go:build !js

package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	evidenceFolder = "evidence"
	// evidenceNames matches the names of the files. They sort by their times.
	evidenceNames = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9][0-9][0-9].txt"
	// mostEvidence is the number of files that are kept.
	mostEvidence = 16
)

// evidenceFile returns the name of a file for evidence in the folder of cfg, or "". It is short,
// since a person reads it.
func evidenceFile(cfg Config) string {
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
	return filepath.Join(dir, evidenceFolder, cfg.Now().UTC().Format("20060102-150405")+".txt")
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
