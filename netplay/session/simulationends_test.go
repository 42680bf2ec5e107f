package session

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	wire "mancala/proto/mancala/v1"

	"mancala/rules"
	"mancala/table"
)

// disk keeps what was written, of which a crash may lose all that was not synced.
type disk struct {
	writes []written
	synced int
}

// written is one write: the record in bytes, and the archive that belongs to it.
type written struct {
	owned    OwnedRecord
	followed FollowedRecord
	record   []byte
	archive  archive
	open     []table.Wish
	gone     bool // the record was deleted
}

func (a archive) clone() archive {
	return archive{maps.Clone(a.games), maps.Clone(a.scores), maps.Clone(a.names), slices.Clone(a.said), slices.Clone(a.plies)}
}

func (d *disk) sync() { d.synced = len(d.writes) - 1 }

func (d *disk) last() written { return d.writes[len(d.writes)-1] }

// lose forgets a part of what was not synced, and reports whether there was any.
func (d *disk) lose(n *network) bool {
	keep := d.synced + n.random.IntN(len(d.writes)-d.synced)
	lost := keep+1 < len(d.writes)
	d.writes = d.writes[:keep+1]
	return lost
}

// restore puts an old copy in the place of the disk.
func (d *disk) restore(n *network) {
	d.writes = d.writes[:1+n.random.IntN(len(d.writes))]
	d.sync()
}

// load reads the newest record.
func (w *written) load(n *network) table.Record {
	r, err := table.ParseRecord(w.record)
	n.check(err)
	return r
}

// hostProgram is the program with the owner.
type hostProgram struct {
	*network
	cfg     ServerConfig
	server  *Server
	owned   *Owned // the series, as long as it is not over at both ends
	disk    disk
	archive archive
}

// drain carries out what the server wants.
func (p *hostProgram) drain() {
	w := p.server.Drain()
	for _, n := range w.Notices {
		switch notice := n.Notice.(type) {
		case Changed:
			p.archive.note(&notice.Change)
			p.count(&notice.Change)
		case Ended:
			p.ended(notice)
		}
	}
	for _, s := range w.Stored {
		if p.owned = s.Series; s.Delete {
			p.owned = nil
			p.disk.writes = append(p.disk.writes, written{archive: p.archive.clone(), gone: true})
			continue
		}
		r := s.Series.Record()
		p.disk.writes = append(p.disk.writes, written{owned: r, record: r.Record.Append(nil), archive: p.archive.clone()})
		if s.Sync {
			p.disk.sync()
		}
	}
}

func (p *hostProgram) count(c *table.Change) {
	for what, kind := range map[string]table.Kind{"granted": table.KindGrant, "closed": table.KindEnd, "named": table.KindName} {
		p.tally[what] += bitOf(c.Event.Kind == kind)
	}
	p.tally["over"] += bitOf(c.Over)
	p.tally["rematch"] += bitOf(c.Began && c.Game > 1)
}

func (p *hostProgram) ended(e Ended) {
	p.logf("the host: %+v", e)
	switch {
	case e.Fate == Desynced:
		p.failf("the host hears of a lie: %v", e.Err)
	case errors.Is(e.Err, ErrSilence):
		p.tally["silent"]++
	case errors.Is(e.Err, errGarbled), errors.Is(e.Err, ErrUnexpected), errors.Is(e.Err, table.ErrProtocol), errors.Is(e.Err, ErrFlood):
		p.failf("the host says that the guest breaks the protocol: %v", e.Err)
	}
}

// act lets the host's person wish something.
func (p *hostProgram) act() {
	if p.server.Current() == nil {
		return
	}
	o := p.server.Current()
	k, arg, text := p.pick(o.Owner().State(), table.A)
	p.tally["kept"] += bitOf(!o.Connected() && k == table.KindEnd)
	p.logf("the host wishes %d %d", k, arg)
	switch {
	case k == table.KindEnd:
		p.server.Leave(wire.LeaveReason_LEAVE_REASON_QUIT, p.now)
	case p.chance(200):
		p.server.Leave(wire.LeaveReason_LEAVE_REASON_LATER, p.now)
	default:
		if code := table.Code(0); !errors.As(orNone(p.server.Wish(k, arg, text, p.now)), &code) {
			p.failf("a wish of the host's: %v", code)
		}
	}
	p.drain()
}

