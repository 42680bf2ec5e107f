package info

import (
	"mancala/rules"
	"mancala/words"
)

// lessonStep teaches one thing: in a position, South has to find the right ply.
type lessonStep struct {
	board string // the text form of the position
	task  words.Msg
	// wants reports whether a ply solves the step; other is the advice if it does not.
	wants func(s rules.Sowing) bool
	other words.Msg
	// done describes the effect of the ply.
	done func(s rules.Sowing, after rules.Position) string
}

// lessonSteps are the steps of the lesson. They name no direction, since an upright board is
// turned.
var lessonSteps = []lessonStep{
	{
		board: "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",
		task:  words.Msg("The row that glows is yours. Choose one of its houses: its seeds are sown one by one into the pits that follow, counter-clockwise."),
		wants: func(rules.Sowing) bool { return true },
		done: func(s rules.Sowing, _ rules.Position) string {
			return words.N("You have sown %d seed. That is all there is to a move.", "You have sown %d seeds. That is all there is to a move.", int(s.Seeds), int(s.Seeds))
		},
	},
	{
		board: "kalah(6,4) <6,3,2,5,4,1,0,3,6,4,5,1,6,4,4> south",
		task:  words.Msg("The long pit at the end of your row is your store. What falls into it is yours for good. Make a move that brings a seed there."),
		wants: reachesStore,
		other: words.Msg("Those seeds do not reach your store. Choose a house that is nearer to it, or that has more seeds."),
		done: func(rules.Sowing, rules.Position) string {
			return words.T("One more for you. The player with more seeds at the end wins.")
		},
	},
	{
		board: "kalah(6,4) <6,5,4,2,0,4,1,6,3,3,4,6,2,5,3> south",
		task:  words.Msg("If the last seed of a move falls into your store, you move again. Find the house that does it."),
		wants: func(s rules.Sowing) bool { return s.ExtraTurn },
		other: words.Msg("The last seed of that house falls elsewhere. Look for a house with as many seeds as there are steps to your store."),
		done: func(rules.Sowing, rules.Position) string {
			return words.T("An extra turn! In a game it would be your move again.")
		},
	},
	{
		board: "kalah(6,4) <6,7,6,1,3,2,0,0,4,2,6,5,1,3,8> south",
		task:  words.Msg("If the last seed falls into an empty house of your own, you capture it, and all seeds opposite. Capture some."),
		wants: func(s rules.Sowing) bool { return s.Captured > 0 },
		other: words.Msg("That captures nothing. You have two empty houses: find a house whose last seed falls into one of them."),
		done: func(s rules.Sowing, _ rules.Position) string {
			return words.N("You have captured %d seed.", "You have captured %d seeds.", int(s.Captured), int(s.Captured))
		},
	},
	{
		board: "kalah(6,4) <6,24,14,0,0,0,0,0,1,2,0,3,1,0,3> south",
		task:  words.Msg("When one row is empty, the game ends, and the seeds left in the other row go to its owner. Make the last move."),
		wants: func(s rules.Sowing) bool { return s.Ends() },
		done: func(_ rules.Sowing, after rules.Position) string {
			return words.T("You win, %d to %d. Now you know the game.", after.Store(rules.South), after.Store(rules.North))
		},
	},
}

// reachesStore reports whether a ply has sown a seed into the store.
func reachesStore(s rules.Sowing) bool { return int(s.From)+int(s.Seeds) > 6 }

// lesson is the progress of a user in the lesson. It has no window and no clock.
type lesson struct {
	at      int            // the step
	before  rules.Position // the position before the ply, once there is one
	now     rules.Position
	sowing  rules.Sowing
	solved  bool
	wrong   int    // the number of wrong tries
	comment string // on the last ply
}

// patientTries is the number of wrong tries before the board shows a solution.
const patientTries = 2

// begin goes to the beginning of a step.
func (l *lesson) begin(step int) {
	position, err := rules.ParsePosition(lessonSteps[step].board)
	if err != nil {
		panic(err) // a test runs all steps
	}
	*l = lesson{at: step, now: position}
}

func (l *lesson) step() *lessonStep { return &lessonSteps[l.at] }

// play plays a pit, and reports whether it did. A ply that does not solve the step gets a comment
// with the advice of the step.
func (l *lesson) play(pit rules.Pit) bool {
	switch {
	case l.solved:
		return false
	case pit.IsStore():
		l.comment = words.T("Seeds in a store stay there. Choose a house.")
		return false
	case pit.Side != rules.South:
		l.comment = words.T("That is the other player's row. Yours is the one that glows.")
		return false
	}
	after, sowing, err := l.now.Sow(pit.House)
	if err != nil {
		l.comment = words.T("That house is empty. Choose one with seeds.")
		return false
	}
	if !l.step().wants(sowing) {
		l.wrong++
		l.comment = l.step().other.T()
		return false
	}
	l.before, l.now, l.sowing, l.solved = l.now, after, sowing, true
	l.comment = l.step().done(sowing, after)
	return true
}

// hint returns a house that solves the step, after enough wrong tries.
func (l *lesson) hint() (rules.House, bool) {
	if l.solved || l.wrong < patientTries {
		return 0, false
	}
	return l.answer()
}

// answer returns a house that solves the step.
func (l *lesson) answer() (rules.House, bool) {
	for h := range l.now.Plies() {
		if _, s, err := l.now.Sow(h); err == nil && l.step().wants(s) {
			return h, true
		}
	}
	return 0, false
}

// last reports whether this is the last step.
func (l *lesson) last() bool { return l.at == len(lessonSteps)-1 }
