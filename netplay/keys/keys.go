// Package keys identifies the two ends of an encrypted connection to each other. It has the key of
// an installation, its fingerprint, invites with a fingerprint, and the verdict on a host's key. It
// is pure: no file, no clock, no socket.
//
// A host has its own key, made once. A guest with an invite knows the fingerprint of the key
// in advance. Any other guest trusts the first key that a host shows and remembers it, as ssh does;
// from then on, a host with another key is noticed.
package keys

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"sync"
	"time"
)

// pemType is the type of the PEM block that holds an identity: a PKCS #8 key.
const pemType = "PRIVATE KEY"

// MaxPEM is the largest number of bytes of a text that [ParseIdentity] reads; [Identity.PEM] has
// far fewer.
const MaxPEM = 4096

// Identity is the key pair that identifies an installation: an Ed25519 key. Make one with
// [NewIdentity] or [ParseIdentity].
type Identity struct {
	key         ed25519.PrivateKey
	fingerprint Fingerprint
	certify     sync.Once
	certificate tls.Certificate // see [Identity.Certificate]
}

// NewIdentity makes a key from 32 bytes of random. It fails only if random does.
func NewIdentity(random io.Reader) (*Identity, error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, fmt.Errorf("no random bytes for a key: %w", err)
	}
	return newIdentity(ed25519.NewKeyFromSeed(seed)), nil
}

func newIdentity(key ed25519.PrivateKey) *Identity {
	return &Identity{key: key, fingerprint: fingerprint(publicInfo(key.Public().(ed25519.PublicKey)))}
}

// publicInfo returns the SubjectPublicKeyInfo of a public key (RFC 8410). Package x509 makes the
// same, but links all curves into the page for browsers.
func publicInfo(public ed25519.PublicKey) []byte {
	return append([]byte{0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00}, public...)
}

// certified returns a certificate that only carries a key. It does not expire, since the key does
// not.
func certified(key ed25519.PrivateKey) (tls.Certificate, error) {
	envelope := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "mancala"},
		NotBefore:    time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:     time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
		KeyUsage:     x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(nil, envelope, envelope, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}

// PEM returns the private key as text, for a file that only its owner can read.
func (id *Identity) PEM() []byte {
	der, err := x509.MarshalPKCS8PrivateKey(id.key)
	if err != nil {
		panic(err) // every Ed25519 key can be written
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemType, Bytes: der})
}

// ErrNoIdentity is returned, wrapped, by [ParseIdentity] for a text that is not an identity.
var ErrNoIdentity = errors.New("this is not the key of an installation")

// ParseIdentity parses the text that [Identity.PEM] returns. Anything else is an error, also text
// before or after the key.
func ParseIdentity(text []byte) (*Identity, error) {
	if len(text) > MaxPEM {
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrNoIdentity, MaxPEM)
	}
	block, rest := pem.Decode(text)
	switch {
	case block == nil:
		return nil, fmt.Errorf("%w: no PEM block", ErrNoIdentity)
	case block.Type != pemType || len(block.Headers) > 0 || len(rest) > 0 ||
		!strings.HasPrefix(string(text), "-----BEGIN"):
		return nil, fmt.Errorf("%w: more or something else than a key", ErrNoIdentity)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoIdentity, err)
	}
	ed, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%w: a key of another kind", ErrNoIdentity)
	}
	return newIdentity(ed), nil
}

// Fingerprint returns the fingerprint of the public key.
func (id *Identity) Fingerprint() Fingerprint { return id.fingerprint }

// Certificate returns a self-signed certificate of the key. It is always the same.
func (id *Identity) Certificate() tls.Certificate {
	id.certify.Do(func() {
		var err error
		if id.certificate, err = certified(id.key); err != nil {
			panic(err) // every Ed25519 key can sign
		}
	})
	return id.certificate
}

