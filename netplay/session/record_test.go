package session

import (
	"bytes"
	"errors"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/tools/need"
)

// kept returns the bytes that both ends of a series in the middle of a game keep.
func kept(t *testing.T) (owned, followed []byte) {
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.must(g.host(table.KindSay, 0, "hello"))
	g.settle()
	g.must(g.wish(table.KindPly, 1, "")) // it is on its way
	o := g.w.stored[g.w.server.Current()]
	return o.Append(nil), g.stored.Append(nil)
}

func TestRecordsComeBack(t *testing.T) {
	owned, followed := kept(t)
	o, err := ParseRecord(owned)
	if err != nil || o.Peer != "Gus" || !bytes.Equal(o.Append(nil), owned) {
		t.Fatalf("the host's record came back as %+v, %v", o, err)
	}
	f, err := ParseRecord(followed)
	if err != nil || f.Peer != "Hilda" || !bytes.Equal(f.Append(nil), followed) {
		t.Fatalf("the guest's record came back as %+v, %v", f, err)
	}
	theirs := need.Must(RestoreOwned(o, noon))(t)
	mine := need.Must(RestoreFollowed(f, noon))(t)
	w := newWired(t, kalah(3, 2), match.FirstHost)
	w.server.Keep(theirs, true)
	g := w.guest(mine)
	g.settle()
	w.expect(`
		G Follow(3)
		H Following(3)
		G Wish1 Ply
		G Ack3
		H Event4 Ply(2)
	`)
	g.sameGame("[1 1] running")
}

// TestDamagedRecords changes and cuts records on disk: each is refused, or is the record of some
// series.
func TestDamagedRecords(t *testing.T) {
	owned, followed := kept(t)
	for _, whole := range [][]byte{owned, followed} {
		for n := range whole {
			readRecords(t, whole[:n])
			b := bytes.Clone(whole)
			b[n] ^= 0x41
			readRecords(t, b)
		}
		if _, err := ParseRecord(whole[:len(whole)-1]); !errors.Is(err, table.ErrDamaged) {
			t.Errorf("a record without its last byte: %v", err)
		}
		if _, err := ParseRecord(whole[:len(whole)-1]); !errors.Is(err, table.ErrDamaged) {
			t.Errorf("a record without its last byte: %v", err)
		}
	}
}

// readRecords reads bytes from a disk. Its only error is that they are damaged.
func readRecords(t *testing.T, b []byte) {
	o, err := ParseRecord(b)
	if err == nil {
		_, err = RestoreOwned(o, noon)
	}
	if err != nil && !errors.Is(err, table.ErrDamaged) {
		t.Fatalf("%x as a host's: %v", b, err)
	}
	f, err := ParseRecord(b)
	if err == nil {
		_, err = RestoreFollowed(f, noon)
	}
	if err != nil && !errors.Is(err, table.ErrDamaged) {
		t.Fatalf("%x as a guest's: %v", b, err)
	}
}

func FuzzRecords(f *testing.F) {
	f.Add([]byte{ownedForm})
	f.Add([]byte{followedForm})
	f.Fuzz(readRecords)
}
