package keys

import (
	"errors"
	"strings"
)

// Scheme is how the text of an invite begins.
const Scheme = "mancala://"

// maxAddr is the largest number of bytes in the address of an invite.
const maxAddr = 300

// Invite has all that a guest needs to reach a host, to recognise it, and to be let in.
type Invite struct {
	// Addr is where the host is, as host:port. It is not checked here.
	Addr string
	// Fingerprint is of the host's key; it is never zero.
	Fingerprint Fingerprint
	// Secret is for the seat; zero if the invite does not give it.
	Secret Secret
}

// String returns the invite as text, "mancala://host:port/#fingerprint-secret", or without
// "-secret" if it has none. It holds the secret: it is for the clipboard, not for a log.
func (i Invite) String() string {
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
