package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall/js"
	"time"
)

// Dialer opens streams from a page. It is a [mancala/transport.Transport] that cannot listen.
type Dialer struct {
	// Away says that there may be other programs than the page's source, such as other nodes of a
	// club. Otherwise every stream leads to the page's source, for any address.
	Away bool
}

// Origin returns the address that the page came from, as host:port.
func Origin() string {
	location := js.Global().Get("location")
	port := location.Get("port").String()
	switch {
	case port != "":
	case location.Get("protocol").String() == "https:":
		port = "443"
	default:
		port = "80"
	}
	return location.Get("hostname").String() + ":" + port
}

// Errors of a stream, as precise as browsers report them.
var (
	errNotOpened = errors.New("the browser could not open the stream")
	errBroken    = fmt.Errorf("the browser has lost the stream: %w", io.ErrUnexpectedEOF)
	errDeaf      = errors.New("the other end does not read what is sent to it")
	errUnread    = errors.New("more has come than was read")
)

// dialWait is the timeout of Dial.
const dialWait = 10 * time.Second

// maxWaiting is the number of bytes that may wait to be sent, or to be read.
const maxWaiting = 256 << 10

// Listen returns an error: a browser cannot listen.
func (Dialer) Listen(context.Context, string) (net.Listener, error) {
	return nil, errors.ErrUnsupported
}

// Dial opens a stream, encrypted by the browser if the page is. The page's policy decides which
// addresses there are. It returns early with ctx's error if ctx ends.
func (d Dialer) Dial(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	location := js.Global().Get("location")
	scheme, host := "ws://", location.Get("host").String()
	if location.Get("protocol").String() == "https:" {
		scheme = "wss://"
	}
	if d.Away && addr != Origin() {
		host = addr
	}
	ws, err := newSocket(scheme + host + StreamPath)
	if err != nil {
		return nil, err
	}
	c := &socket{ws: ws, addr: pageAddr(addr)}
	c.changed = sync.NewCond(&c.mu)
	opened := make(chan struct{})
	c.listen(opened)
	select {
	case <-opened:
	case <-ctx.Done():
		_ = c.Close()
		return nil, ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end != nil {
		return nil, errNotOpened
	}
	return c, nil
}

// newSocket makes a WebSocket that is being opened. Its error is the browser's refusal of the
// address.
func newSocket(url string) (ws js.Value, err error) {
	defer func() {
		switch refusal := recover().(type) {
		case nil:
		case js.Error:
			err = errors.Join(errNotOpened, refusal)
		default:
			panic(refusal)
		}
	}()
	return js.Global().Get("WebSocket").New(url), nil
}

// socket is a browser's WebSocket as a stream of bytes.
type socket struct {
	ws       js.Value
	addr     pageAddr
	handlers []js.Func

	mu      sync.Mutex
	changed *sync.Cond
	unread  [][]byte
	size    int   // of unread
	end     error // the result of Read after unread; nil while the stream is open
	timer   *time.Timer
	late    bool // the read deadline has passed
}

// listen registers the event handlers. It closes opened when the stream is open or cannot be
// opened.
func (c *socket) listen(opened chan struct{}) {
	var once sync.Once
	settle := func() { once.Do(func() { close(opened) }) }
	c.ws.Set("binaryType", "arraybuffer")
	c.on("open", func(js.Value) { settle() })
	c.on("message", func(event js.Value) { c.take(event.Get("data")) })
	c.on("close", func(event js.Value) {
		end := errBroken
		if event.Get("wasClean").Bool() {
			end = io.EOF
		}
		c.finish(end)
		c.release()
		settle()
	})
}

// on calls f for an event of the stream.
func (c *socket) on(event string, f func(event js.Value)) {
	handler := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	c.handlers = append(c.handlers, handler)
	c.ws.Call("addEventListener", event, handler)
}

// release releases the event handlers: nothing comes after the end.
func (c *socket) release() {
	for _, handler := range c.handlers {
		handler.Release()
	}
}

// take adds a message to the bytes to be read.
func (c *socket) take(data js.Value) {
	if !data.InstanceOf(js.Global().Get("ArrayBuffer")) { // a text
		c.finish(errBroken)
		c.ws.Call("close")
		return
	}
	bytes := js.Global().Get("Uint8Array").New(data)
	n := bytes.Length()
	c.mu.Lock()
	full := c.size+n > maxWaiting
	if !full && n > 0 && c.end == nil {
		message := make([]byte, n)
		js.CopyBytesToGo(message, bytes)
		c.unread, c.size = append(c.unread, message), c.size+n
		c.changed.Signal()
	}
	c.mu.Unlock()
	if full {
		c.finish(errUnread)
		c.ws.Call("close")
	}
}

// finish records that no more bytes come.
func (c *socket) finish(end error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end == nil {
		c.end = end
	}
	c.changed.Signal()
}

// Read reads bytes of the messages.
func (c *socket) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.unread) == 0 && c.end == nil && !c.late {
		c.changed.Wait()
	}
	switch {
	case c.late:
		return 0, os.ErrDeadlineExceeded
	case len(c.unread) == 0:
		return 0, c.end
	}
	n := copy(p, c.unread[0])
	c.size -= n
	if c.unread[0] = c.unread[0][n:]; len(c.unread[0]) == 0 {
		c.unread = c.unread[1:]
	}
	return n, nil
}

// Write sends bytes; the browser buffers them at once.
func (c *socket) Write(p []byte) (n int, err error) {
	const open = 1
	for len(p) > 0 {
		switch {
		case c.ws.Get("readyState").Int() != open:
			return n, net.ErrClosed
		case c.ws.Get("bufferedAmount").Int() > maxWaiting:
			return n, errDeaf
		}
		part := p[:min(len(p), maxMessage)]
		bytes := js.Global().Get("Uint8Array").New(len(part))
		js.CopyBytesToJS(bytes, part)
		c.ws.Call("send", bytes)
		n, p = n+len(part), p[len(part):]
	}
	return n, nil
}

// CloseWrite tells the other end that nothing follows. Bytes that it still sends are lost.
func (c *socket) CloseWrite() error {
	c.ws.Call("close", 1000)
	return nil
}

// Close closes the stream. Bytes that have been written are still sent.
func (c *socket) Close() error {
	c.ws.Call("close", 1000)
	c.finish(net.ErrClosed)
	return nil
}

// SetReadDeadline sets the time when Read stops waiting; the zero time means never.
func (c *socket) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
	c.timer, c.late = nil, false
	if t.IsZero() {
		return nil
	}
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(t), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.late = c.late || c.timer == timer
		c.changed.Signal()
	})
	c.timer = timer
	return nil
}

// SetWriteDeadline does nothing: a write does not wait.
func (c *socket) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline sets the read deadline.
func (c *socket) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// LocalAddr returns the same address as RemoteAddr: a browser does not reveal its own.
func (c *socket) LocalAddr() net.Addr { return c.addr }

// RemoteAddr returns the address that was dialled.
func (c *socket) RemoteAddr() net.Addr { return c.addr }

// pageAddr is the address of a stream.
type pageAddr string

// Network returns "websocket".
func (pageAddr) Network() string { return "websocket" }

// String returns the address.
func (a pageAddr) String() string { return string(a) }
