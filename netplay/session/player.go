package session

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/limit"
	"mancala/rules"
)

// ErrNoOffer says that there is no offer to agree to.
var ErrNoOffer = errors.New("no rules are offered")

// PlayerConfig describes a player's end of a connection.
type PlayerConfig struct {
	// Name is the player's name, and AppVersion the version of this program for the other end's
	// log. Both are cleaned.
	Name, AppVersion string
	// Invite is the secret of an invite; nil means none. Wait says that the player wants to wait if
	// the seat is taken.
	Invite []byte
	Wait   bool
	// Computer says that a computer plays; a series keeps that from its beginning.
	Computer bool
	// Binding is the connection.
	Binding Binding
	// Club is the seat of a device that is new at a club's table; nil for anyone else. Device has
	// the device's key, at a club.
	Club   *ClubSeat
	Device Signer
	// Series is a series that is continued; nil for a new one. Asks says that the player only asks
	// whether it has ended.
	Series *Followed
	Asks   bool
	// Attempt is larger than in all earlier attempts to continue the series. Attempts may reach the
	// owner in another order; 0 leaves the order to it.
	Attempt uint64
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
}

// Player is a player's end of one connection. Make one with [NewPlayer]. It is not safe for
// concurrent use.
type Player struct {
	line
	cfg      PlayerConfig
	series   *Followed // nil until there is a seat
	clientID []byte
	secret   [table.SecretSize]byte
	terms    table.Terms
	peer     string
	computer bool // the host, as it has offered
	toss     toss
	starter  table.Seat
	waits    wire.WaitReason
	played   bool // at a host, in the connection in which the series began

	told       uint32    // the last event that was acknowledged
	ackAt      time.Time // when the next one is; zero if none is owed
	upTo       uint32    // the last event that is missed
	emitted    time.Time // when the last event that is missed was sent
	remembered int
	events     limit.Allowance // the other seat's events that are no plies
}

// NewPlayer returns a player's end of a connection that begins now; the first Drain returns its
// first frame. It fails only if the source of random bytes does.
func NewPlayer(cfg PlayerConfig, now time.Time) (*Player, error) {
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	p := &Player{line: newLine(clientPings, now), cfg: cfg, peer: match.DefaultName(match.Host)}
	p.of = p
	p.events = limit.NewAllowance(eventBurst, eventRate, now)
	if cfg.Series != nil {
		p.follow(now)
		return p, nil
	}
	if cfg.Club != nil {
		return p, p.helloClub()
	}
	return p, p.hello()
}

// hello sends the first frame of a player who is new.
func (p *Player) hello() error {
	random := make([]byte, idSize+nonceSize+table.SecretSize)
	if _, err := io.ReadFull(p.cfg.Rand, random); err != nil {
		return fmt.Errorf("no random bytes: %w", err)
	}
	p.clientID, p.toss.nonce = random[:idSize:idSize], random[idSize:idSize+nonceSize]
	copy(p.secret[:], random[idSize+nonceSize:])
	h := hello(p.cfg.Name, p.cfg.AppVersion, p.cfg.Invite)
	h.ClientId, h.Wait, h.Computer = p.clientID, p.cfg.Wait, p.cfg.Computer
	p.sendHello(h)
	return nil
}

// hello returns the first message of a player.
func hello(name, version string, invite []byte) *wire.Hello {
	return &wire.Hello{
		Name: match.NameOr(name, match.Guest), MinProtocol: Version, MaxProtocol: Version, AppVersion: match.CleanText(version),
		Role: wire.Role_ROLE_PLAYER, Invite: invite,
	}
}

func (l *line) sendHello(h *wire.Hello) { l.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: h}}) }

