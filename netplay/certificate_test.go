package netplay

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// certificateOf returns a certificate of a host's key that differs from the program's own.
func certificateOf(t *testing.T, id *keys.Identity, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	own := id.Certificate()
	template := &x509.Certificate{SerialNumber: big.NewInt(7), NotBefore: epoch.AddDate(-2, 0, 0), NotAfter: epoch.AddDate(50, 0, 0)}
	change(template)
	der, err := x509.CreateCertificate(rand.Reader, template, template, own.Leaf.PublicKey, own.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: own.PrivateKey}
}

// TestCertificates shows certificates of all kinds to a guest who knows the host. Only the key
// counts.
func TestCertificates(t *testing.T) {
	known, other := newIdentity(t), newIdentity(t)
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := x509.CreateCertificate(rand.Reader, certTemplate, certTemplate, ec.Public(), ec)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		certificate tls.Certificate
		want        string
	}{
		"its own":    {known.Certificate(), "netplay.hung-up"}, // the test closes the connection when the key is trusted
		"expired":    {certificateOf(t, known, func(c *x509.Certificate) { c.NotAfter = epoch.AddDate(-1, 0, 0) }), "netplay.hung-up"},
		"not yet":    {certificateOf(t, known, func(c *x509.Certificate) { c.NotBefore = epoch.AddDate(40, 0, 0) }), "netplay.hung-up"},
		"other name": {certificateOf(t, known, func(c *x509.Certificate) { c.DNSNames = []string{"bank.example"} }), "netplay.hung-up"},
		"swapped":    {other.Certificate(), "netplay.key-changed"},
		"other kind": {tls.Certificate{Certificate: [][]byte{foreign}, PrivateKey: ec}, "netplay.key-changed"},
		"replayed": {tls.Certificate{
			Certificate: known.Certificate().Certificate, PrivateKey: other.Certificate().PrivateKey,
		}, "netplay.encryption-failed"},
		"followed by the right one": {tls.Certificate{
			Certificate: append(other.Certificate().Certificate, known.Certificate().Certificate...), PrivateKey: other.Certificate().PrivateKey,
		}, "netplay.key-changed"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				book := newHostsBook()
				book.Remember("host:7000", keys.Known{Fingerprint: known.Fingerprint()})
				config := transport.HostTLS(known)
				config.Certificates = []tls.Certificate{test.certificate}
				guest := joinTLS(t, config, GuestConfig{KnownHosts: book}, func(nc net.Conn) { time.Sleep(time.Second) })
				time.Sleep(2 * time.Second)
				wantEvents(t, guest, "match.Connecting", "Failed: "+test.want+` "host:7000"`)
				if book.known("host:7000").Fingerprint != known.Fingerprint() {
					t.Error("another key is remembered")
				}
			})
		})
	}
}

var certTemplate = &x509.Certificate{
	SerialNumber: big.NewInt(1), NotBefore: epoch.AddDate(-1, 0, 0), NotAfter: epoch.AddDate(1, 0, 0),
}

// TestServersThatAreNoHost joins programs that encrypt differently, or not at all.
func TestServersThatAreNoHost(t *testing.T) {
	change := func(f func(*tls.Config)) *tls.Config {
		config := transport.HostTLS(newIdentity(t))
		f(config)
		return config
	}
	for name, test := range map[string]struct {
		config *tls.Config
		want   string
	}{
		"an old TLS":      {change(func(c *tls.Config) { c.MinVersion, c.MaxVersion = 0, tls.VersionTLS12 }), "netplay.stranger-encrypted"},
		"a web server":    {change(func(c *tls.Config) { c.NextProtos = []string{"h2", "http/1.1"} }), "netplay.stranger-encrypted"},
		"an old server":   {change(func(c *tls.Config) { c.NextProtos = nil }), "netplay.stranger-encrypted"},
		"no certificates": {change(func(c *tls.Config) { c.Certificates = nil }), "netplay.stranger-encrypted"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				guest := joinTLS(t, test.config, GuestConfig{}, nil)
				wantEvents(t, guest, "match.Connecting", "Failed: "+test.want+` "host:7000"`)
			})
		})
	}
	for first, want := range map[string]string{
		"":                                     `netplay.hung-up-encrypting "host:7000"`, // as a host of protocol 1 does
		"MN":                                   `netplay.hung-up-encrypting "host:7000"`,
		frames.Preface + "\x00":                `netplay.no-encryption "host:7000"`,
		"HTTP/1.1 400 Bad Request\r\n":         `netplay.stranger-web "host:7000"`,
		"SSH-2.0-OpenSSH\r\n":                  `netplay.stranger-ssh "host:7000"`,
		"220 mail\r\n":                         `netplay.stranger "host:7000"`,
		"\x16\x03\x03\x00\x04\x02\x00\x00\x00": `netplay.encryption-failed "host:7000"`,
	} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			guest := Join("host", GuestConfig{Transport: dialer(func(context.Context) (net.Conn, error) { return there, nil })})
			go func() {
				_, _ = here.Read(make([]byte, 4096))
				_, _ = io.WriteString(here, first)
				_ = here.Close()
			}()
			wantEvents(t, guest, "match.Connecting", "Failed: "+want)
		})
	}
}
