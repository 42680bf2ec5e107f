package record

import (
	"context"
	"crypto/rand"
	"errors"

	"mancala/netplay/keys"
	"mancala/rules"
)

// identityName is the file of the key by which guests recognise this installation. It is beside the
// database, and only this user may read it.
const identityName = "identity.pem"

// Identity returns the key of this installation, the same each time. The first call anywhere makes
// it. If the file of the key cannot be used, the key lasts as long as the ledger and a notice says
// so. It fails only if the system gives no random bytes.
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
