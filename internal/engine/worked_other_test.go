//go:build !unix

package engine

import "time"

var testsBegan = time.Now()

// worked returns how long this process has run.
func worked() time.Duration { return time.Since(testsBegan) }
