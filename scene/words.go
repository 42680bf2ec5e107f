package scene

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// beginWords says that a game begins, or goes on.
func beginWords(e match.GameStarted) string {
	switch {
	case len(e.Plies) > 0:
		return "Where the game was left"
	case e.Number > 1:
		return fmt.Sprintf("Game %d begins", e.Number)
	}
	return "The game begins"
}

// rewoundWords says that plies were taken back.
func rewoundWords(e match.Rewound) string { return fmt.Sprintf("Back to before move %d", e.Plies+1) }

// resignWords says who has given a game up.
func (sc *Scene) resignWords(by match.Party) string {
	if sc.IsMe(by) {
		return "You resign"
	}
	return sc.Name(by) + " resigns"
}

// Verdict says who won, as seen from this end.
func (sc *Scene) Verdict() string {
	m := sc.Match()
	if m == nil {
		return ""
	}
	r := m.Result()
	side, won := r.Winner()
	switch {
	case r.Outcome == rules.Draw:
		return "A draw"
	case sc.KeptAway():
		return "The game is kept"
	case !won:
		return "The game was broken off"
	case sc.IsMe(sc.Party(side)):
		return "You win"
	}
	return sc.SideName(side) + " wins"
}

// plyLines keeps the log's lines, one for each ply, so that none is made in a frame.
type plyLines struct {
	game  string
	lines []string
}

// Lines returns what happened in the game so far, a line for each ply, oldest first. The slice is to be read only.
func (sc *Scene) Lines() []string {
	m := sc.Match()
	if m == nil {
		return nil
	}
	l := &sc.lines
	if l.game != sc.GameID() {
		l.game, l.lines = sc.GameID(), nil
	}
	l.lines = l.lines[:min(len(l.lines), m.Plies())]
	for n := len(l.lines) + 1; n <= m.Plies(); n++ {
		_, s := m.Ply(n)
		l.lines = append(l.lines, fmt.Sprintf("%d. %s", n, sc.Tell(s)))
	}
	return l.lines
}

// HintWords says the hint, or that it is being looked for; "" where nobody has asked for one.
func (sc *Scene) HintWords() string {
	v := sc.hint.verdict
	switch err := sc.hint.err; {
	case sc.hint.known:
		return "Hint: " + HouseWords(v)
	case sc.hint.Working():
		return "Hint: thinking..."
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "Hint: nothing found in time - ask again"
	case err != nil:
		return "There is no hint: " + err.Error()
	}
	return ""
}

// HouseWords names the best house of a verdict and says what it leads to.
func HouseWords(v match.Verdict) string {
	what := match.PlyName(v.Best())
	if v.Exact {
		return what + " " + v.String()
	}
	return what + ", " + v.String()
}

// leadWords says who is ahead and by how much: "Ann wins by 6", "about +2 for Ann".
func (sc *Scene) leadWords(b balance) string {
	side, by := rules.South, b.lead
	if by < 0 {
		side, by = rules.North, -by
	}
	name, wins := sc.SideName(side), "wins"
	me := sc.IsMe(sc.Party(side))
	switch {
	case by == 0 && b.exact:
		return "a draw"
	case by == 0:
		return match.Verdict{}.String()
	case !b.exact && me:
		return fmt.Sprintf("about +%d for you", by)
	case !b.exact:
		return fmt.Sprintf("about +%d for %s", by, name)
	case me:
		name, wins = "You", "win"
	}
	return fmt.Sprintf("%s %s by %d", name, wins, by)
}

// PauseWords says why the game does not go on, and for how long it is waited: "Bo's connection
// dropped - reconnecting, 0:37".
func (sc *Scene) PauseWords() string {
	paused, down := sc.Paused()
	if !down {
		return ""
	}
	what, _, _ := strings.Cut(words.Sentence(paused.Note), ". ")
	if what = strings.TrimSuffix(what, "."); what == "" {
		what = sc.Peer() + "'s connection dropped"
	}
	if left := sc.pauseLeft(); left > 0 {
		s := int((left + time.Second - 1) / time.Second)
		return fmt.Sprintf("%s - reconnecting, %d:%02d", what, s/60, s%60)
	}
	return what + " - waiting"
}

// TakebackWords names the moves that a request to go back to n plies takes back: "the last move",
// "the last 3 moves".
func (sc *Scene) TakebackWords(n int) string {
	if taken := sc.Match().Plies() - n; taken != 1 {
		return fmt.Sprintf("the last %d moves", taken)
	}
	return "the last move"
}

// TallyWords says how the games of the series ended so far: "Games: You 2, Bo 1, drawn 1". It is
// empty in the first one.
func (sc *Scene) TallyWords() string {
	t := sc.Tally()
	if sc.Number() < 2 {
		return ""
	}
	words := "Games"
	for i, party := range [...]match.Party{sc.Party(sc.Bottom()), sc.Party(sc.Bottom().Opponent())} {
		name := sc.Name(party)
		if sc.IsMe(party) {
			name = "You"
		}
		words += fmt.Sprintf("%c %s %d", ":,"[i], name, t.Wins[party])
	}
	if t.Draws > 0 {
		words += fmt.Sprintf(", drawn %d", t.Draws)
	}
	return words
}

// resumedWords says that the peer is back, for the status bar and for the window's message.
func (sc *Scene) resumedWords(e match.Resumed) (happened, message string) {
	happened = sc.Peer() + " is back"
	if e.Note == nil {
		return happened, happened
	}
	return happened, strings.TrimSuffix(words.Sentence(e.Note), ".")
}

// refusedWords says that a request to take plies back was refused.
func (sc *Scene) refusedWords(by match.Party) string { return sc.Name(by) + " refuses to take it back" }

// withdrawnWords says that a request is no longer open; what begins with a space.
func (sc *Scene) withdrawnWords(by match.Party, what string) string {
	return sc.Name(by) + " no longer asks" + what
}

// Standing is what the bar shows.
type Standing struct {
	// Words says who is ahead.
	Words string
	// Lead is by how many seeds the side at the bottom is ahead.
	Lead int
	// Current is false while the value of the position on the board is not known: then words and lead are of an earlier one.
	Current bool
}

// Standing returns what the bar shows now.
func (sc *Scene) Standing() Standing {
	b := sc.balance
	s := Standing{Lead: b.lead}
	if sc.Bottom() == rules.North {
		s.Lead = -b.lead
	}
	m := sc.Match()
	s.Current = b.known && m != nil && b.of == m.Position()
	switch {
	case b.known && s.Current:
		s.Words = sc.leadWords(b)
	case !sc.Moving() && sc.bar.err != nil && !sc.bar.Working():
		s.Words, s.Lead = "The value is not known", 0
	case b.known:
		s.Words = sc.leadWords(b) + " ..."
	default:
		s.Words = "thinking..."
	}
	return s
}
