package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

var simSeed = flag.Uint64("seed", 0, "repeats one simulation of nodes")

// TestNodesSimulated has nodes that die, sleep, lie about the time and lose answers play at tables
// of one database, by the store's own statements. Whatever happens, each table has one history,
// with all that was acknowledged, and each game counts once.
func TestNodesSimulated(t *testing.T) { simulate(t, 20) }

func TestLongNodesSimulated(t *testing.T) { simulate(t, need.Short[uint64](20, 1000)) }

func simulate(t *testing.T, count uint64) {
	first := uint64(1)
	if *simSeed != 0 {
		first, count = *simSeed, 1
	}
	acked, taken, games := 0, 0, 0
	for seed := first; seed < first+count; seed++ {
		w := newWorld(t, seed, nil)
		if err := w.play(600); err != nil {
			t.Fatalf("-seed %d: %v", seed, err)
		}
		acked, taken, games = acked+w.acks, taken+w.taken, games+w.games
	}
	if *simSeed == 0 && (acked < 10*int(count) || taken < int(count) || games < int(count)) {
		t.Errorf("%d records were acknowledged, %d tables taken over, %d games counted", acked, taken, games)
	}
}

// TestMutants: the simulation finds each of these mistakes.
func TestMutants(t *testing.T) {
	for name, mutate := range map[string]func(w *world, e *engine){
		"a record is appended at any place": func(_ *world, e *engine) {
			replace(e, moveTab, "UPDATE tab SET place = $2 WHERE id = $1 AND run = $3 AND $2 = $2")
		},
		"a former owner is not noticed": func(_ *world, e *engine) {
			replace(e, moveTab, "UPDATE tab SET place = $2 WHERE id = $1 AND place = $2 - 1 AND $3 = $3")
			replace(e, takeTab, "UPDATE tab SET run = $2 WHERE id = $1 AND place = $3 AND run = $4")
		},
		"a record whose answer was lost is not looked for": func(_ *world, e *engine) {
			replace(e, findRecord, "SELECT 0 WHERE $1 = $1 AND $2 = $2 AND $3 = $3")
		},
		"another node's record is taken for one's own": func(_ *world, e *engine) {
			replace(e, findRecord, "SELECT count(*) FROM record WHERE tab = $1 AND place >= $2 AND $3 = $3")
		},
		"a game counts again": func(_ *world, e *engine) {
			replace(e, findGame, "SELECT 0 WHERE $1 = $1")
		},
		"the clocks of nodes decide who lives": func(w *world, e *engine) {
			e.words = sqliteWords(fmt.Sprintf("((SELECT ms FROM clock) + %d)", w.random.IntN(3)*600_000))
		},
		"a commit whose answer is lost is given up": func(_ *world, e *engine) {
			e.passing = func(error) bool { return false }
		},
		"the primary key is the only fence": func(_ *world, e *engine) {
			replace(e, moveTab, "UPDATE tab SET place = max(place, $2) WHERE id = $1 AND $3 = $3 AND NOT EXISTS (SELECT 1 FROM record WHERE tab = $1 AND place = $2)")
		},
	} {
		var found error
		for seed := uint64(1); seed <= 300 && found == nil; seed++ {
			found = newWorld(t, seed, mutate).play(600)
		}
		if found == nil {
			t.Errorf("%s: the simulation does not find it", name)
		}
		t.Logf("%s: %v", name, found)
	}
}

// replace replaces a statement of an engine.
func replace(e *engine, query, by string) { e.texts.Store(query, e.words.Replace(by)) }

// world is a database and its nodes.
type world struct {
	t      *testing.T
	random *mathrand.Rand
	db     *sql.DB
	mutate func(*world, *engine)
	nodes  []*simNode
	ms     int64

	history map[string][]string // the acknowledged records of each table
	deleted map[string]bool
	counted map[string]bool  // games whose end was acknowledged
	beats   map[string]int64 // of each run: its last sign of life

	acks, taken, games int
}

