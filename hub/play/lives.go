package play

import (
	"context"
	"errors"

	"mancala/hub/bus"
)

// Here reports whether a table is at this node.
func (h *Hall) Here(id string) bool { return h.find(id) != nil }

// Lives reports whether a table is there, at whatever node.
func (h *Hall) Lives(ctx context.Context, id string) (bool, error) {
	if h.Here(id) {
		return true, nil
	}
	_, err := h.games.Get(ctx, id)
	if errors.Is(err, bus.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
