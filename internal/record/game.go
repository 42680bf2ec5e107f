package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/internal/spelling"
	"mancala/rules"
)

// Limits of a [match.Record], beside the limits of a [match.Score].
const (
	// MaxGames is the largest number of games in the tally of a series.
	MaxGames = 1_000_000
	// DefaultLimit is the number of games that a query without a limit returns at most.
	DefaultLimit = 100
)

// checkRecord returns nil for a game that can have been played, and otherwise an error that names
// the impossible part.
func checkRecord(r match.Record) error {
	if err := checkASCII(r.ID, "game id", MaxGameID); err != nil {
		return err
	}
	if err := checkPlayers(r); err != nil {
		return err
	}
	if r.Starter > match.Guest {
		return fmt.Errorf("there is no party %d to start a game", r.Starter)
	}
	for _, n := range [...]int{r.Before.Wins[0], r.Before.Wins[1], r.Before.Draws} {
		if n < 0 || n > MaxGames {
			return fmt.Errorf("a series cannot have %d games", n)
		}
	}
	for _, t := range [...]time.Time{r.Started, r.Ended} {
		if year := t.UTC().Year(); year < 1970 || year > 9999 {
			return rules.Refuse("record.bad-year", "the year %d of a game is out of range; check the clock of this computer", year)
		}
	}
	return checkResult(r)
}

// checkPlayers returns an error for impossible players.
func checkPlayers(r match.Record) error {
	for side := range r.Names {
		if err := CheckName(r.Names[side]); err != nil {
			return err
		}
		if err := checkASCII(r.Kinds[side], "kind of a player", match.MaxKind); err != nil {
			return err
		}
	}
	if r.Kinds[0] == match.KindRemote && r.Kinds[1] == match.KindRemote {
		return errors.New("one of the two players of a game must be at this computer")
	}
	return nil
}

// checkResult compares the result of a game with its plies.
func checkResult(r match.Record) error {
	p, err := r.Game.Replay()
	if err != nil {
		return note("bad-game", err).Because(err)
	}
	want := match.Result{Ending: r.Result.Ending, Stores: [2]int{p.Store(rules.South), p.Store(rules.North)}}
	switch r.Result.Ending {
	case match.Running, match.Abandoned, match.Desynced:
	case match.Finished:
		want.Outcome = p.Outcome()
	case match.Resigned, match.TimedOut:
		want.Outcome = r.Result.Outcome
		if _, won := r.Result.Winner(); !won {
			return errors.New("a game that was resigned or lost on time needs a winner")
		}
	default:
		return fmt.Errorf("there is no ending %d of a game", r.Result.Ending)
	}
	if r.Result != want || p.Over() != (r.Result.Ending == match.Finished) {
		return fmt.Errorf("the result %v (%v) is not that of the moves", r.Result, r.Result.Ending)
	}
	return nil
}

// normalGame returns the game as the database returns it. It shares no memory with g.
func normalGame(g match.Record) match.Record {
	g.Game.Variant = g.Game.Variant.Canonical()
	g.Game.Plies = slices.Clone(g.Game.Plies)
	g.Started, g.Ended = normalTime(g.Started), normalTime(g.Ended)
	return g
}

// merged returns the game to keep if a game is saved over its older version, and whether the two
// differ. Both ends of a connection may save one game in one folder: a kind that either end knows
// stays, and an end that lags behind does not reopen a finished game.
func merged(old match.Record, found bool, g match.Record) (_ match.Record, changed bool) {
	g = normalGame(g)
	if !found {
		return g, true
	}
	if !g.Local() && g.Result.Ending == match.Running && old.Result.Ending != match.Running {
		g.Game, g.Result = old.Game, old.Result
	}
	for side, kind := range g.Kinds {
		if kind == match.KindRemote {
			g.Kinds[side] = old.Kinds[side]
		}
	}
	g.Started = old.Started
	if g.Ended.Before(g.Started) {
		g.Ended = g.Started // the clock was set back
	}
	return g, !sameRecord(g, old)
}

// sameRecord reports whether two games are equal but for their times.
func sameRecord(a, b match.Record) bool {
	return a.ID == b.ID && a.Game.Variant == b.Game.Variant && slices.Equal(a.Game.Plies, b.Game.Plies) && a.Names == b.Names &&
		a.Kinds == b.Kinds && a.Starter == b.Starter && a.Before == b.Before && a.Result == b.Result && a.Opened == b.Opened
}

