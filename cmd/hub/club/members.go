package club

import (
	"context"
	"errors"
	"slices"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
	"mancala/netplay/keys"
)

// Enter returns the member with a key, or makes one with that name. A member stays the person or
// the computer that they were at first; Enter refuses the other.
func (c *Club) Enter(ctx context.Context, key keys.Fingerprint, name string, computer bool) (m Member, isNew bool, err error) {
	m, err = c.memberOf(ctx, key)
	if IsUnknown(err) {
		m, isNew, err = c.newMember(ctx, key, name, computer)
	}
	switch {
	case err != nil:
		return m, false, err
	case m.Barred:
		return m, false, lobby.Refuse(lobby.ReasonBarred)
	case m.Computer != computer:
		return m, false, isOther(m.Member)
	}
	if i := m.device(key.String()); i >= 0 && m.Devices[i].Seen.Before(day(c.now())) {
		err = c.cfg.Store.Seen(ctx, key.String())
	}
	return m, isNew, err
}

// isOther returns the refusal of a computer that would play for a person, or the other way round.
func isOther(m store.Member) error {
	if m.Computer {
		return lobby.Refuse(lobby.ReasonIsComputer)
	}
	return lobby.Refuse(lobby.ReasonIsPerson)
}

// memberOf returns the member to whom a key belongs.
func (c *Club) memberOf(ctx context.Context, key keys.Fingerprint) (Member, error) {
	m, err := c.cfg.Store.OfDevice(ctx, key.String())
	if err != nil {
		return Member{}, err
	}
	return c.Member(ctx, m.ID)
}

func (c *Club) newMember(ctx context.Context, key keys.Fingerprint, text string, computer bool) (m Member, isNew bool, err error) {
	name, err := NewName(text)
	if err != nil {
		return m, false, err
	}
	id, err := c.newID()
	if err != nil {
		return m, false, err
	}
	made, err := c.cfg.Store.Enter(ctx, store.Member{ID: id, Name: name.String(), Computer: computer}, name.Keys(), key.String())
	if err != nil {
		return m, false, instead(err, store.ErrExists, lobby.Refuse(lobby.ReasonNameTaken))
	}
	m, err = c.Member(ctx, made.ID)
	return m, made.ID == id, err
}

// Member returns a member. An unknown one is a refusal.
func (c *Club) Member(ctx context.Context, id string) (Member, error) {
	if !lobby.IsID(id) {
		return Member{}, store.ErrNotFound
	}
	people, err := c.cfg.Store.People(ctx, id)
	if err != nil {
		return Member{}, err
	}
	p := people[id]
	if p == nil {
		return Member{}, store.ErrNotFound
	}
	return Member{*p}, nil
}

// Profile returns the profile of a member as another one, or they themselves, may see it.
func (c *Club) Profile(ctx context.Context, asker Member, id string) (lobby.Profile, error) {
	if id == "" || id == asker.ID {
		return c.Own(ctx, asker.ID)
	}
	m, err := c.Member(ctx, id)
	if err != nil {
		return lobby.Profile{}, err
	}
	p := m.Profile(c.now())
	p.IsBlocked = slices.Contains(asker.Blocked, id)
	return p, nil
}

// Own returns the profile that a member sees of themselves.
func (c *Club) Own(ctx context.Context, id string) (lobby.Profile, error) {
	m, err := c.Member(ctx, id)
	if err != nil {
		return lobby.Profile{}, err
	}
	now := c.now()
	p := m.Profile(now)
	p.Devices = m.Devices
	people, err := c.cfg.Store.People(ctx, m.Blocked...)
	for _, id := range m.Blocked {
		if b := people[id]; b != nil {
			p.Blocked = append(p.Blocked, (&Member{*b}).Public(usual, now))
		}
	}
	return p, err
}

// Block keeps two members from playing with each other, or ends that.
func (c *Club) Block(ctx context.Context, id, whom string, off bool) error {
	switch {
	case id == whom:
		return lobby.Refuse(lobby.ReasonSelf)
	case !lobby.IsID(whom):
		return store.ErrNotFound
	}
	return instead(c.cfg.Store.Block(ctx, id, whom, off, maxBlocked), store.ErrExists, lobby.Refuse(lobby.ReasonFull))
}

// IsUnknown reports whether an error means that the member is unknown.
func IsUnknown(err error) bool {
	no := (*lobby.Refusal)(nil)
	return errors.As(err, &no) && no.Reason == lobby.ReasonUnknown
}

// Knows reports whether a key is a member's.
func (c *Club) Knows(ctx context.Context, key keys.Fingerprint) (bool, error) {
	_, err := c.cfg.Store.OfDevice(ctx, key.String())
	return err == nil, instead(err, store.ErrNotFound, nil)
}

// Owns reports whether a key is a device's of the member with an id.
func (c *Club) Owns(ctx context.Context, id string, key keys.Fingerprint) (bool, error) {
	m, err := c.cfg.Store.OfDevice(ctx, key.String())
	return err == nil && m.ID == id && !m.Barred, instead(err, store.ErrNotFound, nil)
}

// Find returns at most that many members whose names contain a part, in order of name.
func (c *Club) Find(ctx context.Context, part string, most int) (found []Member, err error) {
	list, err := c.cfg.Store.Find(ctx, spelling.Find(part), most)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	people, err := c.cfg.Store.People(ctx, ids...)
	for _, id := range ids {
		if p := people[id]; p != nil {
			found = append(found, Member{*p})
		}
	}
	return found, err
}
