package need

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// Terminal requires that terminals can be opened. It opens one and returns both its ends, which the
// caller closes: the person's end, and the program's input and output.
func Terminal(t testing.TB) (master, slave *os.File) {
	t.Helper()
	master, slave, err := openTerminal()
	Met(t, "terminals (/dev/ptmx and /dev/pts)", err)
	return master, slave
}

func openTerminal() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	var number, unlock uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(value)))
		if errno != 0 {
			return nil, nil, errors.Join(errno, master.Close())
		}
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, errors.Join(err, master.Close())
	}
	return master, slave, nil
}
