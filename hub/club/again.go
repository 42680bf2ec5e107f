package club

import (
	"context"
	"errors"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
)

// matchedMeet is how long both members have to come to a table that the club has chosen for one of
// them. Their programs come by themselves, so this is only for the connection.
const matchedMeet = 15 * time.Second

// errNoWish says that a member has not got to a table by a wish.
var errNoWish = errors.New("the member did not wish for an opponent")

// WaitAgain has a member wait for an opponent again who was matched, and to whose table the other
// one has not come. Their wish is as old as it was, so it is one of the first. It does nothing for
// other members and for "".
func (r *seating) WaitAgain(ctx context.Context, table, member string) {
	if member == "" {
		return
	}
	t, _, err := r.tables.get(ctx, table)
	if err == nil {
		_, err = r.places.change(ctx, member, func(p *place) error {
			if p.Table != table || p.Before == nil {
				return errNoWish
			}
			*p = *p.Before
			return nil
		})
	}
	switch {
	case errors.Is(err, errNoWish), errors.Is(err, bus.ErrNotFound):
	case err != nil:
		r.cfg.Log.Warn("A member to whom no one came cannot wait again.", "member", member, "table", table, "err", err)
	default:
		r.cfg.Log.Info("A matched member did not come. The other one waits again.", "table", table, "waits", member)
		r.cfg.Notifier.Tell(member, lobby.Waiting{Table: t.Table})
	}
}
