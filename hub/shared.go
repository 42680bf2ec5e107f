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

// identity returns the key of the club, which all nodes share. Members know the club by it.
func identity(ctx context.Context, b bus.Bus) (id *keys.Identity, err error) {
	data, err := secret(ctx, b, "identity", func() ([]byte, error) {
		made, err := keys.NewIdentity(rand.Reader)
		if err != nil {
			return nil, err
		}
		return made.PEM(), nil
	})
	if err == nil {
		if id, err = keys.ParseIdentity(data); err != nil {
			err = fmt.Errorf("it is damaged: %w", err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the club, in the bucket secrets of the bus: %w", err)
	}
	return id, nil
}

// seed returns the club's secret. The nodes derive the secrets of its tables from it.
func seed(ctx context.Context, b bus.Bus) (seed [table.SecretSize]byte, err error) {
	data, err := secret(ctx, b, "seed", func() ([]byte, error) {
		made := make([]byte, len(seed))
		rand.Read(made)
		return made, nil
	})
	if copy(seed[:], data); err == nil && len(data) != len(seed) {
		err = errors.New("it is damaged: it has another length")
	}
	if err != nil {
		err = fmt.Errorf("the secret of the club, in the bucket secrets of the bus: %w", err)
	}
	return seed, err
}

// secret reads the nodes' secret from the bus. The first node makes it.
func secret(ctx context.Context, b bus.Bus, key string, create func() ([]byte, error)) ([]byte, error) {
	bucket, err := b.Bucket(ctx, "secrets", 0)
	if err != nil {
		return nil, err
	}
	for {
		e, err := bucket.Get(ctx, key)
		if !errors.Is(err, bus.ErrNotFound) {
			return e.Data, err
		}
		made, err := create()
		if err != nil {
			return nil, err
		}
		if _, err = bucket.Create(ctx, key, made); err != nil && !errors.Is(err, bus.ErrExists) {
			return nil, err
		}
	}
}
