package settings

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/rules"
)

// shelf is a store in memory that delays its answers.
type shelf struct {
	texts   map[string]string
	waiting []func()
}

func (s *shelf) Setting(key string, done func(string)) {
	s.waiting = append(s.waiting, func() { done(s.texts[key]) })
}

func (s *shelf) SetSetting(key, text string) { s.texts[key] = text }

// answer delivers all answers.
func (s *shelf) answer() {
	for _, do := range s.waiting {
		do()
	}
	s.waiting = nil
}

// open returns settings after all answers of the store.
func open(texts map[string]string, given func(*Settings)) (*Book, *shelf) {
	s := &shelf{texts: texts}
	b := Open(s, Defaults(), given, nil)
	s.answer()
	return b, s
}

// other differs from the default in every field.
func other() Settings {
	return Settings{
		Name: "Zoë 王", Language: "de", Greeted: true, Sown: true, Toss: true,
		Look:  Look{Theme: "slate", Seeds: "cowrie", TextSize: 125, Still: true},
		Sound: Sound{Volume: 35, Muted: true},
		Play:  Play{Patience: 30, Speed: motion.Slow, FlipOnTurn: true, Log: true, Bar: true, NoSearch: true, Puzzles: "oware"},
		Network: Network{
			Hosts: Hosts{}.With("bo.example").With("ann.example:7001"), Port: "7001",
			First: match.FirstGuest, Admission: match.Admission{Ask: match.AskNone, InviteOnly: true, NoWatchers: true}, Hidden: true, OpenPort: true,
			MeetingPoint: "meet.example.org:7100", Meet: true,
			GamePage: "https://club.example/play/", Clubs: Hosts{}.With("club.example"), ClubTable: ClubTable{Variant: rules.Presets()[2].Variant, Time: match.TimeControl{Base: 90 * time.Second}},
		},
		Window: Window{Width: 900, Height: 700, X: -20, Y: 30, Placed: true, Full: true},
		Setup: Setup{
			Variant: rules.Presets()[1].Variant, Starter: match.Guest, Names: [2]string{"Ann", ""},
			Seats: [2]string{"low", match.KindPerson}, StepByStep: true,
		},
	}
}

func TestEverySettingComesBack(t *testing.T) {
	v, d := reflect.ValueOf(other()), reflect.ValueOf(Defaults())
	for i := range v.NumField() {
		if v.Field(i).Equal(d.Field(i)) {
			t.Errorf("the test has no other value for %s", v.Type().Field(i).Name)
		}
	}
	b, s := open(map[string]string{}, nil)
	b.Change(func(s *Settings) { *s = other() })
	if len(s.texts) != len(table) {
		t.Errorf("%d texts are kept for %d settings: %v", len(s.texts), len(table), s.texts)
	}
	again, _ := open(s.texts, nil)
	if got := again.Now(); got != other() || !again.Loaded() {
		t.Errorf("back come %+v", got)
	}
	b.Change(func(s *Settings) { *s = Defaults() })
	if again, _ = open(s.texts, nil); again.Now() != Defaults() {
		// texts without a value leave the default as it is
		t.Errorf("the defaults come back as %+v", again.Now())
	}
}

func TestOldTextsAreRead(t *testing.T) {
	for text, want := range map[string]motion.Speed{
		"Off": motion.Off, "Fast": motion.Fast, "Normal": motion.Normal, "Slow": motion.Slow,
		"off": motion.Off, "slow": motion.Slow, "Schnell": motion.Normal, "": motion.Normal,
	} {
		if b, _ := open(map[string]string{"speed": text}, nil); b.Now().Speed != want {
			t.Errorf("%q is read as %v", text, b.Now().Speed)
		}
	}
	b, s := open(map[string]string{"speed": "Fast", "window": "1280x720"}, nil)
	if want := (Window{Width: 1280, Height: 720}); b.Now().Window != want {
		t.Errorf("the window is %+v", b.Now().Window)
	}
	if b.Change(func(s *Settings) { s.Speed = motion.Slow }); s.texts["speed"] != "slow" {
		t.Errorf("the speed is kept as %q", s.texts["speed"])
	}
}

