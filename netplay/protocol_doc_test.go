package netplay

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/rules"
)

// docBlock compares the part of PROTOCOL.md between two marks with the program's result. With
// -update it rewrites that part.
func docBlock(t *testing.T, mark, got string) {
	t.Helper()
	const file = "../PROTOCOL.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "<!-- "+mark+" -->\n")
	block, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatalf("PROTOCOL.md has no place for the %s", mark)
	}
	got = "```\n" + got + "```\n"
	if *update {
		if err := os.WriteFile(file, []byte(before+"<!-- "+mark+" -->\n"+got+"<!-- end -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if block != got {
		t.Errorf("the %s in PROTOCOL.md is not what the program does (go test -update rewrites it):\n%s", mark, got)
	}
}

// TestHashOfPaper builds the hashes of a short game only from the description in PROTOCOL.md and
// compares them with the code's.
func TestHashOfPaper(t *testing.T) {
	const id = "000102030405060708090a0b0c0d0e0f-1"
	links := []string{
		"mancala/1 " + id + "\n" + "\x02\x01\x00\x01\x02\x00\x01\x01\x00\x01\x00",
		"\x00\x00\x00\x01\x00\x01\x00\x00\x00\x02\x01\x01\x01",
		"\x00\x00\x00\x02\x01\x01\x00\x00\x00\x02\x00\x02\x00",
		"\x00\x00\x00\x03\x00\x02\x01\x03\x00\x00\x00\x00\x02",
	}
	variant, err := kalah.WithSize(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	position, err := rules.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	got := startHash(variant, id)
	var paper strings.Builder
	last := ""
	for n, link := range links {
		if n > 0 {
			after, sowing, err := position.Sow([]rules.House{1, 1, 2}[n-1])
			if err != nil {
				t.Fatal(err)
			}
			got, position = got.next(n, sowing.Mover, sowing.From, after), after
		}
		sum := sha256.Sum256([]byte(last + link))
		last = string(sum[:])
		if last != string(got[:]) {
			t.Errorf("hash %d of %q is %x on paper and %x in the code", n, link, last, got)
		}
		if n == 0 {
			fmt.Fprintf(&paper, "hash 0 = SHA-256 of %q and %x\n", link[:len(link)-11], link[len(link)-11:])
		} else {
			fmt.Fprintf(&paper, "hash %d = SHA-256 of hash %d and %x\n", n, n-1, link)
		}
		fmt.Fprintf(&paper, "       = %x\n", last)
	}
	fmt.Fprintf(&paper, "the Move of ply 3 carries %x\n", last[:hashSize])
	docBlock(t, "hash", paper.String())
}

// TestHashTellsGamesApart changes one thing at a time.
func TestHashTellsGamesApart(t *testing.T) {
	seen := map[chainHash]string{}
	add := func(what string, h chainHash) {
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the same hash", what, other)
		}
		seen[h] = what
	}
	start, _ := rules.Start(kalah)
	after, sowing, _ := start.Sow(1)
	other, _, _ := start.Sow(2)
	h, far := startHash(kalah, "a-1"), startHash(kalah, "a-2")
	add("start", h)
	add("another game", far)
	for _, v := range variants() {
		if v != kalah {
			add(v.String(), startHash(v, "a-1"))
		}
	}
	add("house 1", h.next(1, sowing.Mover, 1, after))
	add("house 2", h.next(1, sowing.Mover, 2, other))
	add("ply 2", h.next(2, sowing.Mover, 1, after))
	add("house 1 in another game", far.next(1, sowing.Mover, 1, after))
}

// variants returns the presets, plain Kalah of every size, and plain Kalah with each single switch
// changed.
func variants() []rules.Variant {
	var list []rules.Variant
	for _, p := range rules.Presets() {
		list = append(list, p.Variant)
	}
	for houses := 1; houses <= rules.MaxHouses; houses++ {
		for seeds := 1; seeds <= rules.MaxSeeds; seeds++ {
			if v, err := kalah.WithSize(houses, seeds); err == nil && v != kalah {
				list = append(list, v)
			}
		}
	}
	for _, change := range []func(v *rules.Variant){
		func(v *rules.Variant) { v.SowOpponentStore = true },
		func(v *rules.Variant) { v.ExtraTurn = false },
		func(v *rules.Variant) { v.Capture = rules.CaptureNever },
		func(v *rules.Variant) { v.Capture = rules.CaptureEither },
		func(v *rules.Variant) { v.Take = rules.TakeOpposite },
		func(v *rules.Variant) { v.End = rules.EndToMove },
		func(v *rules.Variant) { v.Majority = true },
		func(v *rules.Variant) { v.Sweep = rules.SweepNone },
		func(v *rules.Variant) { v.Pie = true },
	} {
		v := kalah
		change(&v)
		list = append(list, v)
	}
	return list
}

// TestVariantsOnTheWire sends each variant there and back.
func TestVariantsOnTheWire(t *testing.T) {
	for _, v := range variants() {
		if back, err := frames.VariantFromWire(frames.VariantToWire(v)); err != nil || back != v {
			t.Errorf("%v came back as %v, %v", v, back, err)
		}
	}
}

// transcript is a session between two ends in the form of PROTOCOL.md.
type transcript struct {
	*pair
	paper strings.Builder
}

func newTranscript(t *testing.T) *transcript {
	variant, err := kalah.WithSize(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &transcript{pair: newPair(t, variant, match.FirstToss)}
}

// flush delivers everything and writes it down.
func (r *transcript) flush() {
	for len(r.sent[0])+len(r.sent[1]) > 0 {
		for _, from := range [...]match.Party{match.Guest, match.Host} {
			for len(r.sent[from]) > 0 {
				payload := r.sent[from][0]
				f, err := readAFrame(payload)
				if err != nil {
					r.t.Fatal(err)
				}
				fmt.Fprintf(&r.paper, "%-5v  %x\n       %s\n", from, mustMarshal(r.t, f), frameText(payload))
				r.deliver(from)
			}
		}
	}
}

// step lets a party do something.
func (r *transcript) step(who match.Party, act func(s *Session) error) {
	r.t.Helper()
	if err := r.do(who, act); err != nil {
		r.t.Fatal(err)
	}
}

// TestTranscriptOfPaper plays the session in PROTOCOL.md.
func TestTranscriptOfPaper(t *testing.T) {
	p := newTranscript(t)
	fmt.Fprintf(&p.paper, "guest  %x\n       the preface; the host answers the same: %x\n", frames.Preface, frames.Preface)
	p.flush()
	for _, step := range []struct {
		who match.Party
		act func(s *Session) error
	}{
		{match.Host, func(s *Session) error { return s.Play(1) }},
		{match.Guest, func(s *Session) error { return s.Play(1) }},
		{match.Host, func(s *Session) error { return s.Play(2) }},
		{match.Guest, func(s *Session) error { return s.NameWinner("Gus the Great") }},
		{match.Host, (*Session).Rematch},
		{match.Guest, (*Session).Rematch},
		{match.Guest, (*Session).Resign},
		{match.Host, func(s *Session) error { s.Leave(match.ReasonQuit); return nil }},
	} {
		p.step(step.who, step.act)
		p.flush()
	}
	docBlock(t, "transcript", p.paper.String())
}

// TestResumeOfPaper cuts the line while a ply and a request are on their way, and resumes the
// series.
func TestResumeOfPaper(t *testing.T) {
	p := newTranscript(t)
	p.deliverAll()
	p.step(match.Host, func(s *Session) error { return s.Play(1) })
	p.flush()
	p.step(match.Guest, func(s *Session) error { return s.Play(1) })
	p.step(match.Guest, func(s *Session) error { return s.AskTakeback(1) })
	p.cut()
	p.paper.WriteString("       the line drops; the guest's ply 2 and its request to take it back are lost\n")
	p.connect()
	fmt.Fprintf(&p.paper, "guest  %x\n       the preface, on a new connection; the host answers the same\n", frames.Preface)
	p.flush()
	p.step(match.Host, func(s *Session) error { return s.AnswerTakeback(true) })
	p.flush()
	docBlock(t, "resume", p.paper.String())
}

// TestClocksOfPaper plays by clocks until a ply comes too late.
func TestClocksOfPaper(t *testing.T) {
	p := newTranscript(t)
	p.pair = newClubPair(false)(t, p.variant, match.FirstToss)
	p.deliverAll()
	c := match.NewClocks(match.TimeControl{Base: time.Minute, Increment: 2 * time.Second})
	c.Start(rules.South, p.now)
	tell := func(s *Session) error { return s.Tell(p.now, c) }
	p.step(match.Host, tell)
	p.flush()
	p.now = p.now.Add(4 * time.Second)
	c.Played(rules.North, p.now)
	p.step(match.Host, func(s *Session) error { return s.Play(1) })
	p.step(match.Host, tell)
	p.flush()
	p.step(match.Guest, func(s *Session) error { return s.Play(1) })
	p.step(match.Host, func(s *Session) error { return s.TimeOut(match.Guest) })
	p.flush()
	docBlock(t, "clocks", p.paper.String())
}

// TestInviteOfPaper makes the invite of a host whose secret key is the bytes 1 to 32.
func TestInviteOfPaper(t *testing.T) {
	var bytes counter
	id, err := keys.NewIdentity(&bytes)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := keys.NewSecret(&bytes)
	if err != nil {
		t.Fatal(err)
	}
	invite := keys.Invite{Addr: "192.168.1.5:7000", Fingerprint: id.Fingerprint(), Secret: secret}
	public := id.Certificate().Leaf.RawSubjectPublicKeyInfo
	sum := sha256.Sum256(public)
	var paper strings.Builder
	fmt.Fprintf(&paper, "the key of RFC 8032 whose secret is the bytes 01 to 20\n")
	fmt.Fprintf(&paper, "SubjectPublicKeyInfo = %x\n", public)
	fmt.Fprintf(&paper, "SHA-256 of it        = %x\n", sum)
	fmt.Fprintf(&paper, "the fingerprint      = %x = %s\n", sum[:16], id.Fingerprint())
	fmt.Fprintf(&paper, "the secret           = %x\n", secret.Bytes())
	fmt.Fprintf(&paper, "the invite           = %s\n", invite)
	fmt.Fprintf(&paper, "the link             = %s\n", invite.Link())
	docBlock(t, "invite", paper.String())
}

// TestCodeOfPaper builds the example of a proof from the code, with random bytes that count.
func TestCodeOfPaper(t *testing.T) {
	random := new(counter)
	guest, err := keys.NewCodeGuest("amber", "fox-31", random)
	if err != nil {
		t.Fatal(err)
	}
	host, err := keys.NewCodeHost("amber", "fox-31", guest.Opening(), random)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := guest.Prove(host.Answer())
	if err != nil {
		t.Fatal(err)
	}
	grant, err := host.Grant(proof, keys.Fingerprint{1}, keys.Secret{2})
	if err != nil {
		t.Fatal(err)
	}
	docBlock(t, "code", "the code amber-fox-31; random bytes 01 to 30 at the guest and 31 to 50 at the host;\n"+
		"the fingerprint 01000000000000000000000000000000, the secret 02000000000000000000000000000000\n"+
		fmt.Sprintf("guest  %x\nhost   %x\nguest  %x\nhost   %x\n", guest.Opening(), host.Answer(), proof, grant))
}
