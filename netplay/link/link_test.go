package link

import (
	"crypto/rand"
	"log/slog"
	"sync"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/faults"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/tools/need"
)

func kalah(houses, seeds int) rules.Variant {
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(houses, seeds)
	return v
}

var kalah64 = kalah(6, 4)

// disk keeps the newest bookmark of an end, and how games were amended.
type disk struct {
	mu      sync.Mutex
	mark    match.Bookmark
	saves   int
	amended map[string]match.Result
	proof   string // the last evidence
	id      *keys.Identity
}

// identity returns the key of this program.
func (d *disk) identity() (id *keys.Identity, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.id == nil {
		d.id, err = keys.NewIdentity(rand.Reader)
	}
	return d.id, err
}

func (d *disk) evidence(text string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.proof = text
	return "proof"
}

func (d *disk) keep(b match.Bookmark, stored func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mark, d.saves = b, d.saves+1
	if stored != nil {
		go stored()
	}
}

func (d *disk) amend(id string, _ rules.Game, r match.Result) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.amended == nil {
		d.amended = map[string]match.Result{}
	}
	d.amended[id] = r
}

// bookmark returns the kept state.
func (d *disk) bookmark(t testing.TB) *match.Bookmark {
	t.Helper()
	b := d.read()
	if b.Over() {
		t.Fatal("nothing is kept")
	}
	return &b
}

func (d *disk) read() match.Bookmark {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.mark
}

// end is a link of a test, and its disk.
type end struct {
	tabletest.End
	name string
	disk *disk
}

func newEnd(t *testing.T, name string, d *disk) *end {
	return &end{End: tabletest.End{T: t}, name: name, disk: d}
}

// endOf returns the end of a link without a disk.
func endOf(t *testing.T, l table.Link) *end { return newEnd(t, "an end", nil).start(l) }

func (e *end) common() Common {
	return Common{Name: e.name, AppVersion: "1.0", Log: slog.New(slog.NewTextHandler(e.T.Output(), nil)), Keep: e.disk.keep, Amend: e.disk.amend, Evidence: e.disk.evidence}
}

func (e *end) start(l table.Link) *end {
	e.Link = l
	e.T.Cleanup(func() { _ = l.Close() })
	return e
}

func host(t *testing.T, d *disk, addr string, cfg HostConfig) *end {
	e := newEnd(t, "Hilda", d)
	cfg.Common, cfg.Identity = e.common(), d.identity
	if cfg.Variant == (rules.Variant{}) && cfg.Resume == nil {
		cfg.Variant, cfg.First = kalah(3, 2), match.FirstHost
	}
	return e.start(Host(addr, cfg))
}

func join(t *testing.T, d *disk, addr string, cfg GuestConfig) *end {
	e := newEnd(t, "Gus", d)
	cfg.Common = e.common()
	return e.start(Join(addr, cfg))
}

// await1 is next for an event that passes.
func await1[E table.News](e *end, passes func(E) bool) E {
	e.T.Helper()
	event := next[E](e)
	for !passes(event) {
		event = next[E](e)
	}
	return event
}

func next[E table.News](e *end) E {
	e.T.Helper()
	return tabletest.Must[E](&e.End)
}

// expect returns the next event, which must be of type E.
func expect[E table.News](e *end) E {
	e.T.Helper()
	event := e.Hear()
	want, ok := event.(E)
	if !ok {
		e.T.Fatalf("%s came instead of %T: %s", eventText(event), want, e)
	}
	return want
}

// String returns the events.
func (e *end) String() (s string) {
	for _, event := range e.Heard {
		s += "\n\t" + eventText(event)
	}
	return s
}

func (e *end) must(err error) {
	e.T.Helper()
	if err != nil {
		e.T.Fatalf("%s: %v", e.name, err)
	}
}

func (e *end) play(h rules.House) {
	e.T.Helper()
	e.must(e.Play(h))
}

// sees waits for a ply.
func (e *end) sees(n int) {
	e.T.Helper()
	await1(e, func(p table.Played) bool { return p.Series.Match().Plies() == n })
}

// until waits until something holds of an end's disk.
func (e *end) until(what string, holds func(b match.Bookmark) bool) {
	e.T.Helper()
	need.Until(e.T, e.name+" "+what, func() bool { return holds(e.disk.read()) })
}

// pair returns two ends in their first game, over a line that can be cut.
func pair(t *testing.T, cfg HostConfig) (h, g *end, line *faults.Proxy) {
	t.Helper()
	h = host(t, new(disk), "127.0.0.1:0", cfg)
	line = proxy(t, next[table.Listening](h).Addr)
	g = join(t, new(disk), line.Addr(), GuestConfig{})
	next[table.GameStarted](h)
	next[table.GameStarted](g)
	return h, g, line
}

// failure returns the note of a link that has failed.
func failure(t *testing.T, e *end) string {
	t.Helper()
	failed := expect[table.Failed](e)
	return failed.Note.String()
}

// listeningHost returns a host over loopback and its address.
func listeningHost(t *testing.T) (*end, string) {
	t.Helper()
	host := endOf(t, Host("127.0.0.1:0", HostConfig{Variant: kalah64, First: match.FirstHost}))
	listening := expect[table.Listening](host)
	if len(listening.Reachable) != 1 || listening.Reachable[0] != listening.Addr {
		t.Errorf("a host on one address can be reached at %q", listening.Reachable)
	}
	return host, listening.Addr
}

// joins returns a guest who has begun to connect.
func joins(t *testing.T, addr string) *end {
	t.Helper()
	guest := endOf(t, Join(addr, GuestConfig{Common: Common{Name: "Gus"}}))
	expect[table.Connecting](guest)
	return guest
}

func TestGameOverNetwork(t *testing.T) {
	h, g, _ := pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	g.play(1)
	h.sees(2)
	h.must(h.Wish(table.KindSay, 0, "hello"))
	if said := next[table.Said](g); said.By != match.Host || said.Text != "hello" {
		t.Errorf("the guest hears %+v", said)
	}
	g.must(g.Wish(table.KindResign, 0, ""))
	for _, e := range []*end{h, g} {
		if over := next[table.GameOver](e); over.Series.Match().Result().Ending != match.Resigned || over.By != match.Guest {
			t.Errorf("%s sees %+v", e.name, over)
		}
	}
	h.must(h.Wish(table.KindName, 0, "Hilda the Great"))
	if named := next[table.WinnerNamed](g); named.Name != "Hilda the Great" {
		t.Errorf("the guest hears %+v", named)
	}
	h.must(h.Wish(table.KindWant, 0, ""))
	next[table.RematchWanted](g)
	g.must(g.Wish(table.KindWant, 0, ""))
	for _, e := range []*end{h, g} {
		if began := next[table.GameStarted](e); began.Series.Number() != 2 || began.Series.Starter() != match.Guest {
			t.Errorf("%s sees %+v", e.name, began)
		}
	}
	g.Link.Leave(table.ReasonQuit)
	next[table.PeerLeft](g)
	if left := next[table.PeerLeft](h); left.Local || left.Kept || left.Reason != table.ReasonQuit {
		t.Errorf("the host sees %+v", left)
	}
	g.until("deleted at the guest", match.Bookmark.Over)
	h.until("deleted at the host", match.Bookmark.Over)
}

func proxy(t *testing.T, to string) *faults.Proxy {
	p := need.Must(faults.Start(to, faults.Config{}))(t)
	t.Cleanup(func() { _ = p.Close() })
	return p
}
