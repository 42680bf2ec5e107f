package words

import "mancala/rules"

// rulesSentences are the sentences of package rules.
var rulesSentences = table{
	"rules.game-over":     say("The game is over."),
	"rules.no-such-house": say("There is no such house."),
	"rules.empty-house":   say("That house is empty."),

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
	"rules.no-preset":      say("There is no rule set %[1]q. Choose one of %[2]s."),
	"rules.bad-houses":     say("%[1]d houses a side are not possible. Choose 1 to %[2]d."),
	"rules.bad-seeds":      say("%[1]d seeds a house are not possible. Choose 1 to %[2]d."),
	"rules.unknown-switch": say("There is no value %[2]d for the rule %[1]s."),
	"rules.long-rules":     say("That is too long for a rule set."),
	"rules.no-rules":       say(`%q is not a rule set. Write it as in "kalah(6,4)".`),
	"rules.no-size":        say("%q is not a board size. Write houses and seeds, as in 6,4."),
	"rules.no-switch":      say("%q is not a switch of a rule set."),
	"rules.twice":          say("The switch %s stands there twice."),
	"rules.bad-switch":     say("%[1]q is not possible for %[2]s. Choose one of %[3]s."),
}

// ruleTitles are the titles of the rule sets, by name.
var ruleTitles = map[string]Msg{
	"kalah":         Msg("Kalah"),
	"empty-capture": Msg("Empty capture"),
	"video":         Msg("Video Mancala"),
	"bowls":         Msg("Bowls"),
}

// RulesTitle returns the title of a rule set, without the size: "Kalah", or "Custom rules".
func RulesTitle(v rules.Variant) string {
	if title, ok := ruleTitles[v.Name()]; ok {
		return title.T()
	}
	return T("Custom rules")
}

// Rules describes v in whole sentences, one switch a sentence.
func Rules(v rules.Variant) []string {
	return describe(v, func(s captureSentence) string { return s.house.T() })
}

// RulesOfBowls is Rules for a terminal, in which houses are bowls.
func RulesOfBowls(v rules.Variant) []string {
	return describe(v, func(s captureSentence) string { return s.bowl.T() })
}

func describe(v rules.Variant, tell func(captureSentence) string) []string {
	var lines []string
	either := func(cond bool, yes, no string) {
		if cond {
			no = yes
		}
		lines = append(lines, no)
	}
	either(v.SowOpponentStore, T("Sowing drops a seed into the opponent's store too."), T("Sowing skips the opponent's store."))
	either(v.ExtraTurn, T("The last seed in your own store: you move again."),
		T("The last seed in your own store earns no extra turn."))
	lines = append(lines, tell(captureRule(v)))
	either(v.End == rules.EndEitherSide, T("The game ends when one side is empty after a move."),
		T("The game ends when the player to move has no seeds."))
	if v.Majority {
		lines = append(lines, T("The game also ends when one store holds more than half of all seeds."))
	}
	either(v.Sweep == rules.SweepOwner, T("Seeds left on a side go to its owner."), T("Seeds left on a side do not count."))
	if v.Pie {
		lines = append(lines, T("After the first turn the second player may swap sides."))
	}
	return lines
}

// captureSentence is a sentence about captures with either word for a house.
type captureSentence struct{ house, bowl Msg }

// captureRule describes the captures of v.
func captureRule(v rules.Variant) captureSentence {
	own, both := v.Capture == rules.CaptureOwn, v.Take == rules.TakeBoth
	switch {
	case v.Capture == rules.CaptureNever:
		none := Msg("There are no captures.")
		return captureSentence{none, none}
	case own && !both:
		return captureSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite."),
		}
	case !both:
		return captureSentence{
			Msg("The last seed in any empty house captures the seeds opposite."),
			Msg("The last seed in any empty bowl captures the seeds opposite."),
		}
	case own && v.CaptureEmpty:
		return captureSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite and itself, even when there are none."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite and itself, even when there are none."),
		}
	case own:
		return captureSentence{
			Msg("The last seed in an empty house of your own captures the seeds opposite and itself, if there are any."),
			Msg("The last seed in an empty bowl of your own captures the seeds opposite and itself, if there are any."),
		}
	case v.CaptureEmpty:
		return captureSentence{
			Msg("The last seed in any empty house captures the seeds opposite and itself, even when there are none."),
			Msg("The last seed in any empty bowl captures the seeds opposite and itself, even when there are none."),
		}
	}
	return captureSentence{
		Msg("The last seed in any empty house captures the seeds opposite and itself, if there are any."),
		Msg("The last seed in any empty bowl captures the seeds opposite and itself, if there are any."),
	}
}
