package meet

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"strconv"
	"time"

	"mancala/netplay/gate"
)

// How long things last at a meeting point.
const (
	unusedLife  = 10 * time.Minute // of a lookup that its host does not use
	awayLife    = 10 * time.Minute // of a lookup whose host has lost its line
	wrongWindow = time.Minute      // in which wrong lookups are counted
	wrongWait   = time.Second      // by which the answer to a guest who asked too often is late
	maxWrong    = 10               // lookups in that window that no host has, from one address
	maxWrongers = 4096             // addresses that are remembered for them
)

// Limits is how much a meeting point does at once.
type Limits struct {
	Names   int // hosts with a lookup
	Guests  int // guests who wait for their host to come for them
	Pairs   int // that talk
	NamesOf int // hosts of one address
	GuestOf int // guests of one address who wait
	GuestAt int // guests who wait for one host
	PairsAt int // pairs of one host
}

// maxNames leaves some of the 23,296 lookups free.
const maxNames = 20_000

// LimitsFor returns the limits of a program that may have so many files open.
func LimitsFor(files uint64) Limits {
	const rest = 32 // standard streams, poller, listener, pages
	usable := max(int(min(files, 1<<20))-rest, 16)
	l := Limits{
		Names: min(maxNames, usable/4), Guests: min(1024, usable/16),
		NamesOf: 64, GuestOf: 16, GuestAt: 8, PairsAt: 80,
	}
	l.Pairs = (usable - l.Names - l.Guests - silentPlaces(files)) / 2
	return l
}

// silentPlaces returns how many connections that have not said a line are kept.
func silentPlaces(files uint64) int { return int(min(gate.Places, max(files/8, 2))) }

// Name is a host with a lookup.
type Name struct {
	Lookup string
	Ticket string
	addr   gate.Address
	since  time.Time // when it got the lookup or lost its line
	used   bool      // a guest has proved the code
	away   bool      // its line is down
	guests int       // who wait for it
	pairs  int
}

// Waiting is a guest who waits for the host.
type Waiting struct {
	ID   string
	Name *Name
	addr gate.Address
}

// Point decides who gets which lookup and who meets whom. It is a pure state machine: the caller
// tells the time and carries the decisions out. It is not safe for use by several goroutines at
// once. Make one with [NewPoint].
type Point struct {
	limits Limits
	random io.Reader
	names  map[string]*Name
	plain  int // names whose lookup has no number
	guests map[string]*Waiting
	pairs  int
	counts map[gate.Address]*count
	wrong  map[gate.Address]*wrongs
	forgot time.Time // when those of wrong whose time is over were last forgotten
	near   bool      // addresses of this computer have limits, too
}

// count is what an address has at the meeting point.
type count struct{ names, guests int }

// wrongs are the lookups that an address has asked for and no host has.
type wrongs struct {
	since time.Time
	n     int
}

// NewPoint returns a meeting point where no one is. Random is where lookups, tickets and the names
// of guests come from.
func NewPoint(limits Limits, random io.Reader) *Point {
	return &Point{
		limits: limits, random: random, names: map[string]*Name{}, guests: map[string]*Waiting{},
		counts: map[gate.Address]*count{}, wrong: map[gate.Address]*wrongs{},
	}
}

// Counts is how much there is at a meeting point.
type Counts struct{ Hosts, Away, Waiting, Pairs int }

// Counts returns how much there is.
func (p *Point) Counts() Counts {
	c := Counts{Hosts: len(p.names), Waiting: len(p.guests), Pairs: p.pairs}
	for _, n := range p.names {
		if n.away {
			c.Away++
		}
	}
	return c
}

// Open gives a host a lookup: the one of a ticket if it is free, or waits for that host, and
// without a ticket one that chance chooses. The reason is "" if it has got one. Had is true if the
// host has a line already, which is to be closed. The error is that of random.
func (p *Point) Open(addr gate.Address, lookup, ticket string, now time.Time) (n *Name, had bool, no Reason, err error) {
	if n := p.names[lookup]; lookup != "" && n != nil {
		if subtle.ConstantTimeCompare([]byte(n.Ticket), []byte(ticket)) == 0 {
			return nil, false, Taken, nil
		}
		p.count(n.addr, -1, 0)
		p.count(addr, 1, 0)
		had = !n.away
		n.addr, n.away = addr, false
		if !n.used {
			n.since = now
		}
		return n, had, "", nil
	}
	switch {
	case len(p.names) >= p.limits.Names:
		return nil, false, Full, nil
	case p.limited(addr) && p.counts[addr] != nil && p.counts[addr].names >= p.limits.NamesOf:
		return nil, false, Busy, nil
	}
	if lookup == "" {
		if lookup, err = p.free(); err == nil {
			ticket, err = p.secret()
		}
		if err != nil {
			return nil, false, "", err
		}
	}
	n = &Name{Lookup: lookup, Ticket: ticket, addr: addr, since: now}
	p.names[lookup] = n
	p.plain += plain(lookup)
	p.count(addr, 1, 0)
	return n, false, "", nil
}

// plain returns 1 for a lookup without a number, and 0 for another one.
func plain(lookup string) int {
	if onList(lookup, adjectives) {
		return 1
	}
	return 0
}

