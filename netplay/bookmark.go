package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/rules"
)

// keptVersion is the version of the format of a kept series.
const keptVersion = 1

// bookmark returns the state that has to survive this program. Addr is the address that the host
// listens at or the guest dials.
func (s *Series) bookmark(addr string) match.Bookmark {
	b := match.Bookmark{
		Series: s.name(), Self: s.self, Addr: addr, Peer: s.peer,
		Game: s.Match().Game(), Number: s.Number(), Starter: s.Starter(),
	}
	if s.over {
		return b
	}
	state, err := wire.Marshal(s.toKeep())
	if err == nil { // every text in it has been cleaned
		b.State = state
	}
	return b
}

// toKeep returns the series in the form in which it is kept.
func (s *Series) toKeep() *wire.KeptSeries {
	peer, before := s.self.Other(), s.Before()
	k := &wire.KeptSeries{
		Version: keptVersion, SeriesId: s.id, Self: partyToWire(s.self), Peer: s.peer,
		State:    stateToWire(s.Variant(), s.account()),
		HostWins: uint32(before.Wins[match.Host]), GuestWins: uint32(before.Wins[match.Guest]), Draws: uint32(before.Draws),
		PeerWants: s.wants[peer], PeerTakeback: askToWire(s.asks[peer]),
		OwnRefusals: refusalsToWire(s.refusals[s.self]), PeerRefusals: refusalsToWire(s.refusals[peer]),
		Said: s.talk.said, LastGame: uint32(s.last.number), LastWon: s.last.won, LastWinner: partyToWire(s.last.winner),
		LastNamed: s.last.named, Token: s.keys.token, Secret: s.keys.secret, Used: s.keys.used,
		Ended: !s.running(), Tossed: s.tossed, HostVerified: s.host.Verified,
		MetLookup: s.met.lookup, MetTicket: s.met.ticket, Also: alsoToWire(s.also),
	}
	if !s.host.Fingerprint.IsZero() {
		k.HostKey = s.host.Fingerprint[:]
	}
	for _, l := range s.talk.unheard {
		k.Unheard = append(k.Unheard, &wire.Chat{Text: l.text, Id: l.id})
	}
	return k
}

func refusalsToWire(r refusals) *wire.Refusals {
	if r.count == 0 {
		return nil
	}
	return &wire.Refusals{Plies: uint32(r.plies), Count: uint32(r.count)}
}

// AtClub reports whether a bookmark is of a series at a club, for [Join].
func AtClub(b match.Bookmark) bool {
	s, err := restoreSeriesOf(match.Guest, b)
	return err == nil && s.referee
}

var errOtherPart = errors.New("the bookmark is of the other party")

// restoreSeriesOf is restoreSeries for a bookmark that has to be of one party.
func restoreSeriesOf(self match.Party, b match.Bookmark) (*Series, error) {
	s, err := restoreSeries(b)
	if err == nil && s.self != self {
		return nil, errOtherPart
	}
	return s, err
}

// restoreSeries returns the series of a bookmark, paused, or an error if the bookmark is damaged.
func restoreSeries(b match.Bookmark) (*Series, error) {
	k := new(wire.KeptSeries)
	if err := wire.Unmarshal(b.State, k); err != nil {
		return nil, err
	}
	self, err := partyFromWire(k.GetSelf())
	variant := b.Game.Variant.Canonical()
	switch {
	case err != nil:
		return nil, err
	case k.GetVersion() != keptVersion:
		return nil, fmt.Errorf("the game was kept in form %d, which is unknown here", k.GetVersion())
	case self != b.Self, len(k.GetSeriesId()) != idSize:
		return nil, errors.New("the bookmark is of another series")
	}
	if err := variant.Validate(); err != nil {
		return nil, err
	}
	a, err := stateFromWire(variant, k.GetState())
	if err != nil {
		return nil, err
	}
	before := match.Tally{Wins: [2]int{int(k.GetHostWins()), int(k.GetGuestWins())}, Draws: int(k.GetDraws())}
	games, err := match.ResumeSeries(rules.Game{Variant: variant, Plies: a.game.plies}, a.starter, a.number, before)
	if err != nil {
		return nil, err
	}
	s := &Series{
		Series: games, self: self, id: k.GetSeriesId(), peer: match.NameOr(k.GetPeer(), self.Other()),
		era: a.game.era, resigned: a.game.resigned, late: a.game.late, previous: a.previous, withdraws: a.withdraws, answered: a.answered,
		keys:   tokens{secret: k.GetSecret(), used: k.GetUsed(), token: k.GetToken()},
		tossed: k.GetTossed(), restored: true, referee: a.referee, talk: newTalk(), wishes: newWishes(),
	}
	if key := k.GetHostKey(); len(key) > 0 {
		if len(key) != len(s.host.Fingerprint) {
			return nil, errors.New("the bookmark has no proper key of the host")
		}
		s.host = keys.Known{Fingerprint: keys.Fingerprint(key), Verified: k.GetHostVerified()}
	}
	if meet.IsName(k.GetMetLookup(), k.GetMetTicket()) {
		s.met = metName{k.GetMetLookup(), k.GetMetTicket()}
	}
	s.also = alsoFromWire(b.Addr, k.GetAlso())
	return s, s.restore(k, a)
}

// restore sets the fields that concern one party or the other.
func (s *Series) restore(k *wire.KeptSeries, a account) error {
	peer := s.self.Other()
	peerAsk, err := askFromWire(k.GetPeerTakeback())
	if err != nil {
		return err
	}
	s.wants[s.self], s.wants[peer] = a.wants, k.GetPeerWants()
	s.asks[s.self], s.asks[peer] = a.ask, peerAsk
	s.refusals[s.self], s.refusals[peer] = refusalsFromWire(k.GetOwnRefusals()), refusalsFromWire(k.GetPeerRefusals())
	s.talk.said, s.talk.heard = k.GetSaid(), a.heard
	for _, c := range k.GetUnheard() {
		if text := match.CleanTalk(c.GetText()); text != "" {
			s.talk.unheard = append(s.talk.unheard, line{c.GetId(), text})
		}
	}
	s.last = finished{number: int(k.GetLastGame()), won: k.GetLastWon(), named: k.GetLastNamed(), name: a.winner}
	s.last.winner, _ = partyFromWire(k.GetLastWinner()) // without a winner the error does not matter
	s.rehash()
	switch {
	case s.running() && s.late.is:
		return s.Match().TimeOut(s.Side(s.late.who))
	case s.running() && k.GetEnded():
		return s.Match().Resign(s.loser())
	}
	return s.checkAsks()
}

func refusalsFromWire(w *wire.Refusals) refusals {
	return refusals{int(min(w.GetPlies(), maxPlies)), int(min(w.GetCount(), maxRefusals))}
}

// checkAsks returns an error if a request is open that the game does not allow.
func (s *Series) checkAsks() error {
	for p, a := range s.asks {
		if a.open && !s.mayAsk(match.Party(p), a.plies) {
			return errors.New("the bookmark has a request that the game does not allow")
		}
	}
	return nil
}

// rehash computes the hashes of the current game again.
func (s *Series) rehash() {
	s.hashes = append(s.hashes[:0], startHash(s.Variant(), s.gameID()))
	game := s.Match()
	for n := 1; n <= game.Plies(); n++ {
		_, sowing := game.Ply(n)
		after := game.Position()
		if n < game.Plies() {
			after, _ = game.Ply(n + 1)
		}
		s.hashes = append(s.hashes, s.hash().next(n, sowing.Mover, sowing.From, after))
	}
}
