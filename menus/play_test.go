package menus

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/motion"
	"mancala/rules"
)

// fakeLink is a link whose far end is the test: it plays by a real match and queues events.
type fakeLink struct {
	self   match.Party
	series *match.Series
	events []match.Event
	said   []string
	next   []match.Event // the events after the next guest is let in
}

func (f *fakeLink) Events() []match.Event {
	events := f.events
	f.events = nil
	return events
}

func (f *fakeLink) push(e ...match.Event) { f.events = append(f.events, e...) }

func (f *fakeLink) Play(h rules.House) error { return f.playFor(f.self, h) }

// playFor plays for either party, as if it had come from there.
func (f *fakeLink) playFor(who match.Party, h rules.House) error {
	m := f.series.Match()
	s, err := m.Play(f.series.Side(who), h)
	if err != nil {
		return err
	}
	f.push(match.Played{N: m.Plies(), Sowing: s, After: m.Position()})
	if m.Position().Over() {
		f.push(match.GameOver{Result: m.Result()})
	}
	return nil
}

func (f *fakeLink) say(what string) error { f.said = append(f.said, what); return nil }

func (f *fakeLink) Accept() error { return f.say("accept") }

func (f *fakeLink) Resign(match.Party) error { return f.say("resign") }

func (f *fakeLink) Rematch() error { return f.say("rematch") }

func (f *fakeLink) NameWinner(name string) error { return f.say("winner " + name) }

func (f *fakeLink) WithdrawRematch() error { return f.say("withdraw rematch") }

func (f *fakeLink) AskTakeback(n int) error { return f.say(fmt.Sprint("ask back to ", n)) }

func (f *fakeLink) AnswerTakeback(grant bool) error { return f.say(fmt.Sprint("answer ", grant)) }

func (f *fakeLink) WithdrawTakeback() error { return f.say("withdraw takeback") }

func (f *fakeLink) Say(text string) error { return f.say("say " + text) }

func (f *fakeLink) WaitAgain() {
	_ = f.say("wait again")
	f.push(f.next...)
	f.next = nil
}

func (f *fakeLink) Leave(r match.Reason) { _ = f.say(fmt.Sprint("leave for ", r)) }

func (f *fakeLink) Close() error { return f.say("close") }

// startPlay returns a play in its first game, with self the party of this end.
func startPlay(t *testing.T, v rules.Variant, self, starter match.Party) (*Play, *fakeLink) {
	t.Helper()
	series, err := match.NewSeries(v, starter)
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeLink{self: self, series: series}
	p := networkPlay(f, self, "Ann")
	p.recorder = match.NewRecorder(p.Table, p.kinds, nil, nil)
	f.push(match.Connected{Peer: "Bo", Self: self, Variant: v},
		match.GameStarted{ID: "g-1", Number: 1, Starter: starter, Self: series.Side(self)})
	p.Advance(0)
	return p, f
}

// press plays a house for the person to move and lets the play take the ply in.
func press(t *testing.T, p *Play, h rules.House) {
	t.Helper()
	m := p.Match()
	before := m.Plies()
	if why := p.Press(rules.Pit{Side: m.Position().ToMove(), House: h}); why != "" {
		t.Fatalf("house %v: %s", h, why)
	}
	settle(t, p, func() bool { return p.Match().Plies() > before })
}

// settle lets no time pass, but the goroutines of seats answer, until cond holds.
func settle(t *testing.T, p *Play, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; runtime.Gosched() {
		if p.Advance(0); cond() {
			return
		}
		if time.Now().After(end) {
			t.Fatal("what was waited for did not come about")
		}
	}
}

