// Package lobby is the lobby of a club as front ends see it: its tables, members, games and
// standings, the calls of a member, and the events that the club sends. Package netplay/club speaks
// with a club; a game itself is played across a [table.Link].
//
// Whatever the club sends, all texts are clean for display, and all numbers are in the ranges given
// here.
package lobby

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Link is a connection to a club, as a front end uses it. It connects again after a drop. It never
// blocks: calls go out, and Events drains the events, in order. Call its methods from one goroutine
// at a time; they are cheap enough for every frame of a window.
//
// The life of a link: Connecting, then Entered or Failed. A dropped connection gives Lost, and a
// new one Entered and all tables again. Failed is the last event, except for answers to later
// calls.
type Link interface {
	// Ask sends a call and returns its number, from 1. Exactly one [Answer] with that number
	// follows, unless the link fails first or is closed. While the connection is down, it is a
	// refusal; once the link has failed, it is one with the note of Failed.
	Ask(c Call) (number int)
	// Events returns the events since the last call.
	Events() []Event
	// Close leaves the club for good. It is idempotent.
	Close() error
}

// Member is a member of a club, as others see it. A club keeps and exports it as JSON.
type Member struct {
	// ID names the member in this club. It is empty only in a [GameEntry], for a member who has
	// left.
	ID string `json:"id,omitempty"`
	// Name is the name, cleaned with [match.CleanName]; it is empty for a member who has left.
	Name string `json:"name,omitempty"`
	// Computer says that the moves are chosen by a computer.
	Computer bool `json:"computer,omitempty"`
	// Rating and Deviation, its uncertainty, are rounded, 0..[MaxRating]. At a table, in an entry
	// and in the standings they are for the game played there; elsewhere for the first of
	// [rules.Disciplines].
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
}

// Settings are the settings of a new table.
type Settings struct {
	Variant rules.Variant
	// Time is the clock of each player; the zero value is none.
	Time match.TimeControl
	// Rated games change the ratings. They need a clock.
	Rated bool
	// MinRating and MaxRating limit who may sit down, 0..[MaxRating]; 0 means no limit.
	MinRating, MaxRating int
	NoWatchers           bool
}

// Check returns nil, or the [Refusal] of settings that no table can have.
func (s Settings) Check() error {
	low, high := s.MinRating, s.MaxRating
	switch {
	case s.Variant.Validate() != nil:
		return Refuse(ReasonRules)
	case s.Time.Check() != nil:
		return Refuse(ReasonTime)
	case s.Rated && !s.Time.Timed():
		return Refuse(ReasonUntimed)
	case low < 0, low > MaxRating, high < 0, high > MaxRating, high > 0 && low > high:
		return Refuse(ReasonRange)
	}
	return nil
}

// RatedRules are the rules that a club rates, each with and without the pie rule. None means any.
type RatedRules []rules.Variant

// Admit reports whether games with these rules are rated.
func (r RatedRules) Admit(v rules.Variant) bool {
	plain := withoutPie(v)
	return len(r) == 0 || slices.ContainsFunc(r, func(listed rules.Variant) bool { return withoutPie(listed) == plain })
}

func withoutPie(v rules.Variant) rules.Variant {
	v.Pie = false
	return v.Canonical()
}

// Admits reports whether a member with a rating may sit down.
func (s Settings) Admits(rating int) bool {
	return rating >= s.MinRating && (s.MaxRating == 0 || rating <= s.MaxRating)
}

// Table is a table of the list. A club keeps it as JSON.
type Table struct {
	// ID names the table; it is never empty.
	ID string `json:"id"`
	// Members are the opener of the table, and the second player if there is one.
	Members  []Member `json:"members"`
	Settings Settings `json:"settings"`
	// Number is the number of the current game, from 1, or of the next one between two games; 0
	// before.
	Number int `json:"number,omitempty"`
}

// Playing reports whether two play here; otherwise the table waits for a second member.
func (t Table) Playing() bool { return len(t.Members) == 2 }

// Has reports whether a member sits at the table.
func (t Table) Has(id string) bool {
	return slices.ContainsFunc(t.Members, func(m Member) bool { return m.ID == id })
}

// Other returns the first member at the table other than the given one; the zero value if there is
// none.
func (t Table) Other(id string) Member {
	for _, m := range t.Members {
		if m.ID != id {
			return m
		}
	}
	return Member{}
}

