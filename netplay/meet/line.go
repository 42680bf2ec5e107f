// Package meet is a rendezvous and relay for two programs that can only dial out: they meet at a
// third one, the meeting point. A host keeps a line to it and gets a lookup, a word for guests to
// find it. If a guest asks for the lookup, the meeting point tells the host, which dials once more
// for that guest. From then on the meeting point copies bytes between the two, without
// understanding them.
//
// A [Code] is the lookup and a secret half, which the meeting point never learns; package keys has
// the proof of it. [Point] decides, without socket, clock or randomness; [Server] is the shell
// around it. [Open], [Take] and [Join] are the sides of host and guest.
package meet

import (
	"bytes"
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Version begins the first line of each connection, and distinguishes it from other protocols.
const Version = "MEET1"

// MaxLine is the largest number of bytes of a line, including its end.
const MaxLine = 128

// Verb is the kind of a line.
type Verb string

// The verbs. Open, Join and Take come first on a connection, after the version.
const (
	VerbOpen    Verb = "open"    // a host wants a lookup, or its old one
	VerbJoin    Verb = "join"    // a guest wants to meet the host of a lookup
	VerbTake    Verb = "take"    // a host has come for a guest
	VerbCode    Verb = "code"    // the host has this lookup, and a ticket to get it again
	VerbGuest   Verb = "guest"   // a guest waits for the host
	VerbExpired Verb = "expired" // the lookup was not used and has expired
	VerbPing    Verb = "ping"    // is the other end still there?
	VerbPong    Verb = "pong"    // it is
	VerbKeep    Verb = "keep"    // the host uses its lookup
	VerbOK      Verb = "ok"      // the bytes of the other end follow
	VerbNo      Verb = "no"      // a refusal, with its reason
)

// Reason is the reason for a refusal.
type Reason string

// The reasons. A later version may have others.
const (
	NoneSuch   Reason = "unknown" // no host has this lookup
	Away       Reason = "away"    // the host's line is down, and may come back
	Busy       Reason = "busy"    // too many guests wait for this host, or from this address
	Late       Reason = "late"    // the host did not come for the guest
	Often      Reason = "often"   // this address has asked for too many unknown lookups
	Taken      Reason = "taken"   // another host has this lookup
	Full       Reason = "full"    // the meeting point has no place left
	Gone       Reason = "gone"    // the guest no longer waits
	BadLine    Reason = "line"    // the line cannot be parsed
	BadVersion Reason = "version" // the line belongs to another version
)

// Line is a line of the protocol. Each verb has the fields that [Line.parameters] lists.
type Line struct {
	Verb   Verb
	Lookup string
	Ticket string
	// ID names a waiting guest. Only the meeting point and the host know it.
	ID string
	// Addr is a guest's address, or the zero Addr if the meeting point knows none.
	Addr   netip.Addr
	Reason Reason
}

// Errors of parsing a line.
var (
	ErrLine    = errors.New("this is no line of a meeting point")
	ErrVersion = errors.New("the line is of another version")
)

// secretLength is the number of letters of a ticket and of an ID.
const secretLength = 26

// ParseLine parses a line without its end. It accepts only text that String returns.
func ParseLine(text string) (Line, error) {
	if len(text) >= MaxLine {
		return Line{}, ErrLine
	}
	words := strings.Split(text, " ")
	first := false
	switch {
	case words[0] == Version && len(words) > 1:
		first, words = true, words[1:]
	case words[0] != Version && strings.HasPrefix(words[0], Version[:len(Version)-1]):
		return Line{}, ErrVersion
	}
	l := Line{Verb: Verb(words[0])}
	if first != l.first() || !l.fill(words[1:]) {
		return Line{}, ErrLine
	}
	return l, nil
}

// first reports whether the line comes first on a connection.
func (l *Line) first() bool { return l.Verb == VerbOpen || l.Verb == VerbJoin || l.Verb == VerbTake }

// fill sets the parameters of a line, and reports whether they match its verb.
func (l *Line) fill(words []string) bool {
	parameters := l.parameters()
	if l.Verb == VerbOpen && len(words) == 0 {
		return true
	}
	if parameters == nil || len(words) != len(parameters) {
		return false
	}
	for i, p := range parameters {
		if !p.set(words[i]) {
			return false
		}
	}
	return true
}

// parameter is a parameter of a line: its word, and a function that sets it and reports whether it
// is valid.
type parameter struct {
	word string
	set  func(word string) bool
}

// parameters returns the parameters of the line's verb; nil for an unknown verb.
func (l *Line) parameters() []parameter {
	lookup := parameter{l.Lookup, func(word string) bool { l.Lookup = word; return isLookup(word) }}
	ticket := parameter{l.Ticket, func(word string) bool { l.Ticket = word; return isSecret(word) }}
	id := parameter{l.ID, func(word string) bool { l.ID = word; return isSecret(word) }}
	switch l.Verb {
	case VerbOpen, VerbCode:
		return []parameter{lookup, ticket}
	case VerbJoin:
		return []parameter{lookup}
	case VerbTake:
		return []parameter{id}
	case VerbGuest:
		return []parameter{id, {l.addr(), l.setAddr}}
	case VerbNo:
		return []parameter{{string(l.Reason), func(word string) bool { l.Reason = Reason(word); return isReason(word) }}}
	case VerbExpired, VerbPing, VerbPong, VerbKeep, VerbOK:
		return []parameter{}
	}
	return nil
}

func (l *Line) setAddr(word string) bool {
	if word == noAddr {
		return true
	}
	addr, err := netip.ParseAddr(word)
	l.Addr = addr
	return err == nil && addr.Zone() == "" && addr.String() == word
}

func (l *Line) addr() string {
	if !l.Addr.IsValid() {
		return noAddr
	}
	return l.Addr.WithZone("").String()
}

// noAddr is an unknown address.
const noAddr = "-"

// isSecret reports whether a text has the form of a ticket and of an ID.
func isSecret(text string) bool {
	return len(text) == secretLength && !strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) && (r < '2' || r > '7') })
}

// IsName reports whether a lookup and a ticket have the form of a host's name.
func IsName(lookup, ticket string) bool { return isLookup(lookup) && isSecret(ticket) }

// isReason reports whether a text has the form of a reason.
func isReason(text string) bool {
	return len(text) > 0 && len(text) <= 16 && !strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) })
}

// String returns the line without its end.
func (l Line) String() string {
	text := string(l.Verb)
	if l.first() {
		text = Version + " " + text
	}
	if l.Verb == VerbOpen && l.Lookup == "" {
		return text
	}
	for _, p := range l.parameters() {
		text += " " + p.word
	}
	return text
}

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

// nextLine returns the next line of the bytes read, if it is whole or none can follow.
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

// bare returns the connection itself if no bytes are buffered behind the lines, to spare a whole
// game another layer.
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
