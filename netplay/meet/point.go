package meet

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"strconv"
	"time"

	"mancala/netplay/limit"
)

// Durations at a meeting point.
const (
	unusedLife = 10 * time.Minute // of a lookup that its host does not use
	awayLife   = 10 * time.Minute // of a lookup of a host without a line
	wrongWait  = time.Second      // the delay of the answer to a guest who has asked too often
)

// Limits sets how much a meeting point does at the same time.
type Limits struct {
	Names   int // hosts with a lookup
	Guests  int // guests who wait for their host to come
	Pairs   int // connected pairs
	NamesOf int // hosts of one address
	NamesIn int // hosts of one network
	GuestOf int // guests of one address who wait
	GuestIn int // guests of one network who wait
	GuestAt int // guests who wait for one host
	PairsAt int // pairs of one host
}

// maxNames leaves some of the 23,296 lookups free.
const maxNames = 20_000

// LimitsFor returns the limits of a program with that many open files at most.
func LimitsFor(files uint64) Limits {
	const rest = 32 // standard streams, poller, listener, pages
	usable := max(int(min(files, 1<<20))-rest, 16)
	l := Limits{
		Names: min(maxNames, usable/4), Guests: min(1024, usable/16),
		NamesOf: 64, GuestOf: 16, GuestAt: 8, PairsAt: 80,
	}
	l.NamesIn, l.GuestIn = max(min(256, l.Names/2), 1), max(min(64, l.Guests/2), 1)
	l.Pairs = (usable - l.Names - l.Guests - silentPlaces(files)) / 2
	return l
}

// silentPlaces returns the number of connections without a first line that are kept.
func silentPlaces(files uint64) int { return int(min(limit.Places, max(files/8, 2))) }

// Name is a host with a lookup.
type Name struct {
	Lookup string
	Ticket string
	addr   limit.Address
	since  time.Time // when it got the lookup or lost its line
	used   bool      // a guest has proved the code
	met    bool      // a guest has met the host
	away   bool      // its line is down
	guests int       // guests who wait for it
	pairs  int
}

// Waiting is a guest who waits for a host.
type Waiting struct {
	ID   string
	Name *Name
	addr limit.Address
}

// Point decides who gets which lookup and who meets whom. It is a pure state machine: the caller
// passes the time in and carries the decisions out. It is not safe for concurrent use. Make one
// with [NewPoint].
type Point struct {
	limits Limits
	random io.Reader
	names  map[string]*Name
	plain  int // names with a lookup without a number
	guests map[string]*Waiting
	pairs  int
	// strangers counts the hosts, the guests, and the unknown lookups that were asked for.
	strangers limit.Strangers
	crowds    map[limit.Address]*crowd // of addresses and networks with idle names
	idlest    idlest
}

// NewPoint returns an empty meeting point. Random is the source of lookups, tickets and the names
// of guests.
func NewPoint(limits Limits, random io.Reader) *Point {
	p := &Point{
		limits: limits, random: random, names: map[string]*Name{}, guests: map[string]*Waiting{}, crowds: map[limit.Address]*crowd{},
	}
	p.strangers.Limit(limit.Hosts, limit.Limit{Each: limits.NamesOf, Network: limits.NamesIn})
	p.strangers.Limit(limit.Guests, limit.Limit{Each: limits.GuestOf, Network: limits.GuestIn})
	return p
}

// Counts counts the users of a meeting point.
type Counts struct{ Hosts, Away, Waiting, Pairs int }

// Counts returns the current counts.
func (p *Point) Counts() Counts {
	c := Counts{Hosts: len(p.names), Waiting: len(p.guests), Pairs: p.pairs}
	for _, n := range p.names {
		if n.away {
			c.Away++
		}
	}
	return c
}

