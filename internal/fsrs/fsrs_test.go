package fsrs

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

func near(a, b, share float64) bool { return math.Abs(a-b) <= share*math.Abs(b) }

// The memories of fifty answers agree with the JavaScript implementation.
func TestGradesOfAnotherImplementation(t *testing.T) {
	f := need.Must(os.Open("testdata/grades.txt"))(t)
	defer func() { _ = f.Close() }()
	n, m := 0, Memory{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var when string
		var grade Grade
		var want Memory
		need.Must(fmt.Sscan(lines.Text(), &when, &grade, &want.Stability, &want.Difficulty))(t)
		days := 0.0
		if when == "new" {
			m = Memory{}
		} else if _, err := fmt.Sscan(when, &days); err != nil {
			t.Fatal(err)
		}
		m = m.After(days, grade)
		if n++; !near(m.Stability, want.Stability, 1e-6) || !near(m.Difficulty, want.Difficulty, 1e-6) {
			t.Errorf("answer %d, %s: %+v", n, lines.Text(), m)
		}
	}
	if n != 50 {
		t.Errorf("%d answers", n)
	}
}

// The vectors of py-fsrs, go-fsrs and ts-fsrs: intervals of a run of answers, each asked when it is
// due, and the memory at their end. The first answers and those after a lapse come on the same day.
func TestPublishedVectors(t *testing.T) {
	m, elapsed, intervals := Memory{}, 0, []int{}
	learning := true
	for _, g := range []Grade{Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good} {
		first := m.New()
		m = m.After(float64(elapsed), g)
		learning = first || g == Again
		elapsed = 0
		if !learning {
			elapsed = m.Interval()
		}
		intervals = append(intervals, elapsed)
	}
	if want := []int{0, 4, 14, 44, 125, 328, 0, 0, 7, 16, 34, 71, 142}; !slices.Equal(intervals, want) {
		t.Errorf("the intervals are %v, want %v", intervals, want)
	}
	if !near(m.Stability, 141.83400397565077, 1e-6) || !near(m.Difficulty, 7.689881918138517, 1e-6) {
		t.Errorf("the memory is %+v", m)
	}
	m = Memory{}
	for i, days := range []float64{0, 0, 1, 3, 8, 21} {
		m = m.After(days, []Grade{Again, Good, Good, Good, Good, Good}[i])
	}
	if !near(m.Stability, 48.26549, 1e-6) || !near(m.Difficulty, 7.1044, 1e-5) {
		t.Errorf("the memory is %+v", m)
	}
}

func TestRecall(t *testing.T) {
	for _, s := range []float64{0.5, 3.173, 100} {
		if r := (Memory{s, 5}).Recall(s); !near(r, 0.9, 1e-12) {
			t.Errorf("after %v days recall is %v", s, r)
		}
	}
	if (Memory{}).After(0, Easy).Interval() != 16 || (Memory{}).After(0, Again).Interval() != 1 {
		t.Error("the first intervals are not 16 days and 1")
	}
}

// A better grade never brings a question back earlier, and no answer leaves the bounds.
func TestGradesAreInOrder(t *testing.T) {
	for s := 0.01; s < 40000; s *= 3 {
		for _, d := range []float64{1, 3, 7, 10} {
			for _, days := range []float64{0, 1, 5, 1000, math.Inf(1)} {
				last := 0.0
				for g := Again - 1; g <= Easy+1; g++ {
					m := Memory{min(s, MaxStability), d}.After(days, g)
					if !m.Valid() || m.New() || m.Stability < last {
						t.Errorf("%v, %v after %v days, grade %d: %+v", s, d, days, g, m)
					}
					last = m.Stability
				}
			}
		}
	}
	if (Memory{math.NaN(), 5}).Valid() || (Memory{5, 0}).Valid() || !(Memory{}).Valid() {
		t.Error("an impossible memory is valid")
	}
}
