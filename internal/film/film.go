// Package film shows a finished game, or its last turn, as a moving picture to send: an animated
// PNG that repeats, with the board, the players' names, their scores, the result and the name of
// the game. It needs no window.
package film

import (
	"bytes"
	"errors"
	"image"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/render"
	"mancala/render/apng"
	"mancala/rules"
)

// Most is the largest size of a film in bytes.
const Most = 1_000_000

// Film is a game to show. It is a copy, so the game may go on.
type Film struct {
	names   [2]string
	bottom  rules.Side
	result  match.Result
	past    []rules.Position
	sowings []rules.Sowing
}

// New returns the film of a match up to now, with the names of the sides, and the side at the
// bottom of the board.
func New(m *match.Match, names [2]string, bottom rules.Side) *Film {
	f := &Film{names: names, bottom: bottom, result: m.Result(), past: m.Past()}
	for n := range m.Plies() {
		_, s := m.Ply(n + 1)
		f.sowings = append(f.sowings, s)
	}
	return f
}

// Title returns the result in words, with the names.
func (f *Film) Title() string {
	winner, won := f.result.Winner()
	switch {
	case won:
		return words.T("%[1]s wins against %[2]s", f.names[winner], f.names[winner.Opponent()])
	case f.result.Outcome == rules.Draw:
		return words.T("%[1]s and %[2]s: a draw", f.names[rules.South], f.names[rules.North])
	}
	return words.T("%[1]s against %[2]s", f.names[rules.South], f.names[rules.North])
}

// Poster returns the last position as a picture, with a note.
func (f *Film) Poster(note string) *render.Poster {
	p := f.poster(f.past[len(f.past)-1].Board())
	p.Note = note
	p.Winner, p.HasWinner = f.result.Winner()
	return p
}

// poster returns the picture of a board of the game.
func (f *Film) poster(b rules.Board) *render.Poster {
	v := f.past[0].Variant()
	return &render.Poster{
		Moment: motion.Still(b), Game: v, Bottom: f.bottom, Name: words.RulesTitle(v), Names: f.names, Title: f.Title(), Note: words.RulesTitle(v),
	}
}

// shot is a picture of a film, and how long it is shown.
type shot struct {
	poster *render.Poster
	time   time.Duration
}

// Times of the first and of the last picture, and of the two pictures of a ply that is not moving.
const (
	opening = 900 * time.Millisecond
	closing = 3 * time.Second
	chosen  = 350 * time.Millisecond
	sown    = 650 * time.Millisecond
)

// lastTurn returns the number of plies before the last turn: those of one side up to the end.
func (f *Film) lastTurn() int {
	n := len(f.sowings)
	for n > 0 && f.sowings[n-1].Mover == f.sowings[len(f.sowings)-1].Mover {
		n--
	}
	return n
}

// shots calls show with the pictures from a ply on. Seeds move, with a picture for each step, or
// lie still if step is zero. It stops if show returns false.
func (f *Film) shots(from int, step time.Duration, show func(shot) bool) {
	if !show(shot{f.poster(f.past[from].Board()), opening}) {
		return
	}
	for n := from; n < len(f.sowings); n++ {
		s := f.sowings[n]
		moments := motion.NewTimeline(f.past[n], s, motion.Fast, true)
		last := func(p *render.Poster) *render.Poster {
			p.Last, p.HasLast = rules.Pit{Side: s.Mover, House: s.From}, s.From != rules.Swap
			return p
		}
		if step == 0 {
			if p := f.poster(f.past[n].Board()); !show(shot{last(p), chosen}) || !show(shot{last(f.poster(f.past[n+1].Board())), sown}) {
				return
			}
			continue
		}
		for at := time.Duration(0); at < moments.Duration(); at += step {
			p := f.poster(rules.Board{})
			p.Moment = moments.At(at)
			if !show(shot{last(p), step}) {
				return
			}
		}
		if !show(shot{last(f.poster(f.past[n+1].Board())), chosen}) {
			return
		}
	}
	show(shot{f.Poster(words.RulesTitle(f.past[0].Variant())), closing})
}

// plan is a way to make a film: the size of its pictures, and the step between them.
type plan struct {
	size image.Point
	step time.Duration
}

// plans are tried in this order until a film is small enough.
var plans = []plan{
	{image.Pt(720, 450), 60 * time.Millisecond},
	{image.Pt(640, 400), 80 * time.Millisecond},
	{image.Pt(640, 400), 0},
	{image.Pt(512, 320), 0},
}

// mostMoving is the number of plies up to which seeds move in a film of a whole game.
const mostMoving = 12

// Options are the choices of a person: Whole shows the game from its beginning, and not only the
// last turn; Upright makes pictures that are higher than wide.
type Options struct{ Whole, Upright bool }

// errLarge says that a film would be too large.
var errLarge = errors.New("film: too large")

// Make returns the film as a file of at most Most bytes. It calls pause after each picture, so that
// a caller with a single thread may do other things; pause may return false to end the work, and
// may be nil.
func (f *Film) Make(by *render.Painter, o Options, pause func() bool) ([]byte, error) {
	from := f.lastTurn()
	if o.Whole {
		from = 0
	}
	for _, p := range plans {
		if p.step > 0 && len(f.sowings)-from > mostMoving {
			continue
		}
		if o.Upright {
			p.size.X, p.size.Y = p.size.Y, p.size.X
		}
		if file, err := f.make(by, p, from, pause); !errors.Is(err, errLarge) {
			return file, err
		}
	}
	return nil, words.Errorf("The game is too long for a picture of %d kB.", Most/1000)
}

// ErrStopped says that pause ended the work.
var ErrStopped = errors.New("film: stopped")

// make makes the film by a plan.
func (f *Film) make(by *render.Painter, p plan, from int, pause func() bool) ([]byte, error) {
	var colours apng.Colours
	total, number := 0, 0
	f.shots(from, p.step, func(shot) bool { total++; return true })
	stopped := false
	paint := func(s shot) *image.RGBA {
		picture := s.poster.Draw(by, p.size.X, p.size.Y)
		stopped = stopped || pause != nil && !pause()
		return picture
	}
	const samples = 8
	f.shots(from, p.step, func(s shot) bool {
		if number++; number == total || number%(total/samples+1) == 1 {
			colours.Count(paint(s))
		}
		return !stopped
	})
	made := apng.New(p.size, colours.Palette())
	var err error
	f.shots(from, p.step, func(s shot) bool {
		if stopped || err != nil {
			return false
		}
		if err = made.Add(paint(s), s.time); err == nil && made.Size() > Most {
			err = errLarge
		}
		return err == nil && !stopped
	})
	if stopped {
		err = ErrStopped
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err = made.WriteTo(&b); err == nil && b.Len() > Most {
		err = errLarge
	}
	return b.Bytes(), err
}
