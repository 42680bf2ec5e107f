package club

import (
	"context"
	"crypto/sha256"
	"errors"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
)

// Rename gives a member another name.
func (c *Club) Rename(ctx context.Context, id, text string) error {
	name, err := NewName(text)
	if err != nil {
		return err
	}
	return instead(c.cfg.Store.Rename(ctx, id, name.String(), name.Keys()), store.ErrExists, lobby.Refuse(lobby.ReasonNameTaken))
}

// Bar keeps a member out of the club, or ends that.
func (c *Club) Bar(ctx context.Context, id string, off bool) error {
	if !lobby.IsID(id) {
		return store.ErrNotFound
	}
	err := c.cfg.Store.Bar(ctx, id, !off)
	if err == nil && !off {
		err = c.Cancel(ctx, id)
		c.cfg.Notifier.SendAway(id, lobby.Refuse(lobby.ReasonBarred))
	}
	return err
}

// UseCode gives a key to the member with the code, once. If the key's former member has no other
// device, that member is deleted. A computer's key cannot become a person's, or the reverse.
func (c *Club) UseCode(ctx context.Context, key keys.Fingerprint, text string) (Member, error) {
	wrong := lobby.Refuse(lobby.ReasonCode)
	code, err := meet.ParseCode(text)
	if err != nil || code.Secret == "" {
		return Member{}, wrong
	}
	to, err := c.cfg.Store.UseCode(ctx, codeKey(code), key.String(), func(from, to store.Member, devices int) error {
		switch {
		case to.Barred || from.ID == to.ID:
			return wrong
		case devices >= maxDevices:
			return lobby.Refuse(lobby.ReasonFull)
		case from.ID != "" && from.Computer != to.Computer:
			return isOther(to)
		}
		return nil
	})
	if err != nil {
		return Member{}, instead(instead(err, store.ErrBusy, lobby.Refuse(lobby.ReasonBusy)), store.ErrNotFound, wrong)
	}
	return c.Member(ctx, to.ID)
}

// codeKey returns the form in which a code is stored. Nobody can read the code from it.
func codeKey(code meet.Code) string {
	sum := sha256.Sum256([]byte(code.String()))
	return letters.EncodeToString(sum[:16])
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
	return instead(c.cfg.Store.Forget(ctx, id), store.ErrBusy, lobby.Refuse(lobby.ReasonBusy))
}

// maxTries is how many codes are drawn at most until one is free.
const maxTries = 32

// Device returns a code that adds another device to this member.
func (c *Club) Device(ctx context.Context, id string) (lobby.Code, error) {
	m, err := c.Member(ctx, id)
	if err != nil {
		return lobby.Code{}, err
	}
	if len(m.Devices) >= maxDevices {
		return lobby.Code{}, lobby.Refuse(lobby.ReasonFull)
	}
	for range maxTries {
		code, err := meet.NewCode(c.cfg.Rand)
		if err != nil {
			return lobby.Code{}, err
		}
		if err = c.cfg.Store.PutCode(ctx, id, codeKey(code), codeLife); err == nil {
			return lobby.Code{Text: code.String(), For: codeLife}, nil
		} else if !errors.Is(err, store.ErrExists) {
			return lobby.Code{}, err
		}
	}
	return lobby.Code{}, store.ErrExists
}

// Errors of [Club.RemoveDevice]. Compare with errors.Is.
var (
	ErrNoDevice   = errors.New("the member has no such device")
	ErrLastDevice = store.ErrLast
)

// RemoveDevice takes a device away from a member, such as one that was stolen, and ends its
// connections. by is the requesting device, another one of the member's, or "" for an operator.
func (c *Club) RemoveDevice(ctx context.Context, id, device, by string) error {
	m, err := c.Member(ctx, id)
	switch {
	case err != nil:
		return err
	case by == device: // or one could lose the only device by a slip
		return lobby.Refuse(lobby.ReasonSelf)
	case m.device(device) < 0:
		return ErrNoDevice
	}
	err = c.cfg.Store.RemoveDevice(ctx, id, device, by)
	switch {
	case errors.Is(err, store.ErrRemoved):
		return lobby.Refuse(lobby.ReasonRemoved)
	case errors.Is(err, store.ErrNotFound):
		return ErrNoDevice
	case err == nil:
		c.cfg.Notifier.RemoveDevice(device) // now that it cannot come back
	}
	return err
}
