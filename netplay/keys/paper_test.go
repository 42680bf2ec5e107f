package keys_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"strings"
	"testing"

	"mancala/netplay/keys"
	"mancala/tools/need"
)

var update = flag.Bool("update", false, "rewrite the examples in PROTOCOL.md")

// TestInviteOfPaper makes the invite of a host with the secret key bytes 1 to 32.
func TestInviteOfPaper(t *testing.T) {
	var bytes need.Counter
	id := need.Must(keys.NewIdentity(&bytes))(t)
	secret := need.Must(keys.NewSecret(&bytes))(t)
	invite := keys.Invite{Addr: "192.168.1.5:7000", Fingerprint: id.Fingerprint(), Secret: secret}
	public := id.Certificate().Leaf.RawSubjectPublicKeyInfo
	sum := sha256.Sum256(public)
	var text strings.Builder
	fmt.Fprintf(&text, "the key of RFC 8032 whose secret is the bytes 01 to 20\n")
	fmt.Fprintf(&text, "SubjectPublicKeyInfo = %x\n", public)
	fmt.Fprintf(&text, "SHA-256 of it        = %x\n", sum)
	fmt.Fprintf(&text, "the fingerprint      = %x = %s\n", sum[:16], id.Fingerprint())
	fmt.Fprintf(&text, "the secret           = %x\n", secret.Bytes())
	fmt.Fprintf(&text, "the invite           = %s\n", invite)
	fmt.Fprintf(&text, "the link             = %s\n", invite.Link())
	need.Example(t, "../../PROTOCOL.md", "invite", text.String(), *update)
}

// TestCodeOfPaper builds the example of a proof from the code, with random bytes that count.
func TestCodeOfPaper(t *testing.T) {
	random := new(need.Counter)
	guest := need.Must(keys.NewCodeGuest("amber", "fox-31", random))(t)
	host := need.Must(keys.NewCodeHost("amber", "fox-31", guest.Opening(), random))(t)
	proof := need.Must(guest.Prove(host.Answer()))(t)
	grant := need.Must(host.Grant(proof, keys.Fingerprint{1}, keys.Secret{2}))(t)
	need.Example(t, "../../PROTOCOL.md", "code", "the code amber-fox-31; random bytes 01 to 30 at the guest and 31 to 50 at the host;\n"+
		"the fingerprint 01000000000000000000000000000000, the secret 02000000000000000000000000000000\n"+
		fmt.Sprintf("guest  %x\nhost   %x\nguest  %x\nhost   %x\n", guest.Opening(), host.Answer(), proof, grant), *update)
}
