package info

import (
	"slices"
	"strings"
	"testing"

	"mancala/rules"
)

func south(h rules.House) rules.Pit { return rules.Pit{Side: rules.South, House: h} }

// answers returns the houses that solve a step.
func answers(l *lesson) []rules.House {
	var list []rules.House
	for h := range l.now.Plies() {
		if again := *l; again.play(south(h)) {
			list = append(list, h)
		}
	}
	return list
}

func TestTheLesson(t *testing.T) {
	for i, want := range []struct {
		answers []rules.House
		done    string
	}{
		{[]rules.House{1, 2, 3, 4, 5, 6}, "You have sown 4 seeds."},
		{[]rules.House{5, 6}, "One more for you."},
		{[]rules.House{3}, "An extra turn!"},
		{[]rules.House{2, 3}, "You have captured 7 seeds."},
		{[]rules.House{6}, "You win, 25 to 23."},
	} {
		var l lesson
		l.begin(i)
		if got := answers(&l); !slices.Equal(got, want.answers) {
			t.Errorf("step %d is solved by %v, want %v", i+1, got, want.answers)
		}
		seeds := 0
		for side := range rules.North + 1 {
			seeds += l.now.Store(side)
			for h := range rules.House(6) {
				seeds += l.now.Seeds(rules.Pit{Side: side, House: h + 1})
			}
		}
		if seeds != 48 {
			t.Errorf("step %d has %d seeds", i+1, seeds)
		}
		before := l.now
		if !l.play(south(want.answers[0])) || !l.solved || l.before != before || !strings.HasPrefix(l.comment, want.done) {
			t.Errorf("step %d: solved %v, it says %q", i+1, l.solved, l.comment)
		}
		if l.last() != (i == 4) || l.play(south(1)) {
			t.Errorf("step %d is the last one: %v; or it can be solved twice", i+1, l.last())
		}
	}
}

// A wrong house changes nothing and gets a kind comment, and after a second try the board helps.
func TestAWrongHouse(t *testing.T) {
	for i := range lessonSteps {
		var l lesson
		l.begin(i)
		fresh, right := l, answers(&l)
		for h := range l.now.Plies() {
			if slices.Contains(right, h) {
				continue
			}
			if l = fresh; l.play(south(h)) || l.solved || l.now != fresh.now || l.comment != l.step().other.T() || l.comment == "" {
				t.Errorf("step %d: house %v is answered %q", i+1, h, l.comment)
			}
			if _, shown := l.hint(); shown {
				t.Errorf("step %d: the board helps at once", i+1)
			}
			l.play(south(h))
			if house, shown := l.hint(); !shown || !slices.Contains(right, house) {
				t.Errorf("step %d: after two tries the board shows house %v, %v", i+1, house, shown)
			}
		}
	}
}

func TestNoHouseOfTheOwnRow(t *testing.T) {
	var l lesson
	l.begin(2)
	for pit, want := range map[rules.Pit]string{
		rules.StoreOf(rules.South):        "Seeds in a store stay there.",
		{Side: rules.North, House: 1}:     "That is the other player's row.",
		south(2):                          "That house is empty.",
		{Side: rules.South, House: 6 + 1}: "That house is empty.",
		rules.StoreOf(rules.North):        "Seeds in a store stay there.",
	} {
		if l.play(pit) || !strings.HasPrefix(l.comment, want) || l.wrong != 0 {
			t.Errorf("%v is answered %q", pit, l.comment)
		}
	}
}
