package keys

import (
	"errors"
	"strings"
)

// Scheme is how the text of an invite begins, and the others how a link to a page begins, by which a
// browser joins the same host.
const (
	Scheme       = "mancala://"
	PageScheme   = "http://"
	SecureScheme = "https://"
)

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
func (i Invite) String() string { return Scheme + i.text() }

// Link returns the invite as a link to the host's page, "http://host:port/#fingerprint-secret". A
// browser sends nothing of what is behind the "#" to anyone. Without a fingerprint the link is no
// invite, but the page alone.
func (i Invite) Link() string { return PageScheme + i.text() }

// text returns the invite as text, without the scheme.
func (i Invite) text() string {
	text := i.Addr + "/"
	if !i.Fingerprint.IsZero() {
		text += "#" + i.Fingerprint.String()
	}
	if !i.Secret.IsZero() {
		text += "-" + i.Secret.text()
	}
	return text
}

// CutScheme splits a text into the scheme that it begins with, in lower case, and what follows; the
// scheme is "" if the text has none of ours.
func CutScheme(text string) (scheme, rest string) {
	for _, scheme := range [...]string{Scheme, PageScheme, SecureScheme} {
		if len(text) >= len(scheme) && lower(text[:len(scheme)]) == scheme {
			return scheme, text[len(scheme):]
		}
	}
	return "", text
}

// Why a text is no invite.
var (
	ErrNoInvite  = errors.New("an invite begins with " + Scheme + " or " + PageScheme)
	ErrBadInvite = errors.New("the part of the invite behind # is damaged")
)

// ParseInvite reads the text of an invite, or a link that has one. It is ErrNoInvite if the text
// does not begin as one or has no "#", and ErrBadInvite if what is behind the "#" is damaged.
func ParseInvite(text string) (Invite, error) {
	scheme, rest := CutScheme(text)
	addr, codes, found := strings.Cut(rest, "#")
	if scheme == "" || !found {
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