// simNode is a node, and its part of some tables.
type simNode struct {
	w      *world
	store  *Store
	asleep int
	dead   bool // at some moment of a call: it hears no more
	tables map[string]*simTable
}

// simTable is a table at a node: the records as the node knows them, and the one that it appends.
type simTable struct {
	tab  *Tab
	list []string
	last uint64 // the place of the last record
	job  *job
}

var errDied = errors.New("the node has died")

func newWorld(t *testing.T, seed uint64, mutate func(*world, *engine)) *world {
	db := need.Must(sql.Open("sqlite", ":memory:?_pragma=foreign_keys(1)"))(t)
	db.SetMaxOpenConns(1)
	w := &world{
		t: t, random: mathrand.New(mathrand.NewPCG(seed, 1)), db: db, mutate: mutate, ms: 1_000_000,
		history: map[string][]string{}, deleted: map[string]bool{}, counted: map[string]bool{}, beats: map[string]int64{},
	}
	_, err := db.Exec("CREATE TABLE clock (ms INTEGER); INSERT INTO clock VALUES (1000000)")
	e := sqliteEngine(db, db, simNow)
	need.NoError(t, err, e.migrate(t.Context()))
	for range 3 {
		w.nodes = append(w.nodes, w.start())
	}
	s := w.nodes[0].store
	s.commit = (*sql.Tx).Commit
	for _, m := range []string{"ada", "bob"} {
		need.Must(s.Enter(t.Context(), Member{ID: m, Name: m}, []string{m}, m))(t)
	}
	w.nodes[0].fail(&s.engine)
	return w
}

const simNow = "(SELECT ms FROM clock)"

// start starts a node without goroutines.
func (w *world) start() *simNode {
	n := &simNode{w: w, tables: map[string]*simTable{}}
	e := sqliteEngine(w.db, w.db, simNow)
	if w.mutate != nil {
		w.mutate(w, &e)
	}
	lie := time.Duration(w.random.IntN(3)-1) * 10 * time.Minute
	cfg := Config{Node: "n", Now: func() time.Time { return time.UnixMilli(w.ms).Add(lie) }, Rand: rand.Reader}
	n.store = &Store{engine: e, cfg: cfg, run: fmt.Sprint("run", len(w.beats)), heard: make(chan struct{}, 1), bell: &bell{}, ctx: context.Background()}
	w.beats[n.store.run] = w.ms
	need.NoError(w.t, n.store.Beat(w.t.Context()))
	n.fail(&n.store.engine)
	return n
}

// fail has commits of a node fail: nothing is stored, or only the answer is lost, or the node dies
// before or after.
func (n *simNode) fail(e *engine) {
	passing := e.passing
	e.passing = func(err error) bool { return !errors.Is(err, errDied) && passing(err) }
	e.commit = func(t *sql.Tx) error {
		if n.dead {
			_ = t.Rollback()
			return errDied
		}
		what := n.w.random.IntN(20)
		switch what {
		case 0, 1: // nothing is stored
			return errors.Join(t.Rollback(), &unknownError{errors.New("the connection broke")})
		case 2:
			n.dead = true
			return errors.Join(t.Rollback(), errDied)
		}
		if err := t.Commit(); err != nil {
			return err
		}
		switch what {
		case 3, 4, 5:
			return errors.New("the connection broke")
		case 6:
			n.dead = true
			return errDied
		}
		return nil
	}
}

// play plays for some steps, and returns the first thing that is wrong.
func (w *world) play(steps int) error {
	defer w.db.Close()
	for range steps {
		w.ms += int64(w.random.IntN(200))
		if _, err := w.db.Exec("UPDATE clock SET ms = ?", w.ms); err != nil {
			return err
		}
		i := w.random.IntN(len(w.nodes))
		n := w.nodes[i]
		if n.dead {
			w.nodes[i] = w.start()
			continue
		}
		if n.asleep > 0 {
			n.asleep--
			continue
		}
		if err := n.step(); err != nil && !errors.Is(err, errDied) {
			return err
		}
	}
	return w.check()
}

