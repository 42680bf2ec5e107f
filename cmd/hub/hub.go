package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"mancala/cmd/hub/admin"
	"mancala/cmd/hub/certs"
	"mancala/cmd/hub/club"
	"mancala/cmd/hub/config"
	"mancala/cmd/hub/gateway"
	"mancala/cmd/hub/health"
	"mancala/cmd/hub/lines"
	"mancala/cmd/hub/store"
	"mancala/cmd/hub/tables"
	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/transport"
	"mancala/netplay/web"
	"mancala/netplay/workers"
)

// hub is a node of a club: its parts, in starting order.
type hub struct {
	cfg    config.Config
	log    *slog.Logger
	ctx    context.Context // ends with the hub
	cancel context.CancelFunc
	began  time.Time

	store    *store.Store
	nodes    nodes
	gateway  *gateway.Gateway
	club     *club.Club
	tables   *tables.Tables
	lines    *lines.Lines
	listener *transport.Listener
	vitals
	crowd   crowd
	trusted trusted

	built    chan struct{} // closed once the tables are there
	drained  chan struct{} // closed by an operator's command to stop
	draining sync.Once
	work     sync.WaitGroup
	closers  []func() error // in the order of the beginnings
}

// newHub returns a hub whose parts have not started.
func newHub(ctx context.Context, cfg config.Config, log *slog.Logger) *hub {
	h := &hub{cfg: cfg, log: log, began: time.Now(), built: make(chan struct{}), drained: make(chan struct{})}
	h.trusted.list = cfg.Trusted()
	h.crowd.strangers.Free = h.trusted.free
	h.crowd.strangers.Limit(limit.Games, limit.Limit{Each: cfg.Limits.Address})
	h.ctx, h.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return h
}

// openSocket takes commands from operators. It is the first part, since a second hub on the same
// folder ends here.
func (h *hub) openSocket(context.Context) error {
	if err := checkFolder(h.cfg.Data); err != nil {
		return err
	}
	stop, err := admin.Listen(h.ctx, h.cfg.AdminSocket(), operators{h}.commands(), h.log)
	if err == nil {
		h.later(stop)
	}
	return err
}

// openStore opens the club's database. It waits without a limit for one of several nodes.
func (h *hub) openStore(ctx context.Context) error {
	cfg := database(h.cfg)
	cfg.Log = h.log
	for {
		s, err := store.Open(ctx, cfg)
		if err == nil {
			h.store = s
			break
		}
		if !h.shared() || !store.Passing(err) || ctx.Err() != nil {
			return err
		}
		h.log.Warn("The hub waits for its database.", "err", err)
		if !workers.Pause(ctx, storePause) {
			return ctx.Err()
		}
	}
	h.later(h.store.Close)
	h.open.Store(h.store)
	return errors.Join(h.nodes.look(ctx, h.store), h.checkNodes())
}

// storePause is the time between two attempts to open the database.
const storePause = 2 * time.Second

// later has f called when the hub closes, before all that was there earlier.
func (h *hub) later(f func() error) { h.closers = append(h.closers, f) }

// openClub starts the club, its tables and the gateway, which depend on one another.
func (h *hub) openClub(ctx context.Context) (err error) {
	id, err := identity(ctx, h.store)
	if err != nil {
		return err
	}
	rated, err := h.cfg.Rated()
	if err != nil {
		return err
	}
	h.gateway = gateway.New(h.store, h.log)
	heard, err := h.store.Last(ctx)
	if err != nil {
		return err
	}
	h.club, err = club.New(ctx, club.Config{
		Store: h.store, Games: nodeTables{h}, Rand: rand.Reader, Log: h.log, RatedComputers: h.cfg.RatedComputers, RatedRules: rated,
		Notifier: h.gateway, Ended: h.ended,
	})
	if err != nil {
		return err
	}
	h.later(func() error { h.club.Close(); return nil })
	if err := h.announce(ctx); err != nil {
		return err
	}
	tickets, err := h.openTables(ctx)
	if err != nil {
		return err
	}
	h.gateway.Open(gateway.Config{
		Club: h.club, Archive: store.ArchiveOf(h.store), Name: h.cfg.Name, Key: id.Fingerprint(), Ticket: tickets.For, Where: h.tables.Where, Addresses: h.addresses,
		ByAddress: h.cfg.Limits.Address, Newcomers: h.cfg.Limits.Newcomers, Free: h.trusted.free, Refused: h.refused,
	})
	h.later(func() error { h.gateway.Close(); return nil })
	close(h.built)
	h.watchStore(heard)
	return nil
}

