package scene

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// The time that judges spend on a position that they cannot prove.
const (
	hintPatience = 2 * time.Second
	barPatience  = 700 * time.Millisecond
)

// barAgain is the interval at which the bar asks again while endings are being built.
const barAgain = 5 * time.Second

// barHold is the longest time that a computer player waits for the evaluation bar before it starts
// to think.
const barHold = 3 * barPatience / 2

// advice is the judges' advice during a game: a hint for the person to move, and the evaluation
// bar. Network games have none.
type advice struct {
	hint, bar Inquiry
	taken     bool // the answer of the hint was taken
	balance   balance
	aged      time.Duration // since the bar's last answer, if that will change
}

// balance is the latest value known for the bar, possibly of an earlier position of the game.
type balance struct {
	verdict match.Verdict // as South sees it, without a line
	of      rules.Position
	known   bool // there is a value
}

// equal reports whether two balances are shown in the same way.
func (b balance) equal(c balance) bool {
	v, w := b.verdict, c.verdict
	return b.of == c.of && b.known == c.known && v.Value == w.Value && v.Exact == w.Exact && v.Low == w.Low && v.High == w.High &&
		v.Layer == w.Layer && v.Layers == w.Layers
}

// Hinted returns the ply of the hint, a house or [rules.Swap], and whether there is a hint.
func (a *advice) Hinted() (rules.House, bool) {
	return a.hint.verdict.Best(), a.hint.known && a.hint.verdict.Best() != 0
}

// Hinting reports whether a judge is looking for a hint.
func (a *advice) Hinting() bool { return a.hint.Working() }

// HurryHint tells the judge of the hint to answer now.
func (a *advice) HurryHint() { a.hint.Hurry() }

// TakeHint returns the final answer to a hint request, once, and reports whether there is one. The
// hint stays until the position changes.
func (a *advice) TakeHint() (v match.Verdict, ok bool, err error) {
	if a.taken || !a.hint.asked() || a.hint.Working() {
		return match.Verdict{}, false, nil
	}
	a.taken = true
	return a.hint.verdict, true, a.hint.err
}

// consult polls the judges, cancels outdated questions, and asks about the present position for the
// bar. It reports whether anything visible has changed.
func (sc *Scene) consult(d time.Duration) bool {
	m := sc.Match()
	if m == nil || !sc.Local() {
		return false
	}
	changed := sc.hint.Poll()
	if changed && !sc.hint.Working() && sc.Env.Narrate != nil {
		sc.Env.Narrate(sc.HintWords(), false)
	}
	if pos := m.Position(); sc.hint.asked() && (sc.hint.position != pos || !sc.CanHint()) {
		sc.hint.Forget()
		changed = true
	}
	return sc.weigh(m.Position(), d) || changed
}

// weigh keeps the bar at the present position. It asks no judge while a computer player or a hint
// needs the time.
func (sc *Scene) weigh(pos rules.Position, d time.Duration) bool {
	if !sc.Env.prefs().Bar {
		sc.bar.Forget()
		return false
	}
	news := sc.bar.Poll() && sc.bar.err != nil && !sc.bar.known
	_, hinted := sc.hint.About(pos)
	if sc.aged += d; sc.bar.Working() || sc.bar.verdict.Layers == 0 {
		sc.aged = 0
	}
	switch {
	case sc.Stage() != table.StageGame:
		sc.bar.Cancel()
	case sc.bar.asked() && sc.bar.position == pos && sc.aged < barAgain, sc.Thinking(), sc.hint.Working(), hinted:
	default:
		sc.bar.Start(sc.Env.NewJudge(barPatience), sc.Match().Past()...)
	}
	old := sc.balance
	if v, ok := sc.valueOf(pos); ok && !sc.Moving() { // the bar moves when the seeds have come to rest
		if pos.ToMove() == rules.North {
			v = v.Flipped()
		}
		v.Line = nil
		sc.balance = balance{verdict: v, of: pos, known: true}
	}
	return news || !sc.balance.equal(old)
}

// valueOf returns the judges' final verdict on a position.
func (sc *Scene) valueOf(pos rules.Position) (match.Verdict, bool) {
	if pos.Over() {
		return match.Over(pos), true
	}
	for _, q := range [...]*Inquiry{&sc.hint, &sc.bar} {
		if v, ok := q.About(pos); ok && !q.Working() {
			return v, true
		}
	}
	return match.Verdict{}, false
}

// Close cancels the judges and closes the table; see [table.Table.Close].
func (sc *Scene) Close() error {
	sc.hint.Forget()
	sc.bar.Forget()
	return sc.Table.Close()
}