func TestHostileTextsChangeNothing(t *testing.T) {
	for key, texts := range map[string][]string{
		"name":    {"\x1b[2J", " Ann", strings.Repeat("A", 5000), "\xff"},
		"address": {"a\x00b", strings.Repeat("a", 261), "\xff\xfe"},
		"port":    {"700000", "7\n"},
		"first":   {"", "ann", "0"}, "ask": {"everyone"}, "invite-only": {"on"}, "no-watchers": {"1"}, "hidden": {"no\n"}, "open-port": {"true"},
		"meeting-point": {"meet\x00", strings.Repeat("m", 261), "\xff", "a\nb"}, "meet": {"on"},
		"theme":     {"", "Slate", "no theme", strings.Repeat("a", 33)},
		"language":  {"", "DE", "../de"},
		"text-size": {"49", "201", "1e2"},
		"still":     {"true"}, "preview": {"off"}, "two-taps": {"1"},
		"clubs":      {"a\x00b"},
		"club-table": {"5+3", "5+3 rated", "none rated kalah(6,4)", "5+3 rated kalah(60,4)", "5+3  rated kalah(6,4)", "5+3 Rated kalah(6,4)"},
		"patience":   {"0", "-5", "601"},
		"speed":      {"5", "no", "\xff"},
		"flip":       {"Yes", "1", "yes\n"},
		"log":        {"", "off", strings.Repeat("no", 1<<20)},
		"bar":        {"true"},
		"volume":     {"-1", "101", "080", "8e1", "", "99999999999999999999"},
		"muted":      {"YES", "on"},
		"window": {
			"0x0", "-5x7", "1280x", "1280x720x1", "99999999999x5", "1280x720+1", "1280x720full", "1280x720+40000+1", "x", " full", "1280x720 ",
		},
		"setup": {"setup 2", "\xff"},
	} {
		for _, text := range texts {
			if b, _ := open(map[string]string{key: text}, nil); b.Now() != Defaults() {
				t.Errorf("%s: %.40q makes %+v", key, text, b.Now())
			}
		}
	}
}

func FuzzTexts(f *testing.F) {
	s := other()
	for _, field := range table {
		f.Add(field.key, field.encode(&s))
	}
	f.Add("window", "1x1+0-0")
	f.Fuzz(func(t *testing.T, key, text string) {
		b, _ := open(map[string]string{key: text}, nil)
		if b.Now() == Defaults() {
			return
		}
		again := map[string]string{}
		for _, field := range table {
			s := b.Now()
			again[field.key] = field.encode(&s)
		}
		if text != again[key] && key != "speed" {
			t.Errorf("%s: %q is kept as %q", key, text, again[key])
		}
		if back, _ := open(again, nil); back.Now() != b.Now() {
			t.Errorf("%s: %q makes %+v, then %+v", key, text, b.Now(), back.Now())
		}
	})
}

// Choices of the command line apply to this run, and are stored only once the user has used them.
func TestGivenSettings(t *testing.T) {
	given := func(s *Settings) {
		s.Name = "Zoe"
		s.Setup.Variant = rules.Presets()[2].Variant
	}
	kept := Defaults().Setup
	kept.StepByStep = true
	b, s := open(map[string]string{"name": "Ann", "setup": kept.encode()}, given)
	if now := b.Now(); now.Name != "Zoe" || now.Setup.Variant != rules.Presets()[2].Variant || !now.Setup.StepByStep {
		t.Errorf("the settings are %+v", now)
	}
	b.Change(func(s *Settings) { s.Bar = true })
	if s.texts["name"] != "Ann" || s.texts["bar"] != "yes" {
		t.Errorf("kept are %v", s.texts)
	}
	if b.Change(func(s *Settings) { s.Name = "Zoe" }, KeyName); s.texts["name"] != "Zoe" {
		t.Errorf("a name that was used is kept as %q", s.texts["name"])
	}
}

// The user may be faster than the store.
func TestALateAnswerChangesNothing(t *testing.T) {
	s := &shelf{texts: map[string]string{"speed": "fast", "bar": "yes"}}
	changes := 0
	b := Open(s, Defaults(), nil, func(old, now Settings) {
		if changes++; old == now {
			t.Error("nothing has changed")
		}
	})
	b.Change(func(s *Settings) { s.Speed = motion.Slow })
	s.texts["speed"] = "fast"
	if b.Loaded() {
		t.Error("the store has answered")
	}
	s.answer()
	if now := b.Now(); now.Speed != motion.Slow || !now.Bar || changes != 2 || !b.Loaded() {
		t.Errorf("the speed is %v, the bar %v, after %d changes", now.Speed, now.Bar, changes)
	}
}

func TestAMeetingPointIsUsedOnlyIfThePersonSaysSo(t *testing.T) {
	for want, s := range map[string]Network{
		"": {MeetingPoint: "meet.example.org"}, "meet.example.org": {MeetingPoint: "meet.example.org", Meet: true},
	} {
		if got := s.Via(); got != want {
			t.Errorf("%+v hosts through %q", s, got)
		}
	}
}
