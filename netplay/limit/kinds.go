package limit

import "time"

// Kind is something that strangers do, or have, and that has a limit.
type Kind uint8

// What strangers do and have.
const (
	// At a host.
	Resumes  Kind = iota // of a series: each costs the check of a signature
	Wastes               // of the seat
	Callers              // guests who read the rules or wait for the seat
	Watchers             // of a table, at a host and at a club

	// At a meeting point.
	Lookups // that no host has
	Hosts   // with a lookup
	Guests  // who wait for their host

	// At a club.
	Games     // connections to tables
	Visits    // connections to the lobby, of an address
	Keys      // connections to the lobby, of a key
	Entries   // into the lobby, of a key
	Codes     // for devices, tried by a member or from an address
	Reports   // of other members
	Lists     // of all tables
	Searches  // by a part of a name, and in the standings: they read much of the record
	Names     // that a member takes
	Newcomers // members whom an address brings
	Warnings  // in the log, of an address with too many newcomers

	kinds
)

// String returns a word for the kind, for the log and the figures of a club.
func (k Kind) String() string {
	return [kinds]string{
		"resumes", "wastes", "callers", "watchers", "lookups", "hosts", "guests", "address", "address", "key", "entries", "codes",
		"reports", "lists", "searches", "names", "newcomers", "warnings",
	}[k]
}

// Limit is the limit of a [Kind]. Only one of its three parts is set.
type Limit struct {
	// Burst events are allowed at once, and Hour in an hour in the long run.
	Burst, Hour float64
	// Each is the number at the same time of an address, and Network that of a network; 0 means any
	// number.
	Each, Network int
	// First is the wait after a deed that costs others time. It doubles each further time, up to
	// Longest, and is forgotten after Memory.
	First, Longest, Memory time.Duration
}

// limits has the limits that are the same everywhere. The owner of a [Strangers] sets the others,
// which depend on its size or its configuration: Watchers, Hosts, Guests, Games, Visits, Newcomers.
var limits = [kinds]Limit{
	Resumes:  {Burst: 10, Hour: 1800},
	Wastes:   {First: time.Second, Longest: 10 * time.Minute, Memory: time.Hour},
	Callers:  {Each: 4},
	Lookups:  {Burst: 10, Hour: 600},
	Keys:     {Each: 4},
	Entries:  {Burst: 60, Hour: 600},
	Codes:    {Burst: 10, Hour: 10},
	Reports:  {Burst: 5, Hour: 5},
	Lists:    {Burst: 30, Hour: 1800},
	Searches: {Burst: 30, Hour: 1800},
	Names:    {Burst: 3, Hour: 3},
	Warnings: {Burst: 1, Hour: 1},
}

// most is the number of strangers of a kind that are remembered.
const most = 4096
