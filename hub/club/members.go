package club

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/netplay/keys"
)

// claim is the claim of a member to the key of a name.
type claim struct {
	Member string    `json:"member"`
	Since  time.Time `json:"since"`
	// Key is the fingerprint of the key with which the member came; "" after a change of the name.
	Key string `json:"key,omitempty"`
}

// unfinished is how long a claim to a name that its member does not have is respected: so long may
// the node take that makes the member.
const unfinished = time.Minute

// nameKey returns the key of the bucket for the key of a name.
func nameKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return letters.EncodeToString(sum[:16])
}

// Enter returns the member to whom a key belongs. If there is none, it makes one with that name. A
// member stays a person, or a computer, as they were made: the other one is refused.
func (c *Club) Enter(ctx context.Context, key keys.Fingerprint, name string, computer bool) (m Member, isNew bool, err error) {
	m, err = c.memberOf(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		m, err = c.newMember(ctx, key, name, computer)
		isNew = err == nil
	}
	if errors.Is(err, errAtOnce) {
		m, err = c.madeAtOnce(ctx, key)
	}
	switch {
	case err != nil:
		return m, false, err
	case m.Barred:
		return m, false, lobby.Refuse(lobby.ReasonBarred)
	case m.Computer != computer:
		return m, false, m.isOther()
	}
	if device, today := key.String(), day(c.cfg.Now()); m.Devices[device].Seen.Before(today) {
		m, err = c.members.change(ctx, m.ID, func(m *Member) error {
			if d := m.Devices[device]; slices.Contains(m.Keys, device) { // or it has just been removed
				d.Seen = today
				m.setDevice(device, d)
			}
			return nil
		})
	}
	return m, isNew, err
}

// isOther returns the refusal of a computer that would play for a person, or the other way round.
func (m *Member) isOther() error {
	if m.Computer {
		return lobby.Refuse(lobby.ReasonIsComputer)
	}
	return lobby.Refuse(lobby.ReasonIsPerson)
}

// errAtOnce says that a member with that name and key has been made, or is being made by another
// connection.
var errAtOnce = errors.New("the same key has claimed the name")

// madeAtOnce returns the member whom another connection makes for a key.
func (c *Club) madeAtOnce(ctx context.Context, key keys.Fingerprint) (Member, error) {
	for range 50 {
		if m, err := c.memberOf(ctx, key); !errors.Is(err, bus.ErrNotFound) {
			return m, err
		}
		sleep(ctx, 20*time.Millisecond)
	}
	return Member{}, lobby.Refuse(lobby.ReasonNameTaken) // it is no longer that member's
}

// memberOf returns the member to whom a key belongs, or bus.ErrNotFound.
func (c *Club) memberOf(ctx context.Context, key keys.Fingerprint) (Member, error) {
	o, revision, err := c.owners.get(ctx, key.String())
	if err != nil {
		return Member{}, err
	}
	m, _, err := c.members.get(ctx, o.Member)
	if err == nil && !slices.Contains(m.Keys, key.String()) {
		err = bus.ErrNotFound
	}
	if errors.Is(err, bus.ErrNotFound) { // what is left of a member who is gone
		return Member{}, errors.Join(c.owners.remove(ctx, key.String(), revision), bus.ErrNotFound)
	}
	return m, err
}

func (c *Club) newMember(ctx context.Context, key keys.Fingerprint, text string, computer bool) (m Member, err error) {
	name, err := NewName(text)
	if err != nil {
		return m, err
	}
	id, err := c.newID()
	if err != nil {
		return m, err
	}
	m = Member{ID: id, Name: name.String(), standing: standing{Rating: glicko.Default.Start}, Computer: computer, Created: c.cfg.Now().UTC()}
	m.addDevice(key.String(), m.Created)
	if err := c.claim(ctx, claim{Member: id, Key: key.String()}, name.Keys()); err != nil {
		return m, err
	}
	if _, err = c.members.create(ctx, id, m); err == nil {
		_, err = c.owners.create(ctx, key.String(), owner{id})
	}
	if err != nil {
		clean, done := cleaning(ctx)
		defer done()
		_ = c.members.remove(clean, id, 0)
		c.release(clean, id, name.Keys())
	}
	if errors.Is(err, bus.ErrExists) { // the same key, by another connection
		return c.memberOf(ctx, key)
	}
	return m, err
}

// claim takes the keys of a name for a member, all or none.
func (c *Club) claim(ctx context.Context, mine claim, want []string) error {
	mine.Since = c.cfg.Now().UTC()
	for i, key := range want {
		if err := c.claimOne(ctx, mine, key); err != nil {
			clean, done := cleaning(ctx)
			defer done()
			c.release(clean, mine.Member, want[:i])
			return err
		}
	}
	return nil
}

func (c *Club) claimOne(ctx context.Context, mine claim, key string) error {
	for range maxTries {
		_, err := c.names.create(ctx, nameKey(key), mine)
		if !errors.Is(err, bus.ErrExists) {
			return err
		}
		old, revision, err := c.names.get(ctx, nameKey(key))
		if errors.Is(err, bus.ErrNotFound) {
			continue
		}
		if err != nil || old.Member == mine.Member {
			return err
		}
		used, err := c.isUsed(ctx, old, key)
		switch {
		case err != nil:
			return err
		case used && old.Key != "" && old.Key == mine.Key:
			return errAtOnce
		case used:
			return lobby.Refuse(lobby.ReasonNameTaken)
		}
		if _, err := c.names.update(ctx, nameKey(key), mine, revision); !errors.Is(err, bus.ErrConflict) {
			return err
		}
	}
	return bus.ErrConflict
}

