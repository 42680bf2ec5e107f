package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"mancala/hub/admin"
	"mancala/hub/bus"
	"mancala/hub/bus/local"
	"mancala/hub/bus/natsbus"
	"mancala/hub/certs"
	"mancala/hub/claims"
	"mancala/hub/club"
	"mancala/hub/config"
	"mancala/hub/gateway"
	"mancala/hub/lines"
	"mancala/hub/record"
	"mancala/hub/tables"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/web"
)

// hub is a node of a club: its parts, in starting order.
type hub struct {
	cfg    config.Config
	log    *slog.Logger
	ctx    context.Context // ends with the hub
	cancel context.CancelFunc
	began  time.Time

	bus     bus.Bus
	broker  *local.Broker // nil if the bus is another one
	record  *record.Record
	follow  *record.Follower
	gateway *gateway.Gateway
	club    *club.Club
	games
	listener *listen.Listener
	vitals
	server  *natsbus.Server // nil if it is outside, or the bus another one
	crowd   crowd
	trusted trusted

	built    chan struct{} // closed once the tables are there
	drained  chan struct{} // closed by an operator's command to stop
	draining sync.Once
	work     sync.WaitGroup
	mu       sync.Mutex     // for server, while the hub starts
	closers  []func() error // in the order of the beginnings
}

// games are the parts that play them.
type games struct {
	claims *claims.Claims
	tables *tables.Tables
	lines  *lines.Lines
}

