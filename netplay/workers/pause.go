package workers

import (
	"context"
	"time"
)

// Pause waits for d, and reports whether ctx has not ended before.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
