package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/club"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/rules"
)

// patience is how long a pair waits for something that has to happen.
const patience = 3 * time.Minute

// kalah is the rules of all games.
var kalah, _ = rules.Preset("kalah")

// pair is two members and their games.
type pair struct {
	players [2]*player
	chance  *mrand.Rand
	news    chan struct{}   // full if a player's end has news
	table   string          // the id of the table
	crowd   *crowd          // who watches the table; nil for no one
	times   []time.Duration // of plies from board to board
	ended   int             // games
	cuts    int             // connections that broke
	pause   time.Duration   // the longest until both were back
	after   time.Duration   // the longest wait for a ply since the loss of the node; 0 before that
	record  []string        // the games that have ended, each after the name of South
	err     error           // why the games did not go on

	// For others to look at meanwhile.
	plies  atomic.Int64 // that have arrived
	games  atomic.Int64 // that both have noted as ended
	failed atomic.Bool
}

// player is a member's end of a game.
type player struct {
	name    string
	link    table.Link
	started bool
	number  int // of the game, from 1
	side    rules.Side
	game    match.Match // as it came last
	over    bool
	paused  bool
}

// newPair brings two new members in, at different nodes if there are several, who find each other
// by a clock that only they want.
func newPair(ctx context.Context, o options, i int) (*pair, error) {
	p := &pair{chance: mrand.New(mrand.NewPCG(uint64(i), 7)), news: make(chan struct{}, 1)}
	clock := match.TimeControl{Base: time.Duration(3600+i%7000) * time.Second, Increment: time.Duration(10+i/7000) * time.Second}
	wish := lobby.Quick{Settings: lobby.Settings{Variant: kalah, Time: clock, Rated: o.rated}}
	var members [2]*member
	for j := range members {
		m, err := enter(ctx, o.hub(i+j), fmt.Sprintf("%s %d %c", o.crew, i, 'a'+j))
		if err != nil {
			return nil, err
		}
		defer m.link.Close()
		members[j] = m
		m.link.Ask(wish)
	}
	for j, m := range members {
		seated, err := await[lobby.Seated](ctx, m)
		if err != nil {
			return nil, err
		}
		host, err := keys.ParseFingerprint(seated.Seat.Host)
		if err != nil {
			return nil, err
		}
		p.table = seated.Seat.Table.ID
		addrs := seated.Seat.Addrs
		invite := keys.Invite{Addr: addrs[0], Fingerprint: host}
		p.players[j] = &player{name: m.name, link: link.Join(invite.String(), link.GuestConfig{
			Common: link.Common{Name: m.name, Notify: func() { ring(p.news) }}, Seat: &seated.Seat, Also: addrs[1:], Device: m.identity,
		})}
	}
	return p, p.await(ctx, func() bool { return p.players[0].started && p.players[1].started })
}

func (p *pair) close() {
	p.crowd.close()
	for _, m := range p.players {
		if m != nil {
			_ = m.link.Close()
		}
	}
}

// ring notes that there is news.
func ring(news chan<- struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}

// rest waits for news, until a time at most.
func (p *pair) rest(ctx context.Context, end time.Time) {
	select {
	case <-p.news:
	case <-time.After(time.Until(end)):
	case <-ctx.Done():
	}
}

// await looks for news until something holds.
func (p *pair) await(ctx context.Context, holds func() bool) error {
	for end := time.Now().Add(patience); ; p.rest(ctx, end) {
		for _, m := range p.players {
			if err := m.look(p); err != nil {
				return err
			}
		}
		switch {
		case holds():
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(end):
			return errors.New("nothing happened for a long time")
		}
	}
}

// look takes in the events at a player's end. No player asks to take a ply back, so one that
// is missing has been lost.
func (m *player) look(p *pair) error {
	for _, e := range m.link.Events() {
		switch e := e.(type) {
		case table.Offered:
			_ = m.link.Accept()
		case table.GameStarted:
			if m.started && !m.over {
				return fmt.Errorf("%s: another game began after %d plies of one", m.name, m.game.Plies())
			}
			m.started, m.number, m.side, m.over, m.game = true, e.Series.Number(), e.Self, false, *e.Series.Match()
		case table.Played:
			was := m.game.Plies()
			if m.game = *e.Series.Match(); m.game.Plies() != was+1 {
				return fmt.Errorf("%s: ply %d came after %d plies", m.name, m.game.Plies(), was)
			}
		case table.Rewound:
			return fmt.Errorf("%s: of %d plies %d are left", m.name, m.game.Plies(), e.Series.Match().Plies())
		case table.GameOver:
			m.over = true
		case table.Paused:
			m.paused = true
			p.cuts++
		case table.Resumed:
			m.paused = false
		case table.Failed:
			return e.Note
		case table.PeerLeft:
			return e.Note
		}
	}
	return nil
}

// play plays until ctx ends, one ply each time that long, the first after a delay. When a node is
// lost the next ply is due at once.
func (p *pair) play(ctx context.Context, lost *loss, every, delay time.Duration) {
	tick := time.NewTimer(delay)
	defer tick.Stop()
	alarm := lost.happened
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			tick.Reset(every)
		case <-alarm:
			alarm = nil
		}
		if err := p.playAfter(ctx, lost); err != nil {
			if ctx.Err() == nil {
				p.err = err
				p.failed.Store(true)
			}
			return
		}
	}
}

