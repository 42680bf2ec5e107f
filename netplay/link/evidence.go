package link

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"mancala/match"
	"mancala/netplay/session"
	"mancala/table"
)

// Limits of the text of evidence, in bytes. The program that shows it reads no longer one.
const (
	maxEvidence = 48 << 10
	maxShown    = 4 << 10 // of a frame
	shownInLine = 48
)

// evidence returns what proves a lie of the other end: as text that this program shows as a game,
// [match.GameText], and behind that, in comments, all that another program needs to check it. The
// newest events have precedence if there are too many.
func (b *base) evidence(f *front, e *session.Ended, r *table.Record) string {
	var text bytes.Buffer
	text.WriteString(f.gameText(b.name))
	line := func(format string, args ...any) { fmt.Fprintf(&text, "# "+format+"\n", args...) }
	line("The game was stopped at %s: %s (%s).", b.now().UTC().Format(time.RFC3339), e.Lie.Error(), f.peer)
	line("Below is what proves it, as PROTOCOL.md describes the bytes, for the authors of programs.")
	line("Series %x, this end has the seat %d, the address is %q", f.eye.Terms.Series, f.eye.Self, b.addr)
	line("Chain after event %d: %x", e.Lie.N, e.Lie.H)
	line("The newest tag of this end: %x", r.Tag)
	line("What the other end sent, %d bytes:", len(e.Frame))
	hexLines(&text, e.Frame[:min(len(e.Frame), maxShown)])
	if base := r.Base.Append(nil); r.Base.N > 0 && len(base) <= maxShown {
		line("The state before event %d:", r.Base.N+1)
		hexLines(&text, base)
	}
	newest := newestEvents(r, maxEvidence-text.Len())
	if n := len(r.Events); n > 0 && len(newest) < n {
		line("Events %d to %d are left out.", r.Events[0].N, r.Events[n-len(newest)-1].N)
	}
	for _, event := range newest {
		text.WriteString(event)
	}
	return text.String()
}

// newestEvents returns the newest events of a record as lines, as many as fit into so many bytes.
func newestEvents(r *table.Record, room int) []string {
	var list []string
	room -= 64 // for a line about those that are left out
	for i := len(r.Events) - 1; i >= 0; i-- {
		var text bytes.Buffer
		fmt.Fprintf(&text, "# Event %d:\n", r.Events[i].N)
		hexLines(&text, r.Events[i].Append(nil))
		if room -= text.Len(); room < 0 {
			break
		}
		list = append([]string{text.String()}, list...)
	}
	return list
}

// hexLines writes bytes in comments.
func hexLines(text *bytes.Buffer, b []byte) {
	for len(b) > 0 {
		n := min(len(b), shownInLine)
		fmt.Fprintf(text, "#   %x\n", b[:n])
		b = b[n:]
	}
}

// gameText returns the game that this end believes in, whose person has a name; of a very long game
// without the comments.
func (f *front) gameText(name string) string {
	snap := f.state.Snapshot()
	m, err := match.New(f.eye.Terms.Variant)
	if err != nil { // the terms were checked
		return ""
	}
	for _, h := range snap.Plies {
		if _, err := m.Play(m.Position().ToMove(), h); err != nil {
			break // they were played before
		}
	}
	_ = m.Abort(match.Desynced) // one that has ended stays as it is
	names := [2]string{match.NameOr(name, f.eye.Party(f.eye.Self)), f.peer}
	if f.eye.Party(snap.Starter) != f.eye.Party(f.eye.Self) {
		names[0], names[1] = names[1], names[0]
	}
	text := match.GameText(m, names[0], names[1])
	if len(text) > maxEvidence/2 {
		text, _, _ = strings.Cut(text, "\n")
		text += "\n"
	}
	return text
}
