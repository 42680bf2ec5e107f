package lobby

import "mancala/match"

// Call is something that a member asks of a club: one of the types of this file. The comment of
// each says which [Answer] it has if it is not refused.
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
		Table string
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
		Table string
	}
	// Mine wants the seats of the games that this member has not finished. They come as Seated
	// events before the answer, which is empty.
	Mine struct{ call }
	// ProfileOf wants a profile; an empty member is the caller. The answer has a profile.
	ProfileOf struct {
		call
		Member string
	}
	// GamesOf wants a list of games, newest first. The answer has games.
	GamesOf struct {
		call
		// Member limits the games to those of a member, and Name to those of players with this in
		// their names; empty texts limit nothing.
		Member, Name string
		// Before is a game in an earlier answer: only games after it in the list are wanted.
		Before string
		// Limit is how many, 1..[MostGames].
		Limit int
	}
	// GameOf wants one game. The answer has a game and its plies.
	GameOf struct {
		call
		Game string
	}
	// StandingsOf wants the standings. The answer has them.
	StandingsOf struct {
		call
		// Skip is how many members to leave out, and Limit how many are wanted, 1..[MostGames].
		// Both count those with a place and those without.
		Skip, Limit int
		// Discipline is the game, one of [Entered.Disciplines]; "" means the first one of all.
		Discipline string
	}
	// Rename wants another name. The answer is empty.
	Rename struct {
		call
		Name string
	}
	// Device wants a code by which another device becomes this member's. The answer has a code.
	Device struct{ call }
	// UseCode shows such a code. The answer is empty, after an Entered event as the other member.
	UseCode struct {
		call
		Code string
	}
	// RemoveDevice takes another device away from this member. The answer is empty.
	RemoveDevice struct {
		call
		// Key is the fingerprint of its key.
		Key string
	}
	// Report reports a member to the people who run the club. The answer is empty. Game is a game's
	// or table's ID, or empty; Text has at most [MostReport] characters.
	Report struct {
		call
		Member, Game, Text string
	}
	// Block blocks a member or, if Off is set, no longer does. The answer is empty.
	Block struct {
		call
		Member string
		Off    bool
	}
	// Forget wants everything about this member deleted. Name is the member's own name. The answer
	// is empty, and the link fails.
	Forget struct {
		call
		Name string
	}
)

// Limits of lists and texts.
const (
	// MostGames is the largest number of games, or places of the standings, in one answer.
	MostGames = 50
	// MostReport is the largest number of characters in the text of a report or an announcement.
	MostReport = 1000
)

// CleanText returns a text of a report or an announcement cleaned as [match.CleanTalk] does, with
// at most [MostReport] characters.
func CleanText(text string) string { return match.CleanLine(text, MostReport) }

// call makes a type a [Call].
type call struct{}

func (call) isCall() {}
