package certs

import (
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
)

// One node orders a certificate at a time: the one that has made the entry of its domain in the
// bucket of orders. The others wait, and then find the certificate on the bus. An entry whose node
// has died, and that of an order that has failed, is gone after a while, so that an authority is
// not asked more often than that.
const (
	ordersBucket = "orders"
	// orderKept is how long an entry is kept after its last change, and orderRenewed how often the
	// node that orders changes it.
	orderKept    = time.Minute
	orderRenewed = 20 * time.Second
	// orderLooked is how often a node that waits looks whether the order has ended.
	orderLooked = 250 * time.Millisecond
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

// turns is the cache of a node's manager, which lets the manager order a certificate only when it
// is the node's turn.
type turns struct {
	cache
	policy autocert.HostPolicy
	orders singleflight.Group // of this node, by the names of the certificates

	mu   sync.Mutex
	mine map[string]bool // the names of the certificates that this node orders
}

// Get returns a value, [autocert.ErrCacheMiss], or a missingError.
func (t *turns) Get(ctx context.Context, name string) ([]byte, error) {
	data, err := t.cache.Get(ctx, name)
	if !errors.Is(err, autocert.ErrCacheMiss) || !t.isCertificate(ctx, name) {
		return data, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mine[name] {
		return nil, err
	}
	return nil, missingError{name}
}

// isCertificate reports whether a name in the cache is that of a certificate, and not the account's
// or that of an answer to the authority.
func (t *turns) isCertificate(ctx context.Context, name string) bool {
	return t.policy(ctx, strings.TrimSuffix(name, "+rsa")) == nil
}

// source returns the certificates of a manager with this cache. If there is none yet, this node
// orders it, or waits for another node that does.
func (t *turns) source(from Source) Source {
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
			_, err = from(hello)
			end(err)
			return nil, err
		})
		if err != nil {
			return nil, err
		}
		return from(hello)
	}
}

// take waits until it is this node's turn to order a certificate, which is then there unless the
// order has failed. The caller says how it has ended.
func (t *turns) take(ctx context.Context, name string) (end func(error), err error) {
	b, err := t.bus.Bucket(ctx, ordersBucket, bus.BucketConfig{TTL: orderKept})
	if err != nil {
		return nil, err
	}
	h := held{turns: t, bucket: b, name: name, key: hex.EncodeToString([]byte(name))}
	for {
		h.revision, err = b.Create(ctx, h.key, order{Node: t.bus.Node()}.encode())
		if err == nil {
			return h.begin(), nil
		}
		if !errors.Is(err, bus.ErrExists) {
			return nil, err
		}
		if err := failed(ctx, b, h.key); err != nil {
			return nil, fmt.Errorf("there is no certificate for %s; it is ordered again within a minute: %w", name, err)
		}
		select {
		case <-time.After(orderLooked):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
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

// begin keeps the entry until the function returned is called with the result of the order.
func (h *held) begin() (end func(error)) {
	h.set(true)
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
		h.set(false)
		if err != nil {
			h.store(order{h.bus.Node(), err.Error()})
			return
		}
		ctx, done := context.WithTimeout(context.Background(), storeWait)
		defer done()
		_ = h.bucket.Delete(ctx, h.key, h.revision) // otherwise it is gone soon
	}
}

// store changes the entry. If that fails, the entry is gone soon.
func (h *held) store(o order) {
	ctx, done := context.WithTimeout(context.Background(), storeWait)
	defer done()
	if revision, err := h.bucket.Update(ctx, h.key, o.encode(), h.revision); err == nil {
		h.revision = revision
	}
}

// set notes whether this node orders the certificate.
func (h *held) set(orders bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.mine[h.name] = true; !orders {
		delete(h.mine, h.name)
	}
}
