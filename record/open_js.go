package record

import "context"

// openBook returns a book in memory: a browser has no folder, and the database does not run there.
func openBook(context.Context, Config) (book, []Notice) {
	return newMemory(), []Notice{{Text: "In a browser, games and top scores are kept only until this page is closed."}}
}
