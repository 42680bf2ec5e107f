package link

import (
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/tools/need"
)

// TestEvidenceIsBounded makes the evidence of a long series, with the most talk and the longest
// frame that a hostile host may send. It fits the limits for keeping and showing, and has the
// newest events.
func TestEvidenceIsBounded(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	st := need.Must(table.NewState(table.Terms{Variant: kalah(6, 4)}))(t)
	begin := table.Event{N: 1, Wish: table.Wish{Kind: table.KindBegin, Arg: uint32(table.A)}}
	need.Must(st.Apply(&begin, now))(t)
	snap := st.Snapshot()
	r := table.Record{Base: snap}
	for n := range uint32(4000) {
		r.Events = append(r.Events, table.Event{N: n + 2, By: table.A, Wish: table.Wish{Kind: table.KindSay, Text: strings.Repeat("\U0001f600", match.MaxTalk)}})
	}
	b := base{now: func() time.Time { return now }, name: "Gus\n9 9"}
	f := &front{view: table.Perspective{Terms: st.Terms, Self: table.B}, state: st, peer: "Hilda"}
	e := &session.Ended{Lie: &table.Lie{What: table.Forged, N: 4001}, Frame: make([]byte, 1<<16)}
	text := b.evidence(f, e, &r)
	if len(text) > record.MaxEvidence || len(text) > maxEvidence {
		t.Errorf("the evidence has %d bytes", len(text))
	}
	for _, want := range []string{"# Event 4001:\n", "# Events 2 to ", "# North: Gus 9 9\n", "65536 bytes"} {
		if !strings.Contains(text, want) {
			t.Errorf("the evidence lacks %q", want)
		}
	}
	if g, n, err := notation.NewReader(strings.NewReader(text), notation.Asked{}).Nth(1); err != nil || n != 1 || g.Game.Variant != st.Terms.Variant || len(g.Game.Plies) > 0 {
		t.Errorf("the evidence is of %v, %v", g.Game, err)
	}
}
