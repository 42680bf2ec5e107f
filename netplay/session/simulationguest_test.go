package session

import (
	"errors"
	"slices"
	"time"

	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/rules"
)

// guestProgram is the guest's program.
type guestProgram struct {
	*network
	series  *Followed
	line    *cable
	disk    disk
	archive archive
	shown   []rules.House // the game as the changes tell it
	open    []table.Wish  // the wishes without an answer
	attempt uint64        // of this run of the program
	gone    bool          // the series is over here, and its record deleted
	givenUp bool          // because the host did not know it any more
}

func (p *guestProgram) player() *Player {
	if p.line == nil {
		return nil
	}
	return p.line.client.(*Player)
}

// dial makes a new line; an old one may stay, and look alive to the host.
func (p *guestProgram) dial() {
	if p.gone || p.line != nil && !p.line.deaf && !p.chance(8) {
		return
	}
	if p.line != nil {
		p.tally["replaced"]++
		p.line.client = nil
		p.line.down = nil
	}
	p.logf("the guest dials")
	b := Binding{Exported: [32]byte{byte(p.random.IntN(256))}}
	p.attempt = max(p.attempt+1, uint64(p.now.UnixMilli()))
	player, err := NewPlayer(PlayerConfig{Name: "Gus", Series: p.series, Rand: p.bytes, Binding: b, Attempt: p.attempt}, p.now)
	p.check(err)
	p.line = &cable{client: player, conn: p.host.server.Accept(b, limit.Address{}, p.now), delay: p.slowness()}
	p.lines = append(p.lines, p.line)
}

// slowness is the delay of a new line. Some are so slow that a later one overtakes them.
func (p *guestProgram) slowness() time.Duration {
	if p.calm || !p.chance(4) {
		return p.delay()
	}
	return time.Duration(p.random.IntN(2000)) * time.Millisecond
}

// core is the part of a wish that it has from the beginning.
func core(w table.Wish) table.Wish {
	w.ID, w.Seen, w.MAC = 0, 0, [16]byte{}
	return w
}

func (p *guestProgram) settled(w table.Wish) {
	if i := slices.Index(p.open, core(w)); i >= 0 {
		p.open = slices.Delete(p.open, i, i+1)
	}
}

// took carries out the outputs of the guest's end of a connection.
func (p *guestProgram) took(player *Player, out Output) {
	if player.series != nil {
		p.series = player.series
	}
	for _, n := range out.Notices {
		switch notice := n.(type) {
		case Changed:
			p.changed(notice.Change)
		case CaughtUp:
			p.tally["remembered"] += notice.Remembered
		case Quiet:
			p.tally["quiet"]++
		case Ended:
			p.ended(notice)
		}
	}
	if out.Store && p.series != nil {
		p.store()
		if out.Sync {
			p.disk.sync()
		}
	}
	for _, payload := range split(out.Write) {
		f := new(wire.Frame)
		p.check(parseFrame(payload, 1<<16, f))
		if f.GetWish() != nil {
			w, err := wishFromWire(f.GetWish())
			p.check(err)
			p.made[w] = true
		}
		p.tally["handed back"] += bitOf(f.GetHandBack() != nil)
	}
}

func (p *guestProgram) store() {
	w := written{archive: p.archive.clone(), open: slices.Clone(p.open), gone: p.gone}
	w.head, _, w.lines = p.series.Stored(nil)
	p.disk.writes = append(p.disk.writes, w)
}

// changed records a change.
func (p *guestProgram) changed(c *table.Change) {
	p.tally["withdrawn"] += c.Withdrawn
	p.shown = p.shown[:len(p.shown)-c.Withdrawn]
	switch {
	case c.Began:
		p.shown = nil
	case c.Predicted, c.Event.Kind == table.KindPly && !c.Confirmed:
		p.shown = append(slices.Clone(p.shown), c.Series.Match().Last().From)
	case c.Event.Kind == table.KindGrant:
		p.shown = p.shown[:c.Plies]
	}
	if c.Event.N != 0 && c.Event.By == table.B {
		p.settled(c.Event.Wish)
	}
	if c.Dropped != nil {
		p.tally["refused"]++
		p.settled(*c.Dropped)
	}
	p.archive.note(c)
}

func (p *guestProgram) ended(e Ended) {
	p.logf("the guest: %+v", e)
	switch e.Fate {
	case Over:
		p.gone = true
	case GivenUp:
		p.gone, p.givenUp = true, true
		p.tally["given up"]++
		if p.host.owned != nil {
			p.failf("the guest is turned away from a series that goes on: %v", e.Err)
		}
	case Elsewhere:
		p.failf("an earlier attempt has displaced the last one: %+v", e)
	case Kept:
		if e.Leave == 0 && e.Reject == 0 || e.Leave == wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR {
			p.failf("the guest leaves: %+v", e)
		}
	case Desynced:
		p.failf("the guest hears of a lie: %v", e.Err)
	}
}

// act makes a wish of the guest, or has them leave for a while.
func (p *guestProgram) act() {
	if p.gone || p.series == nil {
		return
	}
	player := p.player()
	if player != nil && p.chance(150) {
		player.Leave(wire.LeaveReason_LEAVE_REASON_LATER)
		return
	}
	k, arg, text := p.pick(p.series.Follower().State(), table.B)
	before := p.series.Follower().Pending()
	var err error
	if player != nil {
		err = player.Wish(k, arg, text)
	} else {
		err = p.series.Wish(k, arg, text)
	}
	if code := table.Code(0); err != nil && !errors.As(err, &code) {
		p.check(err)
	}
	pending := p.series.Follower().Record().Pending
	if len(pending) > before {
		w := pending[len(pending)-1].Wish
		p.logf("the guest wishes %d %d", k, arg)
		p.tally["told later"] += bitOf(w.ID == 0)
		p.open = append(p.open, core(w))
		p.store()
	}
	if p.line != nil {
		p.flush(p.line)
	}
}

// crash ends the program, and starts it again from its disk, or from an old copy.
func (p *guestProgram) crash(old bool) {
	if p.gone || p.series == nil {
		return
	}
	p.tally["guest crashed"]++
	p.logf("the guest crashes")
	if l := p.line; l != nil {
		l.client, l.down = nil, nil
		if p.chance(2) {
			l.up = nil
			l.conn.Lost(errLine)
			p.network.flush(l)
		}
		p.line = nil
	}
	if p.disk.lose(p.network) {
		p.tally["guest lost writes"]++
	}
	if old && p.host.owned != nil {
		p.tally["guest restored"]++
		p.disk.restore(p.network)
	}
	written := p.disk.last()
	r, err := ParseRecord(written.head, written.lines...)
	p.check(err)
	s, err := RestoreFollowed(r, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.series, p.archive, p.open, p.attempt = s, written.archive.clone(), nil, 0
	p.shown = s.f.State().Series.Match().Game().Plies
	for _, e := range s.f.Record().Pending {
		// A wish that is only kept because the owner may still take it was told to be dropped.
		if w := core(e.Wish); slices.Contains(written.open, w) {
			p.open = append(p.open, w)
		}
	}
	for _, w := range written.open {
		if !slices.Contains(p.open, w) && w.Kind != table.KindPly {
			p.failf("a wish was not on the disk: %+v", w)
		}
	}
	p.logf("the guest starts with event %d", s.f.State().N)
}