// newHub returns a hub whose parts have not started.
func newHub(ctx context.Context, cfg config.Config, log *slog.Logger) *hub {
	h := &hub{cfg: cfg, log: log, began: time.Now(), built: make(chan struct{}), drained: make(chan struct{})}
	h.trusted.list = cfg.Trusted()
	h.crowd.most, h.crowd.free = cfg.Limits.Address, h.trusted.free
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

// openBus joins the other nodes, or makes a bus only for this one.
func (h *hub) openBus(ctx context.Context) (err error) {
	b, node := h.cfg.Bus, natsbus.Config{Node: h.cfg.Bus.Node, Log: h.log}
	switch {
	case b.NATS != "":
		node.Roots = b.Roots
		h.bus, err = natsbus.Dial(ctx, b.NATS, node)
	case b.Cluster != "" || len(b.Peers) > 0:
		var server *natsbus.Server
		server, err = natsbus.Start(natsbus.ServerConfig{
			Node: b.Node, Dir: filepath.Join(h.cfg.Data, "bus"), Cluster: b.Cluster, Peers: b.Peers, Secret: b.Secret, Log: h.log,
		})
		if err != nil {
			break
		}
		h.later(func() error { server.Shutdown(); return nil })
		h.mu.Lock()
		h.server = server
		h.mu.Unlock()
		h.bus, err = server.Join(ctx, node)
	default:
		if h.broker, err = local.Open(ctx, filepath.Join(h.cfg.Data, "bus")); err != nil {
			break
		}
		h.later(h.broker.Close)
		h.bus, err = h.broker.Join(b.Node)
	}
	if err != nil {
		return fmt.Errorf("the bus cannot be used: %w", err)
	}
	h.later(h.bus.Close)
	return nil
}

// later has f called when the hub closes, before all that was there earlier.
func (h *hub) later(f func() error) { h.closers = append(h.closers, f) }

// openRecord opens the record, which then follows the bus.
func (h *hub) openRecord(ctx context.Context) (err error) {
	if h.record, err = record.Open(ctx, record.Config{Dir: h.cfg.Data, Log: h.log}); err != nil {
		return err
	}
	h.later(h.record.Close)
	h.follow = &record.Follower{Record: h.record, Bus: h.bus, Member: club.ForRecord}
	following, stop := context.WithCancel(h.ctx)
	h.work.Go(func() { h.follow.Run(following) })
	h.later(func() error { stop(); h.work.Wait(); return nil })
	return nil
}

// openClub starts the club, its tables and the gateway, which depend on one another.
func (h *hub) openClub(ctx context.Context) (err error) {
	id, err := identity(ctx, h.bus)
	if err != nil {
		return err
	}
	rated, err := h.cfg.Rated()
	if err != nil {
		return err
	}
	if h.gateway, err = gateway.New(h.bus, h.log); err != nil {
		return err
	}
	h.club, err = club.New(ctx, club.Config{
		Bus: h.bus, Games: nodeTables{h}, Rand: rand.Reader, Log: h.log, Addresses: h.cfg.Addresses,
		RatedComputers: h.cfg.RatedComputers, RatedRules: rated, Notifier: h.gateway,
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
	if _, err := h.bus.Subscribe(closeSubject, func(m bus.Message) { h.tables.Stop(string(m.Data)) }); err != nil {
		return err
	}
	if _, err := h.bus.Subscribe(leaveSubject, h.leaveHere); err != nil {
		return err
	}
	h.gateway.Open(gateway.Config{
		Club: h.club, Archive: h.record, Name: h.cfg.Name, Key: id.Fingerprint(), Ticket: tickets.For,
		ByAddress: h.cfg.Limits.Address, Newcomers: h.cfg.Limits.Newcomers, Free: h.trusted.free, Refused: h.refused,
	})
	h.later(func() error { h.gateway.Close(); return nil })
	close(h.built)
	return nil
}

// openTables has games played at this node.
func (h *hub) openTables(ctx context.Context) (tables.Tickets, error) {
	secret, err := seed(ctx, h.bus)
	if err != nil {
		return tables.Tickets{}, err
	}
	tickets, err := tables.NewTickets(secret)
	if err != nil {
		return tickets, err
	}
	if h.claims, err = claims.New(ctx, claims.Config{Bus: h.bus, Name: "games", Log: h.log}); err != nil {
		return tickets, err
	}
	h.later(h.claims.Close)
	h.tables = tables.Open(tables.Config{
		Claims: h.claims, Secret: secret, Settle: h.ended, Closed: h.tableClosed, Gone: h.gone, Log: h.log,
		Stored: func(took time.Duration) { h.stores.Observe(took.Seconds()) },
	})
	h.later(func() error { h.tables.Close(); return nil })
	h.lines, err = lines.Open(lines.Config{Tables: h.tables, Tickets: tickets, Bus: h.bus, Owns: h.club.Owns, Log: h.log})
	if err == nil {
		h.later(h.lines.Close)
	}
	return tickets, err
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

// tableClosed frees the members of a table at which no more games come. One who came alone waits
// again.
func (h *hub) tableClosed(ctx context.Context, c tables.Closing) error {
	h.club.WaitAgain(ctx, c.ID, c.Alone)
	return h.club.Finish(ctx, c.ID, c.Here)
}

// goneWait limits the time to remove a table from the list. If that fails, the club notices later.
const goneWait = 5 * time.Second

// gone removes a table.
func (h *hub) gone(table string) {
	ctx, cancel := context.WithTimeout(h.ctx, goneWait)
	defer cancel()
	h.club.CloseTable(ctx, table)
}

func (h *hub) openFront(ctx context.Context) (err error) {
	certificates, err := h.certificates(ctx)
	if err != nil {
		return err
	}
	h.listener, err = listen.Open(h.ctx, h.cfg.Listen, listen.Config{
		Name: h.cfg.Name, Identity: func() (*keys.Identity, error) { return identity(h.ctx, h.bus) }, Certificates: certificates,
		Browsers: h.browsers, Full: func() { h.refused("files") }, Log: h.log,
	}, h.receive)
	if err != nil {
		return fmt.Errorf("%s cannot be listened at: %w", h.cfg.Listen, err)
	}
	h.later(h.listener.Close)
	return nil
}

// receive takes in a connection.
func (h *hub) receive(nc net.Conn, k listen.Request) {
	addr := limit.AddressOf(k.Addr)
	if k.Far {
		addr = addr.Far()
	}
	if k.Kind != listen.Club {
		counted := h.crowd.let(nc, addr)
		if counted == nil {
			h.refused("address")
			_ = nc.Close()
			return
		}
		h.lines.Receive(counted, k)
		return
	}
	h.gateway.Serve(h.ctx, nc, k.Key, addr)
}

// browsers makes the server for browsers: the page, and the streams of its program.
func (h *hub) browsers(site listen.Site) listen.Browsers {
	page, _ := h.page()
	return web.NewServer(web.Config{
		Page:   page,
		NoPage: "This is a mancala club. Install the program mancala, and enter this address under Club.", Places: site.Places,
		Info: func() web.Info {
			return web.Info{Kind: "club", Name: site.Name, Encrypted: site.Encrypted, Watchers: true}
		},
		Names: h.names(), NotOurs: notOurs, Others: h.cfg.Addresses, Enter: site.Enter, Log: h.log,
	})
}

// certificates returns the source of certificates for browsers, or nil.
func (h *hub) certificates(context.Context) (func(*tls.ClientHelloInfo) (*tls.Certificate, error), error) {
	t := h.cfg.TLS
	switch {
	case t.Certificate != "":
		return certs.Files(t.Certificate, t.Key, time.Now, h.log)
	case len(t.Domains) > 0:
		orders, err := certs.ACME(h.bus, t.Domains, certs.Authority{Directory: t.Directory, Roots: t.Roots, Email: t.Email})
		if err == nil {
			_, err = orders.Challenges(h.ctx, t.Challenges, h.log)
		}
		if err != nil {
			return nil, err
		}
		source := certs.Told(orders.Source(), h.log)
		go certs.Fetch(h.ctx, source, t.Domains)
		return source, nil
	}
	return nil, nil
}

// openBoard shows operators how the hub is, from its start on.
func (h *hub) openBoard(context.Context) error {
	h.vitals = newVitals(h.cfg.Bus.Node)
	if h.cfg.Operators.Metrics == "" {
		return nil
	}
	addr, err := h.board.Listen(h.ctx, h.cfg.Operators.Metrics, h.log)
	if err == nil {
		h.log.Info("Metrics are served.", "address", addr.String())
	}
	return err
}

// watchBus probes the bus periodically.
func (h *hub) watchBus(ctx context.Context) error {
	h.probe.store = h.club.Probe
	h.probe.ask(ctx)
	asking, stop := context.WithCancel(h.ctx)
	h.work.Go(func() { h.probe.run(asking) })
	h.later(func() error { stop(); return nil })
	if h.server != nil {
		h.board.Check("store", true, h.server.Check)
	}
	h.board.Check("record", false, h.follow.Check)
	return nil
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
	if err := h.handOver(ctx); err != nil {
		h.log.Warn("Not all games could be handed over.", "games", h.tables.Count(), "err", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- h.shut() }()
	var err error
	select {
	case err = <-ended:
	case <-time.After(stopWait): // such as for a bus that has lost its other nodes
		err = errors.New("parts of the hub did not stop in time")
	}
	h.log.Info("The hub has stopped.", "after", time.Since(h.began).Round(time.Second))
	return err
}

// handOver moves all games to other nodes, and last the lead of the bus: a pending answer is lost
// if a leader is replaced meanwhile.
func (h *hub) handOver(ctx context.Context) error {
	var passed error
	var work sync.WaitGroup
	work.Go(func() { passed = h.lines.Leave(ctx) })
	err := h.tables.Drain(ctx)
	work.Wait()
	if h.shared() {
		err = errors.Join(err, passed, h.claims.Leave(ctx))
	}
	if h.server != nil {
		h.server.Yield()
	}
	return err
}

// shutWait is how long each part of a hub may take to end. A part may wait for a bus that never
// answers again.
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
