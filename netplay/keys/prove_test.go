package keys

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"testing"

	"mancala/tools/need"
)

// talk is an exchange over a line that may change messages.
type talk struct {
	guestLookup, guestSecret string
	hostLookup, hostSecret   string
	bend                     func(step int, message []byte) []byte
}

// run returns the guest's result, the error of the host's check, and the guest's error.
func (x talk) run(t *testing.T) (f Fingerprint, s Secret, host, guest error) {
	t.Helper()
	bend := x.bend
	if bend == nil {
		bend = func(_ int, m []byte) []byte { return m }
	}
	g := need.Must(NewCodeGuest(x.guestLookup, x.guestSecret, rand.Reader))(t)
	h, err := NewCodeHost(x.hostLookup, x.hostSecret, bend(0, bytes.Clone(g.Opening())), rand.Reader)
	if err != nil {
		return f, s, err, nil
	}
	proof, err := g.Prove(bend(1, bytes.Clone(h.Answer())))
	if err != nil {
		return f, s, nil, err
	}
	grant, err := h.Grant(bend(2, bytes.Clone(proof)), Fingerprint{1}, Secret{2})
	if err != nil {
		return f, s, err, nil
	}
	f, s, err = g.Open(bend(3, grant))
	return f, s, nil, err
}

func TestCodeProves(t *testing.T) {
	f, s, host, guest := talk{"amber", "fox-31", "amber", "fox-31", nil}.run(t)
	if host != nil || guest != nil || f != (Fingerprint{1}) || s != (Secret{2}) {
		t.Errorf("the guest has %v %v, errors %v and %v", f, s.Bytes(), host, guest)
	}
	for _, x := range []talk{
		{"amber", "fox-31", "amber", "fox-32", nil},
		{"amber", "fox-31", "amber", "owl-31", nil},
		{"amber", "fox-31", "amber", "", nil},
		{"amber", "fox-31", "azure", "fox-31", nil},
		{"amber", "fox-31", "amberf", "ox-31", nil},
	} {
		if _, _, host, _ := x.run(t); !errors.Is(host, ErrWrongCode) {
			t.Errorf("%v: the host says %v", x, host)
		}
	}
}

// TestCodeBentOnItsWay: if a meeting point changes any bit, neither end accepts the other.
func TestCodeBentOnItsWay(t *testing.T) {
	for step, size := range []int{OpeningSize, AnswerSize, ProofSize, GrantSize} {
		for i := range size {
			for _, bit := range []byte{1, 0x80} {
				_, _, host, guest := talk{"amber", "fox-31", "amber", "fox-31", func(at int, m []byte) []byte {
					if len(m) != []int{OpeningSize, AnswerSize, ProofSize, GrantSize}[at] {
						t.Fatalf("message %d has %d bytes", at, len(m))
					}
					if at == step {
						m[i] ^= bit
					}
					return m
				}}.run(t)
				if host == nil && guest == nil {
					t.Errorf("bit %x of byte %d of message %d does not matter", bit, i, step)
				}
			}
		}
	}
}

// TestCodeInTheMiddle: a meeting point that runs the exchange with both ends on a guess learns only
// whether the guess was right.
func TestCodeInTheMiddle(t *testing.T) {
	for guess, right := range map[string]bool{"fox-31": true, "fox-32": false} {
		g, _ := NewCodeGuest("amber", "fox-31", rand.Reader)
		between := need.Must(NewCodeHost("amber", guess, g.Opening(), rand.Reader))(t)
		proof := need.Must(g.Prove(between.Answer()))(t)
		if _, err := between.Grant(proof, Fingerprint{9}, Secret{9}); (err == nil) != right {
			t.Errorf("%s: the proof of the guest gives %v", guess, err)
		}
		if right {
			continue
		}
		// It may still claim to have checked it.
		grant := between.keys.seal.Seal(bytes.Clone(between.keys.proofs[1]), make([]byte, 12), make([]byte, 32), between.keys.transcript)
		if _, _, err := g.Open(grant); !errors.Is(err, ErrWrongCode) {
			t.Errorf("%s: the guest takes the grant, %v", guess, err)
		}
	}
}

