package record

import (
	"context"
	"crypto/rand"

	"mancala/netplay/keys"
	"mancala/rules"
)

// openBook returns a book in memory: a browser has no folder, and the database does not run there.
func openBook(context.Context, Config) (book, []Notice) {
	return newMemory(), []Notice{{note("browser")}}
}

// loadIdentity makes a key, which lasts as long as the page.
func loadIdentity(context.Context, Config) (*keys.Identity, []Notice, error) {
	id, err := keys.NewIdentity(rand.Reader)
	return id, nil, err
}

func identityTrouble(err error, _ string) *rules.Note { return note("trouble", err) }
