package record

import (
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/rules"
)

// The words for values in a database and in the storage of a page, by value. The words for endings
// are match.Ending's.
var (
	outcomeWords = []string{"undecided", "south", "north", "draw"}
	partyWords   = []string{"host", "guest"}
)

// outcomes are the outcomes that outcomeWords name.
var outcomes = []rules.Outcome{rules.Undecided, rules.SouthWins, rules.NorthWins, rules.Draw}

// outcomeWord returns the word for an outcome.
func outcomeWord(o rules.Outcome) string { return outcomeWords[slices.Index(outcomes, o)] }

// setGameWords sets the parts of a game that are kept as words, and reports whether the words are
// valid. The text of a game is valid only in the form that this program writes.
func setGameWords(g *match.Record, text, starter, ending, outcome string) bool {
	game, err := rules.ParseGame(text)
	nthParty, nthOutcome := slices.Index(partyWords, starter), slices.Index(outcomeWords, outcome)
	end, known := match.ParseEnding(ending)
	if err != nil || game.String() != text || nthParty < 0 || !known || nthOutcome < 0 {
		return false
	}
	g.Game, g.Starter = game, match.Party(nthParty)
	g.Result.Ending, g.Result.Outcome = end, outcomes[nthOutcome]
	return true
}

// setBookmarkWords is [setGameWords] for a series.
func setBookmarkWords(b *match.Bookmark, text, self, starter string) bool {
	game, err := rules.ParseGame(text)
	nthSelf, nthStarter := slices.Index(partyWords, self), slices.Index(partyWords, starter)
	if err != nil || game.String() != text || nthSelf < 0 || nthStarter < 0 {
		return false
	}
	b.Game, b.Self, b.Starter = game, match.Party(nthSelf), match.Party(nthStarter)
	return true
}

// logText returns the log of a bookmark as text: the number of the first line, and each line in
// hexadecimal. It is empty if there are no lines.
func logText(b match.Bookmark) string {
	if len(b.Log) == 0 {
		return ""
	}
	text := strconv.AppendUint(nil, uint64(b.First), 10)
	for _, line := range b.Log {
		text = hex.AppendEncode(append(text, ' '), line)
	}
	return string(text)
}

// parseLog is the inverse of logText, and reports whether the text is valid.
func parseLog(b *match.Bookmark, text string) bool {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return true
	}
	first, err := strconv.ParseUint(fields[0], 10, 32)
	b.First = uint32(first)
	for _, field := range fields[1:] {
		line, wrong := hex.DecodeString(field)
		err = errors.Join(err, wrong)
		b.Log = append(b.Log, line)
	}
	return err == nil
}
