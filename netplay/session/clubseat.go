package session

import (
	"fmt"
	"io"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/table"
)

// ClubSeat is a seat at a table of a club.
type ClubSeat struct {
	// Seat is the player's, and Ticket is the club's for this device.
	Seat   table.Seat
	Ticket []byte
	// Terms are what the club has said about the table.
	Terms table.Terms
}

// Signer has the key of a device.
type Signer interface {
	// Public returns the public key, 32 bytes of Ed25519, and Sign a signature by it.
	Public() []byte
	Sign(message []byte) []byte
}

// helloClub sends the first frame of a device that takes a seat at a club.
func (p *Player) helloClub() error {
	seat, device := p.cfg.Club, p.cfg.Device
	if _, err := io.ReadFull(p.cfg.Rand, p.secret[:]); err != nil {
		return fmt.Errorf("no random bytes: %w", err)
	}
	p.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		Name: match.NameOr(p.cfg.Name, match.Guest), MinProtocol: Version, MaxProtocol: Version, AppVersion: match.CleanText(p.cfg.AppVersion),
		Role: wire.Role_ROLE_PLAYER, Invite: seat.Ticket, Key: device.Public(),
		Signature: device.Sign(p.cfg.Binding.Signed(seat.Terms.Series, 0, table.Chain{})),
	}}})
	return nil
}

// onSnapshot takes a seat at a club, and goes on from what the club shows.
func (p *Player) onSnapshot(now time.Time, m *wire.Snapshot) error {
	if p.phase != greeting || p.cfg.Club == nil {
		return unexpected("Snapshot")
	}
	snap, err := snapshotFrom(m)
	if err != nil {
		return err
	}
	if snap.Terms != p.cfg.Club.Terms {
		return fmt.Errorf("%w: the table has other terms than the club has said", ErrRules)
	}
	p.terms = snap.Terms
	self := p.cfg.Club.Seat
	p.peer = match.NameOr([2]string{m.GetNameA(), m.GetNameB()}[self.Other()-table.A], match.Host)
	series, err := RestoreFollowed(FollowedRecord{
		Terms: snap.Terms, Self: self, Secret: p.secret, Peer: p.peer, Record: table.Record{Base: snap},
	}, now.Add(-duration(m.GetAgoMs())))
	if err != nil {
		return err
	}
	if _, _, err := series.f.Following(table.Following{N: snap.N, H: snap.H}); err != nil {
		return err
	}
	p.series, p.told, p.upTo, p.emitted = series, snap.N, snap.N, now.Add(-duration(m.GetAgoMs()))
	p.output.Store = true
	p.enter(playing, now, 0)
	p.notice(Joined{p.peer, p.terms, false})
	p.catchUp(now)
	return nil
}

// key signs for the seat of a series.
func (p *Player) signer() Signer {
	if p.terms.Club {
		return p.cfg.Device
	}
	return p.series.key
}

// snapshotFrom returns the state that a message has.
func snapshotFrom(m *wire.Snapshot) (table.Snapshot, error) {
	if m.GetProtocol() != Version {
		return table.Snapshot{}, garbled("version %d", m.GetProtocol())
	}
	snap, rest, err := table.ParseSnapshot(m.GetSeries())
	if err != nil || len(rest) > 0 {
		return snap, garbled("a state with %d bytes too many: %v", len(rest), err)
	}
	return snap, nil
}

// FrameLimit returns how many bytes the next frame may have.
func (p *Player) FrameLimit() int { return frameLimit(p.cfg.Club != nil && p.phase == greeting) }