// watchStore follows the changes behind a number, and says each second that this node lives.
func (h *hub) watchStore(heard uint64) {
	running, stop := context.WithCancel(h.ctx)
	h.work.Go(func() { _ = h.store.Follow(running, heard, h.hear) })
	h.work.Go(func() { h.beat(running) })
	h.later(func() error { stop(); h.work.Wait(); return nil })
	if !h.shared() {
		h.board.Check("room", true, health.Room(h.cfg.Data))
	}
}

// Kinds of changes by which a node asks the one that has a table for something.
const (
	closeKind = "close" // the table ends
	leaveKind = "leave" // a member leaves it, whose id is the body
)

// hear takes in what the nodes have told, this one too.
func (h *hub) hear(list []store.Change, missed bool) {
	h.club.Hear(list, missed)
	h.gateway.Hear(list)
	for _, c := range list {
		switch c.Kind {
		case closeKind:
			h.tables.Stop(c.ID)
		case leaveKind:
			h.tables.Leave(c.ID, string(c.Body), func(bool) {})
		}
	}
}

// openTables has games played at this node.
func (h *hub) openTables(ctx context.Context) (tables.Tickets, error) {
	secret, err := seed(ctx, h.store)
	if err != nil {
		return tables.Tickets{}, err
	}
	tickets, err := tables.NewTickets(secret)
	if err != nil {
		return tickets, err
	}
	h.tables = tables.Open(tables.Config{
		Store: h.store, Secret: secret, Log: h.log, Finish: h.club.Finish,
		Stored: func(took time.Duration) { h.took.Observe(took.Seconds()) }, Taken: h.taken.Inc,
	})
	h.later(func() error { h.tables.Close(); return nil })
	h.lines = lines.Open(lines.Config{Tables: h.tables, Tickets: tickets, Owns: h.club.Owns, Log: h.log})
	h.later(h.lines.Close)
	return tickets, nil
}

// announce makes the announcement of the configuration once.
func (h *hub) announce(ctx context.Context) error {
	if h.cfg.Announcement == "" {
		return nil
	}
	now, err := h.club.Announcement(ctx)
	if err != nil || now == lobby.CleanText(h.cfg.Announcement) {
		return err
	}
	return h.club.Announce(ctx, h.cfg.Announcement)
}

func (h *hub) openFront(ctx context.Context) (err error) {
	certificates, err := h.certificates(ctx)
	if err != nil {
		return err
	}
	h.listener, err = transport.Listen(h.ctx, h.cfg.Listen, transport.ListenConfig{
		Name: h.cfg.Name, Identity: func() (*keys.Identity, error) { return identity(h.ctx, h.store) }, Certificates: certificates,
		Browsers: h.browsers, Full: func() { h.refused("files") }, Log: h.log,
	}, h.receive)
	if err != nil {
		return fmt.Errorf("%s cannot be listened at: %w", h.cfg.Listen, err)
	}
	h.later(h.listener.Close)
	return nil
}