func variant(t *testing.T, name string, houses, seeds int) rules.Variant {
	t.Helper()
	v, err := rules.Preset(name)
	if err == nil {
		v, err = v.WithSize(houses, seeds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPlayFollowsItsLink(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	if p.Stage() != match.StageGame || p.Bottom() != rules.South || !p.PersonToMove() || p.Turn() != "Your turn" {
		t.Fatalf("stage %v, bottom %v, my turn %v, %q", p.Stage(), p.Bottom(), p.PersonToMove(), p.Turn())
	}
	press(t, p, 3)
	if !p.Moving() || !strings.HasSuffix(p.happened, "extra turn") {
		t.Errorf("moving %v, happened %q", p.Moving(), p.happened)
	}
	if got := p.Match().Position(); got != f.series.Match().Position() {
		t.Errorf("the play holds %v, the link %v", got, f.series.Match().Position())
	}
	p.Advance(time.Minute)
	if p.Moving() || p.Moment().Board != p.Match().Position().Board() {
		t.Error("after its time the motion is still running, or the board shows something else")
	}
}

func TestTurnPassesWhenTheMotionHasEnded(t *testing.T) {
	p, _ := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	press(t, p, 1)
	if p.PersonToMove() || p.Turn() != "Your turn" {
		t.Errorf("while the ply is shown: my turn %v, the bar says %q", p.PersonToMove(), p.Turn())
	}
	p.Advance(time.Minute)
	if p.Turn() != "Bo's turn" {
		t.Errorf("after it the bar says %q", p.Turn())
	}
}

func TestPressSaysWhyNot(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	south := func(h rules.House) rules.Pit { return rules.Pit{Side: rules.South, House: h} }
	for _, c := range []struct {
		pit  rules.Pit
		want string
	}{
		{rules.Pit{Side: rules.North, House: 2}, "That is Bo's row"},
		{rules.StoreOf(rules.South), "Stores are not sown - choose a house"},
	} {
		if got := p.Press(c.pit); got != c.want {
			t.Errorf("pressing %v: %q, want %q", c.pit, got, c.want)
		}
	}
	press(t, p, 3) // an extra turn
	if got := p.Press(south(3)); got != "That house is empty" {
		t.Errorf("an empty house: %q", got)
	}
	press(t, p, 1)
	if got := p.Press(south(2)); got != "Not your turn - waiting for Bo" {
		t.Errorf("out of turn: %q", got)
	}
	if n := f.series.Match().Plies(); n != 2 {
		t.Errorf("%d plies were played, want 2", n)
	}
}

func TestMovesArrivingDuringAMotionFinishIt(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Guest, match.Host)
	for _, h := range []rules.House{3, 1} {
		if err := f.playFor(match.Host, h); err != nil {
			t.Fatal(err)
		}
		p.Advance(tick)
	}
	if !p.Moving() || p.shown.ToMove() != rules.South || p.Match().Plies() != 2 {
		t.Errorf("moving %v, shown %v, plies %d", p.Moving(), p.shown, p.Match().Plies())
	}
	if !p.PersonToMove() {
		t.Error("the board is already at its end, so it is this end's turn")
	}
	if why := p.Press(rules.Pit{Side: rules.North, House: 1}); why != "" {
		t.Errorf("a press during the motion: %q", why)
	}
}

// playOut plays the same game to its end at both ends.
func playOut(t *testing.T, p *Play, f *fakeLink) {
	t.Helper()
	for i := 0; !f.series.Match().Position().Over(); i++ {
		position := f.series.Match().Position()
		for h := range position.Plies() {
			if err := f.playFor(f.series.Party(position.ToMove()), h); err != nil {
				t.Fatal(err)
			}
			break
		}
		p.Advance(time.Minute)
		if i > 1000 {
			t.Fatal("the game does not end")
		}
	}
	p.Advance(time.Minute)
}

func TestResignationIsNoScore(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	m := f.series.Match()
	if err := m.Resign(rules.North); err != nil {
		t.Fatal(err)
	}
	f.push(match.GameOver{Result: m.Result(), By: match.Guest})
	p.Advance(0)
	if p.Verdict() != "You win" || p.happened != "Bo resigns" {
		t.Errorf("verdict %q, happened %q", p.Verdict(), p.happened)
	}
	if _, ok := p.Win(); ok {
		t.Error("a resignation counts as a top score")
	}
}

func TestRematchSwapsSides(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 4, 3), match.Host, match.Host)
	playOut(t, p, f)
	if err := f.series.Next(); err != nil {
		t.Fatal(err)
	}
	f.push(match.GameStarted{ID: "g-2", Number: 2, Starter: match.Guest, Self: rules.North})
	p.Advance(0)
	if p.Bottom() != rules.North || p.PersonToMove() || p.SideName(rules.South) != "Bo" || p.Stage() != match.StageGame {
		t.Errorf("bottom %v, my turn %v, south is %q, stage %v", p.Bottom(), p.PersonToMove(), p.SideName(rules.South), p.Stage())
	}
}

