package club

import (
	"context"
	"errors"
	"slices"

	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
)

// offer is a code that makes another device a member's.
type offer struct {
	Member string `json:"member"`
}

// Device returns a code by which another device becomes this member's.
func (r *register) Device(ctx context.Context, id string) (lobby.Code, error) {
	m, err := r.Member(ctx, id)
	if err != nil {
		return lobby.Code{}, err
	}
	if len(m.Keys) >= maxDevices {
		return lobby.Code{}, lobby.Refuse(lobby.ReasonFull)
	}
	for range maxTries {
		code, err := meet.NewCode(r.cfg.Rand)
		if err != nil {
			return lobby.Code{}, err
		}
		if _, err = r.codes.create(ctx, nameKey(code.String()), offer{id}); err == nil {
			return lobby.Code{Text: code.String(), For: codeLife}, nil
		} else if !errors.Is(err, bus.ErrExists) {
			return lobby.Code{}, err
		}
	}
	return lobby.Code{}, bus.ErrExists
}

// mayTake returns nil if another device can become this member's, or the refusal of it.
func (m *Member) mayTake() error {
	switch {
	case m.ID == "" || m.Barred:
		return lobby.Refuse(lobby.ReasonCode)
	case len(m.Keys) >= maxDevices:
		return lobby.Refuse(lobby.ReasonFull)
	}
	return nil
}

// take makes a key that belongs to no one a member's.
func (r *register) take(ctx context.Context, id string, key keys.Fingerprint) (Member, error) {
	m, err := r.members.change(ctx, id, func(m *Member) error {
		if err := m.mayTake(); err != nil {
			return err
		}
		m.addDevice(key.String(), r.cfg.Now())
		return nil
	})
	if err != nil {
		return m, err
	}
	if _, err := r.owners.create(ctx, key.String(), owner{id}); err != nil {
		return m, err
	}
	return m, nil
}

// Probe stores something of no meaning, which the bus soon forgets, and returns an error if that is
// not possible. It lasts as long as the context lets it.
func (r *register) Probe(ctx context.Context) error {
	return bus.Put(ctx, r.codes.bucket, "probe."+r.cfg.Bus.Node(), []byte("{}")) // no code has a full stop
}

// Errors of [Club.RemoveDevice]. Compare with errors.Is.
var (
	ErrNoDevice   = errors.New("the member has no such device")
	ErrLastDevice = errors.New("it is the member's only device")
)

// errItself refuses that a device removes itself. So no one loses their only one by a slip.
var errItself = lobby.Refuse(lobby.ReasonSelf)

// RemoveDevice takes a device away from a member, such as one that was stolen, and ends its
// connections. By is the member's device that wants it, which has to be another one, or "" if the
// people who run the club do.
func (r *register) RemoveDevice(ctx context.Context, id, device, by string) error {
	if _, err := r.Member(ctx, id); err != nil {
		return err
	}
	_, err := r.members.change(ctx, id, func(m *Member) error {
		switch {
		case by != "" && !slices.Contains(m.Keys, by): // it has been removed itself
			return lobby.Refuse(lobby.ReasonRemoved)
		case by == device:
			return errItself
		case !slices.Contains(m.Keys, device):
			return ErrNoDevice
		case len(m.Keys) == 1:
			return ErrLastDevice
		}
		m.dropDevice(device)
		return nil
	})
	if err != nil {
		return err
	}
	err = r.owners.remove(ctx, device, 0)
	r.cfg.Notifier.RemoveDevice(device) // now that it cannot come back
	return err
}

// Owns reports whether a key is a device's of the member with an id.
func (r *register) Owns(ctx context.Context, id string, key keys.Fingerprint) (bool, error) {
	m, err := r.memberOf(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		return false, nil
	}
	return err == nil && m.ID == id && !m.Barred, err
}

// Has reports whether a key is a device's of the member.
func (m *Member) Has(key keys.Fingerprint) bool { return slices.Contains(m.Keys, key.String()) }
