package claims

import "time"

const (
	// roundEvery is the time between two rounds, and deadRounds is after how many rounds without a
	// sign of life a node counts as silent. Rounds are counted, and not the time, since a machine
	// that stood still has not heard the others either.
	roundEvery = time.Second
	deadRounds = 4
	// After apartRounds without its own signs of life a node is apart from the bus, and judges no
	// one.
	apartRounds = 2
)

// nodes knows which nodes live, by the signs of life that each of them gives every second. It has
// no clock; its caller counts rounds.
type nodes struct {
	self  string
	known map[string]*node
}

// node is a node that was heard.
type node struct {
	run    string
	heard  time.Time
	silent int // rounds since then
	dead   bool
	left   bool // it has said so, and may yet be heard
}

// hear takes in a sign of life of a run of a node.
func (n *nodes) hear(name, run string, now time.Time) {
	if other := n.known[name]; other != nil && other.left && other.run == run {
		return
	}
	n.known[name] = &node{run: run, heard: now}
}

// leave takes in that a run of a node has left.
func (n *nodes) leave(name, run string) {
	n.known[name] = &node{run: run, dead: true, left: true}
}

// round counts a round, and returns the nodes that are silent.
func (n *nodes) round() (silent []string) {
	own := n.known[n.self]
	if own != nil {
		own.silent++
	}
	apart := own != nil && own.silent >= apartRounds
	for name, other := range n.known {
		switch {
		case name == n.self || other.dead:
		case apart:
			other.silent = 0 // it gets all its rounds once this node hears anyone
		default:
			if other.silent++; other.silent >= deadRounds {
				silent = append(silent, name)
			}
		}
	}
	return silent
}

// bury notes that a silent node does not answer either. One that was heard meanwhile lives.
func (n *nodes) bury(name string) bool {
	other := n.known[name]
	if other == nil || other.silent < deadRounds {
		return false
	}
	other.dead = true
	return true
}

// spare gives a silent node that answers all its rounds again.
func (n *nodes) spare(name string) {
	if other := n.known[name]; other != nil {
		other.silent = 0
	}
}

// lives reports whether a run of a node may go on. One that was never heard may, until it had time
// to be heard: it is entered as silent from now on.
func (n *nodes) lives(name, run string, now time.Time) bool {
	other := n.known[name]
	if other == nil {
		n.hear(name, run, now)
		return true
	}
	return !other.dead && other.run == run
}

// lastHeard returns when a run of a node was last heard; the zero time if it was not.
func (n *nodes) lastHeard(name, run string) time.Time {
	if other := n.known[name]; other != nil && other.run == run {
		return other.heard
	}
	return time.Time{}
}
