package club

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/workers"
	"mancala/past"
	"mancala/spelling"
)

// register knows who is who: the members, their keys and names.
type register struct {
	*base
	members store[Member]
	owners  store[owner] // of keys, by fingerprint
	names   store[claim] // by the key of a name
	codes   store[owner] // for another device, by the code
}

// owner is the member to whom a key or a code belongs.
type owner struct {
	Member string `json:"member"`
}

// claim is the claim of a member to the key of a name.
type claim struct {
	Member string    `json:"member"`
	Since  time.Time `json:"since"`
	// Key is the fingerprint of the member's key at this visit, or "" after a change of the name.
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

// Enter returns the member with a key, or makes one with that name. A member stays the person or
// the computer that they were at first; Enter refuses the other.
func (r *register) Enter(ctx context.Context, key keys.Fingerprint, name string, computer bool) (m Member, isNew bool, err error) {
	m, err = r.memberOf(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		m, err = r.newMember(ctx, key, name, computer)
		isNew = err == nil
	}
	if errors.Is(err, errAtOnce) {
		m, err = r.madeAtOnce(ctx, key)
	}
	switch {
	case err != nil:
		return m, false, err
	case m.Barred:
		return m, false, lobby.Refuse(lobby.ReasonBarred)
	case m.Computer != computer:
		return m, false, m.isOther()
	}
	if device, today := key.String(), day(time.Now()); !m.Devices[device].Seen.Equal(today) {
		m, err = r.members.change(ctx, m.ID, func(m *Member) error {
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
func (r *register) madeAtOnce(ctx context.Context, key keys.Fingerprint) (Member, error) {
	for range 50 {
		if m, err := r.memberOf(ctx, key); !errors.Is(err, bus.ErrNotFound) {
			return m, err
		}
		workers.Pause(ctx, 20*time.Millisecond)
	}
	return Member{}, lobby.Refuse(lobby.ReasonNameTaken) // it is no longer that member's
}

// memberOf returns the member to whom a key belongs, or bus.ErrNotFound.
func (r *register) memberOf(ctx context.Context, key keys.Fingerprint) (Member, error) {
	o, revision, err := r.owners.get(ctx, key.String())
	if err != nil {
		return Member{}, err
	}
	m, _, err := r.members.get(ctx, o.Member)
	if err == nil && !slices.Contains(m.Keys, key.String()) {
		err = bus.ErrNotFound
	}
	if errors.Is(err, bus.ErrNotFound) { // what is left of a member who is gone
		return Member{}, errors.Join(r.owners.remove(ctx, key.String(), revision), bus.ErrNotFound)
	}
	return m, err
}

func (r *register) newMember(ctx context.Context, key keys.Fingerprint, text string, computer bool) (m Member, err error) {
	name, err := NewName(text)
	if err != nil {
		return m, err
	}
	id, err := r.newID()
	if err != nil {
		return m, err
	}
	m = Member{ID: id, Name: name.String(), standing: standing{Rating: glicko.Default.Start}, Computer: computer, Created: time.Now().UTC()}
	m.addDevice(key.String(), m.Created)
	if err := r.claim(ctx, claim{Member: id, Key: key.String()}, name.Keys()); err != nil {
		return m, err
	}
	if _, err = r.members.create(ctx, id, m); err == nil {
		_, err = r.owners.create(ctx, key.String(), owner{id})
	}
	if err != nil {
		clean, done := cleaning(ctx)
		defer done()
		_ = r.members.remove(clean, id, 0)
		r.release(clean, id, name.Keys())
	}
	if errors.Is(err, bus.ErrExists) { // the same key, by another connection
		return r.memberOf(ctx, key)
	}
	return m, err
}

// claim reserves the keys of a name for a member, all or none.
func (r *register) claim(ctx context.Context, mine claim, want []string) error {
	mine.Since = time.Now().UTC()
	for i, key := range want {
		if err := r.claimOne(ctx, mine, key); err != nil {
			clean, done := cleaning(ctx)
			defer done()
			r.release(clean, mine.Member, want[:i])
			return err
		}
	}
	return nil
}

func (r *register) claimOne(ctx context.Context, mine claim, key string) error {
	return r.names.take(ctx, nameKey(key), mine, func(old claim) error {
		if old.Member == mine.Member {
			return errSame
		}
		used, err := r.isUsed(ctx, old, key)
		switch {
		case err == nil && used && old.Key != "" && old.Key == mine.Key:
			return errAtOnce
		case err == nil && used:
			return lobby.Refuse(lobby.ReasonNameTaken)
		}
		return err
	})
}

// isUsed reports whether the member of a claim has such a name, or may soon have it.
func (r *register) isUsed(ctx context.Context, old claim, key string) (bool, error) {
	if past.Recent(old.Since, time.Now(), unfinished) {
		return true, nil
	}
	m, _, found, err := r.members.find(ctx, old.Member)
	if !found {
		return false, err
	}
	name, _ := NewName(m.Name)
	return slices.Contains(name.Keys(), key), nil
}

// release gives up the claims of a member to keys of names.
func (r *register) release(ctx context.Context, id string, keys []string) {
	for _, key := range keys {
		old, revision, found, err := r.names.find(ctx, nameKey(key))
		if found && old.Member == id {
			err = r.names.remove(ctx, nameKey(key), revision)
		}
		if err != nil {
			r.cfg.Log.Warn("A name could not be given up.", "member", id, "err", err)
		}
	}
}

// without returns the texts that are not among others.
func without(texts, others []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return slices.Contains(others, s) })
}

// Member returns a member. An unknown one is a refusal.
func (r *register) Member(ctx context.Context, id string) (Member, error) {
	if !lobby.IsID(id) {
		return Member{}, lobby.Refuse(lobby.ReasonUnknown)
	}
	m, _, err := r.members.get(ctx, id)
	if errors.Is(err, bus.ErrNotFound) {
		err = lobby.Refuse(lobby.ReasonUnknown)
	}
	return m, err
}

// Profile returns the profile of a member as another one, or they themselves, may see it.
func (r *register) Profile(ctx context.Context, asker Member, id string) (lobby.Profile, error) {
	if id == "" || id == asker.ID {
		return r.Own(ctx, asker.ID)
	}
	m, err := r.Member(ctx, id)
	if err != nil {
		return lobby.Profile{}, err
	}
	p := m.Profile(time.Now())
	p.IsBlocked = slices.Contains(asker.Blocked, id)
	return p, nil
}

// Own returns the profile that a member sees of themselves.
func (r *register) Own(ctx context.Context, id string) (lobby.Profile, error) {
	m, err := r.Member(ctx, id)
	if err != nil {
		return lobby.Profile{}, err
	}
	now := time.Now()
	p := m.Profile(now)
	for _, key := range m.Keys {
		d := m.Devices[key]
		p.Devices = append(p.Devices, lobby.MemberDevice{Key: key, Added: d.Added, Seen: d.Seen})
	}
	for _, id := range m.Blocked {
		b, _, found, err := r.members.find(ctx, id)
		if err != nil {
			return p, err
		}
		if found {
			p.Blocked = append(p.Blocked, b.Public(usual, now))
		}
	}
	return p, nil
}

// Block keeps two members from playing with each other, or ends that.
func (r *register) Block(ctx context.Context, id, whom string, off bool) (Member, error) {
	if id == whom {
		return Member{}, lobby.Refuse(lobby.ReasonSelf)
	}
	if !off {
		if _, err := r.Member(ctx, whom); err != nil {
			return Member{}, err
		}
	}
	return r.members.change(ctx, id, func(m *Member) error {
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

// IsUnknown reports whether an error means that the member is unknown.
func IsUnknown(err error) bool {
	no := (*lobby.Refusal)(nil)
	return errors.As(err, &no) && no.Reason == lobby.ReasonUnknown
}

// Knows reports whether a key is a member's.
func (r *register) Knows(ctx context.Context, key keys.Fingerprint) (bool, error) {
	_, err := r.memberOf(ctx, key)
	return err == nil, unless(err, bus.ErrNotFound)
}

// Find returns at most that many members whose names contain a part, in order of name.
func (r *register) Find(ctx context.Context, part string, most int) ([]Member, error) {
	query := spelling.Find(part)
	var found []Member
	err := each(ctx, r.members, func(_ string, m Member) {
		if query.In(spelling.Searchable(m.Name)) {
			found = append(found, m)
		}
	})
	slices.SortFunc(found, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return found[:min(len(found), most)], err
}
