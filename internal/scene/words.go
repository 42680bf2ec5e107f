package scene

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// beginWords says that a game begins or continues.
func beginWords(e table.GameStarted) string {
	switch {
	case e.Series.Match().Plies() > 0:
		return words.T("The game goes on")
	case e.Series.Number() > 1:
		return words.T("Game %d begins", e.Series.Number())
	}
	return words.T("The game begins")
}

// tossWords says who begins after a coin toss.
func (v *view) tossWords(starter match.Party) string {
	if v.IsMe(starter) {
		return words.T("A coin was tossed, and both programs have checked it: you begin")
	}
	return words.T("A coin was tossed, and both programs have checked it: %s begins", v.Name(starter))
}

// rewoundWords says that plies were taken back.
func rewoundWords(e table.Rewound) string {
	return words.T("Taken back: move %d is next", e.Series.Match().Plies()+1)
}

// resignWords says which party has resigned.
func (v *view) resignWords(by match.Party) string {
	if v.IsMe(by) {
		return words.T("You resign")
	}
	return words.T("%s resigns", v.Name(by))
}

// timeOutWords says which party has run out of time.
func (v *view) timeOutWords(by match.Party) string {
	if v.IsMe(by) {
		return words.T("Your time is over")
	}
	return words.T("%s ran out of time", v.Name(by))
}

// Why says in a sentence why the game is over: "Your row is empty: Bo takes the 12 seeds that were
// left." It is "" while the game runs and if it was broken off.
func (v *view) Why() string {
	m := v.Match()
	if m == nil {
		return ""
	}
	loser := v.Loser()
	switch ending, me := m.Result().Ending, v.IsMe(loser); {
	case ending == match.Finished && m.Plies() > 0:
		before, s := m.Ply(m.Plies())
		return words.Why(before, s, m.Position(), v.SideNames())
	case ending == match.Resigned && me:
		return words.T("You resigned.")
	case ending == match.Resigned:
		return words.T("%s resigned.", v.Name(loser))
	case ending == match.TimedOut && me:
		return words.T("Your time was over.")
	case ending == match.TimedOut:
		return words.T("%s ran out of time.", v.Name(loser))
	}
	return ""
}

// SideNames returns the names of the players of South and North; "" for the only person here.
func (v *view) SideNames() (names [2]string) {
	for side := range names {
		if party := v.Party(rules.Side(side)); !v.IsMe(party) {
			names[side] = v.Name(party)
		}
	}
	return names
}

// Verdict returns the result of the game, as seen from this end.
func (v *view) Verdict() string {
	m := v.Match()
	if m == nil {
		return ""
	}
	r := m.Result()
	side, won := r.Winner()
	switch {
	case r.Outcome == rules.Draw:
		return words.T("A draw")
	case v.KeptAway(), v.setAside():
		return words.T("The game is kept")
	case !won:
		return words.T("The game was broken off")
	case v.IsMe(v.Party(side)) && r.Ending == match.TimedOut:
		return words.T("You win on time")
	case r.Ending == match.TimedOut:
		return words.T("%s wins on time", v.SideName(side))
	case v.IsMe(v.Party(side)):
		return words.T("You win")
	}
	return words.T("%s wins", v.SideName(side))
}

// plyLines caches the lines of the log, one per ply, so that they are not rebuilt in every frame.
type plyLines struct {
	game  string
	lines []string
}

// Lines describes the game so far, one line per ply, oldest first. Do not modify the slice.
func (v *view) Lines() []string {
	m := v.Match()
	if m == nil {
		return nil
	}
	l := &v.lines
	if l.game != v.GameID() {
		l.game, l.lines = v.GameID(), nil
	}
	l.lines = l.lines[:min(len(l.lines), m.Plies())]
	for n := len(l.lines) + 1; n <= m.Plies(); n++ {
		_, s := m.Ply(n)
		l.lines = append(l.lines, fmt.Sprintf("%d. %s", n, strings.Join(v.phrases(n, s), between)))
	}
	return l.lines
}