// newest compares two games in the order of a list.
func newest(a, b match.Record) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) }

// matches reports whether a game matches a query.
func matches(q match.GameQuery, r match.Record) bool {
	switch {
	case q.Name != "" && !spelling.Find(q.Name).In(searchText(r)),
		q.Variant != rules.Variant{} && r.Game.Variant != q.Variant.Canonical(),
		q.Standing != match.StandingAny && r.Standing() != q.Standing:
		return false
	case q.Opponent == match.KindPerson:
		return r.Kinds == [2]string{match.KindPerson, match.KindPerson}
	}
	return q.Opponent == "" || r.Kinds[0] == q.Opponent || r.Kinds[1] == q.Opponent
}

// checkQuery returns the query with its limit, or an error if it is invalid.
func checkQuery(q match.GameQuery) (match.GameQuery, error) {
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	switch {
	case q.Offset < 0 || q.Limit < 0:
		return q, errors.New("games cannot be counted from below zero")
	case !utf8.ValidString(q.Name) || strings.ContainsAny(q.Name, "\x00\n"):
		return q, rules.Refuse("record.unreadable-name", "that name is not readable text; type another one")
	case q.Standing > match.StandingDrawn:
		return q, fmt.Errorf("there is no standing %d of a game", q.Standing)
	case q.Variant != rules.Variant{}:
		q.Variant = q.Variant.Canonical()
		return q, q.Variant.Validate()
	}
	return q, nil
}

// searchText returns the text that a search for a name scans.
func searchText(r match.Record) string { return spelling.Searchable(r.Names[:]...) }

// opponent returns the name and the kind of the opponent of the person at this machine; false if
// the game was between two persons here or without one.
func opponent(r match.Record) (name, kind string, ok bool) {
	south, north := r.Kinds[rules.South] == match.KindPerson, r.Kinds[rules.North] == match.KindPerson
	other := rules.North
	if north {
		other = rules.South
	}
	return r.Names[other], r.Kinds[other], south != north
}

// figure returns the contribution of a game to the figures of the person at this machine, and
// whether it counts.
func figure(r match.Record) (f match.Figure, ok bool) {
	f.Opponent, f.Kind, ok = opponent(r)
	f.Played = 1
	switch r.Standing() {
	case match.StandingRunning:
		ok = false
	case match.StandingWon:
		f.Won = 1
	case match.StandingLost:
		f.Lost = 1
	case match.StandingDrawn:
		f.Drawn = 1
	}
	return f, ok && !r.Opened
}

// sum returns the figures of single games or opponents, in order. Spellings of a name that are one
// to a reader are one opponent, with the spelling of most games.
func sum(list []match.Figure) match.Figures {
	list = sumBy(list, func(f match.Figure) string { return f.Opponent }) // by spelling
	slices.SortStableFunc(list, func(a, b match.Figure) int { return cmp.Compare(b.Played, a.Played) })
	var people spelling.People
	for _, f := range list {
		people.Add(f.Opponent)
	}
	all := match.Figures{By: sumBy(list, func(f match.Figure) int { return people.Person(f.Opponent) })}
	for _, f := range all.By {
		add(&all.Total, f)
	}
	slices.SortFunc(all.By, func(a, b match.Figure) int {
		return cmp.Or(cmp.Compare(b.Played, a.Played), cmp.Compare(a.Opponent, b.Opponent), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// sumBy adds up the figures of a kind with the same key, in the order of the first ones, whose
// names they have.
func sumBy[K comparable](list []match.Figure, keyOf func(match.Figure) K) (sums []match.Figure) {
	type opponent struct {
		key  K
		kind string
	}
	nth := map[opponent]int{}
	for _, f := range list {
		key := opponent{keyOf(f), f.Kind}
		n, ok := nth[key]
		if !ok {
			n, nth[key] = len(sums), len(sums)
			sums = append(sums, match.Figure{Opponent: f.Opponent, Kind: f.Kind})
		}
		add(&sums[n], f)
	}
	return sums
}

func add(to *match.Figure, f match.Figure) {
	to.Played += f.Played
	to.Won += f.Won
	to.Lost += f.Lost
	to.Drawn += f.Drawn
}