// Certificates returns [Identity.Certificate] in a list, as crypto/tls wants it.
func (id *Identity) Certificates() []tls.Certificate { return []tls.Certificate{id.Certificate()} }

// FingerprintOf returns the fingerprint of a certificate's key.
func FingerprintOf(c *x509.Certificate) Fingerprint { return fingerprint(c.RawSubjectPublicKeyInfo) }

// fingerprint returns the fingerprint of a SubjectPublicKeyInfo.
func fingerprint(info []byte) Fingerprint {
	sum := sha256.Sum256(info)
	return Fingerprint(sum[:len(Fingerprint{})])
}

// Known is the memory of a host's key.
type Known struct {
	// Fingerprint is the key's; zero means that nothing is remembered.
	Fingerprint Fingerprint
	// Verified says that an invite, or a person, has vouched for the key. Otherwise the key is only
	// the first one seen.
	Verified bool
}

// Verdict is the judgement on a key that a host has shown.
type Verdict uint8

// The verdicts.
const (
	// New is the first key of a host that is not remembered.
	New Verdict = iota
	// Same is the remembered key.
	Same
	// Changed is a key that differs from the remembered one. A person has to decide.
	Changed
	// Invited is the key that the invite names, whichever key is remembered.
	Invited
	// Forged is a key that differs from the one in the invite. It must never be trusted.
	Forged
)

// Judge judges the key that a host has shown to a guest. Invited is the key in the guest's invite,
// zero without an invite, and known is the guest's memory of the host.
func Judge(shown, invited Fingerprint, known Known) Verdict {
	switch {
	case !invited.IsZero() && shown == invited:
		return Invited
	case !invited.IsZero():
		return Forged
	case known.Fingerprint.IsZero():
		return New
	case shown == known.Fingerprint:
		return Same
	}
	return Changed
}

// After returns the memory of a key that was accepted with this verdict. A changed key starts again
// as unverified.
func (v Verdict) After(shown Fingerprint, known Known) Known {
	return Known{Fingerprint: shown, Verified: v == Invited || v == Same && known.Verified}
}

// PublicKeySize is the number of bytes of a public key.
const PublicKeySize = ed25519.PublicKeySize

// Public returns the public key, of [PublicKeySize] bytes.
func (id *Identity) Public() []byte { return id.key.Public().(ed25519.PublicKey) }

// Sign returns the signature of a message, of [ed25519.SignatureSize] bytes.
func (id *Identity) Sign(message []byte) []byte { return ed25519.Sign(id.key, message) }

// ErrSignature means that a message was not signed by the owner of a key.
var ErrSignature = errors.New("the signature is not by that key")

// Verify returns the fingerprint of a public key if the key's owner has signed the message. Any
// other bytes are ErrSignature.
func Verify(public, message, signature []byte) (Fingerprint, error) {
	if len(public) != PublicKeySize || !ed25519.Verify(public, message, signature) {
		return Fingerprint{}, ErrSignature
	}
	return fingerprint(publicInfo(public)), nil
}

// Scheme begins the text of an invite; the others begin a link to a page that joins the same host
// in a browser.
const (
	Scheme       = "mancala://"
	PageScheme   = "http://"
	SecureScheme = "https://"
)

// maxAddr is the largest number of bytes of the address of an invite.
const maxAddr = 300

// Invite has everything for a guest to reach a host, verify it, and get in. The zero value means
// none.
type Invite struct {
	// Addr is the address of the host, as host:port, or as lookup@host:port through a meeting
	// point. It is not checked here.
	Addr string
	// Fingerprint is the host's; it is zero only if there is a Code.
	Fingerprint Fingerprint
	// Secret is the secret for the seat; zero if the invite has none.
	Secret Secret
	// Code is the secret half of a meeting point's code, as in "fox-31"; the host answers it with
	// the rest. It is "" in every other invite.
	Code string
}

// IsZero reports whether i is no invite: it has no fingerprint and no code.
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
