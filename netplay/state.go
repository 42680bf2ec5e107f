package netplay

import (
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// history returns the current game as this end has it.
func (s *Series) history() history {
	return history{plies: s.Match().Game().Plies, era: s.era, resigned: s.resigned}
}

// account returns what this end says about the series.
func (s *Series) account() account {
	a := account{
		number: s.Number(), starter: s.Starter(), game: s.history(), previous: s.previous, restored: s.restored,
		wants: s.wants[s.self], withdraws: s.withdraws, ask: s.asks[s.self], answered: s.answered, heard: s.talk.heard,
	}
	if s.last.won && s.last.winner == s.self && s.last.named {
		a.named, a.winner = s.last.number, s.last.name
	}
	return a
}

// stateToWire returns an account as it travels.
func stateToWire(v rules.Variant, a account) *wire.SeriesState {
	w := &wire.SeriesState{
		Number: uint32(a.number), Starter: partyToWire(a.starter), Game: gameToWire(v, a.game), Restored: a.restored,
		WantsRematch: a.wants, WithdrawsRematch: a.withdraws, Takeback: askToWire(a.ask), Answered: a.answered,
		Heard: a.heard, NamedGame: uint32(a.named), WinnerName: a.winner,
	}
	if a.previous != nil {
		w.Previous = gameToWire(v, *a.previous)
	}
	return w
}

func gameToWire(v rules.Variant, h history) *wire.GameState {
	return &wire.GameState{
		Text: rules.Game{Variant: v, Plies: h.plies}.String(), Takebacks: uint32(h.era),
		HostResigned: h.resigned[match.Host], GuestResigned: h.resigned[match.Guest],
	}
}

func askToWire(a ask) *wire.Takeback {
	if a.serial == 0 {
		return nil
	}
	return &wire.Takeback{Serial: a.serial, Plies: uint32(a.plies), Open: a.open, Withdrawn: a.withdrawn}
}

// stateFromWire returns the account that was sent. Whether its plies are legal is for merge to say.
func stateFromWire(v rules.Variant, w *wire.SeriesState) (account, error) {
	starter, err := partyFromWire(w.GetStarter())
	if err != nil {
		return account{}, err
	}
	if w.GetNumber() < 1 || w.GetNumber() > 1<<30 {
		return account{}, fmt.Errorf("there is no game %d", w.GetNumber())
	}
	if w.GetNamedGame() > w.GetNumber() {
		return account{}, fmt.Errorf("game %d cannot have been won", w.GetNamedGame())
	}
	a := account{
		number: int(w.GetNumber()), starter: starter, restored: w.GetRestored(), wants: w.GetWantsRematch(),
		withdraws: w.GetWithdrawsRematch(), answered: w.GetAnswered(), heard: w.GetHeard(),
		named: int(w.GetNamedGame()), winner: w.GetWinnerName(),
	}
	if a.ask, err = askFromWire(w.GetTakeback()); err != nil {
		return a, err
	}
	if a.game, err = gameFromWire(v, w.GetGame()); err != nil {
		return a, err
	}
	if w.GetPrevious() != nil {
		previous, err := gameFromWire(v, w.GetPrevious())
		if err != nil {
			return a, err
		}
		a.previous = &previous
	}
	return a, nil
}

func gameFromWire(v rules.Variant, w *wire.GameState) (history, error) {
	game, err := rules.ParseGame(w.GetText())
	switch {
	case err != nil:
		return history{}, err
	case game.Variant != v.Canonical():
		return history{}, fmt.Errorf("a game by the rules %v came in a series by %v", game.Variant, v)
	case len(game.Plies) > maxPlies || w.GetTakebacks() > 1<<30:
		return history{}, errors.New("that is too long for a game")
	}
	return history{
		plies: game.Plies, era: int(w.GetTakebacks()), resigned: [2]bool{w.GetHostResigned(), w.GetGuestResigned()},
	}, nil
}

func askFromWire(w *wire.Takeback) (ask, error) {
	if w.GetPlies() > maxPlies {
		return ask{}, fmt.Errorf("there is no ply %d to take back", w.GetPlies())
	}
	return ask{serial: w.GetSerial(), plies: int(w.GetPlies()), open: w.GetOpen(), withdrawn: w.GetWithdrawn()}, nil
}

// keptVersion is the version of the form in which a series is kept.
const keptVersion = 1

// bookmark returns what has to survive this program. Addr is where the host listens, or where the guest dials.
func (s *Series) bookmark(addr string) match.Bookmark {
	b := match.Bookmark{
		Series: s.name(), Self: s.self, Addr: addr, Peer: s.peer,
		Game: s.Match().Game(), Number: s.Number(), Starter: s.Starter(),
	}
	if s.over {
		return b
	}
	state, err := proto.Marshal(s.toKeep())
	if err == nil { // every text in it is clean
		b.State = state
	}
	return b
}

// toKeep returns the series as it is kept.
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
		Ended: !s.running(),
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

// restoreSeries returns the series of a bookmark, paused. A damaged one is an error.
func restoreSeries(b match.Bookmark) (*Series, error) {
	k := new(wire.KeptSeries)
	if err := proto.Unmarshal(b.State, k); err != nil {
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
		Series: games, self: self, id: k.GetSeriesId(), peer: nameOr(k.GetPeer(), self.Other()),
		era: a.game.era, resigned: a.game.resigned, previous: a.previous, withdraws: a.withdraws, answered: a.answered,
		keys:     tokens{secret: k.GetSecret(), used: k.GetUsed(), token: k.GetToken()},
		restored: true,
	}
	return s, s.restore(k, a)
}

// restore takes over what concerns one party or the other.
func (s *Series) restore(k *wire.KeptSeries, a account) error {
	peer := s.self.Other()
	peerAsk, err := askFromWire(k.GetPeerTakeback())
	if err != nil {
		return err
	}
	s.wants[s.self], s.wants[peer] = a.wants, k.GetPeerWants()
	s.asks[s.self], s.asks[peer] = a.ask, peerAsk
	s.refusals[s.self], s.refusals[peer] = refusalsFromWire(k.GetOwnRefusals()), refusalsFromWire(k.GetPeerRefusals())
	s.talk = talk{said: k.GetSaid(), heard: a.heard}
	for _, c := range k.GetUnheard() {
		if text := match.CleanTalk(c.GetText()); text != "" {
			s.talk.unheard = append(s.talk.unheard, line{c.GetId(), text})
		}
	}
	s.last = finished{number: int(k.GetLastGame()), won: k.GetLastWon(), named: k.GetLastNamed(), name: a.winner}
	s.last.winner, _ = partyFromWire(k.GetLastWinner()) // without a winner it does not matter
	s.rehash()
	if s.running() && k.GetEnded() {
		return s.Match().Resign(s.loser())
	}
	return s.checkAsks()
}

func refusalsFromWire(w *wire.Refusals) refusals {
	return refusals{int(min(w.GetPlies(), maxPlies)), int(min(w.GetCount(), maxRefusals))}
}

// checkAsks refuses requests that the game does not allow.
func (s *Series) checkAsks() error {
	for p, a := range s.asks {
		if a.open && !s.mayAsk(match.Party(p), a.plies) {
			return errors.New("the bookmark has a request that the game does not allow")
		}
	}
	return nil
}

// rehash computes the hashes of the current game anew.
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

// settle goes on with what both ends have agreed on, and tells what this end had missed.
func (s *Series) settle(m settlement, peer account) error {
	resumed := len(s.events)
	s.emit(match.Resumed{})
	s.paused, s.changed = false, true
	remembered, err := s.catchUp(m, peer)
	if err != nil {
		return err
	}
	if remembered > 0 {
		s.events[resumed] = match.Resumed{Text: rememberedText(s.peer, remembered)}
	}
	s.settleAsks(m, peer)
	s.settleWants(m.wants)
	s.restored, s.withdraws = false, false
	s.talk.confirm(peer.heard)
	if s.nameWinner(peer.named, s.self.Other(), peer.winner) {
		s.emit(match.WinnerNamed{GameID: s.lastID(), Name: s.last.name})
	}
	return nil
}

// catchUp brings the games up to date, and returns how many plies of this end's own only the other one remembered.
func (s *Series) catchUp(m settlement, peer account) (remembered int, err error) {
	if s.Number() != m.number {
		if remembered, err = s.catchUpGame(*m.closed, peer); err != nil {
			return remembered, err
		}
		s.settleWants([2]bool{true, true})
		if err := s.next(); err != nil {
			return remembered, err
		}
	}
	more, err := s.catchUpGame(m.game, peer)
	return remembered + more, err
}

func (s *Series) catchUpGame(h history, peer account) (remembered int, err error) {
	own := s.Match().Game().Plies
	if !s.running() {
		if slices.Equal(own, h.plies) && h.resigned == s.resigned {
			return 0, nil
		}
		return 0, fmt.Errorf("%w: game %d has ended here", errAccounts, s.Number())
	}
	common := commonPlies(own, h.plies)
	if h.era != s.era {
		s.granted(peer)
		s.era = h.era
	}
	if common < len(own) {
		if err := s.rewind(common); err != nil {
			return 0, err
		}
	}
	for _, house := range h.plies[common:] {
		side := s.Match().Position().ToMove()
		if s.Party(side) == s.self {
			remembered++
		}
		ply, err := s.try(side, house)
		if err != nil {
			return remembered, err
		}
		if err := s.take(ply); err != nil {
			return remembered, err
		}
	}
	if s.resigned = h.resigned; s.running() && (s.resigned[0] || s.resigned[1]) {
		return remembered, s.resign()
	}
	return remembered, nil
}

// granted tells that a request was granted before the plies go back.
func (s *Series) granted(peer account) {
	for p, a := range s.asks {
		if a.open {
			s.emit(match.TakebackAnswered{By: match.Party(p).Other(), Granted: true})
		}
	}
	s.closeAsks()
	s.refusals = [2]refusals{}
}

// settleAsks brings the open requests up to date.
func (s *Series) settleAsks(m settlement, peer account) {
	other := s.self.Other()
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		was, now := s.asks[p], m.asks[p]
		switch {
		case was.open && now.open && was.serial == now.serial:
		case was.open && p == s.self && peer.answered >= was.serial && s.running() && !was.withdrawn:
			s.refused(p)
			s.emit(match.TakebackAnswered{By: other, Granted: false})
		case was.open:
			s.emit(match.TakebackWithdrawn{By: p})
		}
		s.asks[p].open, s.asks[p].withdrawn = now.open, false
		if now.open && (!was.open || was.serial != now.serial) {
			s.asks[p] = now
			s.emit(match.TakebackAsked{By: p, Plies: now.plies})
		}
	}
	s.asks[s.self].serial = max(s.asks[s.self].serial, peer.answered)
	s.asks[other].serial = max(s.asks[other].serial, peer.ask.serial)
	if !s.asks[other].open {
		s.answered = max(s.answered, peer.ask.serial)
	}
}

// settleWants brings the wishes for the next game up to date.
func (s *Series) settleWants(wants [2]bool) {
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		switch {
		case wants[p] && !s.wants[p]:
			s.emit(match.RematchWanted{By: p})
		case s.wants[p] && !wants[p]:
			s.emit(match.RematchWithdrawn{By: p})
		}
	}
	s.wants = wants
}

// loser returns the side whose resignation ends the current game.
func (s *Series) loser() rules.Side {
	h := s.history()
	side, _ := h.loser(s.Starter(), s.Match().Position().ToMove())
	return side
}
