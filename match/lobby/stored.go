package lobby

import (
	"encoding/json"
	"time"

	"mancala/match"
	"mancala/rules"
)

// settingsText is the form of settings in JSON.
type settingsText struct {
	Rules      string        `json:"rules"`
	Base       time.Duration `json:"base,omitempty"`
	Increment  time.Duration `json:"increment,omitempty"`
	Rated      bool          `json:"rated,omitempty"`
	Min        int           `json:"min,omitempty"`
	Max        int           `json:"max,omitempty"`
	NoWatchers bool          `json:"no_watchers,omitempty"`
}

// MarshalJSON returns the form in which a club stores settings.
func (s Settings) MarshalJSON() ([]byte, error) {
	return json.Marshal(settingsText{s.Variant.String(), s.Time.Base, s.Time.Increment, s.Rated, s.MinRating, s.MaxRating, s.NoWatchers})
}

// UnmarshalJSON reads it.
func (s *Settings) UnmarshalJSON(text []byte) error {
	var t settingsText
	if err := json.Unmarshal(text, &t); err != nil {
		return err
	}
	v, err := rules.ParseRuleSet(t.Rules)
	*s = Settings{v, match.TimeControl{Base: t.Base, Increment: t.Increment}, t.Rated, t.Min, t.Max, t.NoWatchers}
	return err
}
