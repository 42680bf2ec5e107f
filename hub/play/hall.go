package play

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/pipe"
	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/workers"
	"mancala/rules"
)

// Errors of a [Hall]. Compare with errors.Is.
var (
	// ErrDraining says that the hall takes no new tables.
	ErrDraining = errors.New("this node takes no new tables")
	// ErrNoTable says that there is no such table here.
	ErrNoTable = errors.New("there is no such table")
)

// busWait is how long the hall waits for an answer of the bus, and bringWait how long for all that
// it takes to bring a player to a table: a player's program waits for ten seconds.
const (
	busWait   = 5 * time.Second
	bringWait = 9 * time.Second
)

// Config sets a [Hall].
type Config struct {
	// Bus carries what the nodes share.
	Bus bus.Bus
	// Key is the key that those who connect were shown; zero if connections are not encrypted.
	Key keys.Known
	// Ended takes the result of a game. It is called again with the same id if it fails, and may be
	// if this node dies; so it must be idempotent.
	Ended func(context.Context, Result) error
	// Gone is told that a table is over, and the id of the player who came to its first game if the
	// other one did not, or else ""; nil tells no one.
	Gone func(id, alone string)
	// Stored is told how long it took to store a change of a table, such as a ply; nil tells no
	// one. It must not block.
	Stored func(took time.Duration)
	// Owns reports whether a key is that of a device of a player, to whom alone the player's seat
	// is given; nil gives it to everyone with the ticket.
	Owns func(ctx context.Context, player string, key keys.Fingerprint) (bool, error)
	// Watchers is the number of people who may watch a table; 0 means 1,000.
	Watchers int
	// Pace is how many frames a player may send at once, and in a second, that cost something, such
	// as plies, wishes and talk. Further ones are read later. The zero value means 100 and 5.
	Pace Pace
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
	// Log is the log for operators; nil means none.
	Log *slog.Logger
}

// Pace is how many events there may be at once, and in a second in the long run.
type Pace struct{ Burst, Rate float64 }

// Hall has the tables of one node. A table is at one node at a time: the one that stored it last.
// Players may connect to any node; a hall passes them on to the one with the table, and takes the
// table over if that is gone. It is safe for concurrent use. Make one with [NewHall].
type Hall struct {
	cfg    Config
	run    string // names this run of the node
	games  bus.Bucket
	doors  bus.Bucket
	pipes  *pipe.Pipes
	ears   []bus.Subscription // for the other nodes
	ctx    context.Context    // ends with the hall
	cancel context.CancelFunc
	wait   sync.WaitGroup // for the tables
	crew   *workers.Crew  // does the work of the tables and their connections

	mu         sync.Mutex
	tables     map[string]*seating
	alive      map[string]time.Time // when each node was last heard
	silent     map[string]int       // for how many rounds they have not been heard
	died       map[string]time.Time // when those were last heard that count as dead
	runs       map[string]string    // the run of each node that was heard last
	left       map[string]string    // the runs of nodes that have said goodbye and are not silent yet
	doubts     int                  // how many rounds are left in which this node asks which tables it has
	drained    reminder             // another node has handed its tables over
	astray     reminder             // a record may have been left that no table has
	loose      reminder             // a door may have been left whose table is gone
	draining   bool
	complained map[string]time.Time // when something was said about the bus
}

// NewHall returns a hall, which takes over the tables that this node had before it was restarted.
func NewHall(cfg Config) (*Hall, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Stored == nil {
		cfg.Stored = func(time.Duration) {}
	}
	if cfg.Pace == (Pace{}) {
		cfg.Pace = Pace{Burst: 100, Rate: 5}
	}
	if cfg.Watchers == 0 {
		cfg.Watchers = 1000
	}
	run := make([]byte, 8)
	if _, err := io.ReadFull(cfg.Rand, run); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	h := &Hall{
		cfg: cfg, run: hex.EncodeToString(run), tables: map[string]*seating{},
		alive: map[string]time.Time{}, silent: map[string]int{}, died: map[string]time.Time{},
		runs: map[string]string{}, left: map[string]string{}, complained: map[string]time.Time{},
	}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.crew = workers.New(h.ctx.Done())
	err := h.join()
	if err != nil {
		h.cancel()
		return nil, err
	}
	h.noteLoose() // an earlier run may have left some
	go h.watchOver()
	return h, nil
}

