package play

import (
	"fmt"
	"slices"

	"mancala/match"
	"mancala/rules"
)

// simEnd is one end of a simulated leg. It keeps to the contract of netplay's series: plies at
// once, resignations and withdrawals when they are acknowledged, resumes by a merge in which the
// host is the referee.
type simEnd struct {
	self    match.Party
	series  *match.Series
	wants   [2]bool
	asks    [2]simAsk
	refused [2]uint32 // the newest serial of a party's requests that is answered or void
	resigns [2]bool
	by      match.Party

	unwishing, resigning, unasking uint64 // the number of the frame that waits for its acknowledgement
	askedAt                        uint64
	era                            int // how often plies of the game were taken back
	said, heard                    int
	unheard                        []simLine

	sent, got, told uint64
	out             []simFrame
	events          []match.Event
}

type simAsk struct {
	request
	serial uint32
}

type simLine struct {
	id   int
	text string
}

// simFrame is a frame of a simulated leg.
type simFrame struct {
	seq, ack uint64
	kind     string
	game, n  int
	house    rules.House
	serial   uint32
	yes      bool
	party    match.Party
	line     simLine
}

func newSimEnd(self match.Party, v rules.Variant, starter match.Party) *simEnd {
	series, err := match.NewSeries(v, starter)
	if err != nil {
		panic(err)
	}
	e := &simEnd{self: self, series: series}
	e.emit(match.Connected{Self: self})
	e.emit(match.GameStarted{Number: 1, Starter: starter})
	return e
}

// clone returns a copy that shares nothing that changes.
func (e *simEnd) clone() *simEnd {
	c := *e
	c.series = e.reseries(e.series.Number(), e.series.Starter(), e.game(), e.ending(), e.by, e.series.Before())
	c.unheard, c.out, c.events = slices.Clone(e.unheard), nil, nil
	return &c
}

func (e *simEnd) reseries(number int, starter match.Party, plies []rules.House, ending match.Ending, loser match.Party, before match.Tally) *match.Series {
	s, err := match.ResumeSeries(rules.Game{Variant: e.series.Variant(), Plies: plies}, starter, number, before)
	if err != nil {
		panic(err)
	}
	switch ending {
	case match.Resigned:
		err = s.Match().Resign(s.Side(loser))
	case match.TimedOut:
		err = s.Match().TimeOut(s.Side(loser))
	}
	if err != nil {
		panic(err)
	}
	return s
}

func (e *simEnd) game() []rules.House  { return e.series.Match().Game().Plies }
func (e *simEnd) ending() match.Ending { return e.series.Match().Result().Ending }
func (e *simEnd) running() bool        { return e.ending() == match.Running }
func (e *simEnd) emit(ev match.Event)  { e.events = append(e.events, ev) }

func (e *simEnd) send(f simFrame) {
	e.sent++
	f.seq, f.ack, f.game = e.sent, e.told, e.series.Number()
	e.out = append(e.out, f)
}

// closeAsks makes all open requests void.
func (e *simEnd) closeAsks() {
	for p := range e.asks {
		if e.asks[p].Open {
			e.refused[p] = e.asks[p].serial
		}
		e.asks[p].Open = false
	}
	e.unasking = 0
}

func (e *simEnd) take(h rules.House) error {
	m := e.series.Match()
	sowing, err := m.Play(m.Position().ToMove(), h)
	if err != nil {
		return err
	}
	e.emit(match.Played{N: m.Plies(), Sowing: sowing, After: m.Position()})
	if !e.running() {
		e.resigns, e.resigning = [2]bool{}, 0
		e.over(match.Host)
	}
	return nil
}

func (e *simEnd) over(by match.Party) {
	e.closeAsks()
	e.by = by
	e.emit(match.GameOver{Result: e.series.Match().Result(), By: by})
}

func (e *simEnd) rewind(n int) {
	if err := e.series.Match().Rewind(n); err != nil {
		panic(err)
	}
	e.closeAsks()
	e.emit(match.Rewound{Plies: n})
}