// isUsed reports whether the member of a claim has such a name, or may be about to.
func (c *Club) isUsed(ctx context.Context, old claim, key string) (bool, error) {
	if c.cfg.Now().Sub(old.Since) < unfinished {
		return true, nil
	}
	m, _, err := c.members.get(ctx, old.Member)
	if errors.Is(err, bus.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	name, _ := NewName(m.Name)
	return slices.Contains(name.Keys(), key), nil
}

// release gives up the claims of a member to keys of names.
func (c *Club) release(ctx context.Context, id string, keys []string) {
	for _, key := range keys {
		old, revision, err := c.names.get(ctx, nameKey(key))
		if err == nil && old.Member == id {
			err = c.names.remove(ctx, nameKey(key), revision)
		}
		if err != nil && !errors.Is(err, bus.ErrNotFound) {
			c.cfg.Log.Warn("A name could not be given up.", "member", id, "err", err)
		}
	}
}

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
	c.logTrouble("A table of the list does not have the new name of a member.", c.renameAtTable(ctx, m))
	return m, nil
}

// renameAtTable shows the name of a member at the table of the list at which they are.
func (c *Club) renameAtTable(ctx context.Context, m Member) error {
	p, _, err := c.places.get(ctx, m.ID)
	if err == nil && p.Table != "" {
		_, err = c.tables.change(ctx, p.Table, func(t *Table) error {
			i := slices.IndexFunc(t.Members, func(s seated) bool { return s.ID == m.ID })
			if i < 0 || t.Members[i].Name == m.Name {
				return errSame
			}
			t.Members[i].Name = m.Name
			return nil
		})
	}
	if errors.Is(err, bus.ErrNotFound) {
		return nil
	}
	return err
}

// without returns the texts that are not among others.
func without(texts, others []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return slices.Contains(others, s) })
}

// Member returns a member. An unknown one is a refusal.
func (c *Club) Member(ctx context.Context, id string) (Member, error) {
	if !lobby.IsID(id) {
		return Member{}, lobby.Refuse(lobby.ReasonUnknown)
	}
	m, _, err := c.members.get(ctx, id)
	if errors.Is(err, bus.ErrNotFound) {
		err = lobby.Refuse(lobby.ReasonUnknown)
	}
	return m, err
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
	p := m.Profile(c.cfg.Now())
	p.IsBlocked = slices.Contains(asker.Blocked, id)
	return p, nil
}

// Own returns the profile that a member sees of themselves.
func (c *Club) Own(ctx context.Context, id string) (lobby.Profile, error) {
	m, err := c.Member(ctx, id)
	if err != nil {
		return lobby.Profile{}, err
	}
	now := c.cfg.Now()
	p := m.Profile(now)
	for _, key := range m.Keys {
		d := m.Devices[key]
		p.Devices = append(p.Devices, lobby.MemberDevice{Key: key, Added: d.Added, Seen: d.Seen})
	}
	for _, id := range m.Blocked {
		b, _, err := c.members.get(ctx, id)
		switch {
		case err == nil:
			p.Blocked = append(p.Blocked, b.Public(usual, now))
		case !errors.Is(err, bus.ErrNotFound):
			return p, err
		}
	}
	return p, nil
}

// Block keeps two members from playing with each other, or no longer does.
func (c *Club) Block(ctx context.Context, id, whom string, off bool) (Member, error) {
	if id == whom {
		return Member{}, lobby.Refuse(lobby.ReasonSelf)
	}
	if !off {
		if _, err := c.Member(ctx, whom); err != nil {
			return Member{}, err
		}
	}
	return c.members.change(ctx, id, func(m *Member) error {
		i := slices.Index(m.Blocked, whom)
		switch {
		case off && i >= 0:
			m.Blocked = slices.Delete(m.Blocked, i, i+1)
		case off || i >= 0:
			return errSame
		case len(m.Blocked) >= maxBlocked:
			return lobby.Refuse(lobby.ReasonFull)
		default:
			m.Blocked = append(m.Blocked, whom)
		}
		return nil
	})
}

// Bar keeps a member out of the club, or no longer does.
func (c *Club) Bar(ctx context.Context, id string, off bool) (Member, error) {
	m, err := c.members.change(ctx, id, func(m *Member) error { m.Barred = !off; return nil })
	if errors.Is(err, bus.ErrNotFound) {
		err = lobby.Refuse(lobby.ReasonUnknown)
	}
	if err == nil && m.Barred {
		err = c.Cancel(ctx, id)
		c.cfg.Gate.SendAway(id, lobby.Refuse(lobby.ReasonBarred))
	}
	return m, err
}

// Say tells a member something, as an announcement for them alone.
func (c *Club) Say(id, text string) {
	c.cfg.Gate.Tell(id, lobby.Announced{Text: lobby.CleanText(text)})
}

// IsUnknown reports whether an error says that there is no such member.
func IsUnknown(err error) bool {
	no := (*lobby.Refusal)(nil)
	return errors.As(err, &no) && no.Reason == lobby.ReasonUnknown
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

// Knows reports whether a key is a member's.
func (c *Club) Knows(ctx context.Context, key keys.Fingerprint) (bool, error) {
	_, err := c.memberOf(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