// join opens the buckets and subscriptions of the hall.
func (h *Hall) join() error {
	ctx, cancel := context.WithTimeout(h.ctx, busWait)
	defer cancel()
	var err error
	if h.games, err = h.cfg.Bus.Bucket(ctx, gamesBucket, bus.BucketConfig{}); err != nil {
		return fmt.Errorf("the bucket of the games: %w", err)
	}
	if h.doors, err = h.cfg.Bus.Bucket(ctx, doorsBucket, bus.BucketConfig{}); err != nil {
		return fmt.Errorf("the bucket of the doors: %w", err)
	}
	for pattern, f := range map[string]func(bus.Message){
		"alive.*": h.heard, drainedSubject: h.noteDrained, takenSubject: h.noteTaken,
		hereSubject + h.cfg.Bus.Node(): answerHere, returnedSubject + h.cfg.Bus.Node(): h.noteReturned,
	} {
		ear, err := h.cfg.Bus.Subscribe(pattern, "", f)
		if err != nil {
			return errors.Join(err, h.deafen())
		}
		h.ears = append(h.ears, ear)
	}
	if h.pipes, err = pipe.Listen(h.cfg.Bus, h.accept); err != nil {
		return errors.Join(err, h.deafen())
	}
	return nil
}

// deafen ends the subscriptions.
func (h *Hall) deafen() (err error) {
	for _, ear := range h.ears {
		err = errors.Join(err, ear.Close())
	}
	return err
}

// Start makes a table at this node. Once it returns, the players can take their seats.
func (h *Hall) Start(ctx context.Context, s Setup) error {
	if h.isDraining() {
		return ErrDraining
	}
	if s.Players[0].Ticket.IsZero() || s.Players[1].Ticket.IsZero() || s.First < 0 || s.First > 1 {
		return errors.New("a table needs two tickets, and one of two players who begins")
	}
	if err := s.Time.Check(); err != nil {
		return err
	}
	table, err := NewTable(s, h.cfg.Now())
	if err != nil {
		return rules.NewNote("match.bad-rules", err).Because(err)
	}
	r := record{Owner: h.cfg.Bus.Node(), Run: h.run, Setup: s, State: table.state, At: h.cfg.Now()}
	for leg := range s.Players {
		r.Doors = append(r.Doors, ticketKey(s.Players[leg].Ticket))
	}
	if !s.Watch.IsZero() && !s.NoWatchers {
		r.Doors = append(r.Doors, ticketKey(s.Watch))
	}
	data, err := r.encode()
	if err != nil {
		return err
	}
	revision, err := h.games.Create(ctx, s.ID, data)
	if err != nil {
		h.noteAstray()
		return fmt.Errorf("table %s: %w", s.ID, err)
	}
	for i, key := range r.Doors {
		d := door{Table: s.ID, Leg: i % 2, Watch: i == 2}
		if !d.Watch {
			d.Player = s.Players[d.Leg].Player
		}
		if err := h.openDoor(ctx, key, d); err != nil {
			h.noteAstray() // it is taken over, and closed since no one comes
			return fmt.Errorf("table %s: %w", s.ID, err)
		}
	}
	h.seat(table, r, revision)
	return nil
}

// Status is a table as operators and lists see it.
type Status struct {
	Setup  Setup
	Number int
	Plies  int
	Ending match.Ending
	Online [2]bool
	Closed bool
}

// Tables returns the tables at this node.
func (h *Hall) Tables() []Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]Status, 0, len(h.tables))
	for _, t := range h.tables {
		all = append(all, t.status())
	}
	return all
}

// TableCount returns the number of tables at this node.
func (h *Hall) TableCount() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Stop closes a table that is at this node; a running game is abandoned.
func (h *Hall) Stop(id string) error {
	t := h.find(id)
	if t == nil {
		return ErrNoTable
	}
	t.ask(func() { t.table.Stop(h.cfg.Now()) })
	return nil
}

// find returns a table of this node, or nil.
func (h *Hall) find(id string) *seating {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tables[id]
}

// isDraining reports whether the hall takes no new tables.
func (h *Hall) isDraining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}