// receive takes in a connection.
func (h *hub) receive(nc net.Conn, k transport.Request) {
	addr := limit.AddressOf(k.Addr)
	if k.Far {
		addr = addr.Far()
	}
	if k.Purpose != transport.ToLobby {
		counted := h.crowd.let(nc, addr)
		if counted == nil {
			h.refused(limit.Games.String())
			_ = nc.Close()
			return
		}
		h.lines.Receive(counted, k)
		return
	}
	h.gateway.Serve(h.ctx, nc, k.Key, addr)
}

// browsers makes the server for browsers: the page, and the streams of its program.
func (h *hub) browsers(site transport.Site) transport.Browsers {
	page, _ := h.page()
	return web.NewServer(web.Config{
		Page:   page,
		NoPage: "This is a mancala club. Install the program mancala, and enter this address under Club.", Places: site.Places,
		Info: func() web.Info {
			return web.Info{Kind: "club", Name: site.Name, Encrypted: site.Encrypted, Watchers: true}
		},
		Names: h.names(), NotOurs: notOurs, Others: h.addresses, Enter: site.Enter, Log: h.log,
	})
}

// certificates returns the source of certificates for browsers, or nil.
func (h *hub) certificates(context.Context) (func(*tls.ClientHelloInfo) (*tls.Certificate, error), error) {
	t := h.cfg.TLS
	switch {
	case t.Certificate != "":
		return certs.Files(t.Certificate, t.Key, time.Now, h.log)
	case len(t.Domains) > 0:
		manager, err := certs.ACME(store.SecretsOf(h.store), t.Domains, certs.Authority{Directory: t.Directory, Roots: t.Roots, Email: t.Email})
		if err == nil {
			_, err = certs.Challenges(h.ctx, manager, t.Challenges, h.log)
		}
		if err != nil {
			return nil, err
		}
		source := certs.Told(manager.GetCertificate, h.log)
		go certs.Fetch(h.ctx, source, t.Domains)
		return source, nil
	}
	return nil, nil
}

// openBoard shows operators how the hub is, from its start on.
func (h *hub) openBoard(context.Context) error {
	h.vitals = newVitals(h.cfg.Node.Name)
	if h.cfg.Operators.Metrics == "" {
		return nil
	}
	addr, err := h.board.Listen(h.ctx, h.cfg.Operators.Metrics, h.log)
	if err == nil {
		h.log.Info("Metrics are served.", "address", addr.String())
	}
	return err
}

// stopWait is how long the parts of a hub may take to end.
const stopWait = 20 * time.Second

// close hands the games over to other nodes and ends the hub.
func (h *hub) close() error {
	h.log.Info("The hub stops. Its games go to other nodes, or wait until it runs again.", "most", time.Duration(h.cfg.Drain))
	h.board.Drain()
	h.club.Drain()
	h.gateway.Drain()
	ctx, cancel := context.WithTimeout(h.ctx, time.Duration(h.cfg.Drain))
	defer cancel()
	_ = h.listener.Close() // players dial another node
	if err := h.tables.Drain(ctx); err != nil {
		h.log.Warn("Not all games could be handed over.", "games", h.tables.Count(), "err", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- h.shut() }()
	var err error
	select {
	case err = <-ended:
	case <-time.After(stopWait): // such as for a database that does not answer
		err = errors.New("parts of the hub did not stop in time")
	}
	h.log.Info("The hub has stopped.", "after", time.Since(h.began).Round(time.Second))
	return err
}

// shutWait is how long each part of a hub may take to end. A part may wait for a
// database that never answers again.
const shutWait = 5 * time.Second

// shut closes all started parts, the last one first. It abandons a part that does not end.
func (h *hub) shut() (err error) {
	for i, end := range slices.Backward(h.closers) {
		ended := make(chan error, 1)
		go func() { ended <- end() }()
		select {
		case failed := <-ended:
			err = errors.Join(err, failed)
		case <-time.After(shutWait):
			h.log.Warn("A part of the hub does not end. It is left.", "part", i+1, "of", len(h.closers))
		}
	}
	h.cancel()
	return err
}