// giveUp ends the game by the resignations that are known.
func (e *simEnd) giveUp() {
	loser := match.Host
	switch {
	case e.resigns[0] && e.resigns[1]:
		loser = e.series.Party(e.series.Match().Position().ToMove())
	case e.resigns[match.Guest]:
		loser = match.Guest
	}
	e.resigning = 0
	_ = e.series.Match().Resign(e.series.Side(loser))
	e.over(loser)
}

func (e *simEnd) want(p match.Party) {
	e.wants[p] = true
	e.emit(match.RematchWanted{By: p})
	if e.wants[0] && e.wants[1] {
		e.nextGame()
	}
}

func (e *simEnd) nextGame() {
	if err := e.series.Next(); err != nil {
		panic(err)
	}
	e.wants, e.unwishing, e.resigns, e.resigning, e.era = [2]bool{}, 0, [2]bool{}, 0, 0
	e.closeAsks()
	e.emit(match.GameStarted{Number: e.series.Number(), Starter: e.series.Starter()})
}

// do carries out a wish of this end's person; an error refuses it.
func (e *simEnd) do(d Do, h rules.House, n int, text string, party match.Party) error {
	m, own, peer := e.series.Match(), &e.asks[e.self], &e.asks[e.self.Other()]
	switch d {
	case Play:
		if !e.running() || e.resigning != 0 || own.Open || m.Position().ToMove() != e.series.Side(e.self) {
			return match.ErrOutOfTurn
		}
		if m.Position().Legal(h) != nil {
			return match.ErrOutOfTurn
		}
		if peer.Open {
			e.answer(e.self, false)
		}
		e.send(simFrame{kind: "move", n: m.Plies() + 1, house: h})
		return e.take(h)
	case Resign:
		if !e.running() || e.resigning != 0 {
			return match.ErrEnded
		}
		e.send(simFrame{kind: "resign"})
		e.resigns[e.self], e.resigning = true, e.sent
	case TimeOut:
		if !e.running() {
			return match.ErrEnded
		}
		e.send(simFrame{kind: "timeout", party: party, n: m.Plies()})
		_ = m.TimeOut(e.series.Side(party))
		e.over(party)
	case Rematch:
		if e.running() {
			return match.ErrRunning
		}
		e.send(simFrame{kind: "want", yes: true})
		e.unwishing = 0
		if !e.wants[e.self] {
			e.want(e.self)
		}
	case Unwish:
		if !e.wants[e.self] || e.unwishing != 0 {
			return match.ErrNothingAsked
		}
		e.send(simFrame{kind: "want"})
		e.unwishing = e.sent
	case Ask:
		if own.Open || peer.Open || e.resigning != 0 || !e.mayAsk(e.self, n) {
			return match.ErrAsked
		}
		*own = simAsk{request{true, n}, own.serial + 1}
		e.send(simFrame{kind: "ask", n: n, serial: own.serial, yes: true})
		e.askedAt = e.sent
		e.emit(match.TakebackAsked{By: e.self, Plies: n})
	case WithdrawAsk:
		if !own.Open || e.unasking != 0 {
			return match.ErrNothingAsked
		}
		e.send(simFrame{kind: "ask", serial: own.serial})
		e.unasking = e.sent
	case Grant, Refuse:
		if !peer.Open || e.resigning != 0 {
			return match.ErrNothingAsked
		}
		e.send(simFrame{kind: "answer", serial: peer.serial, yes: d == Grant})
		e.answer(e.self, d == Grant)
	case Say:
		e.said++
		e.unheard = append(e.unheard, simLine{e.said, text})
		e.send(simFrame{kind: "say", line: simLine{e.said, text}})
		e.emit(match.Said{By: e.self, Text: text})
	}
	return nil
}

func (e *simEnd) mayAsk(p match.Party, n int) bool {
	m := e.series.Match()
	if n < 0 || n >= m.Plies() || !e.running() {
		return false
	}
	_, sowing := m.Ply(n + 1)
	return e.series.Party(sowing.Mover) == p
}

