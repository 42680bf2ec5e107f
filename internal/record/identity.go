package record

import (
	"context"
	"crypto/rand"
	"errors"

	"mancala/netplay/keys"
	"mancala/rules"
)

// identityName is the file with the key by which guests recognize this installation. It is beside
// the database, and only this user may read it.
const identityName = "identity.pem"

// Identity returns the key of this installation, and makes it on the first call. If the key file
// cannot be used, the key lasts as long as the ledger, and a notice says so. Identity fails only if
// the system gives no random bytes.
func (l *Ledger) Identity(ctx context.Context) (*keys.Identity, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.identity != nil {
		return l.identity, nil
	}
	id, notices, err := loadIdentity(ctx, l.cfg)
	if err != nil {
		why := (*rules.Note)(nil)
		if !errors.As(err, &why) {
			why = identityTrouble(err, l.cfg.Dir)
		}
		notices = append(notices, Notice{note("key-not-kept", why).Because(err)})
		if id, err = keys.NewIdentity(rand.Reader); err != nil {
			return nil, err
		}
	}
	l.identity = id
	l.notices = append(l.notices, notices...)
	return id, nil
}