// free returns a lookup that no host has: an adjective while under half of them are taken, and
// otherwise one with a number.
func (p *Point) free() (string, error) {
	all := len(adjectives)
	numbered := p.plain >= all/2
	if numbered {
		all *= numbers
	}
	start, err := choose(p.random, all)
	if err != nil {
		return "", err
	}
	for i := range all {
		at := (start + i*7919) % all // a prime step, so that neighbours in a crowd are not alike
		lookup := adjectives[at%len(adjectives)]
		if numbered {
			lookup += strconv.Itoa(lowestNumber + at/len(adjectives))
		}
		if p.names[lookup] == nil {
			return lookup, nil
		}
	}
	return "", fmt.Errorf("all %d lookups are taken", all) // the limits are lower
}

var secretLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func (p *Point) secret() (string, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(p.random, b); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	return secretLetters.EncodeToString(b), nil
}

// limited reports whether an address has limits of its own.
func (p *Point) limited(a gate.Address) bool { return p.near || !a.Near() }

// count changes how much an address has.
func (p *Point) count(a gate.Address, names, guests int) {
	c := p.counts[a]
	if c == nil {
		c = new(count)
		p.counts[a] = c
	}
	c.names += names
	c.guests += guests
	if *c == (count{}) {
		delete(p.counts, a)
	}
}

// Keep notes that a guest has proved the code of a name, so that it lives as long as its line.
func (p *Point) Keep(n *Name) { n.used = true }

// Expires returns when a name that its host does not use has lived for too long; the zero time if
// it is used.
func (p *Point) Expires(n *Name) time.Time {
	if n.used {
		return time.Time{}
	}
	return n.since.Add(unusedLife)
}

// Drop notes that the line of a name's host is gone. Its lookup is kept for it for a while.
func (p *Point) Drop(n *Name, now time.Time) {
	if p.names[n.Lookup] == n && !n.away {
		n.away, n.since = true, now
	}
}

// Forget gives the lookup of a name back.
func (p *Point) Forget(n *Name) {
	if p.names[n.Lookup] != n {
		return
	}
	delete(p.names, n.Lookup)
	p.plain -= plain(n.Lookup)
	p.count(n.addr, -1, 0)
}

// Join notes that a guest wants to meet the host of a lookup. The reason is "" if the guest waits
// now, and otherwise wait is how late the answer is to be.
func (p *Point) Join(addr gate.Address, lookup string, now time.Time) (w *Waiting, no Reason, wait time.Duration, err error) {
	if p.asksOften(addr, now) {
		return nil, Often, wrongWait, nil
	}
	n := p.names[lookup]
	switch {
	case n == nil:
		p.noteWrong(addr, now)
		return nil, NoneSuch, 0, nil
	case n.away:
		return nil, Away, 0, nil
	case p.pairs+len(p.guests) >= p.limits.Pairs, len(p.guests) >= p.limits.Guests:
		return nil, Full, 0, nil
	case n.guests >= p.limits.GuestAt, n.pairs >= p.limits.PairsAt,
		p.limited(addr) && p.counts[addr] != nil && p.counts[addr].guests >= p.limits.GuestOf:
		return nil, Busy, 0, nil
	}
	id, err := p.secret()
	if err != nil {
		return nil, "", 0, err
	}
	w = &Waiting{ID: id, Name: n, addr: addr}
	p.guests[id] = w
	n.guests++
	p.count(addr, 0, 1)
	return w, "", 0, nil
}

// asksOften reports whether an address has asked for too many lookups that no host has.
func (p *Point) asksOften(a gate.Address, now time.Time) bool {
	w := p.wrong[a]
	return w != nil && w.n >= maxWrong && now.Sub(w.since) < wrongWindow && p.limited(a)
}

// noteWrong notes that an address has asked for a lookup that no host has.
func (p *Point) noteWrong(a gate.Address, now time.Time) {
	w := p.wrong[a]
	if w == nil {
		if len(p.wrong) >= maxWrongers {
			p.forgetWrong(now)
		}
		w = new(wrongs)
		p.wrong[a] = w
	}
	if now.Sub(w.since) >= wrongWindow {
		*w = wrongs{since: now}
	}
	w.n++
}

// forgetWrong makes room for one more address: it forgets those whose time is over, once a second
// at most so that a flood of addresses costs little, or any one.
func (p *Point) forgetWrong(now time.Time) {
	if now.Sub(p.forgot) >= time.Second {
		p.forgot = now
		p.tidyWrong(now)
	}
	for a := range p.wrong {
		if len(p.wrong) < maxWrongers {
			return
		}
		delete(p.wrong, a)
	}
}

// tidyWrong forgets the addresses whose time is over.
func (p *Point) tidyWrong(now time.Time) {
	for a, w := range p.wrong {
		if now.Sub(w.since) >= wrongWindow {
			delete(p.wrong, a)
		}
	}
}

// Take returns the guest of an ID, who is paired from now on; nil if there is none any more.
func (p *Point) Take(id string) *Waiting {
	w := p.guests[id]
	if w == nil {
		return nil
	}
	p.Leave(w)
	p.pairs++
	w.Name.pairs++
	return w
}

// Leave notes that a guest does not wait any more. One who has been taken, or has left, is ignored.
func (p *Point) Leave(w *Waiting) {
	if p.guests[w.ID] != w {
		return
	}
	delete(p.guests, w.ID)
	w.Name.guests--
	p.count(w.addr, 0, -1)
}

// Part notes that the pair of a guest who was taken talks no more.
func (p *Point) Part(w *Waiting) {
	p.pairs--
	w.Name.pairs--
}

// Tidy gives the lookups back whose hosts have been away for too long. It is to be called now and
// then.
func (p *Point) Tidy(now time.Time) {
	for _, n := range p.names {
		if n.away && now.Sub(n.since) >= awayLife {
			p.Forget(n)
		}
	}
	p.tidyWrong(now)
}
