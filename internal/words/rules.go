package words

import "mancala/rules"

// rulesSentences are the sentences of package rules.
var rulesSentences = table{
	"rules.game-over":     say("The game is over."),
	"rules.no-such-house": say("There is no such house."),
	"rules.empty-house":   say("That house is empty."),
	"rules.must-feed":     say("The opponent has no seeds, so your move must give some."),
	"rules.no-slam":       say("That would capture all seeds of the opponent, which these rules do not allow."),

	"rules.long-game":      say("That is too long for a game."),
	"rules.no-game":        say(`There is no game in that text. A game is written as in "kalah(6,4) 3 6".`),
	"rules.no-house":       say("Ply %[1]d: %.20[2]q is not a house. Houses are numbers from 1."),
	"rules.no-position":    say(`A position is a rule set, a board and a side, as in "kalah(1,1) <1,0,0,1,1> south".`),
	"rules.no-side":        say("%q is not a side. Write south or north."),
	"rules.not-swept":      say("The game on that board is over, but its seeds are not swept."),
	"rules.not-said":       say("%q cannot be said of that position."),
	"rules.no-board":       say("A board of %[1]d houses is written <%[1]d,south store,north store, then %[2]d counts>."),
	"rules.no-seeds":       say("%q is not a number of seeds."),
	"rules.wrong-total":    say("That board holds %[1]d seeds instead of %[2]d."),
	"rules.no-preset":      say("There is no rule set %.60[1]q. Choose one of %[2]s."),
	"rules.bad-houses":     say("%[1]d houses a side are not possible. Choose 1 to %[2]d."),
	"rules.bad-seeds":      say("%[1]d seeds a house are not possible. Choose 1 to %[2]d."),
	"rules.unknown-switch": say("There is no value %[2]d for the rule %[1]s."),
	"rules.long-rules":     say("That is too long for a rule set."),
	"rules.no-rules":       say(`%q is not a rule set. Write it as in "kalah(6,4)".`),
	"rules.no-size":        say("%q is not a board size. Write houses and seeds, as in 6,4."),
	"rules.no-switch":      say("%q is not a switch of a rule set."),
	"rules.other-family":   say("The rules of the family %[1]s have no switch %[2]s."),
	"rules.no-first-ply":   say("By these rules no first move is possible on that board."),
	"rules.no-tuzdik":      say("House %[1]d of %[2]s cannot be a tuzdik."),
	"rules.twice":          say("The switch %s stands there twice."),
	"rules.bad-switch":     say("%[1]q is not possible for %[2]s. Choose one of %[3]s."),
}

// Rules describes v in whole sentences, one switch a sentence.
func Rules(v rules.Variant) []string { return ruleTeller{house: true}.all(v) }

// RulesOfBowls is Rules for the terminal, which calls houses bowls.
func RulesOfBowls(v rules.Variant) []string { return ruleTeller{}.all(v) }

// ruleTeller describes rules.
type ruleTeller struct {
	house bool // or bowl
	lines []string
}

// either adds one of two sentences.
func (r *ruleTeller) either(cond bool, yes, no string) {
	if cond {
		no = yes
	}
	r.lines = append(r.lines, no)
}

// say adds a sentence about a house.
func (r *ruleTeller) say(s houseSentence) { r.either(r.house, s.house.T(), s.bowl.T()) }

func (r ruleTeller) all(v rules.Variant) []string {
	switch v.Family {
	case rules.OwareFamily:
		r.oware(v)
	case rules.TogyzFamily:
		r.togyz(v)
	default:
		r.kalah(v)
	}
	if v.Pie {
		r.lines = append(r.lines, T("After the first turn the second player may swap sides."))
	}
	return r.lines
}

func (r *ruleTeller) kalah(v rules.Variant) {
	r.either(v.SowOpponentStore, T("Sowing drops a seed into the opponent's store too."), T("Sowing skips the opponent's store."))
	if v.LeaveOne {
		r.say(leavesOne)
	}
	r.either(v.ExtraTurn, T("The last seed in your own store: you move again."),
		T("The last seed in your own store earns no extra turn."))
	r.say(captureRule(v))
	if v.CaptureEven {
		r.say(capturesEven)
	}
	r.either(v.End == rules.EndEitherSide, T("The game ends when one side is empty after a move."),
		T("The game ends when the player to move has no seeds."))
	r.majority(v)
	switch v.Sweep {
	case rules.SweepOwner:
		r.lines = append(r.lines, T("Seeds left on a side go to its owner."))
	case rules.SweepEmptied:
		r.lines = append(r.lines, T("Seeds left over go to the player whose side is empty."))
	case rules.SweepMover:
		r.lines = append(r.lines, T("Seeds left over go to the player who made the last move."))
	default:
		r.lines = append(r.lines, T("Seeds left on a side do not count."))
	}
}

