// Package certs provides the certificates by which browsers trust a hub, from files or over ACME,
// as from Let's Encrypt. The game's programs need no certificates; they remember the hub's key.
package certs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"mancala/cmd/hub/store"
	"mancala/netplay/limit"
	"mancala/netplay/workers"
)

// Source returns the certificate for a client that names a server.
type Source func(*tls.ClientHelloInfo) (*tls.Certificate, error)

// look is how often files are looked at for a change.
const look = 10 * time.Second

// Files returns the certificate of two files in PEM form. It uses changed files within ten seconds;
// it logs an invalid pair, and keeps the old certificate.
func Files(certificate, key string, now func() time.Time, log *slog.Logger) (Source, error) {
	f := &files{certificate: certificate, key: key, now: now, log: log}
	f.looked, f.changed = now(), f.lastChange()
	pair, err := f.load()
	if err != nil {
		return nil, err
	}
	f.pair = pair
	return f.get, nil
}

// files is a certificate in files.
type files struct {
	certificate, key string
	now              func() time.Time
	log              *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	looked  time.Time
	changed time.Time
}

func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked) >= look {
		f.looked = now
		if changed := f.lastChange(); !changed.Equal(f.changed) {
			f.changed = changed
			if pair, err := f.load(); err != nil {
				f.log.Error("The certificate has changed and cannot be used. The old one is used on.", "err", err)
			} else {
				f.pair = pair
				f.log.Info("The certificate has changed.", "until", pair.Leaf.NotAfter)
			}
		}
	}
	return f.pair, nil
}

// lastChange returns when the newer of the files was changed; the zero time if one is missing.
func (f *files) lastChange() (last time.Time) {
	for _, path := range []string{f.certificate, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{}
		}
		if info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

func (f *files) load() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err != nil {
		return nil, fmt.Errorf("the certificate %s with the key %s cannot be used: %w", f.certificate, f.key, err)
	}
	if pair.Leaf == nil { // GODEBUG=x509keypairleaf=0
		if pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0]); err != nil {
			return nil, err
		}
	}
	if now := f.now(); now.After(pair.Leaf.NotAfter) {
		return nil, fmt.Errorf("the certificate %s was valid until %v", f.certificate, pair.Leaf.NotAfter)
	}
	return &pair, nil
}

// Authority is a certificate authority with ACME.
type Authority struct {
	// Directory is the https address of the authority's ACME directory; empty means Let's Encrypt.
	Directory string
	// Roots is a PEM file with the root certificates for the authority's server; empty means the
	// system's.
	Roots string
	// Email is the contact for the authority, or empty.
	Email string
}

// The least and the most time between two attempts to get a certificate without a browser.
const (
	fetchFirst = time.Minute
	fetchMost  = time.Hour
)

// ACME returns certificates for some domains, which are ordered when they are first needed, and
// renewed in time. They and the account are in the club's database, so all nodes share them. The
// authority asks at port 80 of the domain: see [Challenges].
func ACME(kept store.Secrets, domains []string, from Authority) (*autocert.Manager, error) {
	reach := http.DefaultTransport
	if from.Roots != "" {
		roots, err := Roots(from.Roots)
		if err != nil {
			return nil, err
		}
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.TLSClientConfig = &tls.Config{RootCAs: roots}
		reach = transport
	}
	return &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(domains...), Email: from.Email, Cache: cache{kept},
		Client: &acme.Client{
			DirectoryURL: cmp.Or(from.Directory, autocert.DefaultACMEDirectory), HTTPClient: &http.Client{Transport: reach},
		},
	}, nil
}

// Roots returns the root certificates in a PEM file.
func Roots(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the certificates of an authority cannot be read: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate in PEM form", file)
	}
	return pool, nil
}

// failureTold is the least time between log lines about a missing certificate. Browsers ask for it
// again and again.
const failureTold = time.Minute

// Told returns a source that logs why one of the domains has no certificate.
func Told(from Source, log *slog.Logger) Source {
	var mu sync.Mutex
	words := limit.NewAllowance(1, 1/failureTold.Seconds(), time.Now())
	mayTell := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return words.Allow(time.Now())
	}
	return func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := from(hello)
		if err != nil && hello.ServerName != "" && !strings.Contains(err.Error(), "HostWhitelist") && mayTell() {
			log.Warn("There is no certificate for browsers.", "domain", hello.ServerName, "err", err)
		}
		return pair, err
	}
}

// Challenges answers the certificate authority at an address, which is port 80 of the domains,
// until ctx ends. It sends everything else to https.
func Challenges(ctx context.Context, m *autocert.Manager, addr string, log *slog.Logger) (net.Addr, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("certificates cannot be fetched, because %s cannot be listened at: %w", addr, err)
	}
	server := &http.Server{
		Handler: withoutPort(m.HTTPHandler(nil)), ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second, IdleTimeout: 30 * time.Second,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("Certificates can no longer be renewed.", "err", err)
		}
	}()
	context.AfterFunc(ctx, func() { _ = server.Close() })
	return listener.Addr(), nil
}

// withoutPort removes the port from the server name in a request. Some authorities and proxies
// leave it there, and a manager would treat it as a part of the name.
func withoutPort(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host, _, err := net.SplitHostPort(r.Host); err == nil {
			r.Host = host
		}
		next.ServeHTTP(w, r)
	})
}

// Fetch asks for the certificates of some domains, so that the first browser need not wait and
// trouble shows at once. It tries again, less and less often, until it has all or ctx ends.
func Fetch(ctx context.Context, from Source, domains []string) {
	domains = slices.Clone(domains)
	for wait := fetchFirst; ; wait = min(2*wait, fetchMost) {
		domains = slices.DeleteFunc(domains, func(domain string) bool {
			_, err := from(&tls.ClientHelloInfo{ // Told logs the error
				ServerName: domain, SupportedCurves: []tls.CurveID{tls.CurveP256}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
			})
			return err == nil
		})
		if len(domains) == 0 || !workers.Pause(ctx, wait) {
			return
		}
	}
}

// cache keeps a manager's data in the club's database.
type cache struct{ secrets store.Secrets }

// prefix begins the names of a manager's data.
const prefix = "acme "

// Get returns a value or [autocert.ErrCacheMiss].
func (c cache) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := c.secrets.Kept(ctx, prefix+name)
	if errors.Is(err, store.ErrNotFound) {
		err = autocert.ErrCacheMiss
	}
	return data, err
}

// Put stores a value.
func (c cache) Put(ctx context.Context, name string, data []byte) error {
	return c.secrets.Keep(ctx, prefix+name, data)
}

// Delete removes a value, if there is one.
func (c cache) Delete(ctx context.Context, name string) error {
	return c.secrets.Drop(ctx, prefix+name)
}
