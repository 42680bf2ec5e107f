package engine

import "embed"

// The page for browsers has to stay small, so it leaves out the books of large boards.
//
//go:embed books/*-3.book books/*-4.book
var bookFiles embed.FS
