package record

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"io"

	"mancala/netplay/keys"
)

// identityKey is the key of the random bytes that the identity of a browser is made from, as
// base64.
const identityKey = storagePrefix + "identity"

// storedIdentity returns the identity in a page's storage, and makes it from random bytes if it is
// missing or invalid.
func storedIdentity(p pairs, random io.Reader) (*keys.Identity, error) {
	if err := (&storage{pairs: p}).checkFormat(); err != nil {
		return nil, err
	}
	if seed, err := storedSeed(p); err != nil || seed != nil {
		return seededIdentity(seed, err)
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, err
	}
	if err := p.set(identityKey, base64.StdEncoding.EncodeToString(seed)); err != nil {
		return nil, err
	}
	return seededIdentity(storedSeed(p)) // another page may have been faster
}

// storedSeed returns the random bytes in the storage, or nil if they are missing or invalid.
func storedSeed(p pairs) ([]byte, error) {
	text, found, err := p.get(identityKey)
	if err != nil || !found {
		return nil, err
	}
	seed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, nil
	}
	return seed, nil
}

func seededIdentity(seed []byte, err error) (*keys.Identity, error) {
	if err != nil {
		return nil, err
	}
	return keys.NewIdentity(bytes.NewReader(seed))
}