// step does one thing at a node.
func (n *simNode) step() error {
	id := fmt.Sprint("t", n.w.random.IntN(3))
	t := n.tables[id]
	if n.w.ms-n.w.beats[n.store.run] > 1000 {
		if err := n.beat(); err != nil {
			return err
		}
	}
	switch what := n.w.random.IntN(12); {
	case what == 0:
		n.asleep = n.w.random.IntN(30)
		return nil
	case what <= 3:
		return n.beat()
	case t == nil:
		return n.come(id)
	case t.job != nil:
		return n.append(id, t)
	case what == 4 && len(t.list) > 4:
		return n.remove(id, t)
	case what == 5:
		return n.finish(id, t)
	case what == 6 && len(t.list) > 2:
		return t.tab.Trim(context.Background(), t.last)
	case what == 7:
		delete(n.tables, id)
		return t.tab.Release(context.Background())
	}
	t.job = &job{tab: id, place: t.tab.place + 1, body: []byte(n.next(t))} // decided; stored at a later step
	return nil
}

// beat says that the node lives.
func (n *simNode) beat() error {
	err := n.store.Beat(context.Background())
	if err == nil {
		n.w.beats[n.store.run] = n.w.ms
	}
	if d := n.store.Now().Sub(time.UnixMilli(n.w.ms)); err == nil && d.Abs() > time.Minute {
		return fmt.Errorf("a node takes the time to be %v later", d)
	}
	return err
}

// next returns a record, which names all that the node knows to be before it.
func (n *simNode) next(t *simTable) string {
	return fmt.Sprintf("%d %s %d", len(t.list), t.list[len(t.list)-1][:min(12, len(t.list[len(t.list)-1]))], n.w.random.Uint32())
}

// come makes a table, or takes it over.
func (n *simNode) come(id string) error {
	ctx := context.Background()
	before, _, _, _ := n.w.owner(id)
	tab, records, _, err := n.store.Claim(ctx, id)
	at := new(Elsewhere)
	switch {
	case errors.Is(err, ErrNotFound):
		tab, err = n.store.Create(ctx, id, nil, []byte("0 made"))
		if _, _, _, missing := n.w.owner(id); missing == nil { // also if the node has died since
			n.w.history[id], n.w.deleted[id] = []string{"0 made"}, false
		}
		if err != nil {
			return err
		}
		n.tables[id] = &simTable{tab: tab, list: []string{"0 made"}, last: 1}
		return nil
	case errors.As(err, &at):
		return nil
	case err != nil:
		return err
	}
	if silent := n.w.ms - n.w.beats[before]; before != "" && before != n.store.run && silent < deadAfter.Milliseconds() && n.w.alive(before) {
		return fmt.Errorf("%s was taken over from %s, which had been silent for %d ms", id, before, silent)
	}
	n.w.taken++
	list := n.w.history[id][:0:0]
	for _, r := range records {
		list = append(list, string(r.Body))
	}
	n.tables[id] = &simTable{tab: tab, list: list, last: records[len(records)-1].Place}
	return nil
}

// alive reports whether a run has not died.
func (w *world) alive(run string) bool {
	for _, n := range w.nodes {
		if n.store.run == run {
			return !n.dead
		}
	}
	return false
}

// owner returns the row of a table.
func (w *world) owner(id string) (run string, place uint64, records int, err error) {
	err = w.db.QueryRow("SELECT run, place, (SELECT count(*) FROM record WHERE tab = id) FROM tab WHERE id = ?", id).Scan(&run, &place, &records)
	return run, place, records, err
}

