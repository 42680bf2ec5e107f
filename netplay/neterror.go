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
)

// isFrameError reports whether the bytes of a frame broke the protocol, so that the peer is told.
func isFrameError(err error) bool {
	return errors.Is(err, errOversized) || errors.Is(err, errNegative) || errors.Is(err, errOverlong)
}

// frameError adds a sentence to an error in the middle of a frame that came too slowly.
func frameError(err error) error {
	if isTimeout(err) {
		return &sentence{"The connection is too slow, so it was closed.", err}
	}
	return err
}

func isTimeout(err error) bool {
	var netError net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &netError) && netError.Timeout()
}

func deafText(peer string) string {
	return peer + "'s program does not take in what is sent to it, so the connection was closed."
}

// readPreface reads the bytes that come before the first frame. Other bytes are a sentence that says what seems to be
// at the other end.
func readPreface(r *bufio.Reader, cfg SessionConfig) error {
	first, err := r.Peek(len(preface))
	if err != nil {
		if len(first) > 0 && err == io.EOF {
			return &sentence{hungUpText(cfg.PeerAddr), errTruncated}
		}
		return err
	}
	if string(first) != preface {
		return &sentence{strangerText(string(first), cfg), fmt.Errorf("not a mancala program: it began with %x", first)}
	}
	_, err = r.Discard(len(preface))
	return err
}

// strangerText says what the first bytes of something look like that is no mancala program.
func strangerText(first string, cfg SessionConfig) string {
	what := "is not a mancala program"
	switch {
	case strings.HasPrefix(first, preface[:3]):
		return "The mancala program at " + cfg.PeerAddr + " is of another version. " +
			"Install the same version on both computers."
	case first == "HTTP", first == "RTSP", cfg.Self == match.Host && isHTTPMethod(first):
		what = "speaks the language of the web and is not a mancala program"
	case first[1] == 3 && (first[0] == 0x15 || first[0] == 0x16):
		what = "wants an encrypted connection, which this version cannot make, or is not a mancala program"
	case first == "SSH-":
		what = "is a remote login service, not a mancala program"
	}
	return "The program at " + cfg.PeerAddr + " " + what + ". Check the address and the port."
}

func isHTTPMethod(first string) bool {
	for _, method := range [...]string{"GET ", "HEAD", "POST", "PUT ", "OPTI", "PRI ", "CONN", "DELE"} {
		if first == method {
			return true
		}
	}
	return false
}

// explain makes a sentence of two: what happened, and what to do.
func explain(err error, happened, remedy string) *sentence {
	return &sentence{happened + " " + remedy, err}
}

// dialError turns a failed connection attempt into a sentence.
func dialError(addr string, err error) *sentence {
	host, _, _ := net.SplitHostPort(addr)
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return explain(err, "There is no computer named "+host+".",
			"Check the spelling, or use the numbers that the host's screen shows.")
	case errors.As(err, &dns):
		return explain(err, "The name "+host+" could not be looked up.",
			"Check your network, or use the numbers that the host's screen shows.")
	case isErrno(err, connectionRefused):
		return explain(err, "Nobody is hosting a game at "+addr+".",
			"Check the address, and that the host is waiting for a guest.")
	case isErrno(err, networkUnreachable) || isErrno(err, hostUnreachable):
		return explain(err, "There is no way from this computer to "+addr+".",
			"Check that both computers are on the same network.")
	case isTimeout(err):
		return explain(err, "Nothing answers at "+addr+".",
			"Check the address, and that no firewall stands between the two computers.")
	}
	return explain(err, "No connection to "+addr+" could be made.",
		"Check the address and your network, then try again.")
}

// listenError turns a failure to host into a sentence.
func listenError(addr string, err error) *sentence {
	_, port, splitErr := net.SplitHostPort(addr)
	var addrError *net.AddrError
	var dns *net.DNSError
	switch {
	case isErrno(err, addressInUse) && port == DefaultPort:
		return explain(err, "Port 7000 is taken by another program (on a Mac often by AirPlay).",
			"Host at another port, such as 7001.")
	case isErrno(err, addressInUse):
		return explain(err, "Port "+port+" is taken by another program.",
			"Host at another port, such as "+otherPort(port)+".")
	case errors.Is(err, os.ErrPermission):
		return explain(err, "This system does not let you host at port "+port+".",
			"Host at a port above 1023, such as "+DefaultPort+".")
	case isErrno(err, addressNotOurs):
		return explain(err, addr+" is not an address of this computer.",
			"Host at :"+otherPort(port)+" to use every address it has.")
	case splitErr != nil, errors.As(err, &addrError), errors.As(err, &dns):
		return &sentence{badListenText(addr), err}
	}
	return explain(err, "This computer cannot host at "+addr+".", "Try another port, such as 7001.")
}

func badListenText(addr string) string {
	return "It is not possible to host at " + quoteText(addr) + ". " +
		"Write a port, as in :7000, or an address of this computer with a port."
}