// orNone returns a Code also if there is no error.
func orNone(err error) error {
	if err == nil {
		return table.Code(0)
	}
	return err
}

// crash ends the program, and starts it again from its disk, or from an old copy.
func (p *hostProgram) crash(old bool) {
	p.tally["host crashed"]++
	p.logf("the host crashes")
	if p.disk.lose(p.network) {
		p.tally["host lost writes"]++
	}
	if old && !p.guest.gone {
		p.tally["host restored"]++
		p.disk.restore(p.network)
	}
	for _, l := range p.lines {
		l.gone = true
		if l.client != nil {
			l.client.Lost(errLine)
			if l == p.guest.line {
				p.guest.took(l.client.(*Player), l.client.Drain())
			}
		}
	}
	p.lines, p.views, p.guest.line = nil, nil, nil
	p.server = NewServer(p.cfg)
	w := p.disk.last()
	p.archive, p.owned = w.archive.clone(), nil
	if w.gone {
		return
	}
	w.owned.Record = w.load(p.network)
	o, err := RestoreOwned(w.owned, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.owned = o
	p.server.Keep(o, !o.Closing())
	p.logf("the host starts with event %d", o.o.State().N)
}

// guestProgram is the guest's program.
type guestProgram struct {
	*network
	series  *Followed
	line    *cable
	disk    disk
	archive archive
	shown   []rules.House // the game as the changes tell it
	open    []table.Wish  // the wishes of which nothing is known yet
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
	player, err := NewPlayer(PlayerConfig{Name: "Gus", Series: p.series, Rand: p.bytes, Binding: b}, p.now)
	p.check(err)
	p.line = &cable{client: player, conn: p.host.server.Accept(ConnConfig{Binding: b}, p.now), delay: p.delay()}
	p.lines = append(p.lines, p.line)
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

// took carries out what the guest's end of a connection wants.
func (p *guestProgram) took(player *Player, out Output) {
	if player.series != nil {
		p.series = player.series
	}
	for _, n := range out.Notices {
		switch notice := n.(type) {
		case Changed:
			p.changed(&notice.Change)
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
		f := new(wire.SeriesFrame)
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
	r := p.series.Record()
	p.disk.writes = append(p.disk.writes, written{
		followed: r, record: r.Record.Append(nil), archive: p.archive.clone(), open: slices.Clone(p.open), gone: p.gone,
	})
}

// changed keeps what a change says.
func (p *guestProgram) changed(c *table.Change) {
	p.tally["withdrawn"] += c.Withdrawn
	p.shown = p.shown[:len(p.shown)-c.Withdrawn]
	switch {
	case c.Began:
		p.shown = nil
	case c.Predicted, c.Event.Kind == table.KindPly && !c.Confirmed:
		p.shown = append(slices.Clone(p.shown), c.Sowing.From)
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
	case Kept, Elsewhere:
		if e.Leave == 0 && e.Reject == 0 || e.Leave == wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR {
			p.failf("the guest leaves: %+v", e)
		}
	case Desynced:
		p.failf("the guest hears of a lie: %v", e.Err)
	}
}

// act lets the guest wish something, or leave for a while.
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
	w := p.disk.last()
	w.followed.Record = w.load(p.network)
	s, err := RestoreFollowed(w.followed, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.series, p.archive, p.open = s, w.archive.clone(), nil
	p.shown = s.f.State().Series.Match().Game().Plies
	for _, e := range s.f.Record().Pending {
		p.open = append(p.open, core(e.Wish))
	}
	for _, w := range w.open {
		if !slices.Contains(p.open, w) && w.Kind != table.KindPly {
			p.failf("a wish was not on the disk: %+v", w)
		}
	}
	p.logf("the guest starts with event %d", s.f.State().N)
}

// invariants checks what must hold after every step.
func (n *network) invariants() {
	g, o := n.guest, n.host.owned
	if n.fault != nil || g.series == nil || g.gone {
		return
	}
	f := g.series.Follower()
	if o != nil {
		n.sameHistory(o.Owner().Record().Events, f.Record().Events)
		if f.State().N > o.Owner().State().N && o.Connected() && n.guest.line != nil && o.conn == n.guest.line.conn {
			n.failf("the guest has event %d, and the owner is open with %d", f.State().N, o.Owner().State().N)
		}
	}
	for _, e := range f.Record().Events {
		if e.By == table.B && !n.made[e.Wish] {
			n.failf("event %d was never wished: %+v", e.N, e)
		}
	}
	game := f.State().Series.Match().Game()
	if pos, err := game.Replay(); err != nil || pos != f.State().Series.Match().Position() {
		n.failf("the game is no game: %v", err)
	}
	if !slices.Equal(g.shown, game.Plies) {
		n.failf("the guest was told %v, and has %v", g.shown, game.Plies)
	}
	var queue []table.Wish
	for _, e := range f.Record().Pending {
		queue = append(queue, core(e.Wish))
	}
	for _, w := range g.open {
		i := slices.Index(queue, w)
		if i < 0 {
			n.failf("a wish is neither decided, told nor pending: %+v", w)
			return
		}
		queue = slices.Delete(queue, i, i+1)
	}
}

// sameHistory checks that no number stands for two events.
func (n *network) sameHistory(a, b []table.Event) {
	for _, e := range a {
		i, ok := slices.BinarySearchFunc(b, e.N, func(e table.Event, n uint32) int { return int(e.N) - int(n) })
		if ok && b[i] != e {
			n.failf("event %d differs: %+v, %+v", e.N, e, b[i])
		}
	}
}

// healed checks that both ends have the same at the end of a simulation.
func (n *network) healed() {
	g, h := n.guest, n.host
	if g.givenUp {
		return
	}
	for _, a := range []archive{g.archive, h.archive} {
		for game, k := range a.scores {
			if k != 1 {
				n.failf("game %d was won %d times", game, k)
			}
		}
	}
	if !maps.Equal(g.archive.games, h.archive.games) || !maps.Equal(g.archive.names, h.archive.names) || !slices.Equal(g.archive.said, h.archive.said) {
		n.failf("the archives differ: %+v, %+v", g.archive, h.archive)
	}
	if g.gone || h.owned == nil {
		n.tally["both forgot"] += bitOf(g.gone && h.owned == nil)
		if g.gone != (h.owned == nil) && !h.owned.Closing() {
			n.failf("one end has forgotten a series that goes on: the guest %v, the host %v", g.gone, h.owned == nil)
		}
		return
	}
	want, got := h.owned.Owner().State().Snapshot(), g.series.Follower().State().Snapshot()
	if !bytes.Equal(want.Append(nil), got.Append(nil)) {
		n.failf("the guest has %+v, the host %+v", got, want)
	}
	if k := g.series.Follower().Pending() + len(h.owned.Owner().Record().Pending); k > 0 {
		n.failf("%d wishes are undecided", k)
	}
	n.watchedAll()
}

// watchedAll checks that those who watch see the game as it is.
func (n *network) watchedAll() {
	for _, v := range n.views {
		if v.shown.Series == nil || v.shown.Series.Series == nil {
			n.failf("a watcher sees nothing: %+v", v.shown)
			continue
		}
		if got, want := plies(v.shown.Series), plies(n.host.owned.Owner().State()); got != want {
			n.failf("a watcher sees %s, and the game is %s", got, want)
		}
		if got := fmt.Sprint(v.shown.State); got != "WATCH_STATE_PLAYING" {
			n.failf("a watcher sees %s", got)
		}
	}
}
