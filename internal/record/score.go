package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/rules"
)

// Best is the number of scores shown for a rule set and board size, and the largest rank of
// [Ledger.Place].
const Best = 5

// Limits of a [match.Score] and a setting.
const (
	// MaxName is the largest number of characters (Unicode code points) in a name.
	MaxName = 64
	// MaxGameID is the largest number of bytes in a game's id.
	MaxGameID = 100
	// MaxKey is the largest number of bytes in the key of a setting.
	MaxKey = 64
	// MaxValue is the largest number of bytes in the value of a setting.
	MaxValue = 4096
)

// checkScore returns nil for a score that can be kept, and otherwise an error that names the
// impossible field.
func checkScore(s match.Score) error {
	if err := checkASCII(s.GameID, "game id", MaxGameID); err != nil {
		return err
	}
	if err := s.Variant.Validate(); err != nil {
		return note("bad-score", err).Because(err)
	}
	if err := CheckName(s.Name); err != nil {
		return err
	}
	if err := CheckName(s.Opponent); err != nil {
		return note("bad-opponent", err).Because(err)
	}
	total := s.Variant.Total()
	if s.Seeds < 0 || s.Seeds > total {
		return rules.Refuse("record.bad-seeds", "a score of %d seeds is impossible in a game of %d", s.Seeds, total)
	}
	if loser := s.Seeds - s.Margin; loser < 0 || loser > total-s.Seeds {
		return rules.Refuse("record.bad-margin", "a margin of %d is impossible with %d of %d seeds", s.Margin, s.Seeds, total)
	}
	if most := maxTurns(s.Variant); s.Turns < 0 || s.Turns > most {
		return rules.Refuse("record.bad-turns", "%d turns are impossible in this game; the most is %d", s.Turns, most)
	}
	if year := s.Date.UTC().Year(); year < 1970 || year > 9999 {
		return rules.Refuse("record.bad-year", "the year %d of a score is out of range; check the clock of this computer", year)
	}
	return nil
}

// maxTurns is a bound that no game exceeds. Between two plies that bring a seed into a store, every
// ply moves at least one seed at least one house on, within one side's houses. The last one is for
// the swap of the pie rule.
func maxTurns(v rules.Variant) int {
	total := v.Total()
	return (total+1)*(total*(int(v.Houses)-1)+1) + 1
}

// CheckName returns nil for a valid name, and otherwise a sentence. A name is valid UTF-8 of
// 1..MaxName characters, at least one of them visible, and the others visible or plain spaces, so
// that it cannot move the text around it. Joiners within a word or an emoji are allowed.
func CheckName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return rules.Refuse("record.no-name", "a name is needed; type at least one letter")
	case !utf8.ValidString(name):
		return rules.Refuse("record.unreadable-name", "that name is not readable text; type another one")
	case utf8.RuneCountInString(name) > MaxName:
		return rules.Refuse("record.long-name", "that name is too long; use at most %d characters", MaxName)
	}
	for _, r := range name {
		if joiner := r == '\u200c' || r == '\u200d'; !joiner && !unicode.IsGraphic(r) {
			return rules.Refuse("record.bad-character", "the character %U cannot stand in a name; leave it out", r)
		}
	}
	return nil
}

// checkASCII accepts 1..most printable ASCII characters without spaces. what names the text in the
// error.
func checkASCII(text, what string, most int) error {
	if text == "" || len(text) > most {
		return fmt.Errorf("a %s has 1 to %d characters, not %d", what, most, len(text))
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return fmt.Errorf("the %s %q has a character that cannot stand there", what, text)
		}
	}
	return nil
}

func checkSetting(key, value string) error {
	if err := checkASCII(key, "setting", MaxKey); err != nil {
		return err
	}
	if len(value) > MaxValue || !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
		return fmt.Errorf("the setting %s must be text of at most %d bytes", key, MaxValue)
	}
	return nil
}

// normalScore returns the score as the database returns it.
func normalScore(s match.Score) match.Score {
	s.Date = normalTime(s.Date)
	return s
}

// normalTime returns a time as the database keeps it: to the millisecond, in UTC.
func normalTime(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// rank compares two scores of one variant: negative if a comes before b. Ids order otherwise equal
// scores, so that every table shows the same order.
func rank(a, b match.Score) int {
	return cmp.Or(cmp.Compare(b.Seeds, a.Seeds), cmp.Compare(a.Turns, b.Turns), a.Date.Compare(b.Date),
		cmp.Compare(a.GameID, b.GameID))
}

// place returns the rank 1..Best of s among the best scores of its variant, or 0. It ignores the
// row of s itself.
func place(best []match.Score, s match.Score) int {
	n := 1
	for _, other := range best {
		if other.GameID != s.GameID && rank(other, s) < 0 {
			n++
		}
	}
	if n > Best {
		return 0
	}
	return n
}

// sortVariants puts variants in the order of a menu: presets in their own order and custom rules
// last, small boards before large ones, without the pie rule before with it.
func sortVariants(list []rules.Variant) {
	presets := rules.Presets()
	nth := func(v rules.Variant) int {
		i := slices.IndexFunc(presets, func(p rules.NamedVariant) bool { return p.Name == v.Name() })
		if i < 0 {
			return len(presets)
		}
		return i
	}
	slices.SortFunc(list, func(a, b rules.Variant) int {
		return cmp.Or(cmp.Compare(nth(a), nth(b)), cmp.Compare(a.Houses, b.Houses), cmp.Compare(a.Seeds, b.Seeds),
			cmp.Compare(a.String(), b.String()))
	})
}
