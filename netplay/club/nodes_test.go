package club

import (
	"slices"
	"testing"

	"mancala/netplay/keys"
)

// TestNodes dials the addresses of a club in turn, including those that the club has sent. It skips
// an address that showed another key, unless the person has entered it.
func TestNodes(t *testing.T) {
	n := newNodes("a:1")
	turns := func(k int) (list []string) {
		for range k {
			list = append(list, n.next())
		}
		return list
	}
	want := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("dialled %q, want %q", got, want)
		}
	}
	key, other := keys.Fingerprint{1}, keys.Fingerprint{2}
	want(turns(2), "a:1", "a:1")
	if n.strange("a:1", other) {
		t.Error("the first key is strange")
	}
	n.entered("a:1", key, []string{"b:1", "c:1", "b:1"})
	want(turns(4), "b:1", "c:1", "a:1", "b:1")
	if !n.strange("c:1", other) || !n.strange("a:1", other) || n.strange("b:1", key) {
		t.Error("keys are mixed up")
	}
	want(turns(4), "a:1", "b:1", "a:1", "b:1")
	for range 30 {
		n.missed("b:1")
	}
	rare := 0
	for _, addr := range turns(64) {
		if addr == "b:1" {
			rare++
		}
	}
	if rare == 0 || rare > 8 {
		t.Errorf("an address at which no one answers is dialled %d times of 64", rare)
	}
	n.entered("b:1", key, nil)
	if !slices.Contains(turns(4), "b:1") {
		t.Error("an address that answers again is left out")
	}
}
