package record

import "context"

// openBook returns a book in memory: a browser has no folder, and the database does not run there.
func openBook(context.Context, Config) (book, []Notice) {
	return newMemory(), []Notice{{note("browser")}}
}
