package natsbus

import (
	"cmp"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"mancala/hub/bus"
)

// ServerConfig describes the server within a node: the only one, or in a cluster of three or more.
type ServerConfig struct {
	Node    string       // the name of the node
	Dir     string       // its folder of data
	Cluster string       // host and port to listen on for the other nodes; "": there are none
	Peers   []string     // hosts and ports of the other nodes' Cluster
	Secret  string       // known only to the nodes of this cluster, MinSecret bytes or more
	Log     *slog.Logger `json:"-"` // nil: none
}

// Server is the server within a node.
type Server struct {
	cfg      ServerConfig
	password string // of this process
	s        *server.Server
}

// Start starts a server. It has ended once Shutdown returns.
func Start(cfg ServerConfig) (*Server, error) {
	if err := bus.CheckWord(cfg.Node); err != nil {
		return nil, fmt.Errorf("name of a node: %w", err)
	}
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	password := rand.Text()
	options, err := cfg.options(password)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	s.SetLoggerV2(newLogger(cfg.Log), false, false, false)
	s.Start()
	if !s.Running() {
		s.Shutdown()
		return nil, errors.New("the server of the bus did not start: see the log")
	}
	return &Server{cfg, password, s}, nil
}

// user is the name with which this process connects to its own server.
const user = "node"

func (cfg ServerConfig) options(password string) (*server.Options, error) {
	o := &server.Options{
		ServerName: cfg.Node,
		NoSigs:     true,
		JetStream:  true,
		StoreDir:   cfg.Dir,
		MaxPayload: 1 << 20,
		Username:   user,
		Password:   password,

		DisableJetStreamBanner: true,
	}
	if cfg.Cluster == "" {
		o.DontListen = true
		return o, nil
	}
	// Without a port for clients a server listens to no routes either.
	o.Host, o.Port = "127.0.0.1", server.RANDOM_PORT
	var err error
	o.Cluster = server.ClusterOpts{Name: "mancala", NoAdvertise: true, PingInterval: time.Second, MaxPingsOut: 2}
	if o.Cluster.Host, o.Cluster.Port, err = hostPort(cfg.Cluster); err != nil {
		return nil, err
	}
	if o.Cluster.TLSConfig, err = clusterTLS(cfg.Secret); err != nil {
		return nil, err
	}
	o.Cluster.TLSTimeout = 5     // seconds
	o.ReconnectErrorReports = 60 // attempts, of which there is one a second to each lost peer; see logger
	for _, peer := range cfg.Peers {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: peer})
	}
	return o, nil
}

// hostPort splits an address to listen on.
func hostPort(address string) (string, int, error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("address %q: %w", address, err)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return "", 0, fmt.Errorf("address %q: the port is not a number from 1 to 65535", address)
	}
	return host, int(port), nil
}

// Join returns the place of a node of this process. It waits for the cluster's other servers until
// ctx ends.
func (s *Server) Join(ctx context.Context, cfg Config) (bus.Bus, error) {
	return connect(ctx, "", cfg, nats.InProcessServer(s.s), nats.UserInfo(user, s.password))
}

// Peers returns the names of the other nodes that this one is connected with, sorted.
func (s *Server) Peers() []string {
	routes, err := s.s.Routez(nil)
	if err != nil {
		return nil
	}
	var names []string
	for _, r := range routes.Routes { // several lead to each node
		names = append(names, r.RemoteName)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ErrStopped says that a server stores nothing any more. Compare with errors.Is.
var ErrStopped = errors.New("this node's own store has stopped, as after a full disk; make room, and start the hub again")

// Check returns ErrStopped if this server stores nothing, although the others may: NATS ends
// JetStream for good when a disk is full for a moment.
func (s *Server) Check() error {
	if !s.s.JetStreamEnabled() {
		return ErrStopped
	}
	return nil
}

// yieldWait is how long other nodes may take to lead a stream that this one leads.
const yieldWait = 500 * time.Millisecond

// Yield passes the lead of this node's streams to other nodes, and returns once they lead. It goes
// stream by stream, since a stream without a leader refuses writes.
func (s *Server) Yield() {
	if s.cfg.Cluster == "" {
		return
	}
	for name, leader := range s.leaders() {
		if leader != s.cfg.Node || s.s.JetStreamStepdownStream(server.DEFAULT_GLOBAL_ACCOUNT, name) != nil {
			continue
		}
		for end := time.Now().Add(yieldWait); time.Now().Before(end) && (leader == "" || leader == s.cfg.Node); leader = s.leaders()[name] {
			time.Sleep(pause / 5)
		}
	}
}

// leaders returns each stream's leader, or "", as far as this node knows.
func (s *Server) leaders() map[string]string {
	leaders := map[string]string{}
	info, err := s.s.Jsz(&server.JSzOptions{Accounts: true, Streams: true})
	if err != nil {
		return leaders
	}
	for _, account := range info.AccountDetails {
		for _, stream := range account.Streams {
			if stream.Cluster != nil {
				leaders[stream.Name] = stream.Cluster.Leader
			}
		}
	}
	return leaders
}

// Shutdown stops the server: it gives its streams to the other nodes, and waits until it has ended.
func (s *Server) Shutdown() {
	s.s.Shutdown()
	s.s.WaitForShutdown()
}

// MinSecret is the smallest number of bytes of a cluster's secret. The secret must be hard to
// guess: anyone who can read or change the nodes' messages may try any number.
const MinSecret = 24

// clusterName is in the certificates of all nodes.
const clusterName = "node.mancala.internal"

// clusterTLS returns the TLS settings among the nodes of a cluster: each accepts only nodes that
// know the same secret. The secret makes the key of a certificate authority, with which each node
// signs its certificate.
func clusterTLS(secret string) (*tls.Config, error) {
	if len(secret) < MinSecret {
		return nil, fmt.Errorf("the nodes of a cluster share a secret of at least %d characters", MinSecret)
	}
	seed, err := hkdf.Key(sha256.New, []byte(secret), nil, "mancala cluster authority 1", ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	authority := certificate("mancala cluster")
	authority.SerialNumber, authority.KeyUsage = big.NewInt(1), x509.KeyUsageCertSign
	authority.IsCA, authority.BasicConstraintsValid = true, true
	key := ed25519.NewKeyFromSeed(seed)
	authority, err = signed(authority, authority, key.Public(), key)
	if err != nil {
		return nil, err
	}
	public, own, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	node := certificate(clusterName)
	node.DNSNames, node.KeyUsage = []string{clusterName}, x509.KeyUsageDigitalSignature
	node.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	if node, err = signed(node, authority, public, key); err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(authority)
	return &tls.Config{
		MinVersion: tls.VersionTLS13, RootCAs: pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert, ServerName: clusterName,
		Certificates: []tls.Certificate{{Certificate: [][]byte{node.Raw}, PrivateKey: own}},
	}, nil
}

// certificate returns a certificate that is always valid: the clocks of the nodes do not matter.
func certificate(name string) *x509.Certificate {
	return &x509.Certificate{
		Subject:   pkix.Name{CommonName: name},
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}

// signed returns a certificate for a key, signed with the key of an authority. Without a serial
// number it gets one by chance.
func signed(c, authority *x509.Certificate, of crypto.PublicKey, key ed25519.PrivateKey) (*x509.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, c, authority, of, key)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}
