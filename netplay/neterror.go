package netplay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/rules"
)

// isFrameError reports whether the bytes of a frame broke the protocol, so that the peer is told.
func isFrameError(err error) bool {
	return errors.Is(err, frames.ErrOversized) || errors.Is(err, frames.ErrNegative) || errors.Is(err, frames.ErrOverlong)
}

// frameError adds a note to an error in the middle of a frame that came too slowly.
func frameError(err error) error {
	if isTimeout(err) {
		return note("slow").Because(err)
	}
	return err
}

func isTimeout(err error) bool {
	var netError net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &netError) && netError.Timeout()
}

// readPreface reads the bytes before the first frame. If they are wrong, it returns a note that
// says which program seems to be at the other end.
func readPreface(r *bufio.Reader, cfg SessionConfig) error {
	first, err := r.Peek(len(preface))
	if err != nil {
		if len(first) > 0 && err == io.EOF {
			return note("hung-up", cfg.PeerAddr).Because(frames.ErrTruncated)
		}
		return err
	}
	if string(first) != preface {
		return stranger(string(first), cfg.PeerAddr, cfg.Self)
	}
	_, err = r.Discard(len(preface))
	return err
}

// stranger returns the note about a program that is not mancala, by its first bytes.
func stranger(first, addr string, self match.Party) *rules.Note {
	code := "stranger"
	switch {
	case strings.HasPrefix(first, preface[:3]):
		code = "other-version"
	case first == "HTTP", first == "RTSP", self == match.Host && isHTTPMethod(first):
		code = "stranger-web"
	case first[1] == 3 && (first[0] == 0x15 || first[0] == 0x16):
		code = "stranger-encrypted"
	case first == "SSH-":
		code = "stranger-ssh"
	}
	return note(code, addr).Because(fmt.Errorf("not a mancala program: it began with %x", first))
}

func isHTTPMethod(first string) bool {
	for _, method := range [...]string{"GET ", "HEAD", "POST", "PUT ", "OPTI", "PRI ", "CONN", "DELE"} {
		if first == method {
			return true
		}
	}
	return false
}

// dialError returns the note about a connection that could not be made.
func dialError(addr string, err error) *rules.Note {
	if told := (*rules.Note)(nil); errors.As(err, &told) {
		return told
	}
	host, _, _ := net.SplitHostPort(addr)
	var dns *net.DNSError
	n := note("no-connection", addr)
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		n = note("no-such-computer", host)
	case errors.As(err, &dns):
		n = note("no-lookup", host)
	case isErrno(err, connectionRefused):
		n = note("refused", addr)
	case isErrno(err, networkUnreachable) || isErrno(err, hostUnreachable):
		n = note("unreachable", addr)
	case isTimeout(err):
		n = note("silent", addr)
	}
	return n.Because(err)
}

// ListenError returns the note about an address at which the program cannot listen, by the error of
// listening.
func ListenError(addr string, err error) *rules.Note {
	if told := (*rules.Note)(nil); errors.As(err, &told) {
		return told
	}
	_, port, splitErr := net.SplitHostPort(addr)
	var addrError *net.AddrError
	var dns *net.DNSError
	n := note("no-hosting", addr)
	switch {
	case isErrno(err, addressInUse) && port == address.DefaultPort:
		n = note("usual-port-taken", port, address.OtherPort(port))
	case isErrno(err, addressInUse):
		n = note("port-taken", port, address.OtherPort(port))
	case errors.Is(err, os.ErrPermission):
		n = note("port-forbidden", port, address.DefaultPort)
	case isErrno(err, addressNotOurs):
		n = note("foreign-address", addr, port)
	case splitErr != nil, errors.As(err, &addrError), errors.As(err, &dns):
		n = badListen(addr)
	}
	return n.Because(err)
}

func badListen(addr string) *rules.Note { return note("bad-listen", match.CleanText(addr)) }
