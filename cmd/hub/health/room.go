package health

import "fmt"

// leastRoom is how much room a club needs on its disk, in bytes.
const leastRoom = 32 << 20

// Room returns a check of the disk of a folder for [Board.Check].
func Room(dir string) func() error {
	return func() error {
		left, err := free(dir)
		if err != nil {
			return err
		}
		return enough(dir, left)
	}
}

// enough returns an error if so many bytes are too few.
func enough(dir string, left uint64) error {
	if left >= leastRoom {
		return nil
	}
	return fmt.Errorf("there are only %d MiB left for %s; make room", left>>20, dir)
}
