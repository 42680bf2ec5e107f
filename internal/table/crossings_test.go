package table

import (
	"errors"
	"slices"
	"testing"
	"time"

	"mancala/tools/need"
)

func TestGrantCrossesUnaskAndPly(t *testing.T) { // 7
	p := friends(t, B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindAsk, 0)
	p.settle()
	p.guest(B, KindUnask, 0)
	p.guest(B, KindPly, 1)
	p.host(KindGrant, 0)
	p.ok()
	p.settle()
	p.game("running")
	if why := p.dropped(B); !slices.Equal(why, []Code{Late, NothingAsked}) {
		t.Errorf("dropped: %v", why)
	}
}

// After a restart, a program shows a ply that its player made after withdrawing a request.
func TestUnaskAndPlyAfterARestart(t *testing.T) {
	p := friends(t, B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindAsk, 0)
	p.settle()
	p.guest(B, KindUnask, 0)
	p.guest(B, KindPly, 1)
	p.reload(B, p.disk(B))
	if n := p.f[B].State().shown().plies; n != 2 {
		t.Errorf("%d plies are shown", n)
	}
	p.resume(B)
	p.game("running", 2, 1)
}

func TestPlyCrossesAsk(t *testing.T) { // 8
	p := friends(t, A)
	p.host(KindPly, 1)
	p.settle()
	p.guest(B, KindPly, 1) // before B knows that it is asked
	p.host(KindAsk, 0)
	p.settle()
	if p.o.State().Ask.By != A || p.f[B].State().Ask.By != A {
		t.Errorf("the request is closed: %+v", p.o.State().Ask)
	}
	p.guest(B, KindGrant, 0)
	p.settle()
	p.game("running")
}

func TestBothAskAtOnce(t *testing.T) { // 8
	p := friends(t, A)
	p.host(KindPly, 1)
	p.settle()
	p.guest(B, KindPly, 1)
	p.settle()
	p.guest(B, KindAsk, 1)
	p.host(KindAsk, 0)
	p.settle()
	if p.o.State().Ask.By != A || !slices.Equal(p.dropped(B), []Code{Asked}) {
		t.Errorf("%+v, dropped %v", p.o.State().Ask, p.dropped(B))
	}
	p.same()
}

func TestResignationCrossesTheFlag(t *testing.T) { // 9
	p := club(t, A, true)
	p.guest(A, KindResign, 0)
	p.now = p.now.Add(time.Minute)
	p.settle()
	p.game("timed-out")
	if why := p.dropped(A); !slices.Equal(why, []Code{Ended}) {
		t.Errorf("dropped: %v", why)
	}
}

func TestBothResign(t *testing.T) { // 9
	p := friends(t, A)
	p.guest(B, KindResign, 0)
	p.host(KindResign, 0)
	p.settle()
	p.same()
	if side, won := p.o.State().Series.Match().Result().Winner(); !won || p.o.State().Seat(side) != B {
		t.Error("the first number has not lost")
	}
}

func TestWantCrossesUnwant(t *testing.T) { // 10
	p := friends(t, A)
	p.host(KindResign, 0)
	p.settle()
	p.guest(B, KindWant, 0)
	p.settle()
	p.guest(B, KindUnwant, 0)
	p.host(KindWant, 0)
	p.settle()
	if p.o.State().Series.Number() != 2 || !slices.Contains(p.dropped(B), Running) {
		t.Errorf("game %d, dropped %v", p.o.State().Series.Number(), p.dropped(B))
	}
	p.same()
}

func TestUnwantBeforeTheSecondWant(t *testing.T) { // 10
	p := friends(t, A)
	p.host(KindResign, 0)
	p.host(KindWant, 0)
	p.settle()
	p.guest(B, KindWant, 0)
	p.host(KindUnwant, 0)
	p.settle()
	if s := p.f[B].State(); s.Series.Number() != 1 || s.Wants != [2]bool{false, true} {
		t.Errorf("game %d, %v", s.Series.Number(), s.Wants)
	}
	p.same()
}

func TestFlagBetweenTwoPlies(t *testing.T) { // 11
	p := club(t, A, true)
	p.guest(A, KindPly, 2)
	p.guest(A, KindPly, 1)
	p.hear(A)
	p.now = p.now.Add(2 * time.Minute)
	p.settle()
	p.game("timed-out", 2)
	if why := p.dropped(A); len(why) != 1 {
		t.Errorf("dropped: %v", why)
	}
}

