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
	// KindProgram begins the kind of a player for whom another program decides; see
	// [ProgramKind].
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
	// Result is how the game stands or ended.
	Result Result
	// Opened says that the first plies were not played at the table that made the record.
	Opened bool
	// Started is when the archive got the game, and Ended when it ended or, if it is unfinished,
	// last changed. The archive sets both.
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
	// Seeds is the number of seeds in the winner's store, Margin how many more they are than the
	// loser's, Turns how many turns the winner took.
	Seeds, Margin, Turns int
	// Date is when the game ended; the archive sets it for a score without one.
	Date time.Time
}

// Bookmark is the saved state of a network series. With it, the series can be taken up again after
// a restart.
type Bookmark struct {
	// Series names the series. It is the same at both ends.
	Series string
	// Self is which party this end is.
	Self Party
	// Addr is the address that the host listens at or the guest dials.
	Addr string
	// Peer is the other one's name.
	Peer string
	// Game is the current game, Number its number in the series, Starter the party that has South.
	Game    rules.Game
	Number  int
	Starter Party
	// State is the data that the link needs to go on, in a form private to that kind of link. It is
	// empty once the series has ended.
	State []byte
	// Log belongs to State: what has happened, one line after the other, of which the first has the
	// number First. From one bookmark to the next lines are added at the end, and old ones may go.
	// A line is never changed, so bookmarks share them.
	Log   [][]byte
	First uint32
	// Closing says that the series has ended at this end, which only has to tell the other one: it
	// is no game that a person could go on with.
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
