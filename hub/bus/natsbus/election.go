package natsbus

import (
	"errors"
	"sync"
	"time"
	_ "unsafe" // for linkname
)

// The server has no option for how soon a leader is missed: 4 to 9 seconds after its last
// heartbeat. For players who wait for their ply that is too long, so the variables of the server's
// package are set from here (docs/decisions/0030-bus.md). The ratios stay as they were.
const (
	heartbeat   = 250 * time.Millisecond
	minElection = 4 * heartbeat
	maxElection = 9 * heartbeat
)

//go:linkname hbInterval github.com/nats-io/nats-server/v2/server.hbInterval
var hbInterval time.Duration

//go:linkname minElectionTimeout github.com/nats-io/nats-server/v2/server.minElectionTimeout
var minElectionTimeout time.Duration

//go:linkname maxElectionTimeout github.com/nats-io/nats-server/v2/server.maxElectionTimeout
var maxElectionTimeout time.Duration

var errSlowElections = errors.New("this version of the NATS server keeps its election timeouts elsewhere: " +
	"when a node dies, it takes up to 10 seconds until the others go on")

// hasten sets the timeouts, before the first server of this process. It returns errSlowElections if
// the variables are not the server's.
var hasten = sync.OnceValue(func() error {
	if hbInterval != time.Second || minElectionTimeout != 4*time.Second || maxElectionTimeout != 9*time.Second {
		return errSlowElections
	}
	hbInterval, minElectionTimeout, maxElectionTimeout = heartbeat, minElection, maxElection
	return nil
})
