package page

import (
	"strings"
	"time"

	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// The pauses of a demo board before the first ply, between plies, and after the end of a game.
const (
	restBefore  = 3 * time.Second
	restBetween = 12 * time.Second
	restAtEnd   = 16 * time.Second
	// frameTime is the time between frames while seeds are in the air: longer than in a game,
	// since the board is only scenery, and software OpenGL takes 15 ms of processor time for one.
	frameTime = time.Second / 20
)

// watched is the time after the last input for which a board stays alive. After that it costs
// nothing.
const watched = 20 * time.Second

// Demo is a board on which two slow and simple players play game after game, as long as a user
// may watch. It is pure: the caller passes time and randomness. Make one with [NewDemo].
type Demo struct {
	// Variant is the rules.
	Variant rules.Variant
	chance  func(n int) int // returns 0..n-1
	now     rules.Position
	past    []rules.Position // as [rules.Play] needs it
	ply     *motion.Timeline // the current ply, or nil at rest
	passed  time.Duration    // of the ply
	shown   time.Duration    // the value of passed at the last drawing
	rest    time.Duration    // the time until the next ply
	left    time.Duration    // since the last input
	first   rules.House      // the next house to play, or 0
}

// NewDemo returns a board at the start of a game, or nil if the variant is invalid.
func NewDemo(v rules.Variant, chance func(n int) int) *Demo {
	start, err := rules.Start(v)
	if err != nil {
		return nil
	}
	return &Demo{chance: chance, Variant: v, now: start, past: []rules.Position{start}, rest: restBefore}
}

// NewShowing returns a board that begins in a position whose next ply has another effect than by
// the usual rules. Without such a position it begins a game.
func NewShowing(v, usual rules.Variant, chance func(n int) int) *Demo {
	const most = 400 // plies to look at
	l := NewDemo(v, chance)
	usual, err := usual.WithSize(int(v.Houses), int(v.Seeds))
	if l == nil || err != nil {
		return l
	}
	for range most {
		for h := range l.now.Plies() {
			if h != rules.Swap && differs(l.now, usual, h) {
				l.first, l.rest = h, restBefore
				return l
			}
		}
		l.move()
		l.ply = nil
	}
	return NewDemo(v, chance)
}

// differs reports whether a ply has another effect than by other rules.
func differs(p rules.Position, other rules.Variant, h rules.House) bool {
	fields := strings.Fields(p.String())
	q, err := rules.ParsePosition(strings.Join([]string{other.String(), fields[1], fields[2]}, " "))
	if err != nil {
		return false // by the other rules the game would be over
	}
	after, _, err := p.Sow(h)
	by, _, wrong := q.Sow(h)
	return err == nil && wrong == nil && (after.Board() != by.Board() || after.ToMove() != by.ToMove())
}

// Follow advances the board by a tick with some input, and reports whether it looks different now.
// The board rests in a background window, without input, or if the user wants less motion. A nil
// board does nothing.
func (l *Demo) Follow(s *Shared, in *kit.Input) bool {
	if l == nil {
		return false
	}
	if l.left += s.Elapsed; in.Pressed || in.CursorMoved || len(in.Keys) > 0 {
		l.left = 0
	}
	return l.advance(s.Elapsed, s.InFront && l.left < watched && !s.Settings.Now().Still)
}

// advance advances the board by d and reports whether it looks different now. If not awake, it only
// finishes the present ply.
func (l *Demo) advance(d time.Duration, awake bool) bool {
	if l.ply == nil {
		if awake {
			l.rest -= d
		}
		if l.rest > 0 {
			return false
		}
		return l.move()
	}
	l.passed += d
	switch {
	case l.passed >= l.ply.Duration():
		l.ply = nil
		l.rest = restBetween
		if l.now.Over() {
			l.rest = restAtEnd
		}
		return true
	case l.passed-l.shown >= frameTime:
		l.shown = l.passed
		return true
	}
	return false
}

// move begins the next ply or, after the end, the next game.
func (l *Demo) move() bool {
	if l.now.Over() {
		l.now, _ = rules.Start(l.Variant) // valid, as for the last game
		l.past, l.rest = append(l.past[:0], l.now), restBefore
		return true
	}
	before := l.now
	after, sowing, err := rules.Play(l.past, l.choose())
	if err != nil { // impossible for a legal ply
		panic(err)
	}
	line := motion.NewTimeline(before, sowing, motion.Normal, true)
	l.past = rules.Extend(l.past, after)
	l.now, l.ply, l.passed, l.shown = after, &line, 0, 0
	return true
}

// choose returns a house to play: usually the one with the largest gain, sometimes a random one.
func (l *Demo) choose() rules.House {
	if h := l.first; h != 0 {
		l.first = 0
		return h
	}
	var list, best []rules.House
	most := -1
	for h := range l.now.Plies() {
		after, sowing, err := l.now.Sow(h)
		if err != nil || h == rules.Swap {
			continue
		}
		list = append(list, h)
		gain := after.Store(sowing.Mover) - l.now.Store(sowing.Mover)
		if !after.Over() && after.ToMove() == sowing.Mover {
			gain++
		}
		switch {
		case gain > most:
			most, best = gain, []rules.House{h}
		case gain == most:
			best = append(best, h)
		}
	}
	if l.chance(4) == 0 {
		best = list
	}
	return best[l.chance(len(best))]
}

// Game returns the game that is played.
func (l *Demo) Game() rules.Variant { return l.now.Variant() }

// View returns the present view of the board in r.
func (l *Demo) View(r render.Rect) render.View {
	v := StillView(l.now, rules.South, r)
	v.Turn, v.ShowTurn = l.now.ToMove(), l.ply == nil && !l.now.Over()
	if l.ply != nil {
		v.Moment = l.ply.At(l.passed)
	}
	return v
}
