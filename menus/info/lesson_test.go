package info

import (
	"slices"
	"strings"
	"testing"

	"mancala/internal/words"
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

// theLesson returns the lesson of a rule set at a step.
func theLesson(t *testing.T, v rules.Variant, step int) lesson {
	t.Helper()
	about, ok := words.GameOf(v)
	if !ok || len(about.Lesson) == 0 {
		t.Fatalf("%s has no lesson", v.Name())
	}
	l := lesson{steps: about.Lesson}
	l.begin(step)
	return l
}

// TestLessonsOfAllGames solves each step of each lesson. A step with a wrong answer must have
// advice, all boards must be the game's, and a test must have an answer.
func TestLessonsOfAllGames(t *testing.T) {
	lessons := 0
	for _, preset := range rules.Presets() {
		about, ok := words.GameOf(preset.Variant)
		if !ok {
			t.Errorf("%s has no words", preset.Name)
			continue
		}
		for i, step := range about.Lesson {
			lessons++
			l := theLesson(t, preset.Variant, i)
			if l.now.Variant() != preset.Variant {
				t.Errorf("%s, step %d is a board of %v", preset.Name, i+1, l.now.Variant())
			}
			right := answers(&l)
			legal := slices.Collect(l.now.Plies())
			if len(right) == 0 || len(right) < len(legal) && step.Other.T() == "" {
				t.Errorf("%s, step %d: %v of %v solve it, and the advice is %q", preset.Name, i+1, right, legal, step.Other)
			}
			if again := l; len(right) > 0 && (!again.play(south(right[0])) || again.comment == "") {
				t.Errorf("%s, step %d: no word on the answer", preset.Name, i+1)
			}
			if last := i == len(about.Lesson)-1; last != l.last() {
				t.Errorf("%s, step %d is the last: %v", preset.Name, i+1, l.last())
			}
		}
	}
	if lessons < 20 {
		t.Errorf("only %d steps", lessons)
	}
}

func TestAHouseThatStarves(t *testing.T) {
	v, _ := rules.Preset("oware")
	l := theLesson(t, v, 3)
	if l.play(south(5)) || !strings.HasPrefix(l.comment, "The opponent has no seeds") || l.wrong != 0 {
		t.Errorf("a move that gives nothing is answered %q", l.comment)
	}
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
		l := theLesson(t, rules.Presets()[0].Variant, i)
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

// A wrong house changes nothing and gets a kind comment. The board helps after a second try.
func TestAWrongHouse(t *testing.T) {
	for i := range 5 {
		l := theLesson(t, rules.Presets()[0].Variant, i)
		fresh, right := l, answers(&l)
		for h := range l.now.Plies() {
			if slices.Contains(right, h) {
				continue
			}
			if l = fresh; l.play(south(h)) || l.solved || l.now != fresh.now || l.comment != l.step().Other.T() || l.comment == "" {
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
	l := theLesson(t, rules.Presets()[0].Variant, 2)
	for pit, want := range map[rules.Pit]string{
		rules.StoreOf(rules.South):        "Seeds in a store stay there.",
		{Side: rules.North, House: 1}:     "That is the other player's row.",
		south(2):                          "That house is empty.",
		{Side: rules.South, House: 6 + 1}: "There is no such house.",
		rules.StoreOf(rules.North):        "Seeds in a store stay there.",
	} {
		if l.play(pit) || !strings.HasPrefix(l.comment, want) || l.wrong != 0 {
			t.Errorf("%v is answered %q", pit, l.comment)
		}
	}
}
