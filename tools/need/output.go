package need

import (
	"bytes"
	"sync"
)

// Output takes the output of a running program, and can be read meanwhile. Its zero value is empty.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds a piece of output.
func (o *Output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

// String returns the output so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
