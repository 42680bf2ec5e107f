//go:build !js

package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"

	"github.com/coder/websocket"
)

// stream accepts a WebSocket. It refuses one that a page of a stranger has opened, by its Origin.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	conn, ours := r.Context().Value(connKey{}).(*pageConn)
	if !ours {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	up := &upgrade{ResponseWriter: w, raw: &meter{Conn: conn.Conn}}
	ws, err := websocket.Accept(up, r, &websocket.AcceptOptions{OriginPatterns: s.trust().origins()})
	if err != nil {
		if up.taken {
			_ = conn.Close()
		}
		return
	}
	defer conn.leave()
	ws.SetReadLimit(maxMessage)
	s.cfg.Enter(&streamConn{Conn: up.raw.Conn, ws: ws, meter: up.raw}, !local(r.Host))
}

// upgrade is the response to a request for a WebSocket. It hands over the connection with small
// buffers, and independent of the server.
type upgrade struct {
	http.ResponseWriter
	raw   *meter
	taken bool // from the server
}

// streamBuffer is the size of a stream's two buffers. Most messages are smaller.
const streamBuffer = 512

// Hijack takes the connection from the server.
func (u *upgrade) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	_, rw, err := http.NewResponseController(u.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	u.taken = true
	came, err := rw.Peek(rw.Reader.Buffered()) // the browser may send early
	if err != nil {
		return nil, nil, err
	}
	r := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(came), u.raw), max(streamBuffer, len(came)))
	if _, err := r.Peek(len(came)); err != nil {
		return nil, nil, err
	}
	return u.raw, bufio.NewReadWriter(r, bufio.NewWriterSize(u.raw, streamBuffer)), nil
}

// maxIdle is the number of bytes of a stream that may carry no data: pings, and headers of empty
// messages.
const maxIdle = 2 * maxMessage

var errIdle = errors.New("the browser sends nothing but empty messages")

// meter counts the bytes received on a connection since the last byte of a message.
type meter struct {
	net.Conn
	idle atomic.Int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Conn.Read(p)
	if m.idle.Add(int64(n)) > maxIdle {
		return 0, errIdle
	}
	return n, err
}

// streamConn is a WebSocket as a stream of bytes. Its deadlines are the deadlines of the connection
// below; after one has passed the stream is unusable.
type streamConn struct {
	net.Conn // below
	ws       *websocket.Conn
	meter    *meter
	message  io.Reader // the one being read; nil between two
}

var errText = errors.New("the browser has sent a text message")

// Read reads bytes of the binary messages. It returns [io.EOF] after the browser has closed the
// stream.
func (c *streamConn) Read(p []byte) (int, error) {
	for {
		if c.message == nil {
			kind, message, err := c.ws.Reader(context.Background())
			switch {
			case websocket.CloseStatus(err) != -1:
				return 0, io.EOF
			case err != nil:
				return 0, err
			case kind != websocket.MessageBinary:
				go func() { _ = c.ws.Close(websocket.StatusUnsupportedData, "") }()
				return 0, errText
			}
			c.message = message
		}
		n, err := c.message.Read(p)
		if n > 0 {
			c.meter.idle.Store(0)
		}
		if err == io.EOF {
			c.message, err = nil, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// Write sends a binary message.
func (c *streamConn) Write(p []byte) (int, error) {
	if err := c.ws.Write(context.Background(), websocket.MessageBinary, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CloseWrite tells the browser that nothing follows. The browser answers by closing the stream, so
// there is nothing left to read but its end.
func (c *streamConn) CloseWrite() error {
	go func() { _ = c.ws.Close(websocket.StatusNormalClosure, "") }() // waits for the answer
	return nil
}

// NetConn returns the connection below.
func (c *streamConn) NetConn() net.Conn { return c.Conn }
