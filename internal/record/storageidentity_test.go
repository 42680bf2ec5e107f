package record

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"maps"
	"testing"

	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// The identity of a browser is made once, and is the same in each tab.
func TestIdentityInStorage(t *testing.T) {
	c := newCupboard()
	first := need.Must(storedIdentity(c, rand.Reader))(t)
	for range 2 {
		again, err := storedIdentity(c, rand.Reader)
		if err != nil || again.Fingerprint() != first.Fingerprint() {
			t.Fatalf("again %v, %v, want %v", again.Fingerprint(), err, first.Fingerprint())
		}
	}
	other, err := storedIdentity(newCupboard(), rand.Reader)
	if err != nil || other.Fingerprint() == first.Fingerprint() {
		t.Errorf("another browser has the same key, %v", err)
	}
	l := inStorage(t, c)
	mustSave(t, l, game(t, "one", wonBySouth)) // other rows do not mind it, nor does it mind them
	checkNotices(t, l, "")
	if again, err := storedIdentity(c, rand.Reader); err != nil || again.Fingerprint() != first.Fingerprint() {
		t.Errorf("beside games: %v", err)
	}
}

// An invalid key is replaced.
func TestHostileIdentityInStorage(t *testing.T) {
	for _, value := range []string{"", "x", "=", base64.StdEncoding.EncodeToString(make([]byte, 31)), base64.StdEncoding.EncodeToString(make([]byte, 1<<20))} {
		c := newCupboard()
		c.values[identityKey] = value
		made := need.Must(storedIdentity(c, rand.Reader))(t)
		if again, err := storedIdentity(c, rand.Reader); err != nil || again.Fingerprint() != made.Fingerprint() {
			t.Errorf("instead of %.10q: %v", value, err)
		}
	}
}

// An unusable storage stays unchanged, and the notice names the trouble.
func TestIdentityTrouble(t *testing.T) {
	for want, spoil := range map[string]func(*cupboard){
		"record.storage-full":   func(c *cupboard) { c.room = 20 },
		"record.storage-denied": func(c *cupboard) { c.denied = errors.New("denied") },
		"record.storage-newer":  func(c *cupboard) { c.values[formatKey] = "2" },
	} {
		c := newCupboard()
		spoil(c)
		before := maps.Clone(c.values)
		_, err := storedIdentity(c, rand.Reader)
		if err == nil || storageTrouble(err).Code != want {
			t.Errorf("%v, want %s", err, want)
		}
		if want == "record.storage-newer" && !errors.Is(err, sqlitefile.ErrNewer) || !maps.Equal(before, c.values) {
			t.Errorf("%s: %v, %v", want, err, c.values)
		}
	}
	if _, err := storedIdentity(newCupboard(), bytes.NewReader(nil)); err == nil {
		t.Error("a key without random bytes")
	}
}