// playAfter plays a ply. After the loss of a node it tries until one has arrived, and notes how
// long that took.
func (p *pair) playAfter(ctx context.Context, lost *loss) error {
	for began := time.Now(); ; {
		late := lost.is()
		arrived, err := p.ply(ctx)
		switch {
		case err != nil, !late:
			return err
		case arrived:
			if p.after == 0 {
				began = lost.at
			}
			p.after = max(p.after, time.Since(began))
			return nil
		}
	}
}

// ply plays one ply of either player, or asks for the next game. It reports whether a ply has
// arrived at the opponent's board.
func (p *pair) ply(ctx context.Context) (arrived bool, err error) {
	if err := p.together(ctx); err != nil {
		return false, err
	}
	a, b := p.players[0], p.players[1]
	if a.over && b.over {
		return false, p.next(ctx)
	}
	if a.game.Position().ToMove() != a.side {
		a, b = b, a
	}
	n := a.game.Plies() + 1
	began := time.Now()
	if err := a.link.Wish(match.Guest, table.KindPly, int(p.choose(a.game.Position())), ""); err != nil {
		if errors.Is(err, table.Away) { // the line has just dropped: the next try waits for it
			return false, nil
		}
		return false, err
	}
	for {
		if err := errors.Join(b.look(p), a.look(p), ctx.Err()); err != nil {
			return false, err
		}
		if b.game.Plies() >= n || b.paused || a.paused {
			break
		}
		if time.Since(began) >= patience {
			return false, errors.New("a ply did not arrive")
		}
		p.rest(ctx, began.Add(patience))
	}
	if b.game.Plies() < n {
		return false, nil
	}
	took := time.Since(began)
	p.times = append(p.times, took)
	p.plies.Add(1)
	p.crowd.note(took)
	return true, nil
}

// next notes the game that has ended, and begins the next one.
func (p *pair) next(ctx context.Context) error {
	a, b := p.players[0], p.players[1]
	if p.ended = a.number; len(p.record) < p.ended {
		south := a
		if b.side == rules.South {
			south = b
		}
		p.record = append(p.record, south.name+": "+a.game.Game().String())
		p.games.Add(1)
	}
	for _, m := range p.players {
		switch err := m.link.Wish(match.Guest, table.KindWant, 0, ""); {
		case errors.Is(err, table.Away): // the line has just dropped: the next try waits for it
			return nil
		case err != nil && !errors.Is(err, match.ErrRunning):
			return err
		}
	}
	return p.await(ctx, func() bool { return !a.over && !b.over })
}

// together waits until both are connected and have the same plies.
func (p *pair) together(ctx context.Context) error {
	began := time.Now()
	a, b := p.players[0], p.players[1]
	was := p.cuts
	err := p.await(ctx, func() bool { return !a.paused && !b.paused && a.game.Plies() == b.game.Plies() && a.over == b.over })
	if p.cuts > was || time.Since(began) > 100*time.Millisecond {
		p.pause = max(p.pause, time.Since(began))
	}
	if err == nil && !slices.Equal(a.game.Past(), b.game.Past()) {
		err = fmt.Errorf("%s has %v, %s has %v", a.name, a.game.Game(), b.name, b.game.Game())
	}
	return err
}

// choose returns a legal house.
func (p *pair) choose(at rules.Position) rules.House {
	var legal []rules.House
	for h := range at.Plies() {
		legal = append(legal, h)
	}
	return legal[p.chance.IntN(len(legal))]
}

// member is a new member in the lobby.
type member struct {
	name string
	id   *keys.Identity
	link lobby.Link
	news chan struct{} // full if the link has news
	late []lobby.Event // that nothing waited for yet
}

// enter joins the club.
func enter(ctx context.Context, hub, name string) (*member, error) {
	id, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		return nil, err
	}
	m := &member{name: name, id: id, news: make(chan struct{}, 1)}
	m.link = club.Dial(hub, club.Config{
		Name: name, Version: "load", Identity: m.identity, Notify: func() { ring(m.news) },
		Dial: func(ctx context.Context, addr string, _ *keys.Identity) (net.Conn, keys.Known, error) {
			return transport.DialLobby(ctx, addr, transport.Dialer{Own: id.Certificates()})
		},
	})
	_, err = await[lobby.Entered](ctx, m)
	if err != nil {
		_ = m.link.Close()
	}
	return m, err
}

// identity returns the key of the member.
func (m *member) identity(context.Context) (*keys.Identity, error) { return m.id, nil }

// await waits for an event of the lobby.
func await[E lobby.Event](ctx context.Context, m *member) (found E, err error) {
	for end := time.After(patience); ; {
		m.late = append(m.late, m.link.Events()...)
		for i, e := range m.late {
			switch e := e.(type) {
			case E:
				m.late = m.late[i+1:]
				return e, nil
			case lobby.Failed:
				return found, fmt.Errorf("%s: %w", m.name, e.Note)
			case lobby.Answer:
				if e.Note != nil {
					return found, fmt.Errorf("%s is refused: %w", m.name, e.Note)
				}
			}
		}
		m.late = nil
		select {
		case <-m.news:
		case <-end:
			return found, fmt.Errorf("%s waits for %T for too long", m.name, found)
		case <-ctx.Done():
			return found, ctx.Err()
		}
	}
}
