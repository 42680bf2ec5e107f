package main

import (
	"strings"
	"testing"

	"mancala/netplay/keys"
	"mancala/tools/need"
)

// tiny is a game that is over soon, hosted by a computer player.
const tiny = " --houses 2 --seeds 1 --south low"

// playsWith has a guest play a game with a host until both end well, and returns the host's
// address.
func playsWith(t *testing.T, serve, hostDir, guestArgs string) (addr string) {
	t.Helper()
	host := startTerminal(t, "--serve "+serve+" --first host --name Ann --data-dir "+hostDir+tiny, "again?", "n")
	addr = host.waitFor("Listening on ")
	guest := startTerminal(t, guestArgs+" --join "+addr, "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	return addr
}

// TestTextKnowsItsHosts joins a host, then another one at its address: the guest notices, and
// continues only if the person agrees.
func TestTextKnowsItsHosts(t *testing.T) {
	t.Parallel()
	ann, eve, bo := t.TempDir(), t.TempDir(), t.TempDir()
	named := "--name Bo --data-dir " + bo
	addr := playsWith(t, need.Addresses(t, 1)[0], ann, named)
	join := named + " --join " + addr
	playsWith(t, addr, ann, named)

	host := startTerminal(t, "--serve "+addr+" --first host --name Ann --data-dir "+eve+tiny, "again?", "n")
	host.waitFor("Listening on ")
	startTerminal(t, join).endsSaying(exitFailed, "The host at "+addr+" shows another key than before")
	guest := startTerminal(t, join+" --trust-new-key", "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	playsWith(t, addr, eve, named)

	host = startTerminal(t, "--serve "+addr+" --first host --name Ann --data-dir "+ann+tiny, "again?", "n")
	host.waitFor("Listening on ")
	startTerminal(t, join).endsSaying(exitFailed, "--trust-new-key")
}

// TestTextInvites joins with an invite, with a forged one, and without one.
func TestTextInvites(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --first host --name Ann --invite"+tiny, "again?", "n")
	text := keys.Scheme + host.waitFor(keys.Scheme)
	invite, err := keys.ParseInvite(text)
	if err != nil || invite.Secret.IsZero() {
		t.Fatalf("%q is no invite: %v", text, err)
	}
	forged := invite
	forged.Fingerprint[0]++
	startTerminal(t, "--name Eve --join "+forged.String()).endsSaying(exitFailed, "is not the host that this invite is from")
	startTerminal(t, "--name Eve --join "+invite.Addr).endsSaying(exitFailed, "only those who have an invite")
	guest := startTerminal(t, "--name Bo --join "+text, "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	if !strings.Contains(guest.output(), "Connection: encrypted, verified.") {
		t.Error("the guest is not told that the host is verified")
	}
	if strings.Contains(guest.output()+guest.stderr.String(), text[len(text)-26:]) {
		t.Error("the guest's screen shows the secret")
	}
}

// TestTextWithoutEncryption has one end leave encryption out, and then both.
func TestTextWithoutEncryption(t *testing.T) {
	t.Parallel()
	secure := startTerminal(t, "--serve 127.0.0.1:0 --first host --name Ann"+tiny, "again?", "n")
	startTerminal(t, "--insecure --join "+secure.waitFor("Listening on ")).endsSaying(exitFailed, "Join without --insecure.")
	host := startTerminal(t, "--insecure --serve 127.0.0.1:0 --first host --name Ann"+tiny, "again?", "n")
	addr := host.waitFor("Listening on ")
	startTerminal(t, "--join "+addr).endsSaying(exitFailed, "does not encrypt")
	guest := startTerminal(t, "--insecure --join "+addr, "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	for _, out := range []string{host.output(), guest.output()} {
		if !strings.Contains(out, "not encrypted") {
			t.Errorf("it is not said that the game is not encrypted: %s", out)
		}
	}
}

func TestTrustOptions(t *testing.T) {
	text := keys.Invite{Addr: "a:1", Fingerprint: keys.Fingerprint{1}}.String()
	for _, test := range []struct{ args, want string }{
		{"--trust-new-key", "--trust-new-key needs --join"},
		{"--trust-new-key --serve :7000", "--trust-new-key needs --join"},
		{"--insecure --trust-new-key --join a", "--insecure excludes"},
		{"--insecure --invite --serve :7000", "--insecure excludes"},
		{"--insecure --join " + text, "Join without --insecure"},
		{"--join " + text[:len(text)-1], "This invite is damaged"},
	} {
		if code, _, errs := call(strings.Fields(test.args)...); code != exitUsage || !strings.Contains(errs, test.want) {
			t.Errorf("mancala %s: %d, %q", test.args, code, errs)
		}
	}
}
