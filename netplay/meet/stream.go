package meet

import (
	"bytes"
	"net"
	"time"
)

// stream is a connection that begins with lines. Bytes that were read beyond a line are read again.
type stream struct {
	net.Conn
	rest []byte // read and not yet used
	// within says that it is a stream within the connection of a browser.
	within bool
}

// readLine reads a line before a deadline. Bytes that cannot become one are an error as soon as
// that is certain.
func (s *stream) readLine(deadline time.Time) (Line, error) {
	for {
		if l, there, err := s.nextLine(); there {
			return l, err
		}
		if err := s.fill(deadline); err != nil {
			return Line{}, err
		}
	}
}

// nextLine returns the next line of the bytes read, if there is a whole one or none can follow.
func (s *stream) nextLine() (l Line, there bool, err error) {
	i := bytes.IndexByte(s.rest, '\n')
	if i < 0 {
		return Line{}, len(s.rest) >= MaxLine, ErrLine
	}
	l, err = ParseLine(string(s.rest[:i]))
	if s.rest = s.rest[i+1:]; len(s.rest) == 0 {
		s.rest = nil // an idle connection holds nothing
	}
	return l, true, err
}

// fill reads more of a line. Its stack is shallow, because idle hosts wait in it.
func (s *stream) fill(deadline time.Time) error {
	_ = s.SetReadDeadline(deadline)
	b := make([]byte, MaxLine-len(s.rest))
	n, err := s.Conn.Read(b)
	if n == 0 && err != nil {
		return err
	}
	s.rest = append(s.rest, b[:n]...)
	return nil
}

// speaksWeb reports, by the first bytes of a connection, whether it speaks HTTP. The bytes are read
// again.
func (s *stream) speaksWeb(deadline time.Time) (bool, error) {
	_ = s.SetReadDeadline(deadline)
	var b [4]byte
	for len(s.rest) < len(b) {
		n, err := s.Conn.Read(b[:len(b)-len(s.rest)])
		s.rest = append(s.rest, b[:n]...)
		if n == 0 && err != nil {
			return false, err
		}
	}
	first := string(s.rest[:len(b)])
	return first == "GET " || first == "HEAD", nil
}

// writeLine writes a line with one call.
func (s *stream) writeLine(l Line) error {
	_ = s.SetWriteDeadline(time.Now().Add(writeWait))
	_, err := s.Conn.Write([]byte(l.String() + "\n"))
	return err
}

// Read reads the bytes left behind the lines, then the connection.
func (s *stream) Read(p []byte) (int, error) {
	if len(s.rest) > 0 {
		n := copy(p, s.rest)
		if s.rest = s.rest[n:]; len(s.rest) == 0 {
			s.rest = nil
		}
		return n, nil
	}
	return s.Conn.Read(p)
}

// bare returns the connection itself if no bytes are left behind the lines, so that a whole game
// does not pass through another layer.
func (s *stream) bare() net.Conn {
	_ = s.SetDeadline(time.Time{})
	if len(s.rest) == 0 {
		return s.Conn
	}
	return s
}

// NetConn returns the connection itself.
func (s *stream) NetConn() net.Conn { return s.Conn }

// CloseWrite closes this end's half of the stream, if it has halves.
func (s *stream) CloseWrite() error { return closeWrite(s.Conn) }

// closeWrite closes this end's half of a stream, or all of it if it has no halves.
func closeWrite(nc net.Conn) error {
	if half, ok := nc.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nc.Close()
}
