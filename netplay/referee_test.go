package netplay

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/match"
	"mancala/rules"
)

// refereed returns a pair whose host is a referee, in its first game.
func refereed(t testing.TB) *pair {
	t.Helper()
	v, err := rules.ParseVariant("kalah(2,2)")
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{t: t, now: epoch, random: new(counter), room: newRoom(openDoor), variant: v, first: match.FirstHost}
	p.room.referee = true
	p.connect()
	p.deliverAll()
	return p
}

// stands returns the state of an end's series, as text.
func stands(s *Series) string {
	by := ""
	if r := s.Match().Result(); r.Ending != match.Running {
		by = fmt.Sprint(r.Ending, " ", r)
	}
	return fmt.Sprint(s.Number(), s.Starter(), s.Match().Game().Plies, by, s.Before())
}

// rule sets the host's series to a state, as a club does.
func (p *pair) rule(r match.Ruling) {
	p.t.Helper()
	if p.session[match.Host].phase != ended {
		p.cut()
	}
	if err := p.series[match.Host].rule(r); err != nil {
		p.t.Fatal(err)
	}
	p.take(match.Host, p.series[match.Host])
}

// again connects the two once more.
func (p *pair) again() {
	p.t.Helper()
	p.connect()
	p.deliverAll()
	if host, guest := stands(p.series[0]), stands(p.series[1]); host != guest {
		p.t.Errorf("the host has %s, the guest %s", host, guest)
	}
}

// What crosses with a decision of the referee's is taken back at the guest.
func TestRefereeDecides(t *testing.T) {
	resigned := match.Ruling{Number: 1, Starter: match.Host, Plies: []rules.House{2}, Ending: match.Resigned, Loser: match.Host}
	for _, tt := range []struct {
		name   string
		guest  func(p *pair)
		ruling match.Ruling
		want   string
	}{
		{"a ply", func(p *pair) { _ = p.session[1].Play(1) }, resigned, "1 host [2]resigned north wins 1-0{[0 0] 0}"},
		{"a resignation", func(p *pair) { _ = p.session[1].Resign() }, resigned, "1 host [2]resigned north wins 1-0{[0 0] 0}"},
		{
			"a game that goes on", func(p *pair) { _ = p.session[1].Play(1) },
			match.Ruling{Number: 1, Starter: match.Host, Plies: []rules.House{2}},
			"1 host [2 1]{[0 0] 0}",
		},
		{
			"another ply", func(p *pair) { _ = p.session[1].Play(1) },
			match.Ruling{Number: 1, Starter: match.Host, Plies: []rules.House{2, 2}},
			"1 host [2 2]{[0 0] 0}",
		},
		{
			"a later game", func(p *pair) { _ = p.session[1].Play(1) },
			match.Ruling{Number: 7, Starter: match.Guest, Plies: []rules.House{2}, Before: match.Tally{Wins: [2]int{3, 3}}},
			"7 guest [2]",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := refereed(t)
			if err := p.do(match.Host, func(s *Session) error { return s.Play(2) }); err != nil {
				t.Fatal(err)
			}
			p.deliverAll()
			tt.guest(p)
			p.collect(match.Guest)
			p.rule(tt.ruling)
			p.connect()
			p.deliverAll()
			for _, s := range p.series {
				if got := stands(s); len(got) < len(tt.want) || got[:len(tt.want)] != tt.want {
					t.Errorf("the %v has %s, not %s", s.self, got, tt.want)
				}
			}
		})
	}
}

// The guest has begun the next game when the host's wish for it is gone; it goes back, and its
// tally with it.
func TestRefereeTakesGameBack(t *testing.T) {
	p := refereed(t)
	_ = p.do(match.Guest, (*Session).Resign)
	p.deliverAll()
	_ = p.do(match.Host, (*Session).Rematch)
	p.deliver(match.Host)
	_ = p.do(match.Guest, (*Session).Rematch)
	if p.series[match.Guest].Number() != 2 {
		t.Fatal("no second game")
	}
	p.cut()
	p.series[match.Host].wants = [2]bool{}
	p.again()
	if got := stands(p.series[match.Guest]); got != "1 host []resigned south wins 0-0{[0 0] 0}" {
		t.Errorf("the guest has %s", got)
	}
}

