package keys

import (
	"errors"
	"strings"
)

// Scheme begins the text of an invite; the others begin a link to a page by which a browser joins
// the same host.
const (
	Scheme       = "mancala://"
	PageScheme   = "http://"
	SecureScheme = "https://"
)

// maxAddr is the largest number of bytes of the address of an invite.
const maxAddr = 300

// Invite holds everything that a guest needs to reach a host, to recognise it, and to be let in.
// The zero value means none.
type Invite struct {
	// Addr is the address of the host, as host:port, or as lookup@host:port through a meeting
	// point. It is not checked here.
	Addr string
	// Fingerprint is the host's; it is zero only if there is a Code.
	Fingerprint Fingerprint
	// Secret is the secret for the seat; zero if the invite has none.
	Secret Secret
	// Code is the secret half of the code of a meeting point, as in "fox-31", in exchange for which
	// the host tells the rest; "" in every other invite.
	Code string
}

// IsZero reports whether i is no invite: it has neither a fingerprint nor a code.
func (i Invite) IsZero() bool { return i.Fingerprint.IsZero() && i.Code == "" }

// String returns the invite as text, "mancala://host:port/#fingerprint-secret", or without
// "-secret" if it has none; with a code, "lookup-code@host:port". The text contains the secret: it
// is for the clipboard, not for a log.
func (i Invite) String() string {
	if lookup, point, found := i.point(); found {
		return lookup + "-" + i.Code + "@" + point
	}
	return Scheme + i.text()
}

// Link returns the invite as a link to the page of the host or of its meeting point,
// "http://host:port/#fingerprint-secret" or "http://host:port/#lookup-code". A browser sends the
// part behind the "#" to no one. Without a fingerprint and a code, the link is not an invite but
// leads to the page.
func (i Invite) Link() string {
	if lookup, point, found := i.point(); found {
		return PageScheme + point + "/#" + lookup + "-" + i.Code
	}
	return PageScheme + i.text()
}

// point returns the lookup of the host and the address of its meeting point, if there is a code.
func (i Invite) point() (lookup, at string, found bool) {
	lookup, at, found = strings.Cut(i.Addr, "@")
	return lookup, at, found && i.Code != ""
}

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

// CutScheme splits a text into its scheme, in lower case, and the rest; the scheme is "" if the
// text has none of ours.
func CutScheme(text string) (scheme, rest string) {
	for _, scheme := range [...]string{Scheme, PageScheme, SecureScheme} {
		if len(text) >= len(scheme) && lower(text[:len(scheme)]) == scheme {
			return scheme, text[len(scheme):]
		}
	}
	return "", text
}

// Reasons why a text is not an invite.
var (
	ErrNoInvite  = errors.New("an invite begins with " + Scheme + " or " + PageScheme)
	ErrBadInvite = errors.New("the part of the invite behind # is damaged")
)

// ParseInvite parses the text of an invite, or a link that contains one. The error is ErrNoInvite
// if the text does not begin as one or has no "#", and ErrBadInvite if the part behind the "#" is
// damaged.
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
