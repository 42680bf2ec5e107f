package netplay

import (
	"encoding/hex"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/rules"
)

// pauseWait is the number of seconds that a front end waits for a connection to come back before it
// asks how to go on.
const pauseWait = 60

// Series is one end's part of a series of games with one peer: everything that outlives a
// connection. It is a pure state machine like the [Session] that uses it. Between connections it is
// paused, and only this end's person can change it, by leaving or by naming the winner of the last
// game.
type Series struct {
	*match.Series
	self match.Party
	id   []byte // 16 bytes
	peer string // the peer's name, cleaned
	keys tokens
	host keys.Known // the host's key on the last connection; zero if that was not encrypted
	// byCode says that the last connection was verified by the code of a meeting point.
	byCode bool
	// met is the host's name at the meeting point through which the guest comes back; zero if there
	// is none.
	met metName
	// also are other addresses of the host, at the guest.
	also []string

	hashes   []chainHash // before the first ply, and after each
	era      int         // how often plies of the current game were taken back
	resigned [2]bool     // the parties that have resigned the current game, including this end if the peer has not confirmed it
	late     outOfTime   // the party that has run out of time in the current game
	previous *history    // the previous game, as it ended

	wants     [2]bool // the parties that have asked for the next game
	withdraws bool    // this end has withdrawn that, and the peer has not confirmed it
	asks      [2]ask  // the newest request of each party to take plies back
	answered  uint32  // the serial number of the peer's newest request that is answered or void
	refusals  [2]refusals
	last      finished
	wishes    limit.Allowance // for the peer's wishes
	talk      talk
	tossed    bool // a coin toss has chosen the starter of the first game

	clocks clocks // of the current game, as the host has told them
	absent bool   // the other player is not connected to the host, as the host has told

	referee  bool // the host only stands for the other player, and its word is final; at the guest, that it may be
	restored bool // read from the disk, and not resumed with the peer since
	paused   bool
	away     bool // it was paused because the peer said goodbye
	kept     bool // this end has left, and the series can be resumed
	over     bool // the series has ended

	events  []match.Event
	changed bool // something has changed that has to survive
}

// finished is the part of the last game that is kept after its end.
type finished struct {
	number int
	winner match.Party
	won    bool // a party did
	named  bool // the winner has said the name
	name   string
}

// newSeries returns a series before its first game; begin begins it.
func newSeries(self match.Party, id []byte, peer string, v rules.Variant, starter match.Party) (*Series, error) {
	games, err := match.NewSeries(v, starter)
	if err != nil {
		return nil, err
	}
	return &Series{Series: games, self: self, id: id, peer: peer, talk: newTalk(), wishes: newWishes()}, nil
}

// newWishes returns the allowance for the peer's wishes, full whenever it is used first.
func newWishes() limit.Allowance {
	return limit.NewAllowance(wishBurst, 1/wishEvery.Seconds(), time.Time{})
}

func (s *Series) emit(e match.Event) { s.events = append(s.events, e) }

// tell emits the event of a change that has to survive.
func (s *Series) tell(e match.Event) {
	s.changed = true
	s.emit(e)
}

// name returns the name of the series, the same at both ends.
func (s *Series) name() string { return hex.EncodeToString(s.id) }

// gameID returns the name of the current game, the same at both ends.
func (s *Series) gameID() string { return match.GameID(s.name(), s.Number()) }

// running reports whether the current game has not ended.
func (s *Series) running() bool { return s.Match().Running() }

// resigning reports whether this end has given the game up and the peer has not confirmed it yet.
func (s *Series) resigning() bool { return s.resigned[s.self] && s.running() }

// played reports whether a party has made a ply in the series. A nil series has none.
func (s *Series) played(p match.Party) bool {
	if s == nil {
		return false
	}
	for n := 1; n <= s.Match().Plies(); n++ {
		if _, sowing := s.Match().Ply(n); s.Party(sowing.Mover) == p {
			return true
		}
	}
	return s.Number() > 1
}

// hash returns the hash of the current game so far.
func (s *Series) hash() *chainHash { return &s.hashes[len(s.hashes)-1] }

// begin announces the current game of the series.
func (s *Series) begin() {
	s.hashes = append(s.hashes[:0], startHash(s.Variant(), s.gameID()))
	s.era, s.resigned, s.late, s.clocks = 0, [2]bool{}, outOfTime{}, clocks{}
	s.wants, s.withdraws, s.refusals = [2]bool{}, false, [2]refusals{}
	s.closeAsks()
	s.tell(s.started())
}

// started returns the event of the current game's beginning.
func (s *Series) started() match.GameStarted {
	return match.GameStarted{
		ID: s.gameID(), Number: s.Number(), Starter: s.Starter(), Self: s.Side(s.self),
		Tossed: s.tossed && s.Number() == 1, Plies: s.Match().Game().Plies, Before: s.Before(),
	}
}

// ply is a legal ply before it is played.
type ply struct {
	n     int
	house rules.House
	after rules.Position
	by    rules.Side
	hash  chainHash
}

