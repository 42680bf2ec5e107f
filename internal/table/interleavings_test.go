package table

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// The tests of this file and of crossings_test.go cover events that the two ends see in different
// orders. Their names have the numbers of the contract.

func TestHostLosesEvents(t *testing.T) { // 1
	p := friends(t, A)
	disk := p.ownerDisk()
	p.host(KindPly, 2)
	p.host(KindPly, 1)
	p.settle()
	p.guest(B, KindPly, 1)
	p.settle()
	p.restart(disk)
	if p.host(KindPly, 2); !errors.Is(p.err, Away) {
		t.Errorf("the owner numbers while a seat is missing: %v", p.err)
	}
	p.resume(B)
	p.game("running", 2, 1, 1)
	if p.o.State().N != 4 {
		t.Errorf("%d events", p.o.State().N)
	}
}

func TestHostLosesMoreThanTheGuestKeeps(t *testing.T) { // 1
	p := short(t, A)
	p.f[B].log.least = 1
	disk := p.ownerDisk()
	for range 3 {
		p.host(KindResign, 0)
		p.host(KindWant, 0)
		p.settle()
		p.guest(B, KindWant, 0)
		p.settle()
	}
	p.restart(disk)
	p.dial(B)
	p.hearAll(B)
	if p.readAll(B); !errors.Is(p.err, ErrStale) {
		t.Errorf("%v", p.err)
	}
}

func TestGuestDiesWithAPly(t *testing.T) { // 2
	for _, c := range []struct {
		name              string
		stored, arrived   bool
		plies, remembered int
	}{
		{"on its disk", true, false, 1, 0},
		{"lost", false, false, 0, 0},
		{"lost, but decided", false, true, 1, 1},
		{"on its disk, and decided", true, true, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := friends(t, B)
			disk := p.disk(B)
			p.guest(B, KindPly, 1)
			if c.stored {
				disk = p.disk(B)
			}
			if c.arrived {
				p.hear(B)
			}
			p.reload(B, disk)
			p.resume(B)
			p.same()
			remembered := 0
			for _, change := range p.changes[B] {
				remembered += bitInt(change.Remembered)
			}
			if n := p.o.State().Plies(); n != c.plies || remembered != c.remembered {
				t.Errorf("%d plies, %d remembered", n, remembered)
			}
		})
	}
}

func TestBothLoseTheSameEvent(t *testing.T) { // 3
	p := friends(t, B)
	host, guest := p.ownerDisk(), p.disk(B)
	p.guest(B, KindPly, 1)
	p.settle()
	p.restart(host)
	p.reload(B, guest)
	p.resume(B)
	p.guest(B, KindPly, 3)
	p.settle()
	p.game("running", 3)
}

func TestHostLeavesBeforeTheGuestIsBack(t *testing.T) { // 4
	p := friends(t, B)
	host := p.ownerDisk()
	p.guest(B, KindPly, 1)
	p.settle()
	p.restart(host)
	p.host(KindEnd, 0)
	p.ok()
	p.restart(p.ownerDisk()) // it is kept on disk
	p.resume(B)
	p.game("abandoned", 1)
	if !p.o.Over() || !p.f[B].Over() {
		t.Error("the end is not known to both")
	}
}

func TestWishUnreadOnTheOldLine(t *testing.T) { // 5
	p := friends(t, B)
	p.guest(B, KindPly, 1)
	p.resume(B) // the owner never read the rest of the old line
	p.game("running", 1)
}

func TestSuccessor(t *testing.T) { // 6
	p := club(t, A, false)
	p.guest(A, KindPly, 2)
	stored := p.ownerDisk()
	p.hear(A) // decided by the old owner, but its append fails: nothing of it is sent
	p.restart(stored)
	p.rule(KindDevice, uint32(A), "another device 1")
	p.ok()
	p.resume(A)
	p.resume(B)
	p.game("running", 2)
	if p.o.State().Device[0] != [16]byte([]byte("another device 1")) {
		t.Error("the new owner has not decided")
	}
}

func TestCopyOfAFolder(t *testing.T) { // 13
	p := friends(t, B)
	first, disk := p.f[B], p.disk(B)
	p.reload(B, disk) // the copy
	p.resume(B)
	p.guest(B, KindPly, 2)
	p.settle()
	p.cut(B)
	copied := p.f[B]
	p.f[B] = first
	p.dial(B)
	p.hearAll(B)
	if p.readAll(B); !errors.Is(p.err, ErrElsewhere) {
		t.Fatalf("the first program says %v", p.err)
	}
	p.err = nil
	p.reload(B, disk) // it continues from its disk
	p.resume(B)
	p.guest(B, KindPly, 1)
	p.settle()
	p.game("running", 2, 1)
	if id := p.f[B].State().LastID[1]; id != copied.State().LastID[1]+1 {
		t.Errorf("ID %d", id)
	}
}

func TestResignationThatWasForgotten(t *testing.T) { // 14
	p := friends(t, B)
	disk := p.disk(B)
	p.guest(B, KindResign, 0)
	p.hearAll(B)
	p.reload(B, disk)
	if p.guest(B, KindPly, 1); !errors.Is(p.err, Away) {
		t.Errorf("a ply before catching up: %v", p.err)
	}
	p.resume(B)
	p.game("resigned")
}

