package keys

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"strings"
	"testing"

	"mancala/tools/need"
)

// seed is a source of 64 bytes with the value b.
func seed(b byte) io.Reader { return bytes.NewReader(bytes.Repeat([]byte{b}, 64)) }

func newTestIdentity(t testing.TB, b byte) *Identity {
	t.Helper()
	return need.Must(NewIdentity(seed(b)))(t)
}

func TestIdentityAsText(t *testing.T) {
	id := newTestIdentity(t, 1)
	again := need.Must(ParseIdentity(id.PEM()))(t)
	if again.Fingerprint() != id.Fingerprint() || !bytes.Equal(again.PEM(), id.PEM()) {
		t.Error("another key came back")
	}
	if !bytes.Equal(again.Certificate().Certificate[0], id.Certificate().Certificate[0]) {
		t.Error("the same key has two certificates")
	}
	if other := newTestIdentity(t, 2); other.Fingerprint() == id.Fingerprint() {
		t.Error("two keys have one fingerprint")
	}
	if len(id.PEM()) > MaxPEM {
		t.Errorf("the key has %d bytes as text", len(id.PEM()))
	}
}

// TestFingerprintOfPaper computes a fingerprint only from the description in PROTOCOL.md.
func TestFingerprintOfPaper(t *testing.T) {
	id := newTestIdentity(t, 1)
	public := need.Must(x509.MarshalPKIXPublicKey(id.key.Public()))(t)
	sum := sha256.Sum256(public)
	if got := id.Fingerprint(); !bytes.Equal(got[:], sum[:16]) {
		t.Errorf("the fingerprint is %x, not the beginning of %x", got, sum)
	}
	const want = "7uiq2ma5f4dx3ykbjohzt5cbwe"
	if got := id.Fingerprint().String(); got != want {
		t.Errorf("the fingerprint is %s as text, not %s", got, want)
	}
}

func TestCertificateIsSignedByItsKey(t *testing.T) {
	leaf := newTestIdentity(t, 1).Certificate().Leaf
	need.NoError(t, leaf.CheckSignature(leaf.SignatureAlgorithm, leaf.RawTBSCertificate, leaf.Signature))
}

func TestNoRandomBytes(t *testing.T) {
	if _, err := NewIdentity(strings.NewReader("too few")); err == nil {
		t.Error("a key was made of 7 bytes")
	}
	if s, err := NewSecret(strings.NewReader("too few")); err == nil || !s.IsZero() {
		t.Error("a secret was made of 7 bytes")
	}
}

func TestTextsThatAreNoIdentity(t *testing.T) {
	good := string(newTestIdentity(t, 1).PEM())
	other := need.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	der := need.Must(x509.MarshalPKCS8PrivateKey(other))(t)
	for name, text := range map[string]string{
		"empty": "", "words": "hello", "two": good + good, "before": "x\n" + good, "after": good + "x", "half": good[:len(good)/2],
		"other type": strings.ReplaceAll(good, "PRIVATE", "PUBLIC"),
		"headers":    strings.Replace(good, "\n", "\nA: b\n\n", 1),
		"damaged":    strings.Replace(good, "MC4C", "MC4D", 1),
		"other kind": string(pem.EncodeToMemory(&pem.Block{Type: pemType, Bytes: der})),
		"long":       good + strings.Repeat("\n", MaxPEM),
	} {
		if _, err := ParseIdentity([]byte(text)); !errors.Is(err, ErrNoIdentity) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParseIdentity(f *testing.F) {
	f.Add(newTestIdentity(f, 1).PEM())
	f.Add([]byte("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		id, err := ParseIdentity(text)
		if err != nil {
			return
		}
		if again, err := ParseIdentity(id.PEM()); err != nil || again.Fingerprint() != id.Fingerprint() {
			t.Errorf("%q is not the same key when it is read again: %v", text, err)
		}
	})
}
