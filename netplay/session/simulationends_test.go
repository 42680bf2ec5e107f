package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/rules"
)

// disk keeps all writes; a crash may lose those not synced.
type disk struct {
	writes []written
	synced int
}

// written is one write: the series in bytes, and the archive that belongs to it.
type written struct {
	head    []byte
	lines   [][]byte
	archive archive
	open    []table.Wish
	gone    bool // the series was deleted
}

func (a archive) clone() archive {
	return archive{maps.Clone(a.games), maps.Clone(a.scores), maps.Clone(a.names), slices.Clone(a.said), slices.Clone(a.plies)}
}

func (d *disk) sync() { d.synced = len(d.writes) - 1 }

func (d *disk) last() written { return d.writes[len(d.writes)-1] }

// lose forgets a part of the unsynced writes, and reports whether there were any.
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

// hostProgram is the program with the owner.
type hostProgram struct {
	*network
	cfg     ServerConfig
	server  *Server
	work    Work   // the last, whose lists are used again
	owned   *Owned // the series, until it is over at both ends
	disk    disk
	archive archive
}

// drain carries out the server's work.
func (p *hostProgram) drain() {
	p.work = p.server.Drain(p.work)
	for _, n := range p.work.Notices {
		switch notice := n.Notice.(type) {
		case Changed:
			p.archive.note(notice.Change)
			p.count(notice.Change)
		case Ended:
			p.ended(notice)
		}
	}
	for _, s := range p.work.Stored {
		if p.owned = s.Series; s.Delete {
			p.owned = nil
			p.disk.writes = append(p.disk.writes, written{archive: p.archive.clone(), gone: true})
			continue
		}
		w := written{archive: p.archive.clone()}
		w.head, _, w.lines = s.Series.Stored(nil)
		p.disk.writes = append(p.disk.writes, w)
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
	p.tally["rematch"] += bitOf(c.Began && c.Series.Number() > 1)
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

// act makes a wish of the host's person.
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
	r, err := ParseRecord(w.head, w.lines...)
	p.check(err)
	o, err := RestoreOwned(r, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.owned = o
	p.server.Keep(o, !o.Closing())
	p.logf("the host starts with event %d", o.t.State().N)
}

// archive is the games that an end has kept, and how often each was listed as won.
type archive struct {
	games  map[uint32]string
	scores map[uint32]int
	names  map[uint32]string
	said   []string
	plies  []rules.House
}

func newArchive() archive {
	return archive{games: map[uint32]string{}, scores: map[uint32]int{}, names: map[uint32]string{}}
}

// note records a change.
func (a *archive) note(c *table.Change) {
	switch {
	case c.Event.N == 0:
		return
	case c.Began:
		a.plies = nil
	case c.Event.Kind == table.KindPly:
		a.plies = append(slices.Clone(a.plies), rules.House(c.Event.Arg))
	case c.Event.Kind == table.KindGrant:
		a.plies = a.plies[:c.Plies]
	case c.Event.Kind == table.KindName:
		a.names[c.Event.Game] = c.Event.Text
	case c.Event.Kind == table.KindSay:
		a.said = append(slices.Clone(a.said), c.Event.Text)
	}
	if c.Over {
		game, r := uint32(c.Series.Number()), c.Series.Match().Result()
		a.games[game] = fmt.Sprint(r.Ending, r, a.plies)
		if _, won := r.Winner(); won {
			a.scores[game]++
		}
	}
}

// pick chooses a possible wish of a player.
func (n *network) pick(s *table.State, by table.Seat) (k table.Kind, arg uint32, text string) {
	if n.chance(12) || s.Series == nil {
		n.tally["said"]++
		return table.KindSay, 0, "line " + strconv.Itoa(n.tally["said"])
	}
	m := s.Series.Match()
	if !m.Running() {
		if s.Last.Winner == by && !s.Last.Named && n.chance(2) {
			return table.KindName, 0, "Ida"
		}
		kinds := []table.Kind{table.KindWant, table.KindWant, table.KindWant, table.KindUnwant, table.KindSay, table.KindEnd}
		k := kinds[n.random.IntN(len(kinds)-bitOf(!n.chance(5)))]
		if k == table.KindSay {
			text = "again?"
		}
		return k, 0, text
	}
	if s.Ask.N != 0 && n.chance(2) {
		if s.Ask.By == by {
			return table.KindUnask, 0, ""
		}
		return []table.Kind{table.KindGrant, table.KindDeny}[n.random.IntN(2)], 0, ""
	}
	switch n.random.IntN(60) {
	case 0:
		return table.KindResign, 0, ""
	case 1:
		return table.KindEnd, uint32(wire.LeaveReason_LEAVE_REASON_QUIT), ""
	case 2, 3, 4, 5, 6:
		return table.KindAsk, uint32(n.random.IntN(m.Plies() + 1)), ""
	}
	houses := append(slices.Collect(m.Position().Plies()), rules.House(1))
	return table.KindPly, uint32(houses[n.random.IntN(len(houses))]), ""
}

func bitOf(on bool) int {
	if on {
		return 1
	}
	return 0
}
