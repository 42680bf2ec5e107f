package local

import (
	"testing"

	"mancala/tools/need"
)

func TestJoinRefusesNames(t *testing.T) {
	b := open(t, t.TempDir())
	first := need.Must(b.Join("a"))(t)
	for _, bad := range []string{"a", "", "a.b", "*"} {
		if _, err := b.Join(bad); err == nil {
			t.Errorf("joined as %q", bad)
		}
	}
	first.Close()
	if _, err := b.Join("a"); err != nil {
		t.Errorf("a name that is free again: %v", err)
	}
}

// open opens a broker in a folder until the test ends.
func open(t testing.TB, dir string) *Broker {
	t.Helper()
	b := need.Must(Open(t.Context(), dir))(t)
	t.Cleanup(func() { b.Close() })
	return b
}
