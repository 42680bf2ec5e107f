//go:build unix

package health

import "golang.org/x/sys/unix"

// free returns how many bytes are free for this user on the disk of a folder.
func free(dir string) (uint64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return s.Bavail * uint64(s.Bsize), err
}
