package lobby

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// The values of this package have one text form, JSON: a club stores them so, and PROTOCOL.md
// describes how they travel. A field that is not known is ignored, lengths of time are whole
// nanoseconds, and moments are those of RFC 3339. What comes from another program is checked by the
// methods Check.

// terms are the rules and the clock of a game in JSON.
type terms struct {
	Rules     string        `json:"rules"`
	Base      time.Duration `json:"base,omitempty"`
	Increment time.Duration `json:"increment,omitempty"`
	Rated     bool          `json:"rated,omitempty"`
}

func termsOf(v rules.Variant, c match.TimeControl, rated bool) terms {
	return terms{v.String(), c.Base, c.Increment, rated}
}

// parse returns the rules, which may be unknown here, and the clock, unchecked.
func (t terms) parse() (rules.Variant, match.TimeControl, error) {
	v, err := rules.ParseRuleSet(t.Rules)
	return v.Canonical(), match.TimeControl{Base: t.Base, Increment: t.Increment}, err
}

// settingsText is the form of settings in JSON.
type settingsText struct {
	terms
	Min        int  `json:"min,omitempty"`
	Max        int  `json:"max,omitempty"`
	NoWatchers bool `json:"no_watchers,omitempty"`
}

// MarshalJSON returns the text form of settings.
func (s Settings) MarshalJSON() ([]byte, error) {
	return json.Marshal(settingsText{termsOf(s.Variant, s.Time, s.Rated), s.MinRating, s.MaxRating, s.NoWatchers})
}

// UnmarshalJSON reads it. Rules that are unknown here are a [Refusal].
func (s *Settings) UnmarshalJSON(text []byte) error {
	var t settingsText
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	v, c, err := t.parse()
	if *s = (Settings{v, c, t.Rated, t.Min, t.Max, t.NoWatchers}); err != nil {
		return Refuse(ReasonRules)
	}
	return nil
}

// entryText is the form of a game in a list in JSON.
type entryText struct {
	ID    string `json:"id"`
	South Member `json:"south"`
	North Member `json:"north"`
	terms
	Ending string    `json:"ending"`
	Winner int       `json:"winner,omitempty"` // as [match.ResultOf] takes it
	Stores [2]int    `json:"stores"`
	Began  time.Time `json:"began"`
	Plies  int       `json:"plies,omitempty"`
}

// MarshalJSON returns the text form of a game in a list, without the time of its end.
func (g GameEntry) MarshalJSON() ([]byte, error) {
	return json.Marshal(entryText{
		g.ID, g.Members[rules.South], g.Members[rules.North], termsOf(g.Variant, g.Time, g.Rated),
		g.Result.Ending.String(), g.Result.WinnerNumber(), g.Result.Stores, g.Began, g.Plies,
	})
}

// UnmarshalJSON reads it. A result that no game can have is an error.
func (g *GameEntry) UnmarshalJSON(text []byte) error {
	var t entryText
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	v, c, err := t.parse()
	ending, known := match.ParseEnding(t.Ending)
	if err != nil || !known || ending == match.Running || t.Winner < 0 || t.Winner > 2 {
		return errGame
	}
	*g = GameEntry{
		ID: t.ID, Members: [2]Member{t.South, t.North}, Variant: v, Time: c, Rated: t.Rated,
		Result: match.ResultOf(ending, t.Winner, t.Stores), Began: t.Began, Plies: t.Plies,
	}
	return nil
}

// maxRatedRules is the largest number of rated rules that are read.
const maxRatedRules = 100

// UnmarshalJSON reads a list of rule sets. It leaves out a later version's.
func (r *RatedRules) UnmarshalJSON(text []byte) error {
	var list []string
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*r = nil
	for _, text := range list[:min(len(list), maxRatedRules)] {
		if v, err := rules.ParseRuleSet(text); err == nil {
			*r = append(*r, v.Canonical())
		}
	}
	return nil
}

var errTicket = errors.New("a ticket is damaged")

// MarshalText returns a ticket in base64.
func (t Ticket) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, t[:]), nil
}

// UnmarshalText reads it. The zero ticket is an error.
func (t *Ticket) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.Strict().DecodeString(string(text))
	if err != nil || len(b) != TicketSize || Ticket(b).IsZero() {
		return errTicket
	}
	*t = Ticket(b)
	return nil
}