func TestHostWaitsForTheNextGuest(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	f.push(match.GameOver{Result: match.Result{Ending: match.Abandoned}, By: match.Guest},
		match.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")}, match.Listening{Addr: "127.0.0.1:7000"})
	p.Advance(0)
	if p.Stage() != match.StageEnded || p.Turn() != "Bo left the game." {
		t.Fatalf("stage %v, %q", p.Stage(), p.Turn())
	}
	if why := p.Press(rules.Pit{Side: rules.South, House: 1}); why == "" {
		t.Error("a press after the end was accepted")
	}
	p.WaitAgain()
	if p.Stage() != match.StageListening {
		t.Errorf("stage %v", p.Stage())
	}
	f.push(match.Connected{Peer: "Cleo", Self: match.Host, Variant: variant(t, "kalah", 6, 4)},
		match.GameStarted{ID: "h-1", Number: 1, Starter: match.Host})
	p.Advance(0)
	if p.Stage() != match.StageGame || p.Peer() != "Cleo" || p.Match().Plies() != 0 {
		t.Errorf("stage %v, peer %q, %d plies", p.Stage(), p.Peer(), p.Match().Plies())
	}
}

func TestSpeedOffShowsTheEndAtOnce(t *testing.T) {
	p, _ := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	p.speed = motion.Off
	press(t, p, 1)
	if p.Moving() {
		t.Error("a ply is shown in motion")
	}
}

func TestSentences(t *testing.T) {
	for in, want := range map[string]string{"": "", "a port is taken": "A port is taken.", "Done.": "Done."} {
		if got := sentence(in); got != want {
			t.Errorf("sentence(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEveryBoardOfTheHelpCanBePlayed(t *testing.T) {
	boards := 0
	for _, s := range helpSections {
		for _, b := range s.blocks {
			if b.kind != picture {
				continue
			}
			boards++
			p, err := rules.ParsePosition(b.board)
			if err != nil {
				t.Errorf("%s: %v", s.title, err)
				continue
			}
			if err := p.Legal(b.house); err != nil {
				t.Errorf("%s: house %v: %v", s.title, b.house, err)
			}
		}
	}
	if boards == 0 {
		t.Error("the help has no boards")
	}
}

// lowSeat is a computer player for tests: it plays the first legal house, once it may.
type lowSeat struct{ gate chan struct{} }

func (s lowSeat) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	select {
	case <-s.gate:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	for h := range p.Plies() {
		return h, nil
	}
	return 0, errors.New("no ply")
}

func (lowSeat) Observe(rules.Sowing, rules.Position) {}

// localPlay returns a play between seats at this machine; a nil seat is a person. The gate lets computer players answer.
func localPlay(t *testing.T, seats [2]match.Seat) *Play {
	t.Helper()
	names := [2]string{"Ann", "Bo"}
	for i := range seats {
		if seats[i] == nil {
			seats[i] = match.NewPerson()
		}
	}
	link, err := match.NewLocal(match.LocalConfig{ID: "test", Variant: variant(t, "kalah", 6, 4), Names: names})
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlay(match.NewTable(link, match.Host, names, seats), [2]string{})
	p.Advance(0)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestComputerMovesByItselfAfterAMoment(t *testing.T) {
	gate := make(chan struct{})
	close(gate)
	p := localPlay(t, [2]match.Seat{nil, lowSeat{gate}})
	press(t, p, 1)
	p.Advance(time.Minute) // the motion ends
	p.Advance(thinkingPause / 2)
	if p.Thinking() || p.Match().Plies() != 1 {
		t.Fatal("the computer moved at once")
	}
	p.Advance(thinkingPause)
	settle(t, p, func() bool { return p.Match().Plies() == 2 })
	if !p.Moving() || !strings.HasPrefix(p.happened, "Bo sows 4 from house 1") {
		t.Errorf("moving %v, happened %q", p.Moving(), p.happened)
	}
}

func TestStepByStepWaitsForNextMove(t *testing.T) {
	gate := make(chan struct{})
	close(gate)
	p := localPlay(t, [2]match.Seat{lowSeat{gate}, lowSeat{gate}})
	p.stepwise = true
	for range 100 {
		p.Advance(time.Second)
	}
	if p.Match().Plies() != 0 {
		t.Fatal("a computer moved without being told to")
	}
	p.Next()
	settle(t, p, func() bool { return p.Match().Plies() == 1 })
	for range 100 {
		p.Advance(time.Second)
	}
	if n := p.Match().Plies(); n != 1 {
		t.Errorf("one Next Move made %d plies", n)
	}
}

func TestAThinkingComputerNeverHoldsTheBoardUp(t *testing.T) {
	p := localPlay(t, [2]match.Seat{nil, lowSeat{make(chan struct{})}}) // it never answers
	press(t, p, 1)
	for range 1000 {
		p.Advance(tick)
	}
	if p.Turn() != "Bo is thinking" || p.Press(rules.Pit{Side: rules.South, House: 2}) == "" {
		t.Errorf("the bar says %q", p.Turn())
	}
	if err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	p.Advance(0)
	if p.Match().Plies() != 0 || p.Thinking() || !p.PersonToMove() {
		t.Errorf("after undo: %d plies, thinking %v", p.Match().Plies(), p.Thinking())
	}
}

func TestTwoPersonsAtOneBoard(t *testing.T) {
	p := localPlay(t, [2]match.Seat{})
	p.flipOnTurn = true
	if p.Turn() != "Ann's turn" || p.Bottom() != rules.South {
		t.Errorf("the bar says %q, %v is at the bottom", p.Turn(), p.Bottom())
	}
	press(t, p, 1)
	if p.Bottom() != rules.South {
		t.Error("the board turns before the motion has ended")
	}
	p.Advance(time.Minute)
	if p.Turn() != "Bo's turn" || p.Bottom() != rules.North {
		t.Errorf("the bar says %q, %v is at the bottom", p.Turn(), p.Bottom())
	}
	if why := p.Press(rules.Pit{Side: rules.South, House: 2}); why != "That is Ann's row" {
		t.Errorf("pressing the other one's house: %q", why)
	}
	if got := p.Lines(); len(got) != 1 || got[0] != "1. Ann sows 4 from house 1" {
		t.Errorf("the log says %q", got)
	}
}

func TestTheLogFollowsUndo(t *testing.T) {
	p := localPlay(t, [2]match.Seat{})
	press(t, p, 3)
	press(t, p, 1)
	if err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	p.Advance(0)
	press(t, p, 2)
	want := []string{"1. Ann sows 4 from house 3 - extra turn", "2. Ann sows 4 from house 2"}
	if got := p.Lines(); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the log says %q, want %q", got, want)
	}
	if text := p.GameText(); !strings.HasPrefix(text, "kalah(6,4) 3 2\n") {
		t.Errorf("the game as text begins %.80q", text)
	}
}