// TestCodeReflected: an end does not accept its own messages, or messages of an earlier exchange,
// as the other end's.
func TestCodeReflected(t *testing.T) {
	g, _ := NewCodeGuest("amber", "fox-31", rand.Reader)
	proof := need.Must(g.Prove(g.Opening()[exchangeName:]))(t)
	if _, _, err := g.Open(append(bytes.Clone(proof), make([]byte, sealedSize)...)); !errors.Is(err, ErrWrongCode) {
		t.Errorf("its own proof is taken, %v", err)
	}
	h, _ := NewCodeHost("amber", "fox-31", g.Opening(), rand.Reader)
	good, _ := g.Prove(h.Answer())
	need.Must(h.Grant(good, Fingerprint{1}, Secret{1}))(t)
	again, _ := NewCodeHost("amber", "fox-31", g.Opening(), rand.Reader)
	if _, err := again.Grant(good, Fingerprint{1}, Secret{1}); !errors.Is(err, ErrWrongCode) {
		t.Errorf("a proof is taken twice, %v", err)
	}
}

// TestCodeVector pins the messages; PROTOCOL.md has the same ones.
func TestCodeVector(t *testing.T) {
	random := make([]byte, 80)
	for i := range random {
		random[i] = byte(i + 1)
	}
	g := need.Must(NewCodeGuest("amber", "fox-31", bytes.NewReader(random[:48])))(t)
	h := need.Must(NewCodeHost("amber", "fox-31", g.Opening(), bytes.NewReader(random[48:])))(t)
	proof, _ := g.Prove(h.Answer())
	grant := need.Must(h.Grant(proof, Fingerprint{1}, Secret{2}))(t)
	if f, s, err := g.Open(grant); err != nil || f != (Fingerprint{1}) || s != (Secret{2}) {
		t.Errorf("the guest learns %v, %v, %v", f, s.Bytes(), err)
	}
	for i, want := range []string{
		"0102030405060708090a0b0c0d0e0f109dbf8f4bb1430b6812d48a9178846397ff5bc50b6cc4c72b5a524cb230b6bc51",
		"be64c8665b2b93af837c8b2ab5b3349f60d70556cacf93043c849b04d7c80845",
		"f5ed8e5193aceb4621bc54c4a6a146d4cb4bc86bbdbc074c075a6a6483bef0e2",
		"7a193344ca34fc606c6c893f0324a138a0d86626d1e51bd9b259dfe420de81b1" +
			"c7b9cdd527dd06ac6ccc5a32f8e7fce194bc194aacc00e1f7e07575b31798287e6640fb86992a05c8d18626942de233d",
	} {
		if got := hex.EncodeToString([][]byte{g.Opening(), h.Answer(), proof, grant}[i]); got != want {
			t.Errorf("message %d is %s, want %s", i, got, want)
		}
	}
}

// FuzzCodeExchange gives both ends any messages: they end in errors, never in a grant.
func FuzzCodeExchange(f *testing.F) {
	f.Add([]byte(nil), []byte(nil), []byte(nil))
	f.Add(make([]byte, OpeningSize), make([]byte, AnswerSize), make([]byte, ProofSize))
	f.Add(bytes.Repeat([]byte{9}, OpeningSize), bytes.Repeat([]byte{9}, AnswerSize), make([]byte, GrantSize))
	f.Fuzz(func(t *testing.T, opening, answer, rest []byte) {
		random := bytes.NewReader(bytes.Repeat([]byte{5}, 80))
		if h, err := NewCodeHost("amber", "fox-31", opening, random); err == nil {
			if _, err := h.Grant(rest, Fingerprint{1}, Secret{1}); err == nil {
				t.Errorf("%x proves", rest)
			}
		}
		g := need.Must(NewCodeGuest("amber", "fox-31", bytes.NewReader(bytes.Repeat([]byte{6}, 48))))(t)
		if _, err := g.Prove(answer); err != nil {
			return
		}
		if _, _, err := g.Open(rest); err == nil {
			t.Errorf("%x grants", rest)
		}
	})
}

func BenchmarkCodeExchange(b *testing.B) {
	for b.Loop() {
		g, _ := NewCodeGuest("amber", "fox-31", rand.Reader)
		h, _ := NewCodeHost("amber", "fox-31", g.Opening(), rand.Reader)
		proof, _ := g.Prove(h.Answer())
		grant, _ := h.Grant(proof, Fingerprint{1}, Secret{1})
		if _, _, err := g.Open(grant); err != nil {
			b.Fatal(err)
		}
	}
}