// follow sends the first frame of a player who continues a series.
func (p *Player) follow(now time.Time) {
	s := p.cfg.Series
	p.series, p.terms, p.peer = s, s.kept.Terms, s.kept.Peer
	s.f.Cut()
	n, h := s.f.Position()
	p.told = n
	p.enter(following, now, followWait)
	p.send(&wire.Frame{Body: &wire.Frame_Follow{Follow: &wire.Follow{
		MinProtocol: Version, MaxProtocol: Version, AppVersion: match.CleanText(p.cfg.AppVersion), Series: p.terms.Series[:], N: n, H: h[:],
		Key: p.signer().Public(), Signature: p.signer().Sign(p.cfg.Binding.Signed(p.terms.Series, n, h)), Asks: p.cfg.Asks, Attempt: p.cfg.Attempt,
	}}})
}

// Series returns the series, nil before there is a seat.
func (p *Player) Series() *Followed { return p.series }

func (p *Player) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Snapshot:
		return true, p.onSnapshot(now, body.Snapshot)
	case *wire.Frame_Offer:
		return true, p.onOffer(now, body.Offer)
	case *wire.Frame_Reject:
		return true, p.onReject(body.Reject)
	case *wire.Frame_Waiting:
		return p.onWaiting(now, body.Waiting)
	case *wire.Frame_Seated:
		return true, p.onSeated(now, body.Seated)
	case *wire.Frame_Following:
		return true, p.onFollowing(now, body.Following)
	case *wire.Frame_Event:
		return true, p.onEvent(now, body.Event)
	case *wire.Frame_Refused:
		return p.onRefused(body.Refused)
	case *wire.Frame_Presence:
		return false, p.onPresence(now, body.Presence)
	case *wire.Frame_Audience:
		return false, p.onAudience(now, body.Audience)
	case *wire.Frame_Leave:
		p.onLeave(body.Leave)
		return true, nil
	case *wire.Frame_Disagree:
		return true, p.onDisagree(body.Disagree)
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

// onOffer keeps the offer, and asks this end's person if the rules are not plain Kalah.
func (p *Player) onOffer(now time.Time, o *wire.Offer) error {
	if p.phase != greeting || p.cfg.Club != nil {
		return unexpected("Offer")
	}
	if o.GetProtocol() != Version {
		return garbled("version %d", o.GetProtocol())
	}
	terms, err := offerTerms(o)
	if err != nil {
		return err
	}
	starter, bound := o.GetStarter(), o.GetCommitment()
	switch {
	case len(o.GetSessionId()) != idSize:
		return garbled("a session id of %d bytes", len(o.GetSessionId()))
	case starter > uint32(table.B):
		return garbled("seat %d begins", starter)
	case starter == 0 && len(bound) != commitmentSize:
		return garbled("a commitment of %d bytes", len(bound))
	}
	terms.Series = table.FriendsSeries(o.GetSessionId(), p.clientID)
	p.terms, p.starter, p.peer = terms, table.Seat(starter), match.NameOr(o.GetName(), match.Host)
	p.toss.on, p.toss.bound, p.computer = starter == 0, append([]byte(nil), bound...), o.GetComputer()
	p.enter(offered, now, 0)
	if NeedsConsent(terms.Variant) {
		p.notice(Offered{p.peer, terms, p.first()})
		return nil
	}
	return p.Accept()
}

// first returns who begins, as a person reads it.
func (p *Player) first() match.First {
	switch p.starter {
	case table.A:
		return match.FirstHost
	case table.B:
		return match.FirstGuest
	}
	return match.FirstToss
}

// NeedsConsent reports whether a person is asked before playing by these rules. Plain Kalah of any
// size needs no question.
func NeedsConsent(v rules.Variant) bool { return v.Name() != rules.Presets()[0].Name || v.Pie }

// Accept agrees to the rules of an [Offered] and asks for the seat. At any other time it returns
// [ErrNoOffer].
func (p *Player) Accept() error {
	if p.phase != offered {
		return ErrNoOffer
	}
	accept := &wire.Accept{Key: seatKey(p.secret).Public()}
	if p.toss.on {
		accept.Commitment = commitment(p.terms.Series, table.B, p.toss.nonce)
	}
	p.phase = accepted
	p.send(&wire.Frame{Body: &wire.Frame_Accept{Accept: accept}})
	return nil
}

