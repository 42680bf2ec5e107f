package tables

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// club is a club of nodes in one process over one database in memory, whose clock is the process's.
type club struct {
	t       *testing.T
	store   *store.Store
	db      *sql.DB
	nodes   map[string]*clubNode
	mu      sync.Mutex
	results map[string]lobby.Game
	over    map[string]store.End
}

type clubNode struct {
	store  *store.Store
	tables *Tables
	end    context.CancelFunc // of its signs of life
	work   sync.WaitGroup
}

func newClub(t *testing.T) *club {
	t.Helper()
	s, db, err := store.Simulated(t.Context(), store.Config{Node: "club", Rand: rand.Reader}, store.Simulation{Now: time.Now})
	need.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return &club{t: t, store: s, db: db, nodes: map[string]*clubNode{}, results: map[string]lobby.Game{}, over: map[string]store.End{}}
}

// finish stores an end as a club does, but for ratings.
func (c *club) finish(ctx context.Context, tab *store.Tab, record []byte, e store.End) error {
	f := store.Finish{Record: record, Game: e.Game, Over: e.Over, Free: e.Here, Rate: func(*lobby.Game, [2]*store.Standing) {}}
	if err := tab.Finish(ctx, f); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Game != nil {
		c.results[e.Game.Entry.ID] = *e.Game
	}
	if e.Over {
		c.over[tab.ID()] = e
	}
	return nil
}

// start starts a node.
func (c *club) start(name string) *clubNode {
	c.t.Helper()
	s := need.Must(c.store.Join(c.t.Context(), store.Config{Node: name, Address: name + ".example:1", Rand: rand.Reader}))(c.t)
	n := &clubNode{store: s, tables: Open(Config{Store: s, Finish: c.finish})}
	ctx, end := context.WithCancel(context.Background())
	n.end = end
	n.work.Go(func() {
		for tick := time.NewTicker(time.Second); ; {
			select {
			case <-tick.C:
				_ = s.Beat(ctx)
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	})
	c.nodes[name] = n
	c.t.Cleanup(func() { c.stop(name) })
	return n
}

// stop ends a node without a word. Its store is closed only at the end, since that says goodbye.
func (c *club) stop(name string) {
	if n := c.nodes[name]; n != nil {
		delete(c.nodes, name)
		n.end()
		n.work.Wait()
		n.tables.Close()
		c.t.Cleanup(func() { _ = n.store.Close() })
	}
}

// begin starts a table at a node.
func (c *club) begin(n *clubNode, s lobby.Setup) {
	c.t.Helper()
	setup := need.Must(json.Marshal(s))(c.t)
	need.NoError(c.t, n.tables.Start(c.t.Context(), s, func(ctx context.Context, first []byte) (*store.Tab, error) {
		return n.store.Create(ctx, s.ID, setup, first)
	}))
}

// channel is a Line that collects the sent messages.
type channel struct {
	mu   sync.Mutex
	sent []any
}

func (c *channel) put(v any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, v)
}

func (c *channel) take() []any {
	c.mu.Lock()
	defer c.mu.Unlock()
	sent := c.sent
	c.sent = nil
	return sent
}

type tagged struct {
	table.Event
	table.Tag
}

// Tell collects a message.
func (c *channel) Tell(m *table.Message, _ time.Duration) {
	switch m.Topic {
	case table.TellFollowing:
		c.put(m.Following)
	case table.TellEvent:
		c.put(tagged{*m.Event, m.Tag})
	case table.TellRefused:
		c.put(m.Refused)
	case table.TellSnapshot:
		c.put(*m.Snapshot)
	case table.TellLeave:
		c.put(m.Why)
	}
}

// person is a player's program that plays and dials on its own initiative.
type person struct {
	c     *club
	by    table.Seat
	setup lobby.Setup
	f     *table.Follower
	line  *channel
	at    *Seating
	left  error
}

func newPerson(c *club, s lobby.Setup, by table.Seat) *person {
	return &person{c: c, by: by, setup: s}
}

// dial comes to the table through some node.
func (p *person) dial() {
	for _, n := range p.c.nodes {
		s, err := n.tables.Find(p.c.t.Context(), p.setup.ID)
		at := new(store.Elsewhere)
		if errors.As(err, &at) && p.c.nodes[at.Name] != nil {
			s, err = p.c.nodes[at.Name].tables.Find(p.c.t.Context(), p.setup.ID)
		}
		if err != nil {
			continue
		}
		line := &channel{}
		p.line, p.at = line, s
		device := [16]byte{byte(p.by)}
		s.Do(func(t *Table, now time.Time) {
			if p.f == nil {
				t.Join(p.by, line, device, 0, now)
				return
			}
			n, h := p.f.Position()
			t.Follow(p.by, line, device, 0, n, h, now)
		})
		return
	}
}

// read handles the messages that have come.
func (p *person) read() {
	t, now := p.c.t, time.Now()
	for _, v := range p.line.take() {
		var err error
		switch v := v.(type) {
		case table.Snapshot:
			cfg := table.FollowerConfig{Terms: termsOf(&p.setup), Self: p.by, Secret: [32]byte{byte(p.by)}}
			if p.f, err = table.RestoreFollower(cfg, &table.Record{Base: v}, now); err == nil {
				_, _, err = p.f.Following(table.Following{N: v.N, H: v.H})
			}
		case table.Following:
			_, _, err = p.f.Following(v)
		case tagged:
			_, err = p.f.Apply(v.Event, v.Tag, now)
		case table.Refused:
			_, err = p.f.Refused(v)
		case error:
			p.left, p.at = v, nil
			p.f.Cut()
			return
		}
		if err != nil {
			t.Errorf("player %d: %T: %v", p.by, v, err)
		}
		if wishes, _, ok := p.f.CaughtUp(); ok {
			for _, w := range wishes {
				p.send(w)
			}
		}
	}
}

func (p *person) send(w table.Wish) {
	line := p.line
	p.at.Do(func(t *Table, now time.Time) { t.Wish(p.by, line, w, now) })
}

// play plays a ply if it can.
func (p *person) play() {
	for house := range uint32(2 * rules.MaxHouses) {
		if w, _, err := p.f.Wish(table.KindPly, house, ""); err == nil && w != nil {
			p.send(*w)
			return
		}
	}
}

// game has two persons play until a number of plies is on both boards.
func game(plies int, people ...*person) {
	for {
		done := true
		for _, p := range people {
			if p.at == nil {
				p.dial()
			}
			synctest.Wait()
			if p.at != nil {
				p.read()
			}
			if p.at != nil && p.f != nil && p.f.State().Series.Match().Running() && p.f.State().Plies() < plies {
				p.play()
			}
			done = done && p.f != nil && p.f.Pending() == 0 && (p.f.State().Plies() >= plies || !p.f.State().Series.Match().Running())
		}
		synctest.Wait()
		if done {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
