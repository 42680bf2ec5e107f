package certs

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/hub/bus"
	"mancala/hub/bus/local"
)

const domain = "club.example.org"

// authority is an authority as the managers of all nodes see it.
type authority struct {
	mu     sync.Mutex
	orders int
	err    error // of each order
}

// order gets a certificate as a manager does: from its cache, or else after a while.
func (a *authority) order(ctx context.Context, cache autocert.Cache) error {
	_, err := cache.Get(ctx, domain)
	if !errors.Is(err, autocert.ErrCacheMiss) {
		return err
	}
	a.mu.Lock()
	a.orders++
	err = a.err
	a.mu.Unlock()
	time.Sleep(2 * orderKept)
	if err == nil {
		err = cache.Put(ctx, domain, []byte("certificate"))
	}
	return err
}

// sources returns the sources of the nodes of a club.
func (a *authority) sources(t *testing.T, broker *local.Broker, count int) (list []Source) {
	t.Helper()
	for i := range count {
		node, err := broker.Join(fmt.Sprint("n", i))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = node.Close() })
		turn := &turns{cache: cache{node}, policy: autocert.HostWhitelist(domain), mine: map[string]bool{}}
		manager := make(chan bool, 1) // does one thing at a time
		list = append(list, turn.source(func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			manager <- true
			defer func() { <-manager }()
			return &tls.Certificate{}, a.order(t.Context(), turn)
		}))
	}
	return list
}

// One node orders a certificate that all need at the same time, several times each.
func TestOneOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &authority{}
		var all sync.WaitGroup
		for _, source := range a.sources(t, local.New(), 3) {
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
	})
}

// If an order fails, all nodes say so, and it is tried again after a while.
func TestOrderFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &authority{err: errors.New("port 80 does not answer")}
		sources := a.sources(t, local.New(), 3)
		for range 2 {
			for i, source := range sources {
				_, err := source(&tls.ClientHelloInfo{})
				if err == nil || !strings.Contains(err.Error(), "port 80") || i > 0 && !strings.Contains(err.Error(), "node n") {
					t.Errorf("node %d: %v", i, err)
				}
			}
		}
		if a.orders != 1 {
			t.Errorf("%d orders", a.orders)
		}
		time.Sleep(orderKept)
		a.err = nil
		if _, err := sources[2](&tls.ClientHelloInfo{}); err != nil || a.orders != 2 {
			t.Errorf("%v after %d orders", err, a.orders)
		}
	})
}

// A node that dies while it orders is not waited for longer than its entry is kept.
func TestNodeDiesWhileItOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, broker := &authority{}, local.New()
		dead, err := broker.Join("dead")
		if err != nil {
			t.Fatal(err)
		}
		orders, err := dead.Bucket(t.Context(), ordersBucket, bus.BucketConfig{TTL: orderKept})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := orders.Create(t.Context(), hex.EncodeToString([]byte(domain)), order{Node: "dead"}.encode()); err != nil {
			t.Fatal(err)
		}
		_ = dead.Close()
		began := time.Now()
		if _, err := a.sources(t, broker, 1)[0](&tls.ClientHelloInfo{}); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < 3*orderKept || took > 3*orderKept+2*orderLooked {
			t.Errorf("it took %v", took)
		}
	})
}

// An account, and answers to the authority, are not waited for, and neither is a certificate for
// another domain.
func TestManagerAsks(t *testing.T) {
	node, err := local.New().Join("a")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = node.Close() }()
	orders, err := ACME(node, []string{domain}, Authority{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"acme_account+key", "acme_account.key", "secret+http-01", domain + "+token", "other.example.org"} {
		if _, err := orders.turns.Get(t.Context(), name); !errors.Is(err, autocert.ErrCacheMiss) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The manager hands the error on, and orders nothing.
	for _, curves := range [][]tls.CurveID{{tls.CurveP256}, {tls.CurveP521}} {
		_, err := orders.manager.GetCertificate(&tls.ClientHelloInfo{
			ServerName: strings.ToUpper(domain), SupportedCurves: curves, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		})
		if missing := (missingError{}); !errors.As(err, &missing) || strings.TrimSuffix(missing.name, "+rsa") != domain {
			t.Errorf("%v: %v", curves, err)
		}
	}
}