// onWaiting tells why the seat is not given yet. A repetition changes nothing.
func (p *Player) onWaiting(now time.Time, w *wire.Waiting) (bool, error) {
	if p.phase != accepted {
		return false, unexpected("Waiting")
	}
	reason := w.GetReason()
	if reason != wire.WaitReason_WAIT_REASON_ASKED {
		reason = wire.WaitReason_WAIT_REASON_FULL
	}
	if reason != p.waits && p.news.Spend(now) {
		p.waits = reason
		p.notice(HeldUp{reason})
	}
	return false, nil
}

// onSeated takes the seat, and shows this end's part of a coin toss.
func (p *Player) onSeated(now time.Time, s *wire.Seated) error {
	switch {
	case p.phase != accepted:
		return unexpected("Seated")
	case s.GetSeat() != uint32(table.B):
		return garbled("seat %d", s.GetSeat())
	}
	starter := p.starter
	if p.toss.on {
		if !p.toss.opens(p.terms.Series, table.A, s.GetNonce()) {
			return fmt.Errorf("%w: %w", ErrToss, errTossForged)
		}
		starter = p.toss.starter(s.GetNonce())
		p.send(&wire.Frame{Body: &wire.Frame_Toss{Toss: &wire.Toss{Nonce: p.toss.nonce}}})
	}
	k := Record{Terms: p.terms, Self: table.B, Secret: p.secret, Peer: p.peer, Computer: p.computer, Tossed: p.toss.on}
	series, err := newFollowed(k, p.toss.begin(starter))
	if err != nil { // the terms were checked
		return err
	}
	p.series = series
	p.enter(beginning, now, tossWait)
	return nil
}

// onPresence says whether the other player is there.
func (p *Player) onPresence(now time.Time, m *wire.Presence) error {
	if p.phase != playing {
		return unexpected("Presence")
	}
	p.spend(&p.news, now)
	p.notice(Absent{m.GetAbsent()})
	return nil
}

// onAudience takes the number of watchers.
func (p *Player) onAudience(now time.Time, m *wire.Audience) error {
	if p.phase != playing {
		return unexpected("Audience")
	}
	p.spend(&p.news, now)
	p.notice(Audience{int(min(m.GetCount(), MaxWatchers))})
	return nil
}

// ClubSeat is a seat at a table of a club.
type ClubSeat struct {
	// Seat is the player's, and Ticket is the club's for this device.
	Seat   table.Seat
	Ticket []byte
	// Terms are the club's terms of the table.
	Terms table.Terms
	// Computer says that the other player is a computer.
	Computer bool
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
	h := hello(p.cfg.Name, p.cfg.AppVersion, seat.Ticket)
	h.Key, h.Signature = device.Public(), device.Sign(p.cfg.Binding.Signed(seat.Terms.Series, 0, table.Chain{}))
	h.Attempt = p.cfg.Attempt
	p.large = true
	p.sendHello(h)
	return nil
}

// onSnapshot takes a seat at a club, and continues from the state that the club shows.
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
	series, err := RestoreFollowed(Record{
		Terms: snap.Terms, Self: self, Secret: p.secret, Peer: p.peer, Computer: p.cfg.Club.Computer, Record: table.Record{Base: snap},
	}, now.Add(-duration(m.GetAgoMs())))
	if err != nil {
		return err
	}
	if _, _, err := series.f.Following(table.Following{N: snap.N, H: snap.H}); err != nil {
		return err
	}
	p.series, p.told, p.upTo, p.emitted = series, snap.N, snap.N, now.Add(-duration(m.GetAgoMs()))
	p.output.Store, p.large = true, false
	p.enter(playing, now, 0)
	p.notice(Joined{})
	p.catchUp()
	return nil
}

// signer signs for the seat of the series.
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
