package record

import (
	"fmt"
	"io/fs"
	"syscall"
)

// birthmark returns a mark that a copy of the file does not share: its number and the time of its
// last change, which no program can set.
func birthmark(info fs.FileInfo) string {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d %d.%d", s.Ino, s.Ctimespec.Sec, s.Ctimespec.Nsec)
}