// Profile is the club's data on a member.
type Profile struct {
	Member
	// RatedGames is the number of rated games. Won, Drawn and Lost count all games.
	RatedGames int `json:"rated_games,omitempty"`
	Won        int `json:"won,omitempty"`
	Drawn      int `json:"drawn,omitempty"`
	Lost       int `json:"lost,omitempty"`
	// Ratings are the ratings and numbers of games, by game. They are empty for a club of an
	// earlier version, which has one rating for all.
	Ratings []Rating `json:"ratings,omitempty"`
	// Since is when the member came.
	Since time.Time `json:"since"`
	// Devices are the member's devices, the oldest first, and Blocked whom the member has blocked.
	// Only members see their own.
	Devices []MemberDevice `json:"devices,omitempty"`
	Blocked []Member       `json:"blocked,omitempty"`
	// IsBlocked says that the user has blocked this member.
	IsBlocked bool `json:"is_blocked,omitempty"`
}

// MemberDevice is a device of a member.
type MemberDevice struct {
	// Key is the fingerprint of its key.
	Key string `json:"key"`
	// Added is when it became the member's, and Seen the last day, in UTC, on which it came in.
	// They are zero if the club does not know.
	Added time.Time `json:"added,omitzero"`
	Seen  time.Time `json:"seen,omitzero"`
}

// GameEntry is a game in a list.
type GameEntry struct {
	// ID names the game; it is never empty.
	ID string
	// Members are the players by side, with their ratings before the game. South began.
	Members [2]Member
	Variant rules.Variant
	Time    match.TimeControl
	Rated   bool
	// Result is how the game ended; its ending is not [match.Running].
	Result match.Result
	// Began and Ended are when; a club does not tell members when games ended.
	Began, Ended time.Time
	// Plies is the number of plies.
	Plies int
}

// GameID returns the club's name of a game at a table, by its number, from 1.
func GameID(table string, number int) string { return fmt.Sprintf("%s-%d", table, number) }

// Side returns the side that a member played, or false.
func (g GameEntry) Side(id string) (rules.Side, bool) {
	for side, m := range g.Members {
		if m.ID == id {
			return rules.Side(side), true
		}
	}
	return rules.South, false
}

// TicketSize is the size of a ticket in bytes.
const TicketSize = 1 + 16 + 16

// WatcherSeat is in the place of the seat in a ticket for watching.
const WatcherSeat = 3

// Ticket lets one device take a seat, or anyone watch. Its first byte is the seat, 1 or 2, or
// [WatcherSeat], and the next 16 are the table's id. The zero value is no ticket.
type Ticket [TicketSize]byte

// IsZero reports whether t is no ticket.
func (t Ticket) IsZero() bool { return t == Ticket{} }

// Seat is a seat at a table, or a place to watch from.
type Seat struct {
	// Table is the table, with both members.
	Table Table `json:"table"`
	// Addrs are the addresses to connect to. The first one is the lobby's.
	Addrs []string `json:"addrs,omitempty"`
	// Ticket lets in the device that it was made for.
	Ticket Ticket `json:"ticket"`
	// Host is the fingerprint of the key of the club, or "" if the connection is not encrypted. The
	// club does not send it.
	Host string `json:"-"`
	// Watch says that it is a place to watch from.
	Watch bool `json:"watch,omitempty"`
}

// IDLength is the number of letters of the id of a member or a table, and keyLength that of the
// fingerprint of a key.
const (
	IDLength  = 16
	keyLength = 26
)

// IsID reports whether a text is the id of a member or a table: 16 of the letters a to z and the
// digits 2 to 7.
func IsID(text string) bool { return isWord(text, IDLength) }

func isWord(text string, length int) bool {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '2' || r > '7') }
	return len(text) == length && !strings.ContainsFunc(text, odd)
}

// MaxNumber is the largest number of a game at a table.
const MaxNumber = 1_000_000

// IsGameID reports whether a text is the id of a game: its table's id, a hyphen and the number
// of the game there.
func IsGameID(text string) bool {
	table, number, ok := strings.Cut(text, "-")
	n, err := strconv.Atoi(number)
	return ok && IsID(table) && err == nil && n >= 1 && n <= MaxNumber && strconv.Itoa(n) == number
}

