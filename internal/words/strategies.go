package words

import "mancala/rules"

// strategy describes a computer player. Only levels have a line, the shortest description of their
// play.
type strategy struct{ title, about, line Msg }

// strategies are the computer players of package engine, by name.
var strategies = map[string]strategy{
	"random": {Msg("Random"), Msg("Plays any house that has seeds, at random."), ""},
	"low":    {Msg("Low"), Msg("Plays the house nearest to its own store that has seeds."), ""},
	"again": {
		Msg("Again"),
		Msg("Looks for a move that earns an extra turn; if there are several, it takes the one nearest to its own store. " +
			"If there is none, it plays like Low."),
		"",
	},
	"greedy": {
		Msg("Greedy"),
		Msg("Counts what each move wins by sowing, by a capture and by an extra turn (worth two seeds), and subtracts the " +
			"most that the other player could win in reply, so it also guards its own seeds. It plays the best of them."),
		"",
	},
	"seedling": {
		Msg("Seedling"), Msg("Looks at its own next move and often plays one that is not quite the best."),
		Msg("Looks one move ahead, and slips"),
	},
	"casual": {
		Msg("Casual"), Msg("Looks at its own move and your answer, and makes small mistakes."),
		Msg("Sees your answer, and errs a little"),
	},
	"sharp": {
		Msg("Sharp"), Msg("Looks four moves ahead and seldom gives anything away."),
		Msg("Looks four moves ahead"),
	},
	"strong": {
		Msg("Strong"), Msg("Looks six moves ahead and always plays the best that it sees."),
		Msg("Looks six moves ahead"),
	},
	"master": {
		Msg("Master"), Msg("Looks ten moves ahead and always plays the best that it sees."),
		Msg("Looks ten moves ahead"),
	},
	"perfect": {
		Msg("Perfect"),
		Msg("Works the game out to its end if that can be done, and then never gives a seed away. It thinks for at most five " +
			"seconds, unless you give it more time."),
		Msg("Works the game out to its end"),
	},
	"champion": {
		Msg("Champion"),
		Msg("Thinks for at most five seconds, unless you give it more time, and plays the best that it sees. With few seeds left it looks " +
			"them up in tables, if there are some."),
		Msg("Thinks for five seconds"),
	},
}

// Player returns the name in this package of a computer player of package engine. For "perfect" it
// returns "champion" in games with repeated boards, since no player is perfect there.
func Player(name string, v rules.Variant) string {
	if name == "perfect" && !v.Acyclic() {
		return "champion"
	}
	return name
}

// titles are the English titles of the computer players. Records store them as players' names.
var titles = func() map[string]Msg {
	all := map[string]Msg{}
	for _, s := range strategies {
		all[string(s.title)] = s.title
	}
	return all
}()

// StrategyName returns the English title of a computer player, for storing as a player's name;
// [Name] translates it. It returns an unknown name unchanged.
func StrategyName(name string) string {
	if s, ok := strategies[name]; ok {
		return string(s.title)
	}
	return name
}

// StrategyTitle returns the title of a computer player of package engine, such as "greedy". It
// returns an unknown name unchanged.
func StrategyTitle(name string) string {
	if s, ok := strategies[name]; ok {
		return s.title.T()
	}
	return name
}

// StrategyLine describes the play of a level in a few words. It returns "" for any other name.
func StrategyLine(name string) string {
	if line := strategies[name].line; line != "" {
		return line.T()
	}
	return ""
}

// StrategyAbout describes the play of a computer player in one or two sentences. It returns "" for
// an unknown name.
func StrategyAbout(name string) string { return strategies[name].about.T() }

// ofBowls are the descriptions that differ in the terminal, which calls houses bowls.
var ofBowls = map[string]Msg{
	"random": Msg("Plays any bowl that has seeds, at random."),
	"low":    Msg("Plays the bowl nearest to its own store that has seeds."),
}

// StrategyOfBowls is StrategyAbout for the terminal, which calls houses bowls.
func StrategyOfBowls(name string) string {
	if about, ok := ofBowls[name]; ok {
		return about.T()
	}
	return StrategyAbout(name)
}
