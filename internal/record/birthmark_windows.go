package record

import (
	"io/fs"
	"strconv"
	"syscall"
)

// birthmark returns a mark that a copy of the file does not share: the time at which it was made.
func birthmark(info fs.FileInfo) string {
	s, ok := info.Sys().(*syscall.Win32FileAttributeData)
	if !ok {
		return ""
	}
	return strconv.FormatInt(s.CreationTime.Nanoseconds(), 10)
}
