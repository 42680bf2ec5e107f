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
func identity(ctx context.Context, b bus.Bus) (*keys.Identity, error) {
	id, err := keys.NewIdentity(rand.Reader)
	if err == nil {
		var data []byte
		if data, err = secret(ctx, b, "identity", id.PEM()); err == nil {
			if id, err = keys.ParseIdentity(data); err != nil {
				err = fmt.Errorf("it is damaged: %w", err)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the club, in the bucket secrets of the bus: %w", err)
	}
	return id, nil
}

// seed returns the club's secret. The nodes derive the secrets of its tables from it.
func seed(ctx context.Context, b bus.Bus) (seed [table.SecretSize]byte, err error) {
	made := make([]byte, len(seed))
	rand.Read(made)
	data, err := secret(ctx, b, "seed", made)
	if copy(seed[:], data); err == nil && len(data) != len(seed) {
		err = errors.New("it is damaged: it has another length")
	}
	if err != nil {
		err = fmt.Errorf("the secret of the club, in the bucket secrets of the bus: %w", err)
	}
	return seed, err
}

// secret reads the nodes' secret from the bus. The first node puts its own there.
func secret(ctx context.Context, b bus.Bus, key string, made []byte) ([]byte, error) {
	bucket, err := b.Bucket(ctx, "secrets", 0)
	if err != nil {
		return nil, err
	}
	if _, err = bucket.Create(ctx, key, made); !errors.Is(err, bus.ErrExists) {
		return made, err
	}
	e, err := bucket.Get(ctx, key)
	return e.Data, err
}
