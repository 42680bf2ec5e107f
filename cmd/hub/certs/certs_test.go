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
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/cmd/hub/store"
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

// The manager's data are kept under any name.
func TestCache(t *testing.T) {
	c, ctx := cache{store.SecretsOf(open(t))}, t.Context()
	for _, name := range []string{domain, domain + "+rsa", "acme_account+key", "acme_account.key", "To_ken-AZ+http-01", domain + "+token"} {
		if _, err := c.Get(ctx, name); !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s: %v", name, err)
		}
		for _, value := range []string{"one", "two"} {
			need.NoError(t, c.Put(ctx, name, []byte(value)))
			if data, err := c.Get(ctx, name); err != nil || string(data) != value {
				t.Errorf("%s: %q, %v", name, data, err)
			}
		}
		need.NoError(t, c.Delete(ctx, name), c.Delete(ctx, name))
	}
}

// Any node answers the question that another one was asked to have answered.
func TestChallenges(t *testing.T) {
	kept := open(t)
	manager := need.Must(ACME(store.SecretsOf(kept), []string{domain}, Authority{}))(t)
	if err := manager.HostPolicy(t.Context(), "other.example.org"); err == nil {
		t.Error("certificates for other domains are fetched")
	}
	need.NoError(t, manager.Cache.Put(t.Context(), "secret+http-01", []byte("answer")))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	addr := need.Must(Challenges(ctx, manager, "127.0.0.1:0", slog.New(slog.DiscardHandler)))(t)
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
		if took := time.Since(began); tries != 4 || took != 7*fetchFirst {
			t.Errorf("%d tries in %v", tries, took)
		}
	})
}