func (r *ruleTeller) oware(v rules.Variant) {
	r.say(houseSentence{
		Msg("Sowing goes round without the stores, and passes over the house from which the seeds come."),
		Msg("Sowing goes round without the stores, and passes over the bowl from which the seeds come."),
	})
	r.say(houseSentence{
		Msg("The last seed captures a house of the opponent that it fills to 2 or 3, and those with 2 or 3 right before it."),
		Msg("The last seed captures a bowl of the opponent that it fills to 2 or 3, and those with 2 or 3 right before it."),
	})
	switch v.Slam {
	case rules.SlamTake:
		r.lines = append(r.lines, T("A move may capture all seeds of the opponent."))
	case rules.SlamForbid:
		r.lines = append(r.lines, T("A move that would capture all seeds of the opponent is not allowed."))
	default:
		r.lines = append(r.lines, T("A move that would capture all seeds of the opponent captures nothing."))
	}
	r.either(v.MustFeed, T("If the opponent has no seeds, you must give some if you can."),
		T("Nobody has to give seeds to an opponent who has none."))
	r.ring(v)
}

func (r *ruleTeller) togyz(v rules.Variant) {
	r.lines = append(r.lines, T("Sowing goes round without the stores."))
	r.say(leavesOne)
	r.say(capturesEven)
	if v.Tuzdik {
		r.say(houseSentence{
			Msg("The last seed that makes 3 in a house of the opponent wins it as your tuzdik: all seeds that fall there are yours."),
			Msg("The last seed that makes 3 in a bowl of the opponent wins it as your tuzdik: all seeds that fall there are yours."),
		})
		r.say(houseSentence{
			Msg("Each player may win one tuzdik, but not the last house, and not the one with the number of the other tuzdik."),
			Msg("Each player may win one tuzdik, but not the last bowl, and not the one with the number of the other tuzdik."),
		})
	}
	r.ring(v)
}

// ring describes the end of a game without stores in its laps.
func (r *ruleTeller) ring(v rules.Variant) {
	r.lines = append(r.lines, T("The game ends when the player to move cannot move."))
	r.majority(v)
	r.lines = append(r.lines, T("Seeds left on a side go to its owner."))
	r.either(v.Repeat == rules.RepeatRows,
		T("If a position comes again, the game is over, and both take the seeds on their side."),
		T("If a position comes again, the game is drawn. (This rule is ours: the federations have none.)"))
}

func (r *ruleTeller) majority(v rules.Variant) {
	if v.Majority {
		r.lines = append(r.lines, T("The game also ends when one store holds more than half of all seeds."))
	}
}

// houseSentence is a sentence with either word for a house.
type houseSentence struct{ house, bowl Msg }

var (
	leavesOne = houseSentence{
		Msg("The first of several seeds falls back into its own house."),
		Msg("The first of several seeds falls back into its own bowl."),
	}
	capturesEven = houseSentence{
		Msg("The last seed captures a house of the opponent that it makes even."),
		Msg("The last seed captures a bowl of the opponent that it makes even."),
	}
)

// captureRule describes the captures of v.
func captureRule(v rules.Variant) houseSentence {
	own, both := v.Capture == rules.CaptureOwn, v.Take == rules.TakeBoth
	switch {
	case v.Capture == rules.CaptureNever:
		none := Msg("There are no captures.")
		return houseSentence{none, none}
	case own && !both:
		return houseSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite."),
		}
	case !both:
		return houseSentence{
			Msg("The last seed in any empty house captures the seeds opposite."),
			Msg("The last seed in any empty bowl captures the seeds opposite."),
		}
	case own && v.CaptureEmpty:
		return houseSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite and itself, even when there are none."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite and itself, even when there are none."),
		}
	case own:
		return houseSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite and itself, if there are any."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite and itself, if there are any."),
		}
	case v.CaptureEmpty:
		return houseSentence{
			Msg("The last seed in any empty house captures the seeds opposite and itself, even when there are none."),
			Msg("The last seed in any empty bowl captures the seeds opposite and itself, even when there are none."),
		}
	}
	return houseSentence{
		Msg("The last seed in any empty house captures the seeds opposite and itself, if there are any."),
		Msg("The last seed in any empty bowl captures the seeds opposite and itself, if there are any."),
	}
}
