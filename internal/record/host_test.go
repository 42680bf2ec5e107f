package record

import (
	"testing"
	"time"

	"mancala/netplay/keys"
	"mancala/tools/need"
)

func TestHosts(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		l.now = func() time.Time { return day }
		if h, found, err := l.Host(t.Context(), "ada.example:7000"); found || h != (Host{}) || err != nil {
			t.Errorf("a host that was never joined: %+v, %v, %v", h, found, err)
		}
		first, second := keys.Known{Fingerprint: keys.Fingerprint{1}, Verified: true}, keys.Known{Fingerprint: keys.Fingerprint{2}}
		for _, known := range []keys.Known{first, second} {
			need.NoError(t, l.SaveHost(t.Context(), "ada.example:7000", known))
			want := Host{"ada.example:7000", known, day}
			if h, found, err := l.Host(t.Context(), "ada.example:7000"); !found || h != want || err != nil {
				t.Errorf("the host came back as %+v, %v, %v", h, found, err)
			}
		}
		if _, found, err := l.Host(t.Context(), "ada.example:7001"); found || err != nil {
			t.Errorf("another port is the same host: %v", err)
		}
	})
}

func TestInvalidHostsAreRefused(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		good := keys.Known{Fingerprint: keys.Fingerprint{1}}
		for _, h := range []Host{
			{"", good, day}, {string(make([]byte, MaxAddr+1)), good, day}, {"a\xff:1", good, day}, {"a:1", keys.Known{}, day},
		} {
			if err := l.SaveHost(t.Context(), h.Addr, h.Known); err == nil {
				t.Errorf("%+v is kept", h)
			}
			if _, found, err := l.Host(t.Context(), h.Addr); found || err != nil {
				t.Errorf("%+v is found, %v", h, err)
			}
		}
	})
}

func TestKeeperWaitsForAHost(t *testing.T) {
	k := Start(emptyPlace(t), func(n Notice) { t.Error(n) })
	known := keys.Known{Fingerprint: keys.Fingerprint{1}}
	k.SaveHost("a:1", known)
	if h, found, err := k.Host(t.Context(), "a:1"); h.Known != known || !found || err != nil {
		t.Errorf("%+v, %v, %v", h, found, err)
	}
	if _, found, err := k.Host(t.Context(), "b:1"); found || err != nil {
		t.Errorf("%v, %v", found, err)
	}
	id := need.Must(k.Identity(t.Context()))(t)
	if again, err := k.Identity(t.Context()); err != nil || again != id {
		t.Errorf("another key: %v", err)
	}
	need.NoError(t, k.Close())
	if _, _, err := k.Host(t.Context(), "a:1"); err != ErrClosed {
		t.Errorf("after Close: %v", err)
	}
	k.Poll()
}