func TestRefusalLostInACut(t *testing.T) { // 15
	p := short(t, A)
	p.host(KindPly, 2)
	p.settle()
	p.host(KindResign, 0)
	p.guest(B, KindAsk, 0) // refused: it is not B's ply
	if !errors.Is(p.err, NoSuchPly) {
		t.Fatal(p.err)
	}
	p.guest(B, KindResign, 0)
	p.guest(B, KindSay, 0)
	p.hear(B) // refused, as A has resigned
	p.hear(B)
	p.cut(B)
	p.resume(B)
	p.same()
	p.game("resigned", 2)
	if why := p.dropped(B); !slices.Equal(why, []Code{Late}) {
		t.Errorf("dropped: %v", why)
	}
}

func TestAppendThatMayHaveFailed(t *testing.T) { // 19
	p := club(t, A, true)
	p.guest(A, KindPly, 2)
	p.now = p.now.Add(2 * time.Minute)
	stored := p.ownerDisk()
	p.hear(A) // TimeOut and a late ply; neither is stored, so neither is sent
	p.restart(stored)
	p.now = noon
	p.o, _ = RestoreOwner(p.cfg, stored, p.now)
	p.resume(A)
	p.resume(B)
	p.game("running", 2)
}

func TestCutTwiceWhileCatchingUp(t *testing.T) { // 20
	p := friends(t, B)
	disk := p.disk(B)
	for range 2 {
		p.guest(B, KindSay, 0)
		p.settle()
	}
	p.reload(B, disk)
	p.dial(B)
	p.hearAll(B)
	p.read(B) // Following
	p.read(B) // the first of the two
	p.cut(B)
	p.resume(B)
	p.same()
}

func TestEndGetsAnIDBehindThatWhichComesBack(t *testing.T) { // 23
	p := friends(t, A)
	host := p.ownerDisk()
	p.host(KindPly, 2)
	p.settle()
	p.restart(host)
	p.host(KindEnd, 0)
	p.resume(B)
	p.game("abandoned", 2)
}

func TestEndOfAGuestThatLostAWish(t *testing.T) { // 23
	p := friends(t, B)
	disk := p.disk(B)
	p.guest(B, KindPly, 1)
	p.hear(B)
	p.reload(B, disk)
	p.guest(B, KindEnd, 0)
	p.resume(B)
	p.game("abandoned", 1)
}

func TestWinningPlyBeforeTheEnd(t *testing.T) { // 25
	p := short(t, B)
	p.guest(B, KindPly, 2)
	p.settle()
	p.guest(B, KindPly, 1) // swallowed by the line
	p.cut(B)
	p.host(KindEnd, 0)
	p.guest(B, KindName, 0)
	p.ok()
	p.resume(B)
	p.game("finished", 2, 1)
	if last := p.o.State().Last; last.Winner != B || !last.Named || p.o.State().Closed.By != A {
		t.Errorf("%+v, closed %+v", last, p.o.State().Closed)
	}
}

func TestHandBackOnAnOldLine(t *testing.T) { // 26
	p := friends(t, A)
	host := p.ownerDisk()
	p.host(KindPly, 2)
	p.settle()
	p.restart(host)
	p.dial(B)
	p.hearAll(B)
	p.readAll(B)
	old := p.up[B] // the events that B hands back
	p.resume(B)
	p.same()
	p.up[B] = old
	if p.hear(B); !errors.Is(p.err, ErrProtocol) {
		t.Errorf("handed back twice: %v", p.err)
	}
}

// A club stores its events before it sends them, so it takes none from a member.
func TestMemberAhead(t *testing.T) { // 28
	p := club(t, A, false)
	old, before := p.ownerDisk(), p.disk(A)
	p.guest(B, KindSay, 0)
	p.settle()
	p.reload(A, before)
	p.restart(old)
	p.resume(A)
	p.dial(B)
	if p.hear(B); !errors.Is(p.err, ErrHistory) {
		t.Errorf("B is ahead: %v", p.err)
	}
	if _, err := p.o.HandBack(B, p.f[B].log.since(p.o.State().N), p.f[B].tag, p.now); !errors.Is(err, ErrProtocol) {
		t.Errorf("B hands back: %v", err)
	}
	p.guest(A, KindSay, 0)
	p.hearAll(A)
	p.readAll(A)
	if p.ok(); p.o.State().N != p.f[A].State().N || p.f[A].Pending() > 0 {
		t.Error("A does not play on")
	}
}

func TestRefusalForgotten(t *testing.T) { // 29
	p := friends(t, A)
	p.guest(B, KindSay, 0)
	disk := p.disk(B)
	p.o.used[B-A][1] = p.now.Add(time.Hour)
	p.settle()
	if why := p.dropped(B); !slices.Equal(why, []Code{TooFast}) {
		t.Fatalf("dropped: %v", why)
	}
	p.reload(B, disk)
	p.o.used = [2][3]time.Time{}
	p.resume(B)
	p.same()
	if e := p.o.log.events[len(p.o.log.events)-1]; e.Kind != KindSay {
		t.Errorf("the last event is %+v", e)
	}
}
