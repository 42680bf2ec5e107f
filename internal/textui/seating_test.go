package textui

import (
	"errors"
	"testing"

	"mancala/internal/match"
	"mancala/rules/rulestest"
)

// TestSeating seats the players of games at one keyboard and across a network.
func TestSeating(t *testing.T) {
	none := errors.New("no such player")
	computer := func(name string) (match.Seat, error) {
		if name != "low" && name != "perfect" {
			return nil, none
		}
		return byLow{}, nil
	}
	kalah, oware := rulestest.Variant(t, "kalah", 6, 4), rulestest.Variant(t, "oware", 6, 4)
	for _, c := range []struct {
		seating Seating
		local   bool
		names   [2]string
		kinds   [2]string
		err     error
	}{
		{Seating{Seats: [2]string{Person, Person}, Names: [2]string{"Ann"}}, true, [2]string{"Ann", "Player 2"}, [2]string{"person", "person"}, nil},
		{Seating{Seats: [2]string{Person, "low"}}, true, [2]string{"Player 1", "Low"}, [2]string{"person", "low"}, nil},
		{Seating{Seats: [2]string{Person, "perfect"}}, true, [2]string{"Player 1", "Perfect"}, [2]string{"person", "perfect"}, nil},
		{Seating{Seats: [2]string{"", Person}}, false, [2]string{}, [2]string{"", "person"}, nil},
		{Seating{Seats: [2]string{"high", Person}}, true, [2]string{}, [2]string{"high", "person"}, none},
	} {
		seats, names, err := c.seating.Seat(kalah, c.local, computer)
		if !errors.Is(err, c.err) || err == nil && names != c.names || c.seating.Kinds() != c.kinds {
			t.Errorf("%+v: names %q, kinds %q, %v", c.seating, names, c.seating.Kinds(), err)
		}
		for p, name := range c.seating.Seats {
			if err == nil && (seats[p] != nil) != (name != "") {
				t.Errorf("%+v: party %d has the seat %v", c.seating, p, seats[p])
			}
		}
	}
	perfect := Seating{Seats: [2]string{"perfect", Person}}
	if _, names, err := perfect.Seat(oware, true, computer); err != nil || names[0] != "Champion" {
		t.Errorf("where boards come again, the strongest player is called %q, %v", names[0], err)
	}
	got := SeatingOf([2]string{"Player 1", "Low"}, [2]string{match.KindPerson, "low"})
	if want := (Seating{Seats: [2]string{Person, "low"}}); got != want {
		t.Errorf("a game that was left seats %+v, want %+v", got, want)
	}
	if got := SeatingOf([2]string{"Ann", "Bo"}, [2]string{match.KindPerson, match.KindPerson}); got.Names != [2]string{"Ann", "Bo"} {
		t.Errorf("a game that was left names %q", got.Names)
	}
}
