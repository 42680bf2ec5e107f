package listen

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestStrangersInTheLog has strangers come for a second and counts the lines.
func TestStrangersInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := NewLog(slog.New(slog.NewTextHandler(&out, nil)))
		for range 1000 {
			l.Info(time.Now(), "connection closed")
			time.Sleep(3 * time.Millisecond)
		}
		l.Rest()
		if n := strings.Count(out.String(), "\n"); n != 31 {
			t.Errorf("%d lines in three seconds", n)
		}
		if !strings.HasSuffix(out.String(), "left_out=322\n") {
			t.Errorf("the log ends in %q", out.String()[max(out.Len()-200, 0):])
		}
	})
}

func TestPlaces(t *testing.T) {
	for files, want := range map[uint64]int{1: 2, 16: 2, 64: 20, 1024: 500, 4096: 2036, 1 << 20: 2048, 1 << 63: 2048} {
		if got := places(files); got != want {
			t.Errorf("%d files: %d places, want %d", files, got, want)
		}
	}
}
