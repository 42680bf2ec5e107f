package keys

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"errors"
	"testing"

	"mancala/tools/need"
)

func TestSignature(t *testing.T) {
	id := need.Must(NewIdentity(seed(0x31)))(t)
	other := need.Must(NewIdentity(seed(0x32)))(t)
	message := []byte("mancala/1 club and more")
	signature := id.Sign(message)
	if f, err := Verify(id.Public(), message, signature); err != nil || f != id.Fingerprint() {
		t.Errorf("the signature of %v is taken for one of %v, %v", id.Fingerprint(), f, err)
	}
	bent := bytes.Clone(signature)
	bent[40] ^= 1
	for what, bad := range map[string][3][]byte{
		"another key":     {other.Public(), message, signature},
		"another message": {id.Public(), message[1:], signature},
		"a bent one":      {id.Public(), message, bent},
		"none":            {id.Public(), message, nil},
		"too long a one":  {id.Public(), message, append(bent, 0)},
		"no key":          {nil, message, signature},
		"half a key":      {id.Public()[:16], message, signature},
		"zeros":           {make([]byte, PublicKeySize), message, make([]byte, ed25519.SignatureSize)},
	} {
		if f, err := Verify(bad[0], bad[1], bad[2]); !errors.Is(err, ErrSignature) || !f.IsZero() {
			t.Errorf("%s: %v, %v", what, f, err)
		}
	}
}

func FuzzVerify(f *testing.F) {
	id := need.Must(NewIdentity(seed(0x31)))(f)
	message := []byte("a message")
	f.Add(id.Public(), id.Sign(message))
	f.Add([]byte{}, []byte{1})
	f.Fuzz(func(t *testing.T, public, signature []byte) {
		shown, err := Verify(public, message, signature)
		if bytes.Equal(public, id.Public()) && err == nil && shown != id.Fingerprint() {
			t.Errorf("the key's fingerprint is %v, and %v", id.Fingerprint(), shown)
		}
	})
}

// The public key is written as package x509 writes it.
func TestPublicInfo(t *testing.T) {
	id := newTestIdentity(t, 7)
	info, err := x509.MarshalPKIXPublicKey(ed25519.PublicKey(id.Public()))
	if err != nil || !bytes.Equal(publicInfo(id.Public()), info) {
		t.Errorf("%x, want %x, %v", publicInfo(id.Public()), info, err)
	}
	if FingerprintOf(id.Certificate().Leaf) != id.Fingerprint() {
		t.Error("the certificate has another fingerprint")
	}
}
