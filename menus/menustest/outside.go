package menustest

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/ports"
	"mancala/rules"
)

// Shelf is a store of settings in memory, without scores. It answers at once.
type Shelf map[string]string

// Poll returns 0.
func (Shelf) Poll() int { return 0 }

// Top delivers no scores.
func (Shelf) Top(_ rules.Variant, done func([]match.Score, error)) { done(nil, nil) }

// Place delivers 0.
func (Shelf) Place(_ match.Score, done func(int, error)) { done(0, nil) }

// Add accepts any score.
func (Shelf) Add(_ match.Score, done func(bool, error)) { done(true, nil) }

// Variants delivers none.
func (Shelf) Variants(done func([]rules.Variant, error)) { done(nil, nil) }

// Setting delivers the text under a key.
func (s Shelf) Setting(key string, done func(string)) { done(s[key]) }

// SetSetting stores a text under a key.
func (s Shelf) SetSetting(key, value string) { s[key] = value }

// Notices returns none.
func (Shelf) Notices() []string { return nil }

// Pad is a clipboard. Every method returns Err.
type Pad struct {
	Text string
	Err  error
}

// Read returns the text.
func (p *Pad) Read() (string, error) { return p.Text, p.Err }

// Write stores a text.
func (p *Pad) Write(text string) error { p.Text = text; return p.Err }

// Licence is a line of the licences of a program under test.
const Licence = "Permission is hereby granted, free of charge, to all."

// Outside holds the fake ports of a program under test, and records its requests.
type Outside struct {
	Texts   Shelf
	Pad     *Pad
	Cabinet *Cabinet
	// Hosted are the games hosted so far, and Seats the computer players created.
	Hosted []ports.HostRequest
	Seats  []string
	// Pictures are the titles of the saved pictures, and Painting makes the last one.
	Pictures []string
	Painting func(pause func() bool) ([]byte, error)
}

// NewOutside returns fake ports with these settings.
func NewOutside(texts Shelf) *Outside {
	return &Outside{Texts: texts, Pad: &Pad{}, Cabinet: &Cabinet{Drills: Drills{Texts: texts}}}
}

// Ports returns the ports of the program, with three computer players whose seats are persons.
// Making a computer player called "broken" fails.
func (o *Outside) Ports() ports.Ports {
	return ports.Ports{
		Licences: strings.Repeat(Licence+"\n\n", 200),
		Variant:  rules.Presets()[0].Variant, Scores: o.Texts, Archive: o.Cabinet, Clipboard: o.Pad, Now: time.Now,
		Strategies: []match.Strategy{
			{Name: "random", Title: "Random", About: "Plays any house that has seeds in it."},
			{Name: "greedy", Title: "Greedy", Rung: 1, About: strings.Repeat("Counts what each move wins and takes off what the other could win. ", 3)},
			{Name: "low", Title: "Low", About: "Plays the house nearest to the left."},
		},
		NewSeat: func(name string) (match.Seat, error) {
			if name == "broken" {
				return nil, errors.New("there is no such player")
			}
			o.Seats = append(o.Seats, name)
			return match.NewPerson(), nil
		},
		Program: func(command string) (string, error) {
			if command == "" {
				return "", rules.Refuse("external.no-command", "no command")
			}
			return filepath.Base(strings.Fields(command)[0]), nil
		},
		NewJudge: func(time.Duration) match.Judge { return matchtest.Mute{} },
		Chance:   func(n int) int { return n - 1 },
		NewID:    func() string { return "g" },
		SavePicture: func(title string, make func(func() bool) ([]byte, error)) {
			o.Pictures = append(o.Pictures, title)
			o.Painting = make
		},
		Network: ports.Network{
			Host: func(r ports.HostRequest) table.Link {
				o.Hosted = append(o.Hosted, r)
				return &tabletest.Link{HasGuests: true}
			},
			ParseAddress: parseAddress,
			CheckPoint:   checkPoint,
			IsCode:       isCode,
		},
	}
}

// parseAddress accepts any text as an address, and recognizes a copied invite. A code is an invite
// to the part before its first hyphen, at its meeting point.
func parseAddress(text string) (addr, invite string, err error) {
	if rest, ok := strings.CutPrefix(text, "mancala://"); ok {
		addr, _, _ = strings.Cut(rest, "/")
		return addr, text, nil
	}
	if isCode(text) {
		return "", "", rules.NewNote("netplay.code-alone", text)
	}
	if code, point, ok := strings.Cut(text, "@"); ok {
		lookup, _, _ := strings.Cut(code, "-")
		return lookup + "@" + point, text, nil
	}
	return text, "", nil
}

// isCode treats a text with two hyphens as a code without a meeting point.
func isCode(text string) bool { return strings.Count(text, "-") == 2 && !strings.Contains(text, "@") }

// checkPoint accepts any text without a space as a meeting point.
func checkPoint(text string) error {
	if strings.Contains(text, " ") {
		return errors.New("that is no meeting point")
	}
	return nil
}

// OpenToBrowsers changes ports so that browsers can join hosted games.
func OpenToBrowsers(p *ports.Ports) {
	p.Link = func(invite string) string {
		if rest, ok := strings.CutPrefix(invite, "mancala://"); ok {
			return "http://" + rest
		}
		return "http://" + invite + "/"
	}
	p.Code = func(text string) [][]bool {
		rows := make([][]bool, 37)
		for y := range rows {
			rows[y] = make([]bool, len(rows))
			for x := range rows[y] {
				rows[y][x] = (x*y+len(text))%3 == 0
			}
		}
		return rows
	}
}
