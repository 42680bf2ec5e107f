package menus

import (
	"slices"
	"testing"
	"time"
)

// reader records the texts for reading aloud.
type reader struct {
	announcer
	now  time.Time
	told []string
}

func newReader() *reader {
	r := &reader{now: time.Unix(1e9, 0)}
	r.tell = func(text string, urgent bool) {
		if urgent {
			text = "! " + text
		}
		r.told = append(r.told, text)
	}
	return r
}

func (r *reader) pass(d time.Duration) {
	r.flush(r.now)
	r.now = r.now.Add(d)
}

// An urgent sentence interrupts the announcer, so the announcer repeats the unfinished sentences.
func TestUrgentSentencesTakeAlongWhatTheyInterrupt(t *testing.T) {
	r := newReader()
	r.say("Ann sows 4 from house 1", false)
	r.pass(time.Second)
	r.say("Bo sows 3 from house 2.", false)
	r.say("Your turn", true)
	r.pass(time.Minute)
	r.say("Ann sows 1 from house 6.", false)
	r.pass(time.Minute)
	r.say("Bo sows 2 from house 3.", false)
	r.say("Your turn.", true)
	r.pass(0)
	want := []string{
		"Ann sows 4 from house 1.", "! Ann sows 4 from house 1. Bo sows 3 from house 2. Your turn.",
		"Ann sows 1 from house 6.", "! Bo sows 2 from house 3. Your turn.",
	}
	if !slices.Equal(r.told, want) {
		t.Errorf("told %q, want %q", r.told, want)
	}
}

// A toast that repeats a sentence of the same tick is told once. An event that happens twice is
// told twice.
func TestAMessageIsToldOnce(t *testing.T) {
	r := newReader()
	r.say("Bo would like to play again", false)
	r.sayOnce("Bo would like to play again.")
	r.sayOnce("Copied.")
	r.pass(time.Minute)
	r.sayOnce("Copied.")
	r.pass(time.Minute)
	r.say("Bo sows 1 from house 6.", false)
	r.say("Bo sows 1 from house 6.", false)
	r.pass(0)
	want := []string{"Bo would like to play again. Copied.", "Copied.", "Bo sows 1 from house 6. Bo sows 1 from house 6."}
	if !slices.Equal(r.told, want) {
		t.Errorf("told %q, want %q", r.told, want)
	}
}

// Sentences that wait for others are read after them.
func TestReadingTakesItsTime(t *testing.T) {
	r := newReader()
	r.say("A sentence of thirty letters..", false)
	r.pass(time.Second)
	r.say("Another one of thirty letters.", false)
	r.pass(2 * time.Second) // three since the first one, which took two
	r.say("Now", true)
	r.pass(0)
	if got := r.told[len(r.told)-1]; got != "! Another one of thirty letters. Now." {
		t.Errorf("told %q", got)
	}
	r.pass(time.Minute)
	if n := len(r.told); n != 3 {
		t.Errorf("told %d texts, want 3", n)
	}
}
