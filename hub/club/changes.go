package club

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
)

// Rename gives a member another name.
func (c *Club) Rename(ctx context.Context, id, text string) (Member, error) {
	name, err := NewName(text)
	if err != nil {
		return Member{}, err
	}
	if err := c.claim(ctx, claim{Member: id}, name.Keys()); err != nil {
		return Member{}, err
	}
	var before Name
	m, err := c.members.change(ctx, id, func(m *Member) error {
		before, _ = NewName(m.Name)
		m.Name = name.String()
		return nil
	})
	if err != nil {
		return m, err
	}
	c.release(ctx, id, without(before.Keys(), name.Keys()))
	c.logTrouble("A table of the list does not have the new name of a member.", c.seating.rename(ctx, m))
	return m, nil
}

// Bar keeps a member out of the club, or ends that.
func (c *Club) Bar(ctx context.Context, id string, off bool) (Member, error) {
	m, err := c.members.change(ctx, id, func(m *Member) error { m.Barred = !off; return nil })
	if errors.Is(err, bus.ErrNotFound) {
		err = lobby.Refuse(lobby.ReasonUnknown)
	}
	if err == nil && m.Barred {
		err = c.Cancel(ctx, id)
		c.cfg.Notifier.SendAway(id, lobby.Refuse(lobby.ReasonBarred))
	}
	return m, err
}

// UseCode gives a key to the member with the code, once. If the key's former member has no other
// device, that member is deleted. A computer's key cannot become a person's, or the reverse.
func (c *Club) UseCode(ctx context.Context, key keys.Fingerprint, text string) (Member, error) {
	wrong := lobby.Refuse(lobby.ReasonCode)
	code, err := meet.ParseCode(text)
	if err != nil || code.Secret == "" {
		return Member{}, wrong
	}
	o, revision, err := c.codes.get(ctx, nameKey(code.String()))
	if errors.Is(err, bus.ErrNotFound) {
		return Member{}, wrong
	}
	if err != nil {
		return Member{}, err
	}
	from, err := c.memberOf(ctx, key)
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		return Member{}, err
	}
	to, err := c.Member(ctx, o.Member)
	if err != nil && !IsUnknown(err) {
		return Member{}, err
	}
	if from.ID == o.Member {
		return Member{}, wrong
	}
	if err := to.mayTake(); err != nil { // before anything of the other member is deleted
		return Member{}, err
	}
	if from.ID != "" && from.Computer != to.Computer {
		return Member{}, to.isOther()
	}
	// Used once, even if nothing comes of it.
	if err := c.codes.bucket.Delete(ctx, nameKey(code.String()), revision); errors.Is(err, bus.ErrConflict) {
		return Member{}, wrong
	} else if err != nil {
		return Member{}, err
	}
	if err := c.giveUp(ctx, from, key); err != nil {
		return Member{}, err
	}
	return c.take(ctx, o.Member, key)
}

// giveUp takes a key from a member, and deletes a member without another key.
func (c *Club) giveUp(ctx context.Context, from Member, key keys.Fingerprint) error {
	if from.ID == "" {
		return nil
	}
	if err := c.Cancel(ctx, from.ID); err != nil {
		return err
	}
	if len(from.Keys) == 1 {
		return c.forget(ctx, from)
	}
	_, err := c.members.change(ctx, from.ID, func(m *Member) error {
		m.dropDevice(key.String())
		return nil
	})
	if err != nil {
		return err
	}
	return c.owners.remove(ctx, key.String(), 0)
}

// Forget deletes all that is known of a member; the games stay, without the name. The name that the
// member has typed has to be theirs.
func (c *Club) Forget(ctx context.Context, id, typed string) error {
	m, err := c.Member(ctx, id)
	if err != nil {
		return err
	}
	if typed != m.Name {
		return lobby.Refuse(lobby.ReasonName)
	}
	if err := c.Cancel(ctx, id); err != nil {
		return err
	}
	return c.forget(ctx, m)
}

// forget deletes a member who has no place. If it fails half-way, it can be called again, or
// nothing is left that says anything about the member.
func (c *Club) forget(ctx context.Context, m Member) error {
	if _, _, err := c.places.get(ctx, m.ID); !errors.Is(err, bus.ErrNotFound) {
		if err == nil {
			err = lobby.Refuse(lobby.ReasonBusy)
		}
		return err
	}
	if err := c.forgetReports(ctx, m.ID); err != nil {
		return err
	}
	if err := c.members.remove(ctx, m.ID, 0); err != nil {
		return err
	}
	var err error // from here on, keys and names without their member are no longer heeded
	for _, key := range m.Keys {
		err = errors.Join(err, c.owners.remove(ctx, key, 0))
	}
	name, _ := NewName(m.Name)
	c.release(ctx, m.ID, name.Keys())
	return err
}

// Device returns a code that adds another device to this member.
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
		if _, err = r.codes.create(ctx, nameKey(code.String()), owner{id}); err == nil {
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
		m.addDevice(key.String(), time.Now())
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

// Probe stores a dummy value, which soon expires, and returns an error if it cannot. It tries until
// ctx ends.
func (r *register) Probe(ctx context.Context) error {
	return bus.Put(ctx, r.codes.bucket, "probe."+r.cfg.Bus.Node(), []byte("{}")) // no code has a full stop
}

// Errors of [Club.RemoveDevice]. Compare with errors.Is.
var (
	ErrNoDevice   = errors.New("the member has no such device")
	ErrLastDevice = errors.New("it is the member's only device")
)

// RemoveDevice takes a device away from a member, such as one that was stolen, and ends its
// connections. by is the requesting device, another one of the member's, or "" for an operator.
func (r *register) RemoveDevice(ctx context.Context, id, device, by string) error {
	if _, err := r.Member(ctx, id); err != nil {
		return err
	}
	_, err := r.members.change(ctx, id, func(m *Member) error {
		switch {
		case by != "" && !slices.Contains(m.Keys, by): // it has been removed itself
			return lobby.Refuse(lobby.ReasonRemoved)
		case by == device: // or one could lose the only device by a slip
			return lobby.Refuse(lobby.ReasonSelf)
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
	return err == nil && m.ID == id && !m.Barred, unless(err, bus.ErrNotFound)
}

// Has reports whether a key is a device's of the member.
func (m *Member) Has(key keys.Fingerprint) bool { return slices.Contains(m.Keys, key.String()) }
