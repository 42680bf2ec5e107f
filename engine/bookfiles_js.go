package engine

import "embed"

// The page for browsers has to stay small, so it leaves out the books of large boards, and one of a
// small board that is solved within seconds.
//
//go:embed books/kalah-6-3.book books/empty-capture-6-3.book books/*-4.book
var bookFiles embed.FS
