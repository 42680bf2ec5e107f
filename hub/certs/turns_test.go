package certs

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/hub/bus/bustest"
	"mancala/hub/bus/local"
	"mancala/tools/need"
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
		node := need.Must(broker.Join(fmt.Sprint("n", i)))(t)
		t.Cleanup(func() { _ = node.Close() })
		turn := &turns{cache: cache{node}, policy: autocert.HostWhitelist(domain), late: map[string]pause{}}
		list = append(list, turn.source(func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			_, err := turn.Get(t.Context(), domain)
			return &tls.Certificate{}, err
		}, func(*tls.ClientHelloInfo) error { return a.order(t.Context(), cache{node}) }))
	}
	return list
}

// One node orders a certificate that all need at the same time, several times each.
func TestOneOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &authority{}
		var all sync.WaitGroup
		for _, source := range a.sources(t, bustest.New(t), 3) {
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
		sources := a.sources(t, bustest.New(t), 3)
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

// If an order fails before it reaches the authority, the node retries it in a few seconds, even at
// the start, and other nodes need not wait.
func TestOwnFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &authority{err: ownError{errors.New("no such host")}}
		sources := a.sources(t, bustest.New(t), 2)
		for range 2 {
			if _, err := sources[0](&tls.ClientHelloInfo{}); err == nil || !strings.Contains(err.Error(), "no such host") {
				t.Error(err)
			}
		}
		if _, err := sources[1](&tls.ClientHelloInfo{}); err == nil || a.orders != 2 {
			t.Errorf("%v after %d orders", err, a.orders)
		}
		time.Sleep(ownWait)
		fetched := make(chan bool)
		go func() {
			defer close(fetched)
			Fetch(t.Context(), sources[0], []string{domain})
		}()
		time.Sleep(2*orderKept + ownWait/2) // it has failed once more
		a.mu.Lock()
		a.err = nil
		a.mu.Unlock()
		<-fetched
		if _, err := sources[0](&tls.ClientHelloInfo{}); err != nil || a.orders != 4 {
			t.Errorf("%v after %d orders", err, a.orders)
		}
	})
}

// A node continues with its entry from an earlier run.
func TestOwnEntry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, broker := &authority{}, bustest.New(t)
		source := a.sources(t, broker, 1)[0]
		other := need.Must(broker.Join("other"))(t)
		defer func() { _ = other.Close() }()
		orders := need.Must(other.Bucket(t.Context(), ordersBucket, orderKept))(t)
		need.Must(orders.Create(t.Context(), hex.EncodeToString([]byte(domain)), order{Node: "n0"}.encode()))(t)
		began := time.Now()
		_, err := source(&tls.ClientHelloInfo{})
		if waited := time.Since(began); err != nil || waited.Round(time.Second) != 2*orderKept { // the bus takes some ms
			t.Errorf("%v after %v", err, waited)
		}
	})
}

// Only a request that the authority answers counts: any other failure is the node's. A failing bus
// delays an order.
func TestOrderThatAsksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node := need.Must(bustest.New(t).Join("a"))(t)
		defer func() { _ = node.Close() }()
		for _, test := range []struct {
			directory string // what the authority answers at its directory; "" if it is out of reach
			own       bool
		}{{"", true}, {"{}", true}, {`{"newNonce":"https://ca.example.org/n","newAccount":"https://ca.example.org/a","newOrder":"https://ca.example.org/o"}`, false}} {
			o := need.Must(ACME(node, []string{domain}, Authority{Directory: "https://ca.example.org/"}))(t)
			o.reach = roundTrip(func(r *http.Request) (*http.Response, error) {
				answer := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Replay-Nonce": {"1"}}, Body: http.NoBody, Request: r}
				switch {
				case test.directory == "":
					return nil, errors.New("no such host")
				case r.URL.Path == "/":
					answer.Body = io.NopCloser(strings.NewReader(test.directory))
				case r.Method == http.MethodPost:
					answer.StatusCode = http.StatusForbidden
				}
				return answer, nil
			})
			err := o.order(&tls.ClientHelloInfo{ServerName: domain})
			if own := (ownError{}); err == nil || errors.As(err, &own) != test.own {
				t.Errorf("directory %q: %T %v", test.directory, err, err)
			}
		}
		tries := 0
		err := insist(t.Context(), func() error {
			if tries++; tries < 3 {
				return errors.New("the bus is away")
			}
			return nil
		})
		if err != nil || tries != 3 {
			t.Errorf("%v after %d tries", err, tries)
		}
	})
}

// roundTrip is an authority.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// If a node dies during its order, others wait only until its entry expires.
func TestNodeDiesWhileItOrders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, broker := &authority{}, bustest.New(t)
		dead := need.Must(broker.Join("dead"))(t)
		orders := need.Must(dead.Bucket(t.Context(), ordersBucket, orderKept))(t)
		need.Must(orders.Create(t.Context(), hex.EncodeToString([]byte(domain)), order{Node: "dead"}.encode()))(t)
		_ = dead.Close()
		began := time.Now()
		need.Must(a.sources(t, broker, 1)[0](&tls.ClientHelloInfo{}))(t)
		if took := time.Since(began); took < 3*orderKept || took > 3*orderKept+2*orderLooked {
			t.Errorf("it took %v", took)
		}
	})
}

// No one waits for an account, for answers to the authority, or for another domain's certificate.
func TestManagerAsks(t *testing.T) {
	node := need.Must(bustest.New(t).Join("a"))(t)
	defer func() { _ = node.Close() }()
	orders := need.Must(ACME(node, []string{domain}, Authority{}))(t)
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