// Receive takes in a connection of a player or a watcher: it goes on at its table.
func (h *Hall) Receive(nc net.Conn, k listen.Request) {
	ctx, cancel := context.WithTimeout(h.ctx, bringWait)
	defer cancel()
	key := doorKey(k)
	if key == "" {
		k.TurnAway(nc)
		return
	}
	var err error
	for again := 10 * time.Millisecond; ctx.Err() == nil; again *= 2 {
		if err = h.admit(ctx, nc, key, k); err == nil {
			return
		}
		if errors.Is(err, bus.ErrNotFound) {
			k.TurnAway(nc)
			return
		}
		time.Sleep(again) // the bus may answer again
	}
	h.cfg.Log.Warn("a connection cannot be brought to its table", "error", err)
	_ = nc.Close()
}

// admit brings a connection to the table that its key leads to.
func (h *Hall) admit(ctx context.Context, nc net.Conn, key string, k listen.Request) error {
	d, err := h.findDoor(ctx, key)
	if err != nil {
		return err
	}
	if d.Watch && k.Kind != listen.Watcher { // all members may have this ticket
		return bus.ErrNotFound
	}
	if err := h.mayEnter(ctx, d, k); err != nil {
		return err
	}
	err = h.bring(ctx, nc, d, visitor{Leg: d.Leg, Addr: k.Addr, Far: k.Far, Kind: k.Kind})
	if errors.Is(err, bus.ErrNotFound) { // the node died between the end of the table and of its doors
		_ = h.doors.Delete(ctx, key, 0)
	}
	return err
}

// mayEnter returns bus.ErrNotFound for a stranger who shows the ticket of a player.
func (h *Hall) mayEnter(ctx context.Context, d door, k listen.Request) error {
	if h.cfg.Owns == nil || d.Player == "" || k.Kind != listen.Guest {
		return nil
	}
	owns, err := h.cfg.Owns(ctx, d.Player, k.Key)
	if err == nil && !owns {
		h.complain("someone came with the ticket of a player, and without a key of theirs", "table", d.Table, "player", d.Player, "addr", k.Addr)
		err = bus.ErrNotFound
	}
	return err
}

// bring hands a connection to its table, wherever that is. The connection belongs to the table
// unless there is an error.
func (h *Hall) bring(ctx context.Context, nc net.Conn, d door, v visitor) error {
	for try := range 8 {
		if t := h.find(d.Table); t != nil && t.take(nc, v) {
			return nil
		}
		entry, err := h.games.Get(ctx, d.Table)
		if err != nil {
			return err
		}
		r, err := decodeRecord(entry.Data)
		if err != nil {
			return err
		}
		switch {
		case r.Run == h.run && try < 4: // it is being set up, or goes
			time.Sleep(10 << try * time.Millisecond)
			continue
		case r.Owner != "" && r.Owner != h.cfg.Bus.Node():
			v.Table = d.Table
			if err = h.pass(ctx, nc, r.Owner, v); err == nil {
				return nil
			}
		}
		if err = h.takeOver(ctx, r, entry.Revision); err != nil && !errors.Is(err, bus.ErrConflict) {
			return err
		}
	}
	return errors.New("the table changes its place too often")
}

// Drain hands all tables over: they are stored without an owner, and their players, who dial again,
// bring them to other nodes, which are told why this one leaves. New tables are refused from now
// on.
func (h *Hall) Drain(ctx context.Context, why string) error {
	h.mu.Lock()
	h.draining = true
	tables := make([]*seating, 0, len(h.tables))
	for _, t := range h.tables {
		tables = append(tables, t)
	}
	h.mu.Unlock()
	for _, t := range tables {
		t.ask(func() { t.leaving = true })
	}
	done := make(chan struct{})
	go func() {
		h.wait.Wait()
		close(done)
	}()
	select {
	case <-done:
		return h.sayGoodbye(why, 0)
	case <-ctx.Done():
		return errors.Join(ctx.Err(), h.sayGoodbye(why, h.TableCount()))
	}
}

// Close drops all tables without a word, as the end of the process does. Other nodes take them over
// once this one is silent. A node that stops in an orderly way calls Drain first.
func (h *Hall) Close() error {
	h.cancel()
	err := errors.Join(h.deafen(), h.pipes.Close())
	h.mu.Lock()
	for _, t := range h.tables {
		t.ring()
	}
	h.mu.Unlock()
	h.wait.Wait()
	return err
}
