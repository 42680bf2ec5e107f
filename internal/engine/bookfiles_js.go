package engine

import "embed"

// The page for browsers has to stay small. It leaves out the books of large boards, and of small
// boards that are solved within seconds.
//
//go:embed books/kalah-6-3.book books/*-4.book
var bookFiles embed.FS
