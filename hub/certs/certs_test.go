package certs

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/hub/store"
	"mancala/tools/need"
)

var day = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// write makes a certificate in two files, which changed at a time.
func write(t *testing.T, certificate, key, name string, changed time.Time) {
	t.Helper()
	private := need.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: day, NotAfter: day.AddDate(0, 3, 0), DNSNames: []string{name},
	}
	der := need.Must(x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private))(t)
	secret := need.Must(x509.MarshalPKCS8PrivateKey(private))(t)
	for path, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		need.NoError(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
		need.NoError(t, os.Chtimes(path, changed, changed))
	}
}

func TestFiles(t *testing.T) {
	certificate, key := filepath.Join(t.TempDir(), "c.pem"), filepath.Join(t.TempDir(), "k.pem")
	now := day
	clock, log := func() time.Time { return now }, slog.New(slog.NewTextHandler(t.Output(), nil))
	if _, err := Files(certificate, key, clock, log); err == nil || !strings.Contains(err.Error(), certificate) {
		t.Errorf("without files: %v", err)
	}
	write(t, certificate, key, "old.example.org", day)
	source := need.Must(Files(certificate, key, clock, log))(t)
	check := func(want string) {
		t.Helper()
		if pair, err := source(nil); err != nil || pair.Leaf.Subject.CommonName != want {
			t.Errorf("%v, %v; want %s", pair.Leaf.Subject, err, want)
		}
	}
	check("old.example.org")
	write(t, certificate, key, "new.example.org", day.Add(time.Hour))
	check("old.example.org") // it is too early to look
	now = now.Add(look)
	check("new.example.org")
	need.NoError(t, os.WriteFile(key, []byte("half a key"), 0o600))
	now = now.Add(look)
	check("new.example.org") // the pair does not fit
	write(t, certificate, key, "last.example.org", day.Add(2*time.Hour))
	now = now.Add(look)
	check("last.example.org")
	now = now.AddDate(1, 0, 0)
	if _, err := Files(certificate, key, clock, log); err == nil || !strings.Contains(err.Error(), "valid until") {
		t.Errorf("an old certificate: %v", err)
	}
}

const domain = "club.example.org"

// open returns the database of a club.
func open(t *testing.T) *store.Store {
	s := need.Must(store.Open(t.Context(), store.Config{Dir: t.TempDir(), Node: "a", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// The manager's data are kept under any name. Only for a certificate of the club it is said that
// another node orders it.
func TestCache(t *testing.T) {
	c, ctx := cache{store.SecretsOf(open(t)), autocert.HostWhitelist(domain), time.Hour}, t.Context()
	for _, name := range []string{"other.example.org", "acme_account+key", "acme_account.key", "To_ken-AZ+http-01", domain + "+token"} {
		for range 2 {
			if _, err := c.Get(ctx, name); !errors.Is(err, autocert.ErrCacheMiss) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, value := range []string{"one", "two"} {
			need.NoError(t, c.Put(ctx, name, []byte(value)))
			if data, err := c.Get(ctx, name); err != nil || !bytes.Equal(data, []byte(value)) {
				t.Errorf("%s: %q, %v", name, data, err)
			}
		}
		need.NoError(t, c.Delete(ctx, name), c.Delete(ctx, name))
	}
	for _, name := range []string{domain, domain + "+rsa"} {
		for _, want := range []error{autocert.ErrCacheMiss, errOrdered, errOrdered} {
			if _, err := c.Get(ctx, name); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		}
	}
}

// authority is an authority as the managers of all nodes see it.
type authority struct {
	mu     sync.Mutex
	orders int
	err    error // of each order
}

// get gets a certificate as a manager does: from its cache, or else after a while.
func (a *authority) get(ctx context.Context, c cache) (*tls.Certificate, error) {
	_, err := c.Get(ctx, domain)
	if !errors.Is(err, autocert.ErrCacheMiss) {
		return &tls.Certificate{}, err
	}
	a.mu.Lock()
	a.orders++
	err = a.err
	a.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	if err == nil {
		err = c.Put(ctx, domain, []byte("certificate"))
	}
	return &tls.Certificate{}, err
}

// One node orders a certificate that all need at the same time, several times each. If an order
// fails, the authority is asked again after a while, and not before.
func TestOneOrders(t *testing.T) {
	s, a, ctx := open(t), &authority{err: errors.New("port 80 does not answer")}, t.Context()
	hour := cache{store.SecretsOf(s), autocert.HostWhitelist(domain), time.Hour}
	if _, err := a.get(ctx, hour); err == nil || !strings.Contains(err.Error(), "port 80") {
		t.Error(err)
	}
	if _, err := a.get(ctx, hour); !errors.Is(err, errOrdered) || a.orders != 1 {
		t.Errorf("%v after %d orders", err, a.orders)
	}
	a.err = nil
	var all sync.WaitGroup
	o := &Orders{look: time.Millisecond}
	fresh := open(t)
	a.orders = 0
	for range 3 {
		c := cache{store.SecretsOf(fresh), hour.policy, time.Hour}
		source := o.source(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return a.get(ctx, c) })
		for range 4 {
			all.Go(func() {
				if pair, err := source(&tls.ClientHelloInfo{}); pair == nil || err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if a.orders != 1 {
		t.Errorf("%d orders", a.orders)
	}
}

// Any node answers the question that another one was asked to have answered.
func TestChallenges(t *testing.T) {
	kept := open(t)
	orders := need.Must(ACME(store.SecretsOf(kept), []string{domain}, Authority{}))(t)
	if err := orders.manager.HostPolicy(t.Context(), "other.example.org"); err == nil {
		t.Error("certificates for other domains are fetched")
	}
	need.NoError(t, orders.manager.Cache.Put(t.Context(), "secret+http-01", []byte("answer")))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	addr := need.Must(orders.Challenges(ctx, "127.0.0.1:0", slog.New(slog.DiscardHandler)))(t)
	request := need.Must(http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr.String()+"/.well-known/acme-challenge/secret", nil))(t)
	request.Host = "club.example.org:80" // as Pebble does
	response := need.Must(http.DefaultClient.Do(request))(t)
	defer func() { _ = response.Body.Close() }()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil || response.StatusCode != 200 || body.String() != "answer" {
		t.Errorf("%d %q, %v", response.StatusCode, body.String(), err)
	}
}

// TestFetch tries again until there is a certificate.
func TestFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries, began := 0, time.Now()
		Fetch(t.Context(), func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			if tries++; tries < 4 {
				return nil, errors.New("the authority is out of reach")
			}
			return &tls.Certificate{}, nil
		}, []string{domain})
		if took := time.Since(began); tries != 4 || took != 7*turnKept {
			t.Errorf("%d tries in %v", tries, took)
		}
	})
}
