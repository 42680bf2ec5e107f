package limit

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLog has strangers come for a second and counts the lines.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := NewLog(slog.New(slog.NewTextHandler(&out, nil)))
		for range 1000 {
			l.Info(time.Now(), "connection closed")
			time.Sleep(3 * time.Millisecond)
		}
		l.Rest()
		if n := strings.Count(out.String(), "\n"); n != 40 {
			t.Errorf("%d lines in three seconds", n)
		}
		if !strings.HasSuffix(out.String(), "left_out=32\n") {
			t.Errorf("the log ends in %q", out.String()[max(out.Len()-200, 0):])
		}
	})
}
