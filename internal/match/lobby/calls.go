package lobby

import (
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Call is something that a member asks of a club: one of the types of this file. Each one's comment
// names its [Answer]; a club may also refuse it.
type Call interface{ isCall() }

type (
	// Open opens a table. The answer is empty; the table appears in the list. A member has at most
	// one.
	Open struct {
		call
		Settings
	}
	// Sit sits down at an open table. The answer has a seat.
	Sit struct {
		call
		Table string `json:"table"`
	}
	// Quick wants an opponent as soon as possible. The limits of the settings do not count. The
	// answer is empty; a Seated event follows when there is one.
	Quick struct {
		call
		Settings
	}
	// Cancel closes the member's open table, or withdraws a Quick. The answer is empty.
	Cancel struct{ call }
	// Watch wants to watch a table. The answer has a seat.
	Watch struct {
		call
		Table string `json:"table"`
	}
	// Mine asks for the seats of this member's unfinished games. They come as Seated events before
	// the empty answer.
	Mine struct{ call }
	// ProfileOf wants a profile; an empty member is the caller. The answer has a profile.
	ProfileOf struct {
		call
		Member string `json:"member,omitempty"`
	}
	// GamesOf wants a list of games, newest first. The answer has games.
	GamesOf struct {
		call
		// Member limits the list to games of a member, and Name to players with this in their
		// names; an empty text is no limit.
		Member string `json:"member,omitempty"`
		Name   string `json:"name,omitempty"`
		// Before is a game in an earlier answer: only games after it in the list are wanted.
		Before string `json:"before,omitempty"`
		// Limit is how many, 1..[MostGames].
		Limit int `json:"limit"`
	}
	// GameOf wants one game. The answer has a game and its plies.
	GameOf struct {
		call
		Game string `json:"game"`
	}
	// StandingsOf wants the standings. The answer has them.
	StandingsOf struct {
		call
		// Skip is the number of members to leave out, and Limit the number wanted, 1..[MostGames].
		// Both count members with and without a place.
		Skip  int `json:"skip,omitempty"`
		Limit int `json:"limit"`
		// Discipline is the game, one of [Entered.Disciplines]; "" is the first one.
		Discipline string `json:"discipline,omitempty"`
	}
	// Rename wants another name. The answer is empty.
	Rename struct {
		call
		Name string `json:"name"`
	}
	// Device asks for a code that adds another device to this member. The answer has a code.
	Device struct{ call }
	// UseCode shows such a code. The answer is empty, after an Entered event as the other member.
	UseCode struct {
		call
		Code string `json:"code"`
	}
	// RemoveDevice takes another device away from this member. The answer is empty.
	RemoveDevice struct {
		call
		// Key is the fingerprint of its key.
		Key string `json:"key"`
	}
	// Report reports a member to the people who run the club. The answer is empty. Game is a game's
	// or table's ID, or empty; Text has at most [MostReport] characters.
	Report struct {
		call
		Member string `json:"member"`
		Game   string `json:"game,omitempty"`
		Text   string `json:"text"`
	}
	// Block blocks a member or, if Off is set, no longer does. The answer is empty.
	Block struct {
		call
		Member string `json:"member"`
		Off    bool   `json:"off,omitempty"`
	}
	// Forget wants everything about this member deleted. Name is the member's own name. The answer
	// is empty, and the link fails.
	Forget struct {
		call
		Name string `json:"name"`
	}
)

// Limits of lists and texts.
const (
	// MostGames is the largest number of games, or places of the standings, in one answer.
	MostGames = 50
	// MostReport is the largest number of characters in the text of a report or an announcement.
	MostReport = 1000
	// MostHere is the largest number of members in a [Room].
	MostHere = 100
)

// CleanText returns a text of a report or an announcement cleaned as [match.CleanTalk] does, with
// at most [MostReport] characters.
func CleanText(text string) string { return match.CleanLine(text, MostReport) }

// call makes a type a [Call].
type call struct{}

func (call) isCall() {}

// Event is something that happened in the lobby: one of the types of this file.
type Event interface{ isEvent() }

type (
	// Connecting says that the club is being dialled.
	Connecting struct {
		event
		Addr string
	}
	// Entered says that the club has let the member in. The list of tables is empty until the club
	// sends them.
	Entered struct {
		event
		// Club is the name of the club.
		Club string  `json:"club"`
		Me   Profile `json:"me"`
		// New says that the member is new here.
		New bool `json:"new,omitempty"`
		// Device is the fingerprint of the key of this device; "" if there is none. The club does
		// not send it.
		Device string `json:"-"`
		// Announcement is the text that the people who run the club have announced, or "".
		Announcement string `json:"announcement,omitempty"`
		// RatedComputers says that computers may sit at rated tables.
		RatedComputers bool `json:"rated_computers,omitempty"`
		// RatedRules are the rules of rated games.
		RatedRules RatedRules `json:"rated_rules,omitempty"`
	}
	// Told says that a table is new or has changed.
	Told struct {
		event
		Table
	}
	// Gone says that a table is no longer in the list.
	Gone struct {
		event
		Table string `json:"table"`
	}
	// Listed says that the club has sent all tables that fit its list; changes follow. It comes
	// again when the number of other tables changes.
	Listed struct {
		event
		// More is the number of the other tables.
		More int `json:"more,omitempty"`
	}
	// Room says who is in the lobby, whenever that has changed; a club of an earlier version does
	// not say it.
	Room struct {
		event
		// Members are the last ones who came, at most [MostHere], the newest first and the user
		// among them. They have no one who has blocked the user or whom the user has blocked.
		Members []Member `json:"members,omitempty"`
		// Here is how many there are.
		Here int `json:"here,omitempty"`
	}
	// Seated gives the member a seat: at the member's own table, by a quick match, or in an
	// unfinished game.
	Seated struct {
		event
		Seat Seat
	}
	// Waiting says that the other member did not come to the table of a quick match, so the club
	// looks for an opponent again.
	Waiting struct {
		event
		Table
	}
	// Rated says that a game of this member has been rated.
	Rated struct {
		event
		Game string `json:"game"`
		// Discipline is the rated game, Before its rating before, and Me the profile afterwards.
		Discipline string  `json:"discipline"`
		Before     int     `json:"before"`
		Me         Profile `json:"me"`
	}
	// Announced says that the people who run the club say something.
	Announced struct {
		event
		Text string `json:"text"`
	}
	// Lost says that the connection broke or the node stops. The link dials the club again.
	Lost struct {
		event
		Note *rules.Note
	}
	// Failed says that the link has ended.
	Failed struct {
		event
		Note *rules.Note
	}
	// Answer is the answer to a call. The comment of the call says which fields are set.
	Answer struct {
		event
		// Number is the number of the call.
		Number int
		// Note is the reason if the call is refused; everything else is then zero.
		Note      *rules.Note
		Seat      Seat
		Profile   Profile
		Games     Games
		Game      Game
		Standings Standings
		Code      Code
	}
)

// Games is a part of a list of games.
type Games struct {
	List []GameEntry `json:"list"`
	// More says that there are more after them.
	More bool `json:"more,omitempty"`
}

// Game is a game with its plies.
type Game struct {
	Entry GameEntry  `json:"entry"`
	Game  rules.Game `json:"game"`
}

// Standings are a part of the standings: members with a place, then members whose rating is not
// sure yet.
type Standings struct {
	// Members are members with a sure rating, the highest first.
	Members []Member `json:"members,omitempty"`
	// First is the place of the first one, from 1, and Total the number of members with a place. If
	// the part begins behind them, First is more than Total.
	First int `json:"first"`
	Total int `json:"total"`
	// Unsure are members with rated games but no place, since their rating is not sure. They are in
	// descending order of the rating less its deviation. UnsureTotal is the number of all of them.
	Unsure      []Member `json:"unsure,omitempty"`
	UnsureTotal int      `json:"unsure_total,omitempty"`
}

// Code is a code for another device.
type Code struct {
	Text string `json:"text"`
	// For is how long it can be used, once.
	For time.Duration `json:"for"`
}

// After is the rating after the game.
func (r Rated) After() int { return r.Me.In(r.Discipline).Rating }

// event makes a type an [Event].
type event struct{}

func (event) isEvent() {}

// Refusal is a call that the club refuses, as an error.
type Refusal struct {
	Reason Reason `json:"reason"`
	// Text is a sentence for programs that do not know the reason.
	Text string `json:"text"`
	// Wait is the time after which to try again, up to an hour, and at the member in whole seconds;
	// zero if the club has not said.
	Wait time.Duration `json:"wait,omitempty"`
}

// Error returns the sentence.
func (r *Refusal) Error() string { return r.Text }

// Refuse returns a refusal with the sentence for its reason.
func Refuse(r Reason) *Refusal { return &Refusal{Reason: r, Text: sentences[r]} }

// Reason is a club's reason for refusing a call. The wire has the same numbers, and a later club
// may have more.
type Reason uint32

// The reasons. For zero, only the sentence says why. The sentences below explain the others.
const (
	_ Reason = iota
	ReasonVersion
	ReasonKey
	ReasonName
	ReasonNameTaken
	ReasonBarred
	ReasonTooOften
	ReasonFull
	ReasonNoTable
	ReasonBusy
	ReasonRating
	ReasonComputer
	ReasonBlocked
	ReasonUntimed
	ReasonUnknown
	ReasonCode
	ReasonTrouble
	ReasonIsPerson
	ReasonIsComputer
	ReasonRemoved
	ReasonNewcomers
	ReasonRules
	ReasonTime
	ReasonRange
	ReasonRatedRules
	ReasonNameOffice
	ReasonNameMark
	ReasonCrowd
	ReasonConnections
	ReasonSelf
)

// sentences are for programs that do not know a reason.
var sentences = map[Reason]string{
	ReasonVersion:     "This program and the club's have no version in common. Install the newest one.",
	ReasonKey:         "The club could not check the key of this installation. Connect again.",
	ReasonName:        "This name cannot be used here. Choose one of 2 to 24 letters.",
	ReasonNameTaken:   "Another member has this name, or one that looks like it. Choose another one.",
	ReasonBarred:      "The people who run this club have barred you.",
	ReasonTooOften:    "That was too often. Try again later.",
	ReasonFull:        "The club has no room for that.",
	ReasonNoTable:     "This table is not there, or not free. Choose another one.",
	ReasonBusy:        "You already have a table, wait for an opponent, or play.",
	ReasonRating:      "This table wants another rating than yours.",
	ReasonComputer:    "In this club computers play casual games only. Choose one.",
	ReasonBlocked:     "You cannot play with this member.",
	ReasonUntimed:     "Rated games need a clock. Choose one, or a casual game.",
	ReasonUnknown:     "The club does not know that member or game.",
	ReasonCode:        "This code is wrong or too old. Ask the other device for a new one.",
	ReasonTrouble:     "A part of the club does not answer at the moment. Try again soon.",
	ReasonIsPerson:    "This member is a person. A computer player needs a key and a name of its own.",
	ReasonIsComputer:  "This member is a computer player. A person needs a key and a name of their own.",
	ReasonRemoved:     "This device has been removed from your devices.",
	ReasonNewcomers:   "Too many new members came from your network within an hour. Try again later, or ask those who run the club.",
	ReasonRules:       "The club does not know these rules. Choose other ones.",
	ReasonTime:        "The club has no clocks like that. They have 1 second to 3 hours, and up to 3 minutes more for each move.",
	ReasonRange:       "No rating fits the limits of this table. The lowest one must not be above the highest one.",
	ReasonRatedRules:  "The club rates no games with these rules on a board of this size. Choose a casual game, or other rules.",
	ReasonNameOffice:  "This name has a word that only those who run the club may use, such as admin. Choose another one.",
	ReasonNameMark:    "This name looks as if the club had marked it. Choose one without brackets at its end.",
	ReasonCrowd:       "Your network has too many connections to the club. Try again in a minute, or ask those who run the club.",
	ReasonConnections: "This installation has too many connections to the club. Close one of them.",
	ReasonSelf:        "That would concern yourself: a device cannot remove itself, and no one blocks or reports themselves.",
}
