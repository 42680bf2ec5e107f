package lobby

import (
	"bytes"
	"fmt"
	"testing"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/netplay/keys"
	"mancala/tools/paper"
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
	hello, err := AppendCall([]byte(Preface), &wire.ClubCall{Id: 1, Body: &wire.ClubCall_Hello{
		Hello: &wire.ClubHello{MinVersion: 1, MaxVersion: 1, AppVersion: "1.0", Name: "Ada", Key: id.Public()},
	}})
	challenge, err2 := AppendNews([]byte(Preface), &wire.ClubNews{Id: 1, Body: &wire.ClubNews_Challenge{Challenge: &wire.ClubChallenge{Nonce: nonce}}})
	proof, err3 := AppendCall(nil, &wire.ClubCall{Id: 2, Body: &wire.ClubCall_Proof{Proof: &wire.ClubProof{Signature: signature}}})
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	got := fmt.Sprintf(`the key of RFC 8032 whose secret is the bytes 01 to 20, at the club %v
public key = %x
member  %x
club    %x
signed    = %x
signature = %x
member  %x
`, club, id.Public(), hello, challenge, signed, signature, proof)
	paper.Block(t, "../../PROTOCOL.md", "lobby", got, *update)
}
