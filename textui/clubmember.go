package textui

import (
	"fmt"
	"strings"

	"mancala/match/lobby"
	"mancala/words"
)

func (v *visitor) me([]string) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) {
		p := a.Profile
		n := p.Won + p.Drawn + p.Lost
		v.out.line(
			words.T("%[1]s: rating %[2]s.", words.Name(p.Name), lobby.RatingRange(p.Rating, p.Deviation)),
			words.N("%[1]d game: %[2]d won, %[3]d drawn, %[4]d lost", "%[1]d games: %[2]d won, %[3]d drawn, %[4]d lost", n, n, p.Won, p.Drawn, p.Lost)+".",
		)
	})
}

// bestShown is the number of members that standings shows.
const bestShown = 20

func (v *visitor) standings([]string) {
	v.ask(lobby.StandingsOf{Limit: bestShown}, func(a lobby.Answer) {
		s := a.Standings
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

// games lists the newest games, or those of players with that in their names.
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
