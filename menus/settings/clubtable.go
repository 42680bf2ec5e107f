package settings

import (
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// ClubTable is the user's preferred table in a club.
type ClubTable struct {
	Variant rules.Variant
	Time    match.TimeControl
	Rated   bool
}

func firstClubTable() ClubTable {
	return ClubTable{
		Variant: rules.Presets()[0].Variant, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true,
	}
}

// encode returns the text form: the clock, "rated" or "casual", and the rules.
func (t ClubTable) encode() string {
	kind := "casual"
	if t.Rated {
		kind = "rated"
	}
	return t.Time.String() + " " + kind + " " + t.Variant.String()
}

// parseClubTable parses the output of encode. It returns false for anything else.
func parseClubTable(text string) (t ClubTable, ok bool) {
	fields := strings.SplitN(text, " ", 3)
	if len(fields) < 3 || len(text) > 500 {
		return ClubTable{}, false
	}
	var err, err2 error
	t.Rated = fields[1] == "rated"
	t.Time, err = match.ParseTimeControl(fields[0])
	t.Variant, err2 = rules.ParseRuleSet(fields[2])
	return t, err == nil && err2 == nil && (t.Time.Timed() || !t.Rated) && t.encode() == text
}
