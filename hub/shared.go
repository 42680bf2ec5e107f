package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"mancala/hub/bus"
	"mancala/netplay/keys"
	"mancala/table"
)

// secretsBucket is the bucket of secrets that only nodes may know.
const secretsBucket = "secrets"

// identity returns the key of the club, which all nodes share over the bus; the first node makes
// it. Members know the club by it.
func identity(ctx context.Context, b bus.Bus) (*keys.Identity, error) {
	const key = "identity"
	fail := func(err error) (*keys.Identity, error) {
		return nil, fmt.Errorf("the key of the club, which is on the bus: %w", err)
	}
	bucket, err := b.Bucket(ctx, secretsBucket, bus.BucketConfig{})
	if err != nil {
		return fail(err)
	}
	e, err := bucket.Get(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		made, err := keys.NewIdentity(rand.Reader)
		if err != nil {
			return fail(err)
		}
		if _, err = bucket.Create(ctx, key, made.PEM()); err == nil {
			return made, nil
		} else if !errors.Is(err, bus.ErrExists) {
			return fail(err)
		}
		if e, err = bucket.Get(ctx, key); err != nil {
			return fail(err)
		}
	} else if err != nil {
		return fail(err)
	}
	id, err := keys.ParseIdentity(e.Data)
	if err != nil {
		return nil, fmt.Errorf("the key of the club, in the bucket secrets of the bus, is damaged: %w", err)
	}
	return id, nil
}

// seed returns the secret of the club from which the nodes derive those of its tables. The first
// node makes it.
func seed(ctx context.Context, b bus.Bus) (secret [table.SecretSize]byte, err error) {
	const key = "seed"
	bucket, err := b.Bucket(ctx, secretsBucket, bus.BucketConfig{})
	if err != nil {
		return secret, fmt.Errorf("the secret of the club, which is on the bus: %w", err)
	}
	for {
		e, err := bucket.Get(ctx, key)
		switch {
		case err == nil && len(e.Data) == len(secret):
			return [table.SecretSize]byte(e.Data), nil
		case err == nil:
			return secret, errors.New("the secret of the club, in the bucket secrets of the bus, is damaged")
		case !errors.Is(err, bus.ErrNotFound):
			return secret, fmt.Errorf("the secret of the club, which is on the bus: %w", err)
		}
		rand.Read(secret[:])
		if _, err = bucket.Create(ctx, key, secret[:]); err != nil && !errors.Is(err, bus.ErrExists) {
			return secret, fmt.Errorf("the secret of the club, which is on the bus: %w", err)
		}
	}
}