// Whatever the host rules and the guest has done, both ends have the same state after a
// resume, and the events that the guest was given tell it.
func TestRefereeAtRandom(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := refereed(t)
		for range 120 {
			p.randomly(r)
			if p.series[1].over || p.series[0].over {
				t.Fatalf("seed %d: the series is over: %v %v", seed, p.session[0].cause, p.session[1].cause)
			}
		}
		if p.session[1].phase == ended {
			p.connect()
		}
		p.deliverAll()
		host, _, _ := strings.Cut(stands(p.series[0]), "{") // the tally of a guest who was ruled away from a game is another one
		if guest, _, _ := strings.Cut(stands(p.series[1]), "{"); host != guest {
			t.Fatalf("seed %d: the host has %s, the guest %s", seed, host, guest)
		}
		if got, want := told(p.events[1]), stands(p.series[1]); got != want[:min(len(want), len(got))] {
			t.Fatalf("seed %d: the guest was told %s and has %s", seed, got, want)
		}
	}
}

// told returns the number, the starter and the plies of the game that events tell of.
func told(events []match.Event) string {
	number, starter, plies := 0, match.Host, []rules.House(nil)
	for _, e := range events {
		switch e := e.(type) {
		case match.GameStarted:
			number, starter, plies = e.Number, e.Starter, slices.Clone(e.Plies)
		case match.Played:
			plies = append(plies, e.Sowing.From)
		case match.Rewound:
			plies = plies[:e.Plies]
		}
	}
	return fmt.Sprint(number, starter, plies)
}

// randomly does something: a party acts, a frame arrives, the line is cut or mended, or the host
// rules.
func (p *pair) randomly(r *rand.Rand) {
	self := match.Party(r.IntN(2))
	switch k := r.IntN(20); {
	case k < 9:
		_ = p.do(self, func(s *Session) error { return acts[r.IntN(len(acts))](s, r) })
	case k < 15:
		if len(p.sent[self]) > 0 {
			p.deliver(self)
		}
	case k == 15:
		if p.session[1].phase != ended && p.session[1].phase != resuming {
			p.cut()
		}
	case k < 18:
		if p.session[1].phase == ended {
			p.connect()
			p.deliverAll()
		}
	case r.IntN(3) == 0:
		p.rule(p.ruling(r))
	}
}

var acts = []func(s *Session, r *rand.Rand) error{
	func(s *Session, r *rand.Rand) error { return s.Play(rules.House(1 + r.IntN(2))) },
	func(s *Session, r *rand.Rand) error { return s.Play(rules.House(1 + r.IntN(2))) },
	func(s *Session, r *rand.Rand) error { return s.Play(rules.House(1 + r.IntN(2))) },
	func(s *Session, r *rand.Rand) error { return s.AskTakeback(r.IntN(4)) },
	func(s *Session, r *rand.Rand) error { return s.AnswerTakeback(r.IntN(2) == 0) },
	func(s *Session, _ *rand.Rand) error { return s.WithdrawTakeback() },
	func(s *Session, _ *rand.Rand) error { return s.Rematch() },
	func(s *Session, _ *rand.Rand) error { return s.Rematch() },
	func(s *Session, _ *rand.Rand) error { return s.WithdrawRematch() },
	func(s *Session, r *rand.Rand) error {
		if r.IntN(4) > 0 {
			return nil
		}
		return s.Resign()
	},
}

// ruling returns any state of the current game or the next one.
func (p *pair) ruling(r *rand.Rand) match.Ruling {
	s := p.series[match.Host]
	ruling := match.Ruling{Number: s.Number(), Starter: s.Starter(), Before: s.Before()}
	if r.IntN(4) == 0 {
		ruling.Number, ruling.Starter, ruling.Before = s.Number()+1, s.Starter().Other(), s.Tally()
	}
	position, _ := rules.Start(p.variant)
	for range r.IntN(6) {
		h := rules.House(1 + r.IntN(2))
		if next, _, err := position.Sow(h); err == nil {
			position, ruling.Plies = next, append(ruling.Plies, h)
		}
	}
	switch k := r.IntN(4); {
	case position.Over():
		ruling.Ending = match.Finished
	case k == 0:
		ruling.Ending, ruling.Loser = match.Resigned, match.Party(r.IntN(2))
	case k == 1:
		ruling.Ending, ruling.Loser = match.TimedOut, match.Party(r.IntN(2))
	}
	return ruling
}

