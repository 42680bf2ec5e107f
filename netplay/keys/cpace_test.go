package keys

import (
	"bytes"
	"encoding/hex"
	"testing"

	"mancala/tools/need"

	"filippo.io/edwards25519/field"
)

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	return need.Must(hex.DecodeString(text))(t)
}

// TestCPaceVectors checks CPace with the test vectors of draft-irtf-cfrg-cpace, "Test vector for
// CPace using group X25519 and hash SHA-512".
func TestCPaceVectors(t *testing.T) {
	channel, sid := unhex(t, "0b415f696e69746961746f720b425f726573706f6e646572"), unhex(t, "7e4b4791d6a8ef019b936c79fb7f2c57")
	if n := len(generatorText([]byte("Password"), channel, sid)); n != 170 {
		t.Errorf("the text of the generator has %d bytes, want 170", n)
	}
	want := "d04bf6d41f6a289632a2e929fa29bebd51092512a7829fdde7d314b62f05a73f"
	if got := hex.EncodeToString(paceGenerator([]byte("Password"), channel, sid)); got != want {
		t.Errorf("the generator is %s, want %s", got, want)
	}
	scalars := []string{
		"21b4f4bd9e64ed355c3eb676a28ebedaf6d8f17bdc365995b319097153044080",
		"848b0779ff415f0af4ea14df9dd1d3c29ac41d836c7808896c4eba19c51ac40a",
	}
	shares := []string{
		"1d13c89278cdadd826f6d8d7f887701430f8380ddc17611cdd6dc989ce0c9f32",
		"248cccf6d5cdc3646f0ad593f9e6cef4e69d4945f8372e623512ecea32185623",
	}
	var ends [2]*paceParty
	for i := range ends {
		var err error
		if ends[i], err = newPace([]byte("Password"), channel, sid, unhex(t, scalars[i])); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(ends[i].share); got != shares[i] {
			t.Errorf("share %d is %s, want %s", i, got, shares[i])
		}
	}
	for i, end := range ends {
		k, err := end.shared(ends[1-i].share)
		if got := hex.EncodeToString(k); err != nil || got != "5b067effbdc0b2a0e1d907b21ebb25cfedb96a852179a847c37e43ee71322c6b" {
			t.Errorf("end %d shares %s, %v", i, got, err)
		}
		key := paceKey(sid, k, ends[0].share, []byte("ADa"), ends[1].share, []byte("ADb"))
		want := "6e19b875f7a561d6b3ca3dbb9ef42ac55de3e717881018204b8922b4d5e53bb2" +
			"aa82c300bea7b65d2b671da71922ddf6472301b79bc270adfa8bf413285f2263"
		if got := hex.EncodeToString(key); got != want {
			t.Errorf("end %d has the key %s, want %s", i, got, want)
		}
	}
}

// TestCPaceLowOrder: shares of low order are refused, and other non-canonical shares give the
// draft's results.
func TestCPaceLowOrder(t *testing.T) {
	end := need.Must(newPace([]byte("x"), nil, nil, unhex(t, "af46e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449aff")))(t)
	for share, want := range map[string]string{
		"0000000000000000000000000000000000000000000000000000000000000000": "",
		"0100000000000000000000000000000000000000000000000000000000000000": "",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800": "",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157": "",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "",
		"daffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": "d8e2c776bbacd510d09fd9278b7edcd25fc5ae9adfba3b6e040e8d3b71b21806",
		"d9ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": "db64dafa9b8fdd136914e61461935fe92aa372cb056314e1231bc4ec12417456",
	} {
		k, err := end.shared(unhex(t, share))
		if (err != nil) != (want == "") || hex.EncodeToString(k) != want {
			t.Errorf("%s gives %x, %v, want %q", share, k, err, want)
		}
	}
	for _, share := range [][]byte{nil, {}, make([]byte, 31), bytes.Repeat([]byte{9}, 33)} {
		if _, err := end.shared(share); err == nil {
			t.Errorf("a share of %d bytes is taken", len(share))
		}
	}
}

// TestElligatorOfZero: the map is defined for 0 and gives a point of the curve.
func TestElligatorOfZero(t *testing.T) {
	x := elligator(new(field.Element).Zero())
	j := new(field.Element).Mult32(new(field.Element).One(), 486662)
	if x.Equal(new(field.Element).Negate(j)) != 1 && x.Equal(new(field.Element).Zero()) != 1 {
		t.Errorf("0 is mapped to %x", x.Bytes())
	}
}
