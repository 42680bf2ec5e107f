package textui

import (
	"fmt"
	"slices"
	"strings"

	"mancala/match/lobby"
	"mancala/words"
)

func (v *visitor) me([]string) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) {
		for _, r := range a.Profile.Played() {
			v.out.line(
				words.T("%[1]s: rating in %[2]s %[3]s.", words.Name(a.Profile.Name), words.Discipline(r.Discipline), lobby.RatingRange(r.Rating, r.Deviation)),
				words.Played(r.Won, r.Drawn, r.Lost)+".",
			)
		}
	})
}

// bestShown is the number of members that standings shows.
const bestShown = 20

// standings lists the best members in a game: the named one, or else the one that the user has
// played most.
func (v *visitor) standings(args []string) {
	games, wanted := v.in.Disciplines(), strings.Join(args, " ")
	i := slices.IndexFunc(games, func(name string) bool {
		return wanted == "" && name == v.in.Me.Played()[0].Discipline || strings.EqualFold(wanted, name) || strings.EqualFold(wanted, words.Discipline(name))
	})
	switch {
	case i < 0 && wanted != "":
		v.out.refuse(words.T("The club has no standings of %[1]q; choose one of %[2]s.", wanted, strings.Join(games, ", ")))
		return
	case i < 0:
		i = 0
	}
	v.ask(lobby.StandingsOf{Limit: bestShown, Discipline: games[i]}, func(a lobby.Answer) {
		s := a.Standings
		if len(games) > 1 {
			v.out.line(words.T("Standings in %s:", words.Discipline(games[i])))
		}
		if len(s.Members)+len(s.Unsure) == 0 {
			v.out.line(words.T("No one has played a rated game yet."))
		}
		for i, m := range s.Members {
			v.out.line(fmt.Sprintf("%3d  %s  %s", s.First+i, words.Member(m.Name, m.Computer), m.RatingWord()))
		}
		if len(s.Unsure) > 0 {
			v.out.line(words.T("Not sure yet:"))
		}
		for _, m := range s.Unsure {
			v.out.line(fmt.Sprintf("%3s  %s  %s", "", words.Member(m.Name, m.Computer), m.RatingWord()))
		}
		v.out.line(words.Listed(lobby.SureGames))
	})
}

// games lists the newest games, or the games of players with that text in their names.
func (v *visitor) games(args []string) {
	name, none := strings.Join(args, " "), words.T("No game has been played here yet.")
	if name != "" {
		none = words.T("No game matches. Search for another name.")
	}
	v.ask(lobby.GamesOf{Name: name, Limit: bestShown}, func(a lobby.Answer) {
		if len(a.Games.List) == 0 {
			v.out.line(none)
		}
		for _, g := range a.Games.List {
			names := [2]string{words.Member(g.Members[0].Name, g.Members[0].Computer), words.Member(g.Members[1].Name, g.Members[1].Computer)}
			v.out.line(fmt.Sprintf("%s  %s - %s  %d : %d  %s", words.Day(g.Began.Local()), names[0], names[1],
				g.Result.Stores[0], g.Result.Stores[1], words.Won(g.Result, names)))
		}
	})
}
