package club

import (
	"slices"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote(code, args...) }

// refusals are the notes of refusals without call or time.
var refusals = map[lobby.Reason]*rules.Note{
	lobby.ReasonVersion:     note("club.other-version"),
	lobby.ReasonKey:         note("club.key-not-proved"),
	lobby.ReasonNameOffice:  note("club.name-of-office"),
	lobby.ReasonNameMark:    note("club.name-with-mark"),
	lobby.ReasonBarred:      note("club.barred"),
	lobby.ReasonBusy:        note("club.busy"),
	lobby.ReasonRating:      note("club.rating"),
	lobby.ReasonComputer:    note("club.computer"),
	lobby.ReasonBlocked:     note("club.blocked"),
	lobby.ReasonUntimed:     note("club.untimed"),
	lobby.ReasonRules:       note("club.rules"),
	lobby.ReasonTime:        note("club.time"),
	lobby.ReasonRange:       note("club.range"),
	lobby.ReasonRatedRules:  note("club.rated-rules"),
	lobby.ReasonCode:        note("club.bad-code"),
	lobby.ReasonTrouble:     note("club.trouble"),
	lobby.ReasonRemoved:     note("club.device-removed"),
	lobby.ReasonCrowd:       note("club.crowd"),
	lobby.ReasonConnections: note("club.connections"),
}

// refused returns the note of a refusal of a call.
func refused(r *lobby.Refusal, c lobby.Call) *rules.Note {
	if n, plain := refusals[r.Reason]; plain {
		return n
	}
	switch r.Reason {
	case lobby.ReasonName:
		if _, forget := c.(lobby.Forget); forget {
			return note("club.not-your-name")
		}
		return note("club.bad-name")
	case lobby.ReasonNameTaken:
		if _, inside := c.(lobby.Rename); inside {
			return note("club.name-not-free")
		}
		return note("club.name-taken")
	case lobby.ReasonTooOften:
		return tooOften(r)
	case lobby.ReasonNewcomers:
		return note("club.newcomers", minutes(r))
	case lobby.ReasonFull:
		return full(c)
	case lobby.ReasonNoTable:
		if _, watch := c.(lobby.Watch); watch {
			return note("club.not-watched")
		}
		return note("club.no-table")
	case lobby.ReasonUnknown:
		return unknown(c)
	case lobby.ReasonSelf:
		return self(c)
	case lobby.ReasonIsPerson, lobby.ReasonIsComputer:
		return otherKind(r, c)
	}
	if r.Text != "" {
		return note("club.refused-saying", r.Text)
	}
	return note("club.refused")
}

// inMinutes is the shortest wait shown in minutes.
const inMinutes = 2 * time.Minute

// tooOften returns the note that something happened too often, with the time to wait.
func tooOften(r *lobby.Refusal) *rules.Note {
	if r.Wait >= inMinutes {
		return note("club.too-often-minutes", minutes(r))
	}
	return note("club.too-often", max(1, int(r.Wait/time.Second)))
}

// minutes returns the time to wait in minutes, rounded up, at least one.
func minutes(r *lobby.Refusal) int {
	return max(1, int((r.Wait+time.Minute-1)/time.Minute))
}

// full returns the note that there is no room for the caller, or for the result of a call.
func full(c lobby.Call) *rules.Note {
	switch c.(type) {
	case lobby.Device, lobby.UseCode:
		return note("club.many-devices")
	case lobby.Block:
		return note("club.many-blocked")
	case lobby.Report:
		return note("club.many-reports")
	}
	return note("club.full")
}

// self returns the note that a call concerns only the caller.
func self(c lobby.Call) *rules.Note {
	if _, device := c.(lobby.RemoveDevice); device {
		return note("club.own-device")
	}
	return note("club.yourself")
}

// otherKind returns the note that a member is a person and not a computer player, or the other way
// round. If the call uses a code, that member is the one who shows it.
func otherKind(r *lobby.Refusal, c lobby.Call) *rules.Note {
	if _, use := c.(lobby.UseCode); use {
		return note("club.code-of-other-kind")
	}
	if r.Reason == lobby.ReasonIsPerson {
		return note("club.is-person")
	}
	return note("club.is-computer")
}

// unknown returns the note that the club does not know the member or game that a call names.
func unknown(c lobby.Call) *rules.Note {
	if _, game := c.(lobby.GameOf); game {
		return note("club.no-game")
	}
	return note("club.no-member")
}

// nodes are the addresses of a club, in dialling order. A club may lie about them.
type nodes struct {
	user  string   // the address that the person has entered
	addrs []string // the next one first
	heard transport.History
	key   keys.Fingerprint // of the club, once it has let the member in; zero without encryption
}

func newNodes(addr string) nodes { return nodes{user: addr, addrs: []string{addr}} }

// next returns the address to dial. The user's address always gets its turn.
func (n *nodes) next() string {
	for range n.addrs {
		addr := n.addrs[0]
		n.addrs = append(n.addrs[1:], addr)
		if addr == n.user || n.heard.Worth(addr) {
			return addr
		}
	}
	return n.user
}

// missed records that the member was not let in at an address.
func (n *nodes) missed(addr string) { n.heard.Missed(addr) }

// strange reports whether the key at an address shows another club than the one that let the member
// in. Such an address is not dialled again.
func (n *nodes) strange(addr string, key keys.Fingerprint) bool {
	strange := !n.key.IsZero() && key != n.key
	if strange {
		n.heard.Strange(addr)
	}
	return strange
}

// entered records that the club let the member in at an address, and its list of addresses; an
// empty list changes nothing. That address is dialled last.
func (n *nodes) entered(addr string, key keys.Fingerprint, all []string) {
	n.heard.Found(addr)
	if n.key = key; len(all) > 0 {
		n.addrs = append(without(append(all, n.user), addr), addr)
	}
}

// without returns a list of addresses, each once, without one.
func without(list []string, addr string) (others []string) {
	for _, a := range list {
		if a != addr && !slices.Contains(others, a) {
			others = append(others, a)
		}
	}
	return others
}
