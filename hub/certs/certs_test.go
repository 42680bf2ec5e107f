package certs

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
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
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/hub/bus/bustest"
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

// All nodes share the manager's data, under any name.
func TestCache(t *testing.T) {
	broker := bustest.New(t)
	var nodes []cache
	for _, name := range []string{"a", "b"} {
		node := need.Must(broker.Join(name))(t)
		defer func() { _ = node.Close() }()
		nodes = append(nodes, cache{node})
	}
	ctx := t.Context()
	for _, name := range []string{"club.example.org", "acme_account+key", "To_ken-AZ+http-01"} {
		if _, err := nodes[0].Get(ctx, name); !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s: %v", name, err)
		}
		for _, value := range []string{"one", "two"} {
			need.NoError(t, nodes[0].Put(ctx, name, []byte(value)))
			if data, err := nodes[1].Get(ctx, name); err != nil || !bytes.Equal(data, []byte(value)) {
				t.Errorf("%s: %q, %v", name, data, err)
			}
		}
		need.NoError(t, nodes[1].Delete(ctx, name), nodes[1].Delete(ctx, name))
		if _, err := nodes[0].Get(ctx, name); !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s after it was deleted: %v", name, err)
		}
	}
}

// Any node answers the question that another one was asked to have answered.
func TestChallenges(t *testing.T) {
	node := need.Must(bustest.New(t).Join("a"))(t)
	defer func() { _ = node.Close() }()
	orders := need.Must(ACME(node, []string{"club.example.org"}, Authority{}))(t)
	if err := orders.manager.HostPolicy(t.Context(), "other.example.org"); err == nil {
		t.Error("certificates for other domains are fetched")
	}
	need.NoError(t, (cache{node}).Put(t.Context(), "secret+http-01", []byte("answer")))
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