// Open gives a host a lookup: with a ticket its old one, if that is free or kept for this host, and
// without a ticket a random one. The reason is "" on success. Had is true if the host already has a
// line; close that one. The error comes from random.
func (p *Point) Open(addr limit.Address, lookup, ticket string, now time.Time) (n *Name, had bool, no Reason, err error) {
	if n := p.names[lookup]; lookup != "" && n != nil {
		if subtle.ConstantTimeCompare([]byte(n.Ticket), []byte(ticket)) == 0 {
			return nil, false, Taken, nil
		}
		p.rouse(n)
		p.strangers.Leave(limit.Hosts, n.addr)
		p.strangers.Add(limit.Hosts, addr, 1)
		had = !n.away
		n.addr, n.away = addr, false
		if !n.used {
			n.since = now
		}
		return n, had, "", nil
	}
	if no := p.room(addr); no != "" {
		return nil, false, no, nil
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
	p.strangers.Add(limit.Hosts, addr, 1)
	return n, false, "", nil
}

// plain returns 1 for a lookup without a number, and 0 for any other.
func plain(lookup string) int {
	if onList(lookup, adjectives) {
		return 1
	}
	return 0
}

// free returns a lookup that no host has: an adjective while fewer than half of them are taken, and
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
		at := (start + i*7919) % all // a prime step, to make the lookups of a crowd differ
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

// Keep records that a guest has proved the code of a name; the name now lives as long as its line.
func (p *Point) Keep(n *Name) { n.used = true }

// Expires returns the time at which an unused name expires; the zero time if it is used.
func (p *Point) Expires(n *Name) time.Time {
	if n.used {
		return time.Time{}
	}
	return n.since.Add(unusedLife)
}

// Drop records that the line of a name's host is gone. The lookup is kept for the host for a while;
// if no guest has met the host, only as long as others have places.
func (p *Point) Drop(n *Name, now time.Time) {
	if p.names[n.Lookup] != n || n.away {
		return
	}
	if n.away, n.since = true, now; !n.met {
		p.rest(n)
	}
}

// Forget frees the lookup of a name.
func (p *Point) Forget(n *Name) {
	if p.names[n.Lookup] != n {
		return
	}
	p.rouse(n)
	delete(p.names, n.Lookup)
	p.plain -= plain(n.Lookup)
	p.strangers.Leave(limit.Hosts, n.addr)
}

// Join records that a guest wants to meet the host of a lookup. The reason is "" if the guest waits
// now; otherwise wait is the delay of the answer.
func (p *Point) Join(addr limit.Address, lookup string, now time.Time) (w *Waiting, no Reason, wait time.Duration, err error) {
	if p.strangers.Wait(limit.Lookups, addr, now) > 0 {
		return nil, Often, wrongWait, nil
	}
	n := p.names[lookup]
	switch {
	case n == nil:
		p.strangers.Spend(limit.Lookups, addr, now)
		return nil, NoneSuch, 0, nil
	case n.away:
		return nil, Away, 0, nil
	case p.pairs+len(p.guests) >= p.limits.Pairs, len(p.guests) >= p.limits.Guests:
		return nil, Full, 0, nil
	case n.guests >= p.limits.GuestAt, n.pairs >= p.limits.PairsAt:
		return nil, Busy, 0, nil
	}
	id, err := p.secret()
	if err != nil {
		return nil, "", 0, err
	}
	if !p.strangers.Enter(limit.Guests, addr) {
		return nil, Busy, 0, nil
	}
	w = &Waiting{ID: id, Name: n, addr: addr}
	p.guests[id] = w
	n.guests++
	return w, "", 0, nil
}

// Take returns the guest with an ID, who is paired from now on; nil if that guest no longer waits.
func (p *Point) Take(id string) *Waiting {
	w := p.guests[id]
	if w == nil {
		return nil
	}
	p.Leave(w)
	p.pairs++
	w.Name.pairs++
	p.rouse(w.Name)
	w.Name.met = true
	return w
}

// Leave records that a guest no longer waits. It ignores one who has been taken or has left.
func (p *Point) Leave(w *Waiting) {
	if p.guests[w.ID] != w {
		return
	}
	delete(p.guests, w.ID)
	w.Name.guests--
	p.strangers.Leave(limit.Guests, w.addr)
}

// Part records that the pair of a guest who was taken has ended.
func (p *Point) Part(w *Waiting) {
	p.pairs--
	w.Name.pairs--
}

// Tidy frees the lookups of hosts that have been away too long. Call it now and then.
func (p *Point) Tidy(now time.Time) {
	for _, n := range p.names {
		if n.away && now.Sub(n.since) >= awayLife {
			p.Forget(n)
		}
	}
}
