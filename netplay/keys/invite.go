package keys

import (
	"errors"
	"strings"
)

// Scheme is how the text of an invite begins.
const Scheme = "mancala://"

// maxAddr is the largest number of bytes in the address of an invite.
const maxAddr = 300

// Invite has all that a guest needs to reach a host, to recognise it, and to be let in. The zero
// value is none.
type Invite struct {
	// Addr is where the host is, as host:port, or as lookup@host:port by way of a meeting point. It
	// is not checked here.
	Addr string
	// Fingerprint is of the host's key; it is zero only if there is a Code.
	Fingerprint Fingerprint
	// Secret is for the seat; zero if the invite does not give it.
	Secret Secret
	// Code is the secret half of the code of a meeting point, as in "fox-31", by which the host
	// tells the rest; "" in every other invite.
	Code string
}

// IsZero reports whether it is none.
func (i Invite) IsZero() bool { return i.Fingerprint.IsZero() && i.Code == "" }

// String returns the invite as text, "mancala://host:port/#fingerprint-secret", or without
// "-secret" if it has none; with a code, "lookup-code@host:port". It holds the secret: it is for
// the clipboard, not for a log.
func (i Invite) String() string {
	if lookup, point, found := strings.Cut(i.Addr, "@"); found && i.Code != "" {
		return lookup + "-" + i.Code + "@" + point
	}
	text := Scheme + i.Addr + "/#" + i.Fingerprint.String()
	if !i.Secret.IsZero() {
		text += "-" + i.Secret.text()
	}
	return text
}

// Why a text is no invite.
var (
	ErrNoInvite  = errors.New("an invite begins with " + Scheme)
	ErrBadInvite = errors.New("the part of the invite behind # is damaged")
)

// ParseInvite reads the text of an invite. It is ErrNoInvite if the text does not begin as one or
// has no "#", and ErrBadInvite if what is behind the "#" is damaged.
func ParseInvite(text string) (Invite, error) {
	if len(text) < len(Scheme) || lower(text[:len(Scheme)]) != Scheme {
		return Invite{}, ErrNoInvite
	}
	addr, codes, found := strings.Cut(text[len(Scheme):], "#")
	if !found {
		return Invite{}, ErrNoInvite
	}
	invite := Invite{Addr: strings.TrimSuffix(addr, "/")}
	if len(invite.Addr) > maxAddr {
		return Invite{}, ErrBadInvite
	}
	first, second, both := strings.Cut(codes, "-")
	var err error
	if invite.Fingerprint, err = ParseFingerprint(first); err != nil {
		return Invite{}, ErrBadInvite
	}
	if both {
		if invite.Secret, err = parseCode(second); err != nil || invite.Secret.IsZero() {
			return Invite{}, ErrBadInvite
		}
	}
	return invite, nil
}
