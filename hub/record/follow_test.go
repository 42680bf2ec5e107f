package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/match/lobby"
	"mancala/tools/need"
)

// decodeMember reads the members of these tests' bucket, which are names.
func decodeMember(data []byte) (Member, error) {
	var name string
	err := json.Unmarshal(data, &name)
	return Member{Name: name}, err
}

// club is a bus with the node of a test.
type club struct {
	t      *testing.T
	node   bus.Bus
	log    bus.Log
	bucket bus.Bucket
}

func newClub(t *testing.T) *club {
	t.Helper()
	node := need.Must(bustest.New(t).Join("a"))(t)
	t.Cleanup(func() { _ = node.Close() })
	log := need.Must(node.Log(t.Context(), LogName))(t)
	bucket := need.Must(node.Bucket(t.Context(), PlayersBucket, 0))(t)
	return &club{t, node, log, bucket}
}

func (c *club) play(n int) {
	c.t.Helper()
	need.Must(c.log.Append(c.t.Context(), item(c.t, 1, game(c.t, n, "ann", "bob")).Data))(c.t)
}

func (c *club) name(id, name string) {
	c.t.Helper()
	need.NoError(c.t, bus.Put(c.t.Context(), c.bucket, id, fmt.Appendf(nil, "%q", name)))
}

// follow follows the club for a minute.
func (c *club) follow(r *Record) error {
	f := &Follower{Record: r, Bus: c.node, Member: decodeMember}
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	go f.Run(ctx)
	time.Sleep(50 * time.Second)
	return f.Check()
}

func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := newClub(t), open(t, t.TempDir())
		for n := range 3 {
			c.play(n)
		}
		c.name("ann", "Ann")
		c.name("bob", "Bob")
		go func() {
			time.Sleep(10 * time.Second)
			c.play(3)
			c.name("ann", "Anna")
		}()
		if err := c.follow(r); err != nil {
			t.Error(err)
		}
		checkFollowed(t, r, "3 2 1 0", "Anna", "Bob")

		// While this node is away, Bob leaves, Ann is renamed and a game is played.
		time.Sleep(time.Hour)
		need.NoError(t, c.bucket.Delete(t.Context(), "bob", 0))
		c.name("ann", "Annie")
		c.play(4)
		need.NoError(t, c.follow(r))
		checkFollowed(t, r, "4 3 2 1 0", "Annie", "")

		// All machines lost their data, but the record is there.
		c = newClub(t)
		c.play(5)
		c.name("ann", "Ann")
		need.NoError(t, c.follow(r))
		checkFollowed(t, r, "5 4 3 2 1 0", "Ann", "")
	})
}

func checkFollowed(t *testing.T, r *Record, games, south, north string) {
	t.Helper()
	if got := ids(t, r, lobby.GamesOf{Limit: 9}); got != games {
		t.Errorf("games %q, want %q", got, games)
	}
	e, err := r.Game(t.Context(), "table-0")
	if err != nil || e.Entry.Members[0].Name != south || e.Entry.Members[1].Name != north {
		t.Errorf("%+v, %v", e.Entry.Members, err)
	}
}

// Check reports invalid items; the others are copied.
func TestFollowTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := newClub(t), open(t, t.TempDir())
		c.play(1)
		c.name("ann", "Ann")
		need.Must(c.bucket.Create(t.Context(), "eve", []byte("{")))(t)
		need.Must(c.log.Append(t.Context(), []byte(`{"v":9}`)))(t)
		if err := c.follow(r); !errors.Is(err, ErrNewer) {
			t.Errorf("Check: %v", err)
		}
		if got := ids(t, r, lobby.GamesOf{Limit: 9, Name: "ann"}); got != "1" {
			t.Errorf("games %q", got)
		}
		last, err := c.log.Append(t.Context(), []byte(`{"v":9}`))
		if err != nil || last != 4 { // after the two above, and one as it began
			t.Errorf("the log has %d items, %v", last, err)
		}
	})
}

// A club that has just begun is up to date.
func TestFollowNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, r := newClub(t), open(t, t.TempDir())
		need.NoError(t, c.follow(r))
		f := &Follower{Record: r, Bus: c.node, Member: decodeMember}
		need.NoError(t, c.node.Close())
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		go f.Run(ctx)
		time.Sleep(30 * time.Second)
		if err := f.Check(); !errors.Is(err, bus.ErrClosed) {
			t.Errorf("Check on a closed bus: %v", err)
		}
	})
}
