package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/sync/singleflight"

	"mancala/hub/bus"
	"mancala/netplay/workers"
)

// One node at a time orders a domain's certificate: the node that has made the domain's entry in
// the bucket of orders. The others wait, and then find the certificate on the bus. If the node dies
// or the authority refuses, the entry expires after a while, which limits how often the authority
// is asked. After any other failure the node removes the entry, and orders again soon.
const (
	ordersBucket = "orders"
	// orderKept is how long an entry is kept after its last change, and orderRenewed how often the
	// node that orders changes it.
	orderKept    = time.Minute
	orderRenewed = 20 * time.Second
	// orderLooked is how often a node that waits looks whether the order has ended.
	orderLooked = 250 * time.Millisecond
	// ownWait is how long a node waits after a failure before the authority was asked for anything.
	ownWait = 5 * time.Second
	// storeWait is how long a change of an entry may take.
	storeWait = 5 * time.Second
)

// order is an entry in the bucket of orders.
type order struct {
	Node   string `json:"node"`
	Failed string `json:"failed,omitempty"` // why there is no certificate
}

// missingError is the error of a cache in place of [autocert.ErrCacheMiss] for a certificate that
// it is not this node's turn to order.
type missingError struct{ name string }

func (e missingError) Error() string { return "there is no certificate for " + e.name + " yet" }

// ownError is the failure of an order before the authority was asked for anything.
type ownError struct{ error }

func (e ownError) Unwrap() error { return e.error }

// turns is the cache of a node's manager, which does not let the manager order a certificate.
type turns struct {
	cache
	policy autocert.HostPolicy
	orders singleflight.Group // of this node, by the names of the certificates

	mu   sync.Mutex
	late map[string]pause // by the names of the certificates
}

// pause is the time until which a node does not order, and why.
type pause struct {
	until time.Time
	why   error
}

// Get returns a value, [autocert.ErrCacheMiss], or a missingError.
func (t *turns) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := t.cache.Get(ctx, name)
	if errors.Is(err, autocert.ErrCacheMiss) && t.policy(ctx, strings.TrimSuffix(name, "+rsa")) == nil { // a certificate
		return nil, missingError{name}
	}
	return data, err
}

// source returns the certificates of a manager with this cache. If one is missing, this node orders
// it, or waits for another node's order. A successful order puts the certificate on the bus.
func (t *turns) source(from Source, order func(*tls.ClientHelloInfo) error) Source {
	return func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := from(hello)
		missing := missingError{}
		if !errors.As(err, &missing) {
			return pair, err
		}
		_, err, _ = t.orders.Do(missing.name, func() (any, error) {
			end, err := t.take(context.Background(), missing.name)
			if err != nil {
				return nil, err
			}
			err = order(hello)
			end(err)
			return nil, err
		})
		if err != nil {
			return nil, err
		}
		return from(hello)
	}
}

// take waits for this node's turn to order a certificate. By then another node may have put it on
// the bus. The caller reports how the order has ended.
func (t *turns) take(ctx context.Context, name string) (end func(error), err error) {
	if err := t.pauses(name); err != nil {
		return nil, err
	}
	b, err := t.bus.Bucket(ctx, ordersBucket, orderKept)
	if err != nil {
		return nil, err
	}
	h := held{turns: t, bucket: b, name: name, key: hex.EncodeToString([]byte(name))}
	for {
		if err = h.claim(ctx); err == nil {
			return h.begin(), nil
		}
		if !errors.Is(err, bus.ErrExists) {
			return nil, err
		}
		if err := failed(ctx, b, h.key); err != nil {
			return nil, fmt.Errorf("there is no certificate for %s; it is ordered again within a minute: %w", name, err)
		}
		if !workers.Pause(ctx, orderLooked) {
			return nil, context.Cause(ctx)
		}
	}
}

// pauses returns why this node does not order a certificate at the moment; nil if it does.
func (t *turns) pauses(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.late[name]; time.Now().Before(p.until) {
		return ownError{fmt.Errorf("there is no certificate for %s; it is ordered again in some seconds: %w", name, p.why)}
	}
	delete(t.late, name)
	return nil
}

// failed returns why an order has failed; nil if it has not.
func failed(ctx context.Context, b bus.Bucket, key string) error {
	e, err := b.Get(ctx, key)
	if errors.Is(err, bus.ErrNotFound) {
		return nil
	}
	var o order
	if err == nil {
		err = json.Unmarshal(e.Data, &o)
	}
	if err == nil && o.Failed != "" {
		err = fmt.Errorf("node %s: %s", o.Node, o.Failed)
	}
	return err
}

func (o order) encode() []byte {
	data, _ := json.Marshal(o)
	return data
}

// held is an entry of this node.
type held struct {
	*turns
	bucket    bus.Bucket
	name, key string
	revision  uint64
}

// claim makes the entry, or returns bus.ErrExists. An unfinished one of this node is left from an
// earlier run, or could not be removed.
func (h *held) claim(ctx context.Context) (err error) {
	data := order{Node: h.bus.Node()}.encode()
	h.revision, err = h.bucket.Create(ctx, h.key, data)
	if !errors.Is(err, bus.ErrExists) {
		return err
	}
	e, lookErr := h.bucket.Get(ctx, h.key)
	if lookErr == nil && bytes.Equal(e.Data, data) {
		h.revision, lookErr = h.bucket.Update(ctx, h.key, data, e.Revision)
		if lookErr == nil {
			return nil
		}
	}
	return err
}

// begin keeps the entry until the function returned is called with the result of the order.
func (h *held) begin() (end func(error)) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for tick := time.Tick(orderRenewed); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick:
				h.store(order{Node: h.bus.Node()})
			}
		}
	}()
	return func(err error) {
		stop()
		<-ended
		if own := (ownError{}); errors.As(err, &own) {
			h.mu.Lock()
			h.late[h.name] = pause{time.Now().Add(ownWait), own.error}
			h.mu.Unlock()
		} else if err != nil {
			h.store(order{h.bus.Node(), err.Error()})
			return
		}
		ctx, done := context.WithTimeout(context.Background(), storeWait)
		defer done()
		_ = h.bucket.Delete(ctx, h.key, h.revision) // otherwise it is gone soon
	}
}

// store changes the entry. If that fails, the entry soon expires.
func (h *held) store(o order) {
	ctx, done := context.WithTimeout(context.Background(), storeWait)
	defer done()
	if revision, err := h.bucket.Update(ctx, h.key, o.encode(), h.revision); err == nil {
		h.revision = revision
	}
}

// again is how long a patient cache waits before it tries something again.
const again = time.Second

// patient is a cache that retries failed calls of the bus until the context ends. Otherwise a
// running order would be lost, although it counts against the authority's limit.
type patient struct{ cache }

// Get returns a value, or [autocert.ErrCacheMiss].
func (p patient) Get(ctx context.Context, name string) (data []byte, err error) {
	return data, insist(ctx, func() error {
		data, err = p.cache.Get(ctx, name)
		return err
	})
}

// Put stores a value.
func (p patient) Put(ctx context.Context, name string, data []byte) error {
	return insist(ctx, func() error { return p.cache.Put(ctx, name, data) })
}

// insist calls f until it succeeds, the value is missing, or the context ends.
func insist(ctx context.Context, f func() error) error {
	for {
		err := f()
		if err == nil || errors.Is(err, autocert.ErrCacheMiss) || !workers.Pause(ctx, again) {
			return err
		}
	}
}
