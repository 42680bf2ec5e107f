package settings

import (
	"strconv"
	"strings"
	"unicode"

	"mancala/internal/match"
	"mancala/internal/motion"
)

// Keys of settings used by other code.
const (
	KeyName         = "name"
	KeySetup        = "setup"
	KeyMeetingPoint = "meeting-point"
)

// table lists every setting with its key and its stored text form. Keys and codes never change, and
// are independent of the language.
var table = []field{
	text(KeyName, func(s *Settings) *string { return &s.Name }, match.CleanName),
	parsed("address", func(s *Settings) *Hosts { return &s.Hosts }, Hosts.encode, parseHosts),
	text("port", func(s *Settings) *string { return &s.Port }, short(5)),
	coded("first", func(s *Settings) *match.First { return &s.First }, "toss", "host", "guest"),
	coded("ask", func(s *Settings) *match.Asking { return &s.Admission.Ask }, "strangers", "all", "none"),
	flag("invite-only", func(s *Settings) *bool { return &s.Admission.InviteOnly }),
	flag("no-watchers", func(s *Settings) *bool { return &s.Admission.NoWatchers }),
	flag("hidden", func(s *Settings) *bool { return &s.Hidden }),
	flag("open-port", func(s *Settings) *bool { return &s.OpenPort }),
	text(KeyMeetingPoint, func(s *Settings) *string { return &s.MeetingPoint }, short(maxAddress)),
	flag("meet", func(s *Settings) *bool { return &s.Meet }),
	text("game-page", func(s *Settings) *string { return &s.GamePage }, short(maxAddress)),
	parsed("clubs", func(s *Settings) *Hosts { return &s.Clubs }, Hosts.encode, parseHosts),
	parsed("club-table", func(s *Settings) *ClubTable { return &s.ClubTable }, ClubTable.encode, parseClubTable),
	text("language", func(s *Settings) *string { return &s.Language }, word),
	text("theme", func(s *Settings) *string { return &s.Theme }, word),
	text("seeds", func(s *Settings) *string { return &s.Seeds }, word),
	flag("numbers", func(s *Settings) *bool { return &s.Numbers }),
	number("text-size", func(s *Settings) *int { return &s.TextSize }, 50, 200),
	flag("still", func(s *Settings) *bool { return &s.Still }),
	coded("speed", func(s *Settings) *motion.Speed { return &s.Speed }, "off", "fast", "normal", "slow"),
	flag("preview", func(s *Settings) *bool { return &s.Preview }),
	flag("two-taps", func(s *Settings) *bool { return &s.TwoTaps }),
	number("patience", func(s *Settings) *int { return &s.Patience }, 1, 600),
	flag("flip", func(s *Settings) *bool { return &s.FlipOnTurn }),
	flag("log", func(s *Settings) *bool { return &s.Log }),
	flag("no-search", func(s *Settings) *bool { return &s.NoSearch }),
	text("puzzles", func(s *Settings) *string { return &s.Puzzles }, word),
	flag("bar", func(s *Settings) *bool { return &s.Bar }),
	number("volume", func(s *Settings) *int { return &s.Volume }, 0, 100),
	flag("muted", func(s *Settings) *bool { return &s.Muted }),
	flag("greeted", func(s *Settings) *bool { return &s.Greeted }),
	flag("sown", func(s *Settings) *bool { return &s.Sown }),
	flag("toss", func(s *Settings) *bool { return &s.Toss }),
	parsed("window", func(s *Settings) *Window { return &s.Window }, Window.encode, parseWindow),
	parsed(KeySetup, func(s *Settings) *Setup { return &s.Setup }, Setup.encode, parseSetup),
}

// field is one setting of the table.
type field struct {
	key    string
	encode func(*Settings) string
	// decode applies a text. If the text is not an output of encode, it returns false and keeps the
	// setting.
	decode func(*Settings, string) bool
}

// parsed is a setting of any type with its text form.
func parsed[T any](key string, at func(*Settings) *T, encode func(T) string, parse func(string) (T, bool)) field {
	return field{
		key:    key,
		encode: func(s *Settings) string { return encode(*at(s)) },
		decode: func(s *Settings, text string) bool {
			v, ok := parse(text)
			if ok {
				*at(s) = v
			}
			return ok
		},
	}
}

// text is a string setting. It accepts only texts that clean does not change.
func text(key string, at func(*Settings) *string, clean func(string) string) field {
	return parsed(key, at, clean, func(text string) (string, bool) { return text, text != "" && clean(text) == text })
}

// flag is a boolean setting.
func flag(key string, at func(*Settings) *bool) field {
	return parsed(key, at, func(on bool) string {
		if on {
			return "yes"
		}
		return "no"
	}, func(text string) (bool, bool) { return text == "yes", text == "yes" || text == "no" })
}

// number is an integer setting, least..most.
func number(key string, at func(*Settings) *int, least, most int) field {
	return parsed(key, at, strconv.Itoa, func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && least <= n && n <= most && strconv.Itoa(n) == text
	})
}

// coded is an enumerated setting, counted from 0, with a code for each value. It ignores case,
// since speeds were once stored in their spelling on screen.
func coded[T ~uint8](key string, at func(*Settings) *T, codes ...string) field {
	return parsed(key, at, func(v T) string {
		return codes[min(int(v), len(codes)-1)]
	}, func(text string) (T, bool) {
		for i, code := range codes {
			if strings.EqualFold(text, code) {
				return T(i), true
			}
		}
		return 0, false
	})
}

// word returns a text that can be a code, and "" for any other.
func word(text string) string {
	if len(text) > 32 || !isWord(text) {
		return ""
	}
	return text
}

// short returns a function that drops unprintable characters from a text and truncates it to n
// bytes.
func short(n int) func(string) string {
	return func(text string) string {
		text = strings.Map(func(r rune) rune {
			if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
				return -1
			}
			return r
		}, text)
		for len(text) > n {
			runes := []rune(text)
			text = string(runes[:len(runes)-1])
		}
		return text
	}
}
