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
	var id *keys.Identity
	err := secret(ctx, b, "identity", func() ([]byte, error) {
		made, err := keys.NewIdentity(rand.Reader)
		if err != nil {
			return nil, err
		}
		return made.PEM(), nil
	}, func(data []byte) (err error) {
		id, err = keys.ParseIdentity(data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the key of the club, in the bucket secrets of the bus: %w", err)
	}
	return id, nil
}

// seed returns the secret of the club from which the nodes derive those of its tables.
func seed(ctx context.Context, b bus.Bus) (seed [table.SecretSize]byte, err error) {
	err = secret(ctx, b, "seed", func() ([]byte, error) {
		made := make([]byte, len(seed))
		rand.Read(made)
		return made, nil
	}, func(data []byte) error {
		if copy(seed[:], data); len(data) != len(seed) {
			return errors.New("it has another length")
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("the secret of the club, in the bucket secrets of the bus: %w", err)
	}
	return seed, err
}

// secret reads a secret that only nodes may know from the bus. The first node makes it.
func secret(ctx context.Context, b bus.Bus, key string, create func() ([]byte, error), parse func([]byte) error) error {
	bucket, err := b.Bucket(ctx, "secrets", 0)
	if err != nil {
		return err
	}
	for {
		e, err := bucket.Get(ctx, key)
		if err == nil {
			if err = parse(e.Data); err != nil {
				err = fmt.Errorf("it is damaged: %w", err)
			}
			return err
		}
		if !errors.Is(err, bus.ErrNotFound) {
			return err
		}
		made, err := create()
		if err != nil {
			return err
		}
		if _, err = bucket.Create(ctx, key, made); err != nil && !errors.Is(err, bus.ErrExists) {
			return err
		}
	}
}
