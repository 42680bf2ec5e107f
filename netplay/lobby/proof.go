package lobby

import "mancala/netplay/keys"

// NonceSize is the number of bytes of a challenge.
const NonceSize = 32

// Signed returns the bytes that a member signs with the key of its installation to answer a
// challenge: the nonce, and the key that the club has shown on this connection, zero without
// encryption. So a club cannot pass on the challenge of another one.
func Signed(nonce []byte, club keys.Fingerprint) []byte {
	shown := "plain"
	if !club.IsZero() {
		shown = club.String()
	}
	return append(append([]byte("mancala/1 club"), nonce...), shown...)
}
