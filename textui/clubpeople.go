package textui

import (
	"slices"
	"strings"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/words"
)

// report tells the people who run the club about a member. It names the last game of the two.
func (v *visitor) report(args []string) {
	name, text := v.nameAndText(strings.Join(args, " "))
	if name == "" || text == "" {
		v.out.refuse(words.T("Type a name and what happened after it, as in %q; a name of several words in quotes.",
			reportWord.own()+" Bo "+words.T("insults")))
		return
	}
	v.find(name, func(m lobby.Member, game string) { v.wish(reportOf(m, game, text)) })
}

// nameAndText splits a line into a name and the text after it: a name in quotes, the name of a
// member at a table, or one word.
func (v *visitor) nameAndText(line string) (name, text string) {
	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		name, text, _ = strings.Cut(quoted, `"`)
		return strings.TrimSpace(name), strings.TrimSpace(text)
	}
	name, text, _ = strings.Cut(line, " ")
	for _, t := range v.tables {
		for _, m := range t.Members {
			if n := len(m.Name); n > len(name) && len(line) > n && strings.EqualFold(line[:n], m.Name) && line[n] == ' ' {
				name, text = m.Name, line[n+1:]
			}
		}
	}
	return name, text
}

// find looks for a member by the whole name, among the opponents of this one, at the tables, and
// among those who have played here, and calls do. Game is the last one of the two, or "".
func (v *visitor) find(name string, do func(m lobby.Member, game string)) {
	if strings.EqualFold(name, v.in.Me.Name) {
		v.out.refuse(words.Sentence(rules.NewNote("club.yourself")))
		return
	}
	v.ask(lobby.GamesOf{Member: v.in.Me.ID, Limit: lobby.MostGames}, func(a lobby.Answer) {
		if m, game := among(a.Games.List, name); m.ID != "" {
			do(m, game)
			return
		}
		for _, t := range v.tables {
			if i := indexOf(t.Members, name); i >= 0 {
				do(t.Members[i], "")
				return
			}
		}
		v.ask(lobby.GamesOf{Name: name, Limit: lobby.MostGames}, func(a lobby.Answer) {
			if m, _ := among(a.Games.List, name); m.ID != "" {
				do(m, "")
				return
			}
			v.out.refuse(words.T("No member called %q is at a table or has played here. Put a name of several words in quotes.", name))
		})
	})
}

// among returns the player with a name in a list of games, and the first of the games; or the zero
// value.
func among(list []lobby.GameEntry, name string) (m lobby.Member, game string) {
	for _, g := range list {
		if i := indexOf(g.Members[:], name); i >= 0 {
			return g.Members[i], g.ID
		}
	}
	return m, ""
}

// indexOf returns the place of the member with a name, or -1. Capital letters do not count.
func indexOf(list []lobby.Member, name string) int {
	return slices.IndexFunc(list, func(m lobby.Member) bool { return m.ID != "" && strings.EqualFold(m.Name, name) })
}

// unquoted returns a name without the quotes around it.
func unquoted(args []string) string { return strings.Trim(strings.Join(args, " "), `"`) }

// block blocks a member, or lists whom this one has blocked.
func (v *visitor) block(args []string) {
	name := unquoted(args)
	if name != "" {
		v.find(name, func(m lobby.Member, _ string) { v.wish(blockOf(m)) })
		return
	}
	v.askBlocked(func(list []lobby.Member) {
		if len(list) == 0 {
			v.out.line(words.T("You have blocked no one."))
		}
		for _, m := range list {
			v.out.line("  " + words.Member(m.Name, m.Computer))
		}
	})
}

// askBlocked asks whom this member has blocked.
func (v *visitor) askBlocked(do func(list []lobby.Member)) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) { do(a.Profile.Blocked) })
}

// unblock no longer blocks a member.
func (v *visitor) unblock(args []string) {
	name := unquoted(args)
	v.askBlocked(func(list []lobby.Member) {
		i := indexOf(list, name)
		if i < 0 {
			v.out.refuse(words.T("You have blocked no member called %[1]q; %[2]s shows whom you have blocked.", name, blockWord.own()))
			return
		}
		v.wish(wish{lobby.Block{Member: list[i].ID, Off: true}, words.T("%s is no longer blocked.", words.Member(list[i].Name, list[i].Computer))})
	})
}

// rename changes the name of this member.
func (v *visitor) rename(args []string) {
	name := match.CleanName(strings.Join(args, " "))
	if name == "" {
		v.out.refuse(words.T("Type the name that you want after it, as in %q.", nameWord.own()+" Bo"))
		return
	}
	v.ask(lobby.Rename{Name: name}, func(lobby.Answer) {
		v.in.Me.Name = name
		v.out.line(words.T("You are called %s now. The members see it from now on, also in games that you have played.", name))
	})
}

// forget deletes this member, once they have read the consequences and typed their name.
func (v *visitor) forget(args []string) {
	switch name := v.in.Me.Name; {
	case len(args) == 0 || !v.sure(forgetWord.english):
		v.unsure = forgetWord.english
		v.out.line(words.Forgetting(forgetWord.own() + " " + name))
	case strings.Join(args, " ") != name:
		v.out.refuse(words.Sentence(rules.NewNote("club.not-your-name")))
	default:
		v.ask(lobby.Forget{Name: name}, func(lobby.Answer) {
			v.left = true
			v.out.line(words.T("The club has deleted you."))
		})
	}
}
