package scenetest

import (
	"runtime"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// Start returns a scene of a link in its first game. Ann is here, as self, and plays against Bo.
func Start(t *testing.T, v rules.Variant, self, starter match.Party) (*scene.Scene, *tabletest.Link) {
	t.Helper()
	series := need.Must(match.NewSeries(v, starter))(t)
	f := &tabletest.Link{Self: self, Games: tabletest.Games{Series: series}}
	sc := scene.Remote(f, self, "Ann")
	sc.Env.Recorder = table.NewRecorder(sc.Table, sc.Kinds(), nil, nil)
	f.Push(table.Connected{Peer: "Bo", Self: self, Variant: v},
		table.GameStarted{ID: "g-1", Self: series.Side(self)})
	sc.Advance(0)
	return sc, f
}

// Local returns a scene of Kalah(6,4) between Ann and Bo at this machine; a nil seat is a person.
func Local(t *testing.T, seats [2]match.Seat) *scene.Scene {
	t.Helper()
	names := [2]string{"Ann", "Bo"}
	for i := range seats {
		if seats[i] == nil {
			seats[i] = match.NewPerson()
		}
	}
	link := need.Must(table.NewLocal(match.LocalConfig{ID: "test", Variant: rulestest.Variant(t, "kalah", 6, 4), Names: names}))(t)
	sc := scene.New(table.NewTable(link, match.Host, names, seats), [2]string{})
	sc.Advance(0)
	t.Cleanup(func() { _ = sc.Close() })
	return sc
}

// Press plays a house for the person to move and makes the scene handle the ply.
func Press(t *testing.T, sc *scene.Scene, h rules.House) {
	t.Helper()
	m := sc.Match()
	before := m.Plies()
	if why := sc.Press(rules.Pit{Side: m.Position().ToMove(), House: h}); why != "" {
		t.Fatalf("house %v: %s", h, why)
	}
	Until(t, sc, func() bool { return sc.Match().Plies() > before })
}

// Until advances the scene by zero time until cond holds, while the goroutines of seats answer.
func Until(t *testing.T, sc *scene.Scene, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(need.Patience); ; runtime.Gosched() {
		if sc.Advance(0); cond() {
			return
		}
		if time.Now().After(end) {
			t.Fatal("what was waited for did not come about")
		}
	}
}
