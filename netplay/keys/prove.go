package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
)

// A code has two parts. The first, which a meeting point knows, finds a host. The second is the
// weak secret of two people, and proves to each that the other has it, too:
//
//	guest                                            host
//	an opening: the exchange's name, its share --->
//	                                          <---   an answer: its share
//	a proof, by the key that both have now     --->  which is wrong if the guest guessed
//	                                          <---   a grant: a proof, and the sealed content of an invite
//
// The guest proves first, so a stranger who stops early has learned nothing, and each guess is
// noticed.

// The sizes of the four messages, in bytes.
const (
	OpeningSize = exchangeName + paceShare
	AnswerSize  = paceShare
	ProofSize   = sha256.Size
	GrantSize   = ProofSize + sealedSize
)

const (
	exchangeName = 16
	sealedSize   = len(Fingerprint{}) + len(Secret{}) + 16 // and the tag of the seal
)

// The data that each end contributes to the key besides its share.
var partyData = [2][]byte{[]byte("guest"), []byte("host")}

// Reasons why the exchange of a code fails.
var (
	// ErrWrongCode means that the other end does not have the same code. Each occurrence is one
	// guess.
	ErrWrongCode = errors.New("the other end has another code")
	// ErrExchange means that the other end broke the rules of the exchange.
	ErrExchange = errors.New("the exchange of the code is damaged")
)

// CodeGuest is the guest's side of an exchange that proves a code. Make one with [NewCodeGuest].
type CodeGuest struct {
	pace    *paceParty
	lookup  string
	opening []byte
	keys    *codeKeys // nil before Prove
}

// NewCodeGuest begins an exchange with the host of a lookup, with the secret half of the code. Both
// ends have to spell lookup and secret alike. It fails only if random does.
func NewCodeGuest(lookup, secret string, random io.Reader) (*CodeGuest, error) {
	bytes := make([]byte, exchangeName+paceShare)
	if _, err := io.ReadFull(random, bytes); err != nil {
		return nil, fmt.Errorf("no random bytes for an exchange: %w", err)
	}
	pace, err := newPace([]byte(secret), channelOf(lookup), bytes[:exchangeName], bytes[exchangeName:])
	if err != nil {
		return nil, err
	}
	return &CodeGuest{pace: pace, lookup: lookup, opening: append(bytes[:exchangeName:exchangeName], pace.share...)}, nil
}

// Opening returns the first message, of [OpeningSize] bytes.
func (g *CodeGuest) Opening() []byte { return g.opening }

// Prove takes the host's answer and returns the guest's proof, of [ProofSize] bytes. The error is
// ErrExchange.
func (g *CodeGuest) Prove(answer []byte) ([]byte, error) {
	k, err := g.pace.shared(answer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrExchange, err)
	}
	if g.keys, err = newCodeKeys(g.lookup, g.opening, answer, k); err != nil {
		return nil, err
	}
	return g.keys.proofs[0], nil
}

// Open takes the host's grant and returns the content of the host's invite. The error is
// ErrWrongCode if the other end does not have the code.
func (g *CodeGuest) Open(grant []byte) (f Fingerprint, s Secret, err error) {
	if g.keys == nil || len(grant) != GrantSize {
		return f, s, ErrExchange
	}
	if !hmac.Equal(grant[:ProofSize], g.keys.proofs[1]) {
		return f, s, ErrWrongCode
	}
	text, err := g.keys.seal.Open(nil, make([]byte, g.keys.seal.NonceSize()), grant[ProofSize:], g.keys.transcript)
	if err != nil {
		return f, s, fmt.Errorf("%w: %w", ErrExchange, err)
	}
	f, s = Fingerprint(text[:len(f)]), Secret(text[len(f):])
	if f.IsZero() || s.IsZero() {
		return Fingerprint{}, Secret{}, ErrExchange
	}
	return f, s, nil
}

// CodeHost is the host's side of an exchange that proves a code. Make one with [NewCodeHost].
type CodeHost struct {
	answer []byte
	keys   *codeKeys
}

// NewCodeHost answers the opening of a guest who came through lookup. The error is ErrExchange, or
// random's.
func NewCodeHost(lookup, secret string, opening []byte, random io.Reader) (*CodeHost, error) {
	if len(opening) != OpeningSize {
		return nil, ErrExchange
	}
	scalar := make([]byte, paceShare)
	if _, err := io.ReadFull(random, scalar); err != nil {
		return nil, fmt.Errorf("no random bytes for an exchange: %w", err)
	}
	pace, err := newPace([]byte(secret), channelOf(lookup), opening[:exchangeName], scalar)
	if err != nil {
		return nil, err
	}
	k, err := pace.shared(opening[exchangeName:])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrExchange, err)
	}
	keys, err := newCodeKeys(lookup, opening, pace.share, k)
	if err != nil {
		return nil, err
	}
	return &CodeHost{pace.share, keys}, nil
}

// Answer returns the answer to the opening, of [AnswerSize] bytes.
func (h *CodeHost) Answer() []byte { return h.answer }

// Grant takes the guest's proof, and returns the fingerprint of the host's key and the secret of
// its invites sealed for the guest, in [GrantSize] bytes. The error is ErrWrongCode if the guest
// has another code.
func (h *CodeHost) Grant(proof []byte, f Fingerprint, s Secret) ([]byte, error) {
	if !hmac.Equal(proof, h.keys.proofs[0]) {
		return nil, ErrWrongCode
	}
	text := append(f[:], s[:]...)
	grant := append([]byte(nil), h.keys.proofs[1]...)
	return h.keys.seal.Seal(grant, make([]byte, h.keys.seal.NonceSize()), text, h.keys.transcript), nil
}

// codeKeys are derived from the key of an exchange. The seal is used once.
type codeKeys struct {
	proofs     [2][]byte // the guest's, the host's
	seal       cipher.AEAD
	transcript []byte
}

// newCodeKeys derives the keys of an exchange from its messages and the shared secret.
func newCodeKeys(lookup string, opening, answer, shared []byte) (*codeKeys, error) {
	sid, share := opening[:exchangeName], opening[exchangeName:]
	key := paceKey(sid, shared, share, partyData[0], answer, partyData[1])
	c := &codeKeys{transcript: catenate(channelOf(lookup), opening, answer)}
	var derived [3][]byte
	for i, use := range []string{"guest proves", "host proves", "seal"} {
		var err error
		if derived[i], err = hkdf.Key(sha512.New, key, nil, "mancala/1 code "+use, sha256.Size); err != nil {
			return nil, err
		}
	}
	for i := range c.proofs {
		mac := hmac.New(sha256.New, derived[i])
		mac.Write(c.transcript)
		c.proofs[i] = mac.Sum(nil)
	}
	block, err := aes.NewCipher(derived[2])
	if err != nil {
		return nil, err
	}
	c.seal, err = cipher.NewGCM(block)
	return c, err
}

// channelOf returns CPace's channel identifier for an exchange.
func channelOf(lookup string) []byte { return catenate([]byte("mancala/1 code"), []byte(lookup)) }