// The host of a friend may not rule: at the next resume the guest ends the series rather than
// give up a ply that the host has confirmed.
func TestNoRefereeAtAFriends(t *testing.T) {
	p := &pair{t: t, now: epoch, random: new(counter), room: newRoom(openDoor), variant: kalah, first: match.FirstGuest, unaware: true}
	p.room.referee = true
	p.connect()
	p.deliverAll()
	mustDo(t, p.do(match.Guest, func(s *Session) error { return s.Play(1) }))
	p.deliverAll()
	p.rule(match.Ruling{Number: 1, Starter: match.Guest})
	p.connect()
	p.deliverAll()
	for i, s := range p.session {
		if s.phase != ended || !p.series[i].over {
			t.Errorf("the %v plays on", match.Party(i))
		}
	}
	if cause := p.session[match.Guest].Cause(); !errors.Is(cause, errNoReferee) {
		t.Errorf("the guest says %v", cause)
	}
	if got := p.series[match.Guest].Match().Game().Plies; !slices.Equal(got, []rules.House{1}) {
		t.Errorf("the guest has %v", got)
	}
}

// A guest who comes back with what was kept still knows that the seat is one of a club.
func TestKeptSeatOfAClub(t *testing.T) {
	p := refereed(t)
	p.restart(match.Guest, 0)
	p.rule(match.Ruling{Number: 1, Starter: match.Host, Plies: []rules.House{2}})
	p.again()
	if got := stands(p.series[match.Guest]); got != "1 host [2]{[0 0] 0}" {
		t.Errorf("the guest has %s", got)
	}
}

// A guest whose ply a referee takes back in a game that goes on is told so, unless the guest has
// asked to take it back.
func TestOverruledIsTold(t *testing.T) {
	for _, asks := range []bool{false, true} {
		p := refereed(t)
		mustDo(t, p.do(match.Host, func(s *Session) error { return s.Play(2) }))
		p.deliverAll()
		mustDo(t, p.do(match.Guest, func(s *Session) error { return s.Play(1) }))
		p.deliverAll()
		if asks {
			mustDo(t, p.do(match.Guest, func(s *Session) error { return s.AskTakeback(1) }))
			p.deliverAll()
		}
		p.rule(match.Ruling{Number: 1, Starter: match.Host, Plies: []rules.House{2}})
		p.events[match.Guest] = nil
		p.again()
		var told []string
		for _, e := range p.events[match.Guest] {
			if e, ok := e.(match.Resumed); ok {
				told = append(told, e.Note.String())
			}
		}
		want := []string{"netplay.overruled 1"}
		if asks {
			want = []string{""}
		}
		if !slices.Equal(told, want) {
			t.Errorf("asked: %v; told: %q", asks, told)
		}
		if got := stands(p.series[match.Guest]); got != "1 host [2]{[0 0] 0}" {
			t.Errorf("asked: %v; the guest has %s", asks, got)
		}
	}
}

// A guest who comes back with less than the club has is told of no loss.
func TestTheClubRemembersSilently(t *testing.T) {
	for _, club := range []bool{true, false} {
		p := refereed(t)
		p.room.referee, p.series[match.Host].referee = club, club
		mustDo(t, p.do(match.Host, func(s *Session) error { return s.Play(2) }))
		p.deliverAll()
		mustDo(t, p.do(match.Guest, func(s *Session) error { return s.Play(1) }))
		p.deliverAll()
		p.cut()
		p.disk[match.Guest] = p.disk[match.Guest][:1]
		p.restart(match.Guest, 0)
		p.series[match.Guest].referee = club
		p.events[match.Guest] = nil
		p.again()
		told := "not resumed"
		for _, e := range p.events[match.Guest] {
			if e, ok := e.(match.Resumed); ok {
				told = e.Note.String()
			}
		}
		want := ""
		if !club {
			want = "netplay.remembered 1 \"Hilda\""
		}
		if told != want {
			t.Errorf("at a club: %v; told: %q", club, told)
		}
		if got := stands(p.series[match.Guest]); got != "1 host [2 1]{[0 0] 0}" {
			t.Errorf("at a club: %v; the guest has %s", club, got)
		}
	}
}

