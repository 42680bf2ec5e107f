// Package natsbus is the bus of a club on several machines: NATS, within the nodes themselves or as
// a cluster of servers beside them. Buckets and logs are streams of JetStream.
package natsbus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
)

// Config sets a node's place on the bus.
type Config struct {
	Node  string       // the name of the node
	Roots string       // for Dial: a file in PEM form by which servers with TLS are trusted; "": the system's
	Log   *slog.Logger // nil: none
}

// root is the first word of all subjects, so that others may use the same servers.
const root = "mancala."

// node is the place of a node.
type node struct {
	name     string
	replicas int // of each bucket, log and journal
	nc       *nats.Conn
	js       jetstream.JetStream
	open     context.Context // until it is closed
	close    context.CancelFunc
}

// Dial returns the place of a node on servers that run elsewhere. The addresses are URLs with
// commas between them, "nats://10.0.0.1:4222,nats://10.0.0.2:4222"; the user, the password and TLS
// are in them ("tls://user:password@host"). It waits for servers that do not answer yet, until ctx
// ends.
func Dial(ctx context.Context, addresses string, cfg Config) (bus.Bus, error) {
	var options []nats.Option
	if cfg.Roots != "" {
		options = append(options, nats.RootCAs(cfg.Roots))
	}
	return connect(ctx, addresses, cfg, options...)
}

// redacted returns the addresses of servers without passwords.
func redacted(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, address := range list {
		if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.Host != "" {
			list[i] = u.Redacted()
		} else if _, host, ok := strings.Cut(address, "@"); ok {
			list[i] = host
		}
	}
	return strings.Join(list, ",")
}

func connect(ctx context.Context, addresses string, cfg Config, options ...nats.Option) (bus.Bus, error) {
	if err := bus.CheckWord(cfg.Node); err != nil {
		return nil, fmt.Errorf("name of a node: %w", err)
	}
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	options = append(options,
		nats.Name(cfg.Node),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200*time.Millisecond),
		nats.ReconnectBufSize(-1), // an old message is worse than none
		nats.PingInterval(5*time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { cfg.Log.Warn("bus", "error", err) }),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if !nc.IsClosed() {
				cfg.Log.Warn("bus: connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { cfg.Log.Info("bus: connected again", "server", nc.ConnectedServerName()) }),
	)
	var nc *nats.Conn
	err := persist(ctx, func(context.Context) (err error) {
		nc, err = nats.Connect(addresses, options...)
		return passing(err, errors.Is(err, nats.ErrNoServers))
	})
	if err != nil {
		return nil, fmt.Errorf("connecting to %s: %w", redacted(addresses), err)
	}
	n := &node{name: cfg.Node, nc: nc}
	n.open, n.close = context.WithCancel(context.Background())
	if err := n.begin(ctx); err != nil {
		n.Close()
		return nil, err
	}
	return n, nil
}

// begin waits for the servers to be ready, and returns an error if another node has the name.
func (n *node) begin(ctx context.Context) (err error) {
	if n.js, err = jetstream.New(n.nc); err != nil {
		return err
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := n.js.AccountInfo(ctx)
		return passing(err, !errors.Is(err, jetstream.ErrJetStreamNotEnabled))
	})
	if err != nil {
		return fmt.Errorf("JetStream, which keeps what is stored: %w", err)
	}
	if n.replicas = 1; n.nc.ConnectedClusterName() != "" {
		n.replicas = 3
	}
	name := "node." + n.name
	if _, err := n.Request(ctx, name, nil); !errors.Is(err, bus.ErrNoResponders) {
		return fmt.Errorf("there is a node %q already (%v)", n.name, err)
	}
	_, err = n.Subscribe(name, func(m bus.Message) {
		if m.Respond != nil {
			m.Respond(nil)
		}
	})
	return err
}

func (n *node) Node() string { return n.name }

func (n *node) Close() error {
	n.close()
	n.nc.Close()
	return nil
}

// during returns a context that also ends when the node is closed.
func (n *node) during(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(n.open, func() { cancel(bus.ErrClosed) })
	return ctx, func() { stop(); cancel(nil) }
}

// reason returns ErrClosed in place of any error of a node that is closed.
func (n *node) reason(err error) error {
	if err != nil && (n.open.Err() != nil || errors.Is(err, nats.ErrConnectionClosed)) {
		return bus.ErrClosed
	}
	return err
}

func (n *node) Publish(subject string, data []byte) error {
	if err := bus.CheckMessage(subject, data); err != nil {
		return err
	}
	return n.reason(n.nc.Publish(root+subject, data))
}

func (n *node) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if err := bus.CheckMessage(subject, data); err != nil {
		return nil, err
	}
	ctx, end := n.during(ctx)
	defer end()
	m, err := n.nc.RequestWithContext(ctx, root+subject, data)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, fmt.Errorf("%s: %w", subject, bus.ErrNoResponders)
	case err != nil:
		return nil, n.reason(err)
	}
	return m.Data, nil
}

func (n *node) Subscribe(pattern string, f func(bus.Message)) (end func(), err error) {
	if err := bus.CheckPattern(pattern); err != nil {
		return nil, err
	}
	s, err := n.nc.Subscribe(root+pattern, func(m *nats.Msg) { f(message(m)) })
	if err != nil {
		return nil, n.reason(err)
	}
	return func() { _ = s.Unsubscribe() }, nil // fails if the connection has ended it already
}

func message(m *nats.Msg) bus.Message {
	b := bus.Message{Subject: m.Subject[len(root):], Data: m.Data}
	if m.Reply != "" {
		b.Respond = func(data []byte) error {
			if err := bus.CheckData(data); err != nil {
				return err
			}
			return m.Respond(data)
		}
	}
	return b
}
