package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

// Who decides for a side, in a [Record]. Any other word is the name of a computer player.
const (
	KindPerson = "person" // a person at the machine that kept the record
	KindRemote = "remote" // the other end of a connection
	// KindProgram is the prefix of the kind of a player run by another program; see [ProgramKind].
	KindProgram = "engine:"
)

// Record is a game as it is kept. Names and kinds are by side.
type Record struct {
	// ID names the game; it is the same at both ends and different for every game.
	ID string
	// Game is the rules and the plies so far.
	Game rules.Game
	// Names are the players' names, and Kinds who decided for them.
	Names, Kinds [2]string
	// Starter is the party that has South, and Before the tally of the games of the series before
	// this one.
	Starter Party
	Before  Tally
	// Result is how the game ended, if it has.
	Result Result
	// Opened says that the first plies were not played at the table that made the record.
	Opened bool
	// Started is the time when the archive got the game. Ended is the time of its end or, if
	// unfinished, of its last change. The archive sets both.
	Started, Ended time.Time
}

// Local reports whether both sides were at the machine that kept the record.
func (r Record) Local() bool { return r.Kinds[0] != KindRemote && r.Kinds[1] != KindRemote }

// LocalConfig describes the start of a local series. Only ID and Variant are needed.
type LocalConfig struct {
	// ID names the series and is unique; the names of its games begin with it.
	ID string
	// Variant is the rules.
	Variant rules.Variant
	// Starter makes the first ply of the first game played here.
	Starter Party
	// Names are the parties' names.
	Names [2]string
	// Number is the number of that game; zero means 1. Before is the tally of the games before it.
	Number int
	Before Tally
	// Plies are played already. Opened says that they were not played at this table.
	Plies  []rules.House
	Opened bool
	// Ending is how the game has ended after them, if it was not by a ply; Loser is who resigned or
	// ran out of time.
	Ending Ending
	Loser  Party
}

// Resume returns a local series that continues the game, and the kinds of the players by party.
// NewID names the series if the name of the game does not contain one.
func (r Record) Resume(newID func() string) (cfg LocalConfig, kinds [2]string) {
	series, number, ok := SplitGameID(r.ID)
	if !ok {
		series, number = newID(), 1
	}
	cfg = LocalConfig{
		ID: series, Number: number, Before: r.Before, Starter: r.Starter,
		Variant: r.Game.Variant, Plies: r.Game.Plies, Opened: r.Opened,
	}
	south, north := r.Starter, r.Starter.Other()
	cfg.Names[south], cfg.Names[north] = r.Names[rules.South], r.Names[rules.North]
	kinds[south], kinds[north] = r.Kinds[rules.South], r.Kinds[rules.North]
	return cfg, kinds
}

// Score is an entry of the top scores: one won game.
type Score struct {
	// GameID names the game; a game has one score.
	GameID  string
	Variant rules.Variant
	// Name is the winner, Opponent the other one.
	Name, Opponent string
	// Seeds is the number of seeds in the winner's store, Margin the lead over the loser's, and
	// Turns the number of the winner's turns.
	Seeds, Margin, Turns int
	// Date is when the game ended; the archive sets it for a score without one.
	Date time.Time
}

// Bookmark is the saved state of a network series. With it, the series can be resumed after a
// restart.
type Bookmark struct {
	// Series names the series. It is the same at both ends.
	Series string
	// Self is the party of this end.
	Self Party
	// Addr is the address that the host listens at or the guest dials.
	Addr string
	// Peer is the peer's name.
	Peer string
	// Game is the current game, Number its number in the series, Starter the party that has South.
	Game    rules.Game
	Number  int
	Starter Party
	// State is the data that the link needs to continue, in a form private to that kind of link. It
	// is empty once the series has ended.
	State []byte
	// Log belongs to State: the events, a line each; the first line has the number First. The next
	// bookmark may append lines and drop old ones. A line never changes, so bookmarks share them.
	Log   [][]byte
	First uint32
	// Closing says that the series has ended at this end, which only has to tell the other end: no
	// person can continue it.
	Closing bool
	// Saved is the time of the last save, which the archive sets.
	Saved time.Time
}

// Key names this end of the series: both ends may be kept in one folder.
func (b Bookmark) Key() string { return b.Series + "/" + b.Self.String() }

// Over reports that the series has ended.
func (b Bookmark) Over() bool { return len(b.State) == 0 }

// GameID returns the name of a game from the name of its series and its number.
func GameID(series string, number int) string { return fmt.Sprintf("%s-%d", series, number) }

// SplitGameID returns the parts of a name that [GameID] made, or false.
func SplitGameID(id string) (series string, number int, ok bool) {
	i := strings.LastIndexByte(id, '-')
	if i < 1 {
		return "", 0, false
	}
	number, err := strconv.Atoi(id[i+1:])
	return id[:i], number, err == nil && number > 0 && GameID(id[:i], number) == id
}

