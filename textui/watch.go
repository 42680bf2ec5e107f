package textui

import (
	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// watched prints whose games are watched, and the rules if they are not plain Kalah.
func (g *game) watched(e match.Watched) {
	host := words.Name(e.Names[match.Host])
	if !g.met {
		g.met = true
		g.tellSecurity(e.Security)
	}
	switch {
	case e.Names[match.Guest] == "" && g.scene.Match() == nil:
		g.out.line(words.T("%s waits for a guest.", host))
		return
	case e.Names[match.Guest] == "":
		g.out.line(words.T("%s waits for another guest.", host))
		return
	}
	g.out.line(words.T("Watching %[1]s against %[2]s.", host, words.Name(e.Names[match.Guest])))
	if e.Variant.Name() == rules.Presets()[0].Name && !e.Variant.Pie {
		return
	}
	g.out.line(words.T("They play by these rules: %s.", words.RulesTitle(e.Variant)))
	for _, text := range words.RulesOfBowls(e.Variant) {
		g.out.line("- " + text)
	}
}

// onlyWatches refuses a word that is for players, and reports whether it has.
func (g *game) onlyWatches(v verb) bool {
	if !g.scene.Watching() || v == verbQuit || v == verbHelp || v == verbBoard || v == verbClock {
		return false
	}
	g.out.refuse(words.Sentence(match.ErrWatching))
	return true
}

// audience returns the number of watchers. This end counts even before the host has reported it.
func (g *game) audience() int {
	if g.scene.Watching() {
		return max(1, g.scene.Watchers())
	}
	return g.scene.Watchers()
}
