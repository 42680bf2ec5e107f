package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"mancala/cmd/hub/store"
	"mancala/internal/table"
	"mancala/netplay/keys"
)

// identity returns the key of the club, which all nodes share. Members know the club by it.
func identity(ctx context.Context, s *store.Store) (*keys.Identity, error) {
	id, err := keys.NewIdentity(rand.Reader)
	if err == nil {
		var data []byte
		if data, err = store.SecretsOf(s).Secret(ctx, "identity", id.PEM()); err == nil {
			if id, err = keys.ParseIdentity(data); err != nil {
				err = fmt.Errorf("it is damaged: %w", err)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the key of the club, in the table secret: %w", err)
	}
	return id, nil
}

// seed returns the club's secret. The nodes derive the secrets of its tables from it.
func seed(ctx context.Context, s *store.Store) (seed [table.SecretSize]byte, err error) {
	made := make([]byte, len(seed))
	rand.Read(made)
	data, err := store.SecretsOf(s).Secret(ctx, "seed", made)
	if copy(seed[:], data); err == nil && len(data) != len(seed) {
		err = errors.New("it is damaged: it has another length")
	}
	if err != nil {
		err = fmt.Errorf("the secret of the club, in the table secret: %w", err)
	}
	return seed, err
}

// nodes are the nodes of the club that lived when this one looked last.
type nodes struct{ all atomic.Pointer[[]store.Owner] }

// look looks which nodes live.
func (n *nodes) look(ctx context.Context, s *store.Store) error {
	all, err := s.Nodes(ctx)
	if err == nil {
		n.all.Store(&all)
	}
	return err
}

// list returns the nodes, none before look has found them.
func (n *nodes) list() []store.Owner {
	if all := n.all.Load(); all != nil {
		return *all
	}
	return nil
}

// addresses returns where members reach the club: the addresses of the configuration, and those of
// all nodes.
func (h *hub) addresses() []string {
	all := slices.Clone(h.cfg.Addresses)
	for _, n := range h.nodes.list() {
		if n.Address != "" && !slices.Contains(all, n.Address) {
			all = append(all, n.Address)
		}
	}
	return all
}

// checkNodes returns an error if there are several nodes and members could not reach one of them:
// the tables of a node are played there.
func (h *hub) checkNodes() error {
	list := h.nodes.list()
	if len(list) < 2 {
		if h.shared() && h.cfg.Node.Address == "" {
			h.log.Warn("This node has no address of its own, so no other node can join it. Set address under [node] where there shall be several.")
		}
		return nil
	}
	for _, n := range list {
		if n.Address == "" {
			return fmt.Errorf("node %s has no address, and there are %d nodes; set address under [node] in the file of each", n.Name, len(list))
		}
	}
	return nil
}