// Setup is the agreement of two members before the first game at a table. It never changes.
type Setup struct {
	// ID names the table.
	ID string
	// Players are the two members; the first has the seat A.
	Players [2]Member
	Variant rules.Variant
	// Time is the time control; the zero value means no clocks.
	Time match.TimeControl `json:",omitzero"`
	// Rated says that the games count for the ratings. A player who leaves a rated game has lost
	// it.
	Rated bool `json:",omitzero"`
	// First is the player who begins the first game: 0 or 1. The other one begins the next.
	First int `json:",omitzero"`
	// Meet is the time for both players to come to the first game; 0 means a minute.
	Meet time.Duration `json:",omitzero"`
}

// MaxRating is the highest rating that is shown or asked for.
const MaxRating = 9999

// SureDeviation is the largest deviation of a rating that is shown without a question mark.
const SureDeviation = 110

// SureGames is about how many rated games it takes until the rating of a new member is sure.
const SureGames = 15

// Unsure reports whether too few games were rated for the rating to mean much. The standings have
// the same limit.
func (m Member) Unsure() bool { return m.Deviation > SureDeviation }

// RatingWord returns the rating for a list or after a name: "1500", or "1500?" while it is unsure.
func (m Member) RatingWord() string {
	text := strconv.Itoa(m.Rating)
	if m.Unsure() {
		text += "?"
	}
	return text
}

// Margin returns the number after a ± for a deviation: two deviations, which cover the player's
// strength in 95 of 100 cases.
func Margin(deviation int) int { return 2 * deviation }

// RatingRange returns a rating with its margin: "1500 ± 580" for a deviation of 290.
func RatingRange(rating, deviation int) string {
	return fmt.Sprintf("%d ± %d", rating, Margin(deviation))
}

// Rating is a member's record in one game.
type Rating struct {
	// Discipline is the game, as [rules.Variant.Discipline] names it. A club of a later version may
	// know others.
	Discipline string `json:"discipline"`
	// Rating and Deviation, how unsure it is, are rounded, 0..[MaxRating].
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
	// RatedGames is the number of rated games. Won, Drawn and Lost count all games.
	RatedGames int `json:"rated_games,omitempty"`
	Won        int `json:"won,omitempty"`
	Drawn      int `json:"drawn,omitempty"`
	Lost       int `json:"lost,omitempty"`
}

// Played is the number of games, rated or not.
func (r Rating) Played() int { return r.Won + r.Drawn + r.Lost }

// In returns the member with the rating in a game; unchanged if the club has sent none for that
// game.
func (p Profile) In(discipline string) Member {
	m := p.Member
	for _, r := range p.Ratings {
		if r.Discipline == discipline {
			m.Rating, m.Deviation = r.Rating, r.Deviation
		}
	}
	return m
}

// At returns the member as they would sit at a table: with the rating in its game.
func (p Profile) At(v rules.Variant) Member { return p.In(v.Discipline()) }

// Played returns the ratings in the games that the member has played, most games first. If they
// have played none, it returns the rating in the first discipline.
func (p Profile) Played() []Rating {
	played := slices.DeleteFunc(slices.Clone(p.Ratings), func(r Rating) bool { return r.Played() == 0 })
	slices.SortStableFunc(played, func(a, b Rating) int { return cmp.Compare(b.Played(), a.Played()) })
	if len(played) == 0 {
		played = []Rating{{
			Discipline: rules.Disciplines()[0], Rating: p.Rating, Deviation: p.Deviation, RatedGames: p.RatedGames,
			Won: p.Won, Drawn: p.Drawn, Lost: p.Lost,
		}}
	}
	return played
}

// Disciplines returns the games with separate ratings at the club, in the order of
// [rules.Disciplines]. If the club has one rating for all, it is only the first.
func (e Entered) Disciplines() []string {
	if len(e.Me.Ratings) == 0 {
		return rules.Disciplines()[:1]
	}
	rated := slices.DeleteFunc(rules.Disciplines(), func(name string) bool {
		told := slices.ContainsFunc(e.Me.Ratings, func(r Rating) bool { return r.Discipline == name })
		is := func(v rules.Variant) bool { return v.Discipline() == name }
		return !told || len(e.RatedRules) > 0 && !slices.ContainsFunc(e.RatedRules, is)
	})
	if len(rated) == 0 {
		return rules.Disciplines()[:1]
	}
	return rated
}
