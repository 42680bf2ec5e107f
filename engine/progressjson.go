//go:build !js

package engine

import (
	"bytes"
	"encoding/json"
)

// headerLine returns the line of JSON of a progress file.
func headerLine(h progressHeader) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line) // adds the newline
	enc.SetEscapeHTML(false)
	err := enc.Encode(h)
	return line.Bytes(), err
}

// readHeader reads the line of JSON of a progress file.
func readHeader(line []byte, h *progressHeader) error { return json.Unmarshal(line, h) }
