package engine

import "errors"

// headerLine fails: a browser has no files.
func headerLine(progressHeader) ([]byte, error) { return nil, errors.ErrUnsupported }

// readHeader fails, too.
func readHeader([]byte, *progressHeader) error { return errors.ErrUnsupported }
