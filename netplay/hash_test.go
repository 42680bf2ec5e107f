package netplay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"mancala/rules"
)

// lastingHashes is the digest of the hashes of all games in the test data of package rules.
const lastingHashes = "5863cd3226f8a434"

// TestLastingHashes fails if a game by known rules has another hash than before: rules that appear
// later do not change it.
func TestLastingHashes(t *testing.T) {
	text, err := os.ReadFile("../rules/testdata/lasting.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := sha256.New()
	for line := range bytes.Lines(text) {
		game, _, _ := bytes.Cut(line, []byte("|"))
		g, err := rules.ParseGame(string(game))
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.Start(g.Variant)
		if err != nil {
			t.Fatal(err)
		}
		h := startHash(g.Variant, "a-1")
		for i, house := range g.Plies {
			mover := p.ToMove()
			if p, _, err = p.Sow(house); err != nil {
				t.Fatal(err)
			}
			h = h.next(i+1, mover, house, p)
		}
		all.Write(h[:])
	}
	if got := hex.EncodeToString(all.Sum(nil)[:8]); got != lastingHashes {
		t.Errorf("the digest of the hashes is %s, not %s", got, lastingHashes)
	}
}
