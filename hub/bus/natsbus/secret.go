package natsbus

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"time"
)

// MinSecret is the smallest number of bytes of a cluster's secret. It must not be one that can be
// guessed: a person who can read or change the nodes' messages may try as many as they like.
const MinSecret = 24

// clusterName is in the certificates of all nodes.
const clusterName = "node.mancala.internal"

// clusterTLS returns how the nodes of a cluster speak with each other: encrypted, and only with
// those that know the same secret. The secret makes the key of a certificate authority; each node
// signs a certificate for itself.
func clusterTLS(secret string) (*tls.Config, error) {
	if len(secret) < MinSecret {
		return nil, fmt.Errorf("the nodes of a cluster share a secret of at least %d characters", MinSecret)
	}
	seed, err := hkdf.Key(sha256.New, []byte(secret), nil, "mancala cluster authority 1", ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	authorityKey := ed25519.NewKeyFromSeed(seed)
	authority := certificate("mancala cluster", 1)
	authority.IsCA, authority.BasicConstraintsValid, authority.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(nil, authority, authority, authorityKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	if authority, err = x509.ParseCertificate(der); err != nil {
		return nil, err
	}
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	node := certificate(clusterName, 0)
	node.SerialNumber, node.DNSNames, node.KeyUsage = serial, []string{clusterName}, x509.KeyUsageDigitalSignature
	node.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	if der, err = x509.CreateCertificate(nil, node, authority, public, authorityKey); err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(authority)
	return &tls.Config{
		MinVersion:   tls.VersionTLS13,
		Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		RootCAs:      pool,
		ClientCAs:    pool,
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ServerName:   clusterName,
	}, nil
}

// certificate returns a certificate that is always valid: the clocks of the nodes do not matter.
func certificate(name string, serial int64) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:     time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC),
	}
}