func (e *simEnd) answer(by match.Party, granted bool) {
	a := &e.asks[by.Other()]
	a.Open, e.refused[by.Other()] = false, a.serial
	if by != e.self {
		e.unasking = 0
	}
	e.emit(match.TakebackAnswered{By: by, Granted: granted})
	if granted {
		e.era++
		e.rewind(a.Plies)
	}
}

// acked takes in the number of the last frame that the peer has applied.
func (e *simEnd) acked(ack uint64) {
	if e.resigning != 0 && e.resigning <= ack && e.running() {
		e.giveUp()
	}
	if e.unwishing != 0 && e.unwishing <= ack {
		e.unwishing, e.wants[e.self] = 0, false
		e.emit(match.RematchWithdrawn{By: e.self})
	}
	if e.unasking != 0 && e.unasking <= ack {
		e.unasking, e.asks[e.self].Open, e.refused[e.self] = 0, false, e.asks[e.self].serial
		e.emit(match.TakebackWithdrawn{By: e.self})
	}
}

// step applies a frame of the peer.
func (e *simEnd) step(f simFrame) error {
	e.acked(f.ack)
	if f.seq == 0 {
		return nil
	}
	if f.seq != e.got+1 {
		return fmt.Errorf("frame %d after %d", f.seq, e.got)
	}
	e.got = f.seq
	peer := e.self.Other()
	current := f.game == e.series.Number()
	switch f.kind {
	case "move":
		if current && e.ending() == match.TimedOut {
			return nil
		}
		if !current || f.n != e.series.Match().Plies()+1 {
			return fmt.Errorf("%v: ply %d of game %d came in game %d after %d plies", e.self, f.n, f.game, e.series.Number(), e.series.Match().Plies())
		}
		if e.asks[e.self].Open && f.ack >= e.askedAt {
			e.answer(peer, false)
		}
		return e.take(f.house)
	case "resign":
		if current && e.running() {
			e.resigns[peer] = true
			e.giveUp()
		}
	case "timeout":
		if !current {
			return nil
		}
		if m := e.series.Match(); m.Plies() > f.n || !e.running() {
			e.rewind(f.n)
		}
		_ = e.series.Match().TimeOut(e.series.Side(f.party))
		e.over(f.party)
	case "want":
		if !current || e.running() || e.wants[peer] == f.yes {
			return nil
		}
		if f.yes {
			e.want(peer)
			return nil
		}
		e.wants[peer] = false
		e.emit(match.RematchWithdrawn{By: peer})
	case "ask":
		return e.onAsk(f, current)
	case "answer":
		if own := e.asks[e.self]; current && own.Open && own.serial == f.serial {
			e.answer(peer, f.yes)
		} else if f.yes && e.running() {
			return fmt.Errorf("%v: granted what was not asked", e.self)
		}
	case "say":
		if f.line.id > e.heard {
			e.heard = f.line.id
			e.emit(match.Said{By: peer, Text: f.line.text})
		}
	}
	return nil
}

func (e *simEnd) onAsk(f simFrame, current bool) error {
	peer := e.self.Other()
	a, own := &e.asks[peer], &e.asks[e.self]
	switch {
	case !current || !e.running():
		return nil
	case !f.yes:
		if a.Open && a.serial == f.serial {
			a.Open, e.refused[peer] = false, a.serial
			e.emit(match.TakebackWithdrawn{By: peer})
		}
		return nil
	case !e.mayAsk(peer, f.n):
		return fmt.Errorf("%v: nothing to take back at %d", e.self, f.n)
	}
	*a = simAsk{request{false, f.n}, f.serial}
	if own.Open && e.self == match.Host {
		e.refused[peer] = f.serial
		return nil
	}
	if own.Open {
		own.Open, e.unasking = false, 0
		e.emit(match.TakebackWithdrawn{By: e.self})
	}
	a.Open = true
	e.emit(match.TakebackAsked{By: peer, Plies: f.n})
	return nil
}
