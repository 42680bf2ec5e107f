package listen

import "testing"

func TestPlaces(t *testing.T) {
	for files, want := range map[uint64]int{1: 2, 16: 2, 64: 20, 1024: 500, 4096: 2036, 1 << 20: 2048, 1 << 63: 2048} {
		if got := places(files); got != want {
			t.Errorf("%d files: %d places, want %d", files, got, want)
		}
	}
}