// append tries once to store the record of a table.
func (n *simNode) append(id string, t *simTable) error {
	outcome, err := n.store.appendBatch(context.Background(), []*job{t.job})
	if err != nil {
		if n.store.passing(err) {
			return nil // it is tried again
		}
		return err
	}
	body := string(t.job.body)
	t.job = nil
	if err := t.tab.settle(outcome[0]); err != nil {
		delete(n.tables, id)
		if run, _, _, err := n.w.owner(id); err == nil && run == n.store.run && outcome[0] == ErrLost {
			return fmt.Errorf("%s is this node's, and was given up", id)
		}
		return nil
	}
	return n.acked(id, t, body)
}

// acked notes that a record was reported as stored, and is sent to players.
func (n *simNode) acked(id string, t *simTable, body string) error {
	t.list, t.last = append(t.list, body), t.tab.place
	n.w.acks++
	n.w.history[id] = append(n.w.history[id], body)
	if n.w.deleted[id] {
		return fmt.Errorf("%s goes on after it was removed", id)
	}
	return nil
}

func (n *simNode) remove(id string, t *simTable) error {
	delete(n.tables, id)
	err := t.tab.Delete(context.Background())
	if _, _, _, missing := n.w.owner(id); errors.Is(missing, sql.ErrNoRows) {
		n.w.deleted[id] = true
	}
	return err
}

// finish ends a game at a table, sometimes twice.
func (n *simNode) finish(id string, t *simTable) error {
	body := n.next(t)
	f := Finish{Record: []byte(body), Game: gameOf(fmt.Sprint(id, "-", n.w.random.IntN(20)), "ada", "bob"), Rate: rate}
	err := t.tab.Finish(context.Background(), f)
	if err != nil {
		delete(n.tables, id)
		if run, _, _, no := n.w.owner(id); errors.Is(err, ErrLost) && no == nil && run == n.store.run {
			return fmt.Errorf("%s is this node's, and the end of its game was given up", id)
		}
		if errors.Is(err, ErrLost) {
			err = nil
		}
		return err
	}
	n.w.counted[f.Game.Entry.ID] = true
	n.w.games++
	return n.acked(id, t, body)
}

// check looks at what is stored in the end.
func (w *world) check() error {
	for id, acked := range w.history {
		if w.deleted[id] {
			continue
		}
		var list []string
		rows, err := w.db.Query("SELECT body FROM record WHERE tab = ? ORDER BY place", id)
		if err := each(rows, err, func(rows *sql.Rows) error {
			var body []byte
			err := rows.Scan(&body)
			list = append(list, string(body))
			return err
		}); err != nil {
			return err
		}
		if err := oneHistory(id, list, acked); err != nil {
			return err
		}
	}
	var games, rated, stored int
	if err := w.db.QueryRow("SELECT count(*), (SELECT coalesce(sum(rated_games), 0) FROM rating) FROM game").Scan(&games, &rated); err != nil {
		return err
	}
	for id := range w.counted {
		if err := w.db.QueryRow("SELECT count(*) FROM game WHERE id = ?", id).Scan(&stored); err != nil || stored != 1 {
			return fmt.Errorf("game %s is stored %d times, %v", id, stored, err)
		}
	}
	if rated != 2*games {
		return fmt.Errorf("%d games were rated %d times", games, rated)
	}
	return nil
}

// oneHistory reports a record that does not follow the one before it, or an acknowledged one that
// is missing behind the first that is kept.
func oneHistory(id string, list, acked []string) error {
	at := map[string]bool{}
	for i, body := range list {
		at[body] = true
		if i > 0 && !strings.HasPrefix(strings.SplitN(body, " ", 2)[1], list[i-1][:min(12, len(list[i-1]))]) {
			return fmt.Errorf("%s: %q comes behind %q", id, body, list[i-1])
		}
	}
	kept := false
	for _, body := range acked {
		if kept = kept || len(list) > 0 && body == list[0]; kept && !at[body] {
			return fmt.Errorf("%s: %q was acknowledged, and is not in %q", id, body, list)
		}
	}
	return nil
}