func TestOpponentResignsBeforeTheWinningPly(t *testing.T) { // 16
	p := short(t, B)
	p.guest(B, KindPly, 2)
	p.settle()
	p.guest(B, KindPly, 1)
	if !p.f[B].State().Series.Match().Position().Over() {
		t.Fatal("the ply is not shown")
	}
	if slices.ContainsFunc(p.changes[B], func(c Change) bool { return c.Over }) {
		t.Error("the game was over before its event")
	}
	p.host(KindResign, 0)
	p.settle()
	p.game("resigned", 2)
	if side, _ := p.f[B].State().Series.Match().Result().Winner(); p.f[B].State().Seat(side) != B {
		t.Error("B has not won")
	}
}

func TestNewDeviceWhileAPlyIsStored(t *testing.T) { // 17
	p := club(t, A, false)
	p.guest(A, KindPly, 2)
	p.hear(A)
	p.rule(KindDevice, uint32(A), "0123456789abcdef")
	need.NoError(t, p.o.Join(A))
	snap := p.o.State().Snapshot()
	f := need.Must(RestoreFollower(p.follower(A), saved(t, Record{Base: snap}), p.now))(t)
	p.f[A], p.down[A] = f, nil
	p.resume(A)
	p.guest(A, KindPly, 1)
	p.settle()
	p.game("running", 2, 1)
	if string(p.f[B].State().Device[0][:]) != "0123456789abcdef" {
		t.Error("B does not know the device")
	}
}

func TestHostLeavesBehindItsLastPly(t *testing.T) { // 18
	p := short(t, A)
	p.host(KindPly, 2)
	p.settle()
	p.host(KindPly, 1)
	p.host(KindEnd, 0)
	p.cut(B) // nothing of it has arrived
	if p.o.Over() {
		t.Error("the series is over while its last words are not acknowledged")
	}
	p.restart(p.ownerDisk())
	p.resume(B)
	p.game("finished", 2, 1)
	if !p.o.Over() || !p.f[B].Over() {
		t.Error("the end is not known to both")
	}
}

func TestAskThatBecomesLegalAgain(t *testing.T) { // 21
	p := friends(t, A)
	p.host(KindPly, 1)
	p.settle()
	p.guest(B, KindPly, 1)
	p.settle()
	p.guest(B, KindAsk, 1)
	p.host(KindAsk, 0)
	p.host(KindUnask, 0)
	p.ok()
	p.settle()
	if ask := p.f[B].State().Ask; ask.By != B {
		t.Errorf("%+v is open", ask)
	}
	p.same()
}

func TestPlyBehindARefusedGrant(t *testing.T) { // 22
	p := friends(t, A)
	p.host(KindPly, 1)
	p.host(KindAsk, 0)
	p.settle()
	p.guest(B, KindGrant, 0)
	p.guest(B, KindPly, 1)
	p.host(KindUnask, 0)
	p.settle()
	p.game("running", 1, 1)
	if why := p.dropped(B); !slices.Equal(why, []Code{NothingAsked}) {
		t.Errorf("dropped: %v", why)
	}
}

func TestEndIsOnDiskFirst(t *testing.T) { // 24
	p := friends(t, A)
	p.host(KindEnd, 0)
	e := p.o.log.events[len(p.o.log.events)-1]
	if !e.Final() {
		t.Error("the end need not be synced")
	}
	p.settle()
	p.dial(B)
	n, h := p.f[B].Position()
	if _, err := p.o.Attach(B, n, h, p.now); err != nil || !p.o.Over() {
		t.Errorf("over %v, %v", p.o.Over(), err)
	}
}

func TestMemberCrashesWithAPlyThatIsNotStored(t *testing.T) { // 27
	p := club(t, A, false)
	disk := p.disk(A)
	p.guest(A, KindPly, 2)
	p.hear(A) // the owner answers a Follow only behind the append, so it has the ply then
	p.reload(A, disk)
	p.resume(A)
	p.game("running", 2)
}

func TestQueue(t *testing.T) {
	p := friends(t, B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindAsk, 0)
	if p.guest(B, KindPly, 1); !errors.Is(p.err, Asked) {
		t.Errorf("a ply behind a request of its own: %v", p.err)
	}
	for range maxQueue - 2 {
		p.guest(B, KindSay, 0)
	}
	if p.guest(B, KindSay, 0); !errors.Is(p.err, Full) {
		t.Errorf("one wish too many: %v", p.err)
	}
	p.err = nil
	p.settle()
	p.same()
	p.guest(B, KindResign, 0)
	if p.guest(B, KindUnask, 0); !errors.Is(p.err, Ended) {
		t.Errorf("a wish behind a resignation: %v", p.err)
	}
	p.guest(B, KindEnd, 0)
	if p.guest(B, KindSay, 0); !errors.Is(p.err, Ended) {
		t.Errorf("a line behind the end: %v", p.err)
	}
	p.err = nil
	p.settle()
	p.same()
}
