package menustest

import (
	"slices"

	"mancala/internal/match"
	"mancala/menus/ports"
)

// Drills keeps exercises in memory, and answers at once.
type Drills struct {
	// Rows holds the exercises in the order of time.
	Rows []match.Exercise
	// Texts are the settings erased with them.
	Texts   Shelf
	Trouble error // the error of every answer
	// Tutor is the coach; nil means none.
	Tutor ports.Coach
}

// Exercises delivers the exercises that match a query.
func (d *Drills) Exercises(q match.ExerciseQuery, done func([]match.Exercise, int, error)) {
	var list []match.Exercise
	for _, e := range d.Rows {
		if e.Kind == q.Kind && (q.ID == "" || q.ID == e.ID) && (q.Until.IsZero() || !e.Time.After(q.Until)) {
			list = append(list, e)
		}
	}
	if q.Newest {
		slices.Reverse(list)
	}
	total := len(list)
	list = list[min(q.Offset, total):]
	if q.Limit > 0 {
		list = list[:min(q.Limit, len(list))]
	}
	done(list, total, d.Trouble)
}

// AddExercises keeps exercises.
func (d *Drills) AddExercises(list []match.Exercise, done func(error)) {
	for _, e := range list {
		if d.index(e) < 0 {
			d.Rows = append(d.Rows, e)
		}
	}
	d.sort(done)
}

// SaveExercises keeps and replaces exercises.
func (d *Drills) SaveExercises(list []match.Exercise, done func(error)) {
	for _, e := range list {
		if i := d.index(e); i >= 0 {
			d.Rows[i] = e
		} else {
			d.Rows = append(d.Rows, e)
		}
	}
	d.sort(done)
}

func (d *Drills) index(e match.Exercise) int {
	return slices.IndexFunc(d.Rows, func(o match.Exercise) bool { return o.Kind == e.Kind && o.ID == e.ID })
}

func (d *Drills) sort(done func(error)) {
	slices.SortStableFunc(d.Rows, func(a, b match.Exercise) int { return a.Time.Compare(b.Time) })
	done(d.Trouble)
}

// Coach returns Tutor.
func (d *Drills) Coach() ports.Coach { return d.Tutor }

// EraseExercises forgets everything.
func (d *Drills) EraseExercises(settings []string, done func(error)) {
	d.Rows = nil
	for _, key := range settings {
		delete(d.Texts, key)
	}
	done(d.Trouble)
}