// try returns a ply of a side with its result, without playing it.
func (s *Series) try(side rules.Side, h rules.House) (ply, error) {
	game := s.Match()
	position := game.Position()
	after, _, err := rules.Play(game.Past(), h)
	switch {
	case !game.Running():
		err = match.ErrEnded
	case position.ToMove() != side:
		err = match.ErrOutOfTurn
	}
	if err != nil {
		return ply{}, err
	}
	n := game.Plies() + 1
	return ply{n, h, after, side, s.hash().next(n, side, h, after)}, nil
}

// take plays a ply that try returned, and announces the end of the game if it was the last.
func (s *Series) take(p ply) error {
	game := s.Match()
	sowing, err := game.Play(p.by, p.house)
	if err != nil {
		return err
	}
	s.hashes = append(s.hashes, p.hash)
	s.tell(match.Played{N: p.n, Sowing: sowing, After: p.after})
	if p.after.Over() {
		s.resigned = [2]bool{}
		s.end(match.Host)
	}
	return nil
}

// end announces the end of the current game.
func (s *Series) end(by match.Party) {
	result := s.Match().Result()
	s.closeAsks()
	s.last = finished{number: s.Number()}
	if side, won := result.Winner(); won {
		s.last.winner, s.last.won = s.Party(side), true
	}
	s.tell(match.GameOver{Result: result, By: by})
}

// resign ends the current game by the known resignations: if both have resigned, that of the side
// to move counts. Both ends have the same plies by then, so both reach the same result.
func (s *Series) resign() error {
	loser := s.loser()
	if err := s.Match().Resign(loser); err != nil {
		return err
	}
	s.end(s.Party(loser))
	return nil
}

// want records that a party wants the next game, and begins it if both do.
func (s *Series) want(p match.Party) error {
	s.wants[p] = true
	s.tell(match.RematchWanted{By: p})
	if !s.wants[p.Other()] {
		return nil
	}
	return s.next()
}

// next begins the next game.
func (s *Series) next() error {
	closed := s.history()
	if err := s.Next(); err != nil {
		return err
	}
	s.previous = &closed
	s.begin()
	return nil
}

// nameWinner records the name of the last game's winner, and reports whether it is new.
func (s *Series) nameWinner(game int, winner match.Party, name string) bool {
	if game != s.last.number || !s.last.won || s.last.winner != winner || s.last.named {
		return false
	}
	s.last.named, s.last.name, s.changed = true, match.NameOr(name, winner), true
	return true
}

// lastID returns the name of the last game that ended.
func (s *Series) lastID() string { return match.GameID(s.name(), s.last.number) }

// pause records that the connection is gone.
func (s *Series) pause(n *rules.Note, reason match.Reason) {
	if !s.paused {
		s.paused, s.away = true, reason.Keeps()
		if s.self == match.Guest { // the host tells it again
			s.absent = false
		}
		if s.atClub() {
			n = droppedFromClub(s.running()).Because(n)
		}
		s.emit(match.Paused{Note: n, Reason: reason, Wait: pauseWait})
	}
}

// atClub reports whether the host is a club, which passes the game on, and this end is its guest.
func (s *Series) atClub() bool { return s != nil && s.referee && s.self == match.Guest }

// reopen tells a new front end the state of the series.
func (s *Series) reopen(addr string) {
	s.emit(match.Connected{Peer: s.peer, Addr: addr, Self: s.self, Variant: s.Variant(), Security: securityOf(s.host, s.byCode), Club: s.atClub()})
	s.emit(s.started())
	if !s.running() {
		by := match.Host
		if result := s.Match().Result(); result.Ending == match.Resigned || result.Ending == match.TimedOut {
			side, _ := result.Winner()
			by = s.Party(side).Other()
		}
		s.emit(match.GameOver{Result: s.Match().Result(), By: by})
	}
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		if s.wants[p] {
			s.emit(match.RematchWanted{By: p})
		}
		if s.asks[p].open {
			s.emit(match.TakebackAsked{By: p, Plies: s.asks[p].plies})
		}
	}
	s.pause(note("kept", s.peer), match.ReasonUnspecified)
}

// leave records that this end has left; the game is kept.
func (s *Series) leave(g goodbye) {
	s.paused, s.kept = true, true
	s.emit(match.PeerLeft{Reason: g.reason, Local: true, Kept: true, Note: g.note})
}

// turnedAway records that the host does not resume the series now.
func (s *Series) turnedAway(reason match.Reason, n *rules.Note) {
	s.kept = true
	s.emit(match.PeerLeft{Reason: reason, Kept: true, Note: n})
}

// finish ends the series, and abandons a running game. A resignation that the peer has not
// confirmed counts at this end.
func (s *Series) finish(g goodbye) {
	if s.over {
		return
	}
	by := s.self.Other()
	if g.local {
		by = s.self
	}
	switch {
	case s.resigning() && g.ending != match.Desynced:
		s.resigned = [2]bool{}
		s.resigned[s.self] = true
		_ = s.resign() // it runs
	case s.Match().Abort(g.ending) == nil:
		s.end(by)
	}
	s.over = true
	s.tell(match.PeerLeft{Reason: g.reason, Local: g.local, Note: g.note})
}

// drain returns the events since the last call, and whether state that has to survive has changed.
func (s *Series) drain() (events []match.Event, changed bool) {
	events, changed = s.events, s.changed
	s.events, s.changed = nil, false
	return events, changed
}