// ShortGameID abbreviates the name of a game. Even among many games, short names hardly ever
// collide.
func ShortGameID(id string) string {
	const letters = 8
	series, number, ok := SplitGameID(id)
	if !ok || len(series) <= letters {
		return id
	}
	return GameID(series[:letters], number)
}

// LeftGame is a game that was left and can be continued.
type LeftGame struct {
	// Record is the game, if it was played only at this machine.
	Record Record
	// Bookmark is its series, if it was played across a network, and nil otherwise.
	Bookmark *Bookmark
}

// NewestLeft returns the game that was left last, or nil if there is none. Local is the newest
// local game, or nil; marks are series. Kept looks a game up in the archive, for its time; a series
// without a ply is older than any game.
func NewestLeft(local *Record, marks []Bookmark, kept func(id string) (Record, bool)) *LeftGame {
	var left *LeftGame
	var at time.Time
	if local != nil && canGoOn(local.Game) {
		left, at = &LeftGame{Record: *local}, local.Ended
	}
	for _, mark := range marks {
		if mark.Over() || !canGoOn(mark.Game) {
			continue
		}
		game, found := kept(GameID(mark.Series, mark.Number))
		if found && game.Result.Ending != Running {
			continue
		}
		if left == nil || game.Ended.After(at) || found && left.Bookmark == nil && game.Ended.Equal(at) {
			left, at = &LeftGame{Bookmark: &mark}, game.Ended
		}
	}
	return left
}

// canGoOn reports whether a game has a legal ply left.
func canGoOn(g rules.Game) bool {
	last, err := g.Replay()
	return err == nil && !last.Over()
}

// Standing is the result of a game for the only person at this machine who played it.
type Standing uint8

// The standings. A game between two persons here, or two computer players, has only
// StandingRunning.
const (
	StandingAny     Standing = iota // in a query: every game
	StandingRunning                 // unfinished; it can be resumed
	StandingWon
	StandingLost
	StandingDrawn
)

// GameQuery chooses games of the archive. Its zero value chooses all of them.
type GameQuery struct {
	// Name is part of a player's name, in any spelling that looks like it; empty means any.
	Name string
	// Opponent is the kind of the other player: [KindPerson] for a person at the same machine,
	// [KindRemote], or the name of a computer player; empty means any.
	Opponent string
	// Variant is the rule set and size; the zero value means any.
	Variant rules.Variant
	// Standing is how the game ended.
	Standing Standing
	// Offset games are left out, newest first, and at most Limit are returned; zero means 100.
	Offset, Limit int
}

// Figure counts the games of the person at this machine against one opponent.
type Figure struct {
	// Opponent is the other player's name, and Kind its kind; both are empty in a total.
	Opponent, Kind string
	// Played counts the games that ended; Won, Lost and Drawn count them by result.
	Played, Won, Lost, Drawn int
}

// Figures are the results of one person: in all, and by opponent, most games first.
type Figures struct {
	Total Figure
	By    []Figure
}

// Standing returns the result for the person who kept the record. It is StandingAny if there is no
// such result: both players were persons there, or none was, or the game was broken off.
func (r Record) Standing() Standing {
	if r.Result.Ending == Running {
		return StandingRunning
	}
	person := rules.South
	if r.Kinds[rules.South] != KindPerson {
		person = rules.North
	}
	winner, won := r.Result.Winner()
	switch {
	case r.Kinds[person] != KindPerson || r.Kinds[person.Opponent()] == KindPerson:
		return StandingAny
	case r.Result.Outcome == rules.Draw:
		return StandingDrawn
	case !won:
		return StandingAny
	case winner == person:
		return StandingWon
	}
	return StandingLost
}

// Kinds of exercises.
const (
	// ExerciseCard is a position to be asked again.
	ExerciseCard = "card"
	// ExerciseTry is a puzzle that was tried.
	ExerciseTry = "try"
	// ExerciseGame says that a game was searched for mistakes. Its id is the game's.
	ExerciseGame = "game"
)

// Exercise is a row of the trainer, with a text in the trainer's format.
type Exercise struct {
	// Kind is one of the kinds above, and ID names the row within its kind.
	Kind, ID string
	// Time orders the rows of a kind: when a card is due, when a puzzle was tried, or when a game
	// was searched. It is exact to the millisecond.
	Time time.Time
	// Text is the content, as its kind has it.
	Text string
}

// ExerciseQuery chooses exercises of a kind.
type ExerciseQuery struct {
	// Kind is the kind.
	Kind string
	// ID chooses the row of that id; empty means all.
	ID string
	// Until drops later ones; zero keeps all.
	Until time.Time
	// Newest returns the latest ones first, instead of the earliest.
	Newest bool
	// Offset rows are left out, and at most Limit returned; zero means 100.
	Offset, Limit int
}