// A ruling that is not legal changes nothing.
func TestNoSuchRuling(t *testing.T) {
	p := refereed(t)
	before := stands(p.series[0])
	for _, r := range []match.Ruling{
		{Number: 1, Starter: match.Host, Plies: []rules.House{7}},
		{Number: 1, Starter: match.Host, Ending: match.Finished},
		{Number: 1, Starter: match.Host, Ending: match.Abandoned},
		{Number: 0, Starter: match.Host},
	} {
		if err := p.series[0].rule(r); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
	if got := stands(p.series[0]); got != before {
		t.Errorf("%s became %s", before, got)
	}
}

// randomAccount returns an account that need not be true, legal or even possible.
func randomAccount(r *rand.Rand) account {
	game := func() history {
		h := history{era: r.IntN(3)}
		for range r.IntN(6) {
			h.plies = append(h.plies, rules.House(r.IntN(4)))
		}
		switch r.IntN(5) {
		case 0:
			h.resigned[r.IntN(2)] = true
		case 1:
			h.late = outOfTime{true, match.Party(r.IntN(2))}
		}
		return h
	}
	a := account{
		number: 1 + r.IntN(4), starter: match.Party(r.IntN(2)), game: game(), restored: r.IntN(2) == 0,
		wants: r.IntN(2) == 0, withdraws: r.IntN(2) == 0, answered: uint32(r.IntN(4)),
		ask: ask{serial: uint32(r.IntN(4)), plies: r.IntN(6), open: r.IntN(2) == 0, withdrawn: r.IntN(4) == 0},
	}
	if r.IntN(2) == 0 {
		h := game()
		a.previous = &h
	}
	return a
}

// Whatever one end claims in a resume with a referee, the other one has a legal game afterwards, or
// says that the two do not agree; a guest's claims change nothing that the referee has decided.
func TestLyingAboutAReferee(t *testing.T) {
	agreed := 0
	for seed := range uint64(20_000) {
		r := rand.New(rand.NewPCG(seed, 9))
		self := match.Party(r.IntN(2))
		p := refereed(t)
		for range r.IntN(5) {
			_ = p.do(match.Party(r.IntN(2)), func(s *Session) error { return acts[r.IntN(len(acts))](s, r) })
			p.deliverAll()
		}
		p.cut()
		s := p.series[self]
		mine, lie := s.account(), randomAccount(r)
		lie.referee = true
		var accounts [2]account
		accounts[self], accounts[self.Other()] = mine, lie
		merged, err := merge(s.Variant(), accounts)
		if err == nil {
			err = s.settle(merged, mine, lie)
		}
		if err != nil {
			continue
		}
		agreed++
		if _, err := s.Match().Game().Replay(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if now := s.Match().Game().Plies; self == match.Host && s.Number() == mine.number && s.era == mine.game.era &&
			(len(now) < len(mine.game.plies) || !slices.Equal(now[:len(mine.game.plies)], mine.game.plies)) {
			t.Fatalf("seed %d: a guest has made %v of %v", seed, now, mine.game.plies)
		}
		if want := len(s.hashes) - 1; want != s.Match().Plies() {
			t.Fatalf("seed %d: %d hashes of %d plies", seed, want, s.Match().Plies())
		}
	}
	if agreed < 2000 {
		t.Errorf("only %d lies were believable", agreed)
	}
}

// To a guest of a club, the line that drops is the one to the club; and the club may end the game
// for another reason than that the other player wants it.
func TestNotesAboutAClub(t *testing.T) {
	p := refereed(t)
	p.cut()
	p.again()
	mustDo(t, p.do(match.Host, func(s *Session) error { s.Leave(match.ReasonQuit); return nil }))
	p.deliverAll()
	var told []string
	for _, e := range p.events[match.Guest] {
		switch e := e.(type) {
		case match.Connected:
			if !e.Club {
				t.Error("the guest is not told that the host is a club")
			}
		case match.Paused:
			told = append(told, e.Note.String())
		case match.PeerLeft:
			told = append(told, e.Note.String())
		}
	}
	if want := []string{"netplay.club-dropped", "netplay.club-ended"}; !slices.Equal(told, want) {
		t.Errorf("the guest is told %q", told)
	}
}