// HintWords returns the hint, or says that it is being computed; "" if none was asked for.
func (a *advice) HintWords() string {
	v := a.hint.verdict
	switch err := a.hint.err; {
	case a.hint.known && v.Best() != 0 && v.Best() != rules.Swap && v.Value < 0:
		return words.LeastLoss(v)
	case a.hint.known:
		return words.T("Hint: %s", words.PlyVerdict(v.Best(), v))
	case a.hint.Working():
		return words.T("Hint: thinking...")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return words.T("Hint: nothing found in time - ask again")
	case err != nil:
		return words.T("There is no hint. %s", err)
	}
	return ""
}

// leadWords says which player is ahead and by how much: "Ann wins by 6", "about +2 for Ann, at
// least -4". The verdict is South's.
func (v *view) leadWords(of match.Verdict) string {
	side := rules.South
	if of.Value < 0 {
		side, of = rules.North, of.Flipped()
	}
	name, me := v.SideName(side), v.IsMe(v.Party(side))
	text, least := leaderWords(of, name, me), fmt.Sprintf("%+d", of.Low)
	if of.Low == 0 {
		least = words.T("a draw")
	}
	switch {
	case of.Exact, of.Low >= of.High, of.Low > 0:
		return text
	case of.Value == 0 && me:
		return words.T("about even, at least %s for you", least)
	case of.Value == 0:
		return words.T("about even, at least %[1]s for %[2]s", least, name)
	}
	return words.T("%[1]s, at least %[2]s", text, least)
}

// leaderWords says that a player is ahead by a verdict. me says that the player is at this end.
func leaderWords(of match.Verdict, name string, me bool) string {
	switch least := !of.Exact && of.Low > 0; {
	case of.Value == 0 && of.Exact:
		return words.T("a draw")
	case of.Value == 0:
		return words.T("about even")
	case least && me:
		return words.T("You win by at least %d", of.Low)
	case least:
		return words.T("%s wins by at least %d", name, of.Low)
	case !of.Exact && me:
		return words.T("about +%d for you", of.Value)
	case !of.Exact:
		return words.T("about +%d for %s", of.Value, name)
	case of.Winner && me:
		return words.T("You win")
	case of.Winner:
		return words.T("%s wins", name)
	case me:
		return words.T("You win by %d", of.Value)
	}
	return words.T("%s wins by %d", name, of.Value)
}

// PauseWords says why the game is paused, and how long it waits: "Bo's connection dropped -
// reconnecting, 0:37".
func (sc *Scene) PauseWords() string {
	what := sc.PauseReason()
	if what == "" {
		return ""
	}
	if left := sc.WaitLeft(); left > 0 {
		s := int((left + time.Second - 1) / time.Second)
		return words.T("%[1]s - reconnecting, %[2]s", what, fmt.Sprintf("%d:%02d", s/60, s%60))
	}
	return words.T("%s - waiting", what)
}

// PauseReason says why the game is paused, without a full stop: "Bo's connection dropped". It is ""
// if the game is not paused.
func (v *view) PauseReason() string {
	paused, down := v.Paused()
	if !down {
		return ""
	}
	what, _, _ := strings.Cut(words.Sentence(paused.Note), ". ")
	if what = strings.TrimSuffix(what, "."); what == "" {
		what = words.T("%s's connection dropped", v.Peer())
	}
	return what
}

// AskedWords describes the peer's open request: "Bo asks to take back the last move". There must be
// one.
func (v *view) AskedWords() string {
	n, _ := v.Asks(v.Self().Other())
	plies := v.Match().Plies() - n
	return words.N("%[1]s asks to take back the last move", "%[1]s asks to take back the last %[2]d moves", plies, v.Peer(), plies)
}

// RematchWords says that the peer wants another game.
func (v *view) RematchWords() string { return words.T("%s would like to play again.", v.Peer()) }

