//go:build unix

package attack

import (
	"fmt"
	"syscall"
)

// Files returns an error if this process may not have n files open.
func Files(n uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if uint64(limit.Cur) < n { // Go has raised the limit as far as it can
		return fmt.Errorf("%d files may be open at once, not %d", limit.Cur, n)
	}
	return nil
}
