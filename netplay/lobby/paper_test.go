package lobby

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"mancala/tools/need"

	"mancala/netplay/keys"
)

// TestProofOfPaper compares the example in PROTOCOL.md with the program. With -update it rewrites
// the example.
func TestProofOfPaper(t *testing.T) {
	secret, nonce := make([]byte, 32), make([]byte, NonceSize)
	for i := range secret {
		secret[i], nonce[i] = byte(i+1), byte(i+0x21)
	}
	id := need.Must(keys.NewIdentity(bytes.NewReader(secret)))(t)
	club := keys.Fingerprint{0: 1}
	signed := Signed(nonce, club)
	signature := id.Sign(signed)
	if f, err := keys.Verify(id.Public(), signed, signature); err != nil || f != id.Fingerprint() {
		t.Errorf("%v, %v", f, err)
	}
	hello := need.Must(AppendCall([]byte(Preface), Message{1, Hello{MinVersion: 2, MaxVersion: 2, Program: "0.2.0", Name: "Ada", Key: id.Public()}}))(t)
	challenge := need.Must(AppendNews([]byte(Preface), Message{1, Challenge{nonce}}))(t)
	proof := need.Must(AppendCall(nil, Message{2, Proof{signature}}))(t)
	got := fmt.Sprintf(`the key of RFC 8032 whose secret is the bytes 01 to 20, at the club %v
public key = %x
member  %q
club    %q
signed    = %x
signature = %x
member  %q
`, club, id.Public(), hello, challenge, signed, signature, proof)
	got = strings.ReplaceAll(got, `\"`, `"`)
	need.Example(t, "../../PROTOCOL.md", "lobby", got, *update)
}