// SaidWords returns a line of talk with its speaker.
func (v *view) SaidWords(e table.Said) string {
	if e.By == v.Self() {
		return words.T("You: %s", words.Phrase(e.Text))
	}
	return words.T("%[1]s: %[2]s", v.Name(e.By), words.Phrase(e.Text))
}

// TallyWords returns the results of the series so far: "Games: You 2, Bo 1, drawn 1." In the first
// game it is "".
func (sc *Scene) TallyWords() string {
	t := sc.Tally()
	if sc.Number() < 2 {
		return ""
	}
	var names [2]string
	var wins [2]int
	for i, party := range [...]match.Party{sc.Party(sc.Bottom()), sc.Party(sc.Bottom().Opponent())} {
		names[i], wins[i] = sc.Name(party), t.Wins[party]
		if sc.IsMe(party) {
			names[i] = words.T("You")
		}
	}
	if t.Draws > 0 {
		return words.T("Games: %s %d, %s %d, drawn %d.", names[0], wins[0], names[1], wins[1], t.Draws)
	}
	return words.T("Games: %s %d, %s %d.", names[0], wins[0], names[1], wins[1])
}

// BackWords says that a connection that was down, or silent, is back.
func (v *view) BackWords() string {
	if v.Watching() || v.AtClub() { // the connection of this end
		return words.T("The connection is back.")
	}
	return words.T("%s is back.", v.Peer())
}

// QuietWords says that the other end is silent, or no longer silent.
func (v *view) QuietWords(quiet bool) string {
	switch {
	case !quiet:
		return v.BackWords()
	case v.AtClub():
		return words.T("Nothing has been heard from the club for a while.")
	}
	return words.T("Nothing has been heard from %s for a while.", v.Peer())
}

// AbsenceWords says that the other player at a club is away or back, or has not come yet.
func (v *view) AbsenceWords(absent bool) string {
	switch awaited := v.Awaited(); {
	case awaited && absent:
		return words.T("Waiting for %s.", v.Peer())
	case awaited:
		return words.T("%s is here.", v.Peer())
	case absent:
		return words.T("%s is not connected.", v.Peer())
	}
	return words.T("%s is back.", v.Peer())
}

// resumedWords says that the peer is back, for the status bar and for a toast.
func (v *view) resumedWords(e table.Resumed) (happened, message string) {
	if v.Watching() {
		return words.T("The game goes on"), ""
	}
	happened = strings.TrimSuffix(v.BackWords(), ".")
	if e.Note == nil {
		return happened, happened
	}
	return happened, strings.TrimSuffix(words.Sentence(e.Note), ".")
}

// Standing is the content of the evaluation bar.
type Standing struct {
	// Words says which player is ahead.
	Words string
	// Lead is the lead of the side at the bottom, in seeds.
	Lead int
	// Current is false while the value of the present position is unknown. Words and Lead then
	// describe an earlier position.
	Current bool
}

// Standing returns the present content of the evaluation bar.
func (sc *Scene) Standing() Standing {
	b := sc.balance
	s := Standing{Lead: b.verdict.Value}
	if b.verdict.Exact && b.verdict.Winner { // only the winner counts
		s.Lead *= b.of.Variant().Total()
	}
	if sc.Bottom() == rules.North {
		s.Lead = -s.Lead
	}
	m := sc.Match()
	s.Current = b.known && m != nil && b.of == m.Position()
	switch {
	case b.known && s.Current:
		if s.Words = sc.leadWords(b.verdict); b.verdict.Layers > 0 {
			s.Words = words.T("%[1]s, endings %[2]d/%[3]d", s.Words, b.verdict.Layer, b.verdict.Layers)
		}
	case !sc.Moving() && sc.bar.err != nil && !sc.bar.Working():
		s.Words, s.Lead = words.T("The value is not known"), 0
	case b.known:
		s.Words = sc.leadWords(b.verdict) + " ..."
	default:
		s.Words = words.T("thinking...")
	}
	return s
}
