package textui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
	"mancala/internal/words"
	"mancala/rules"
)

// report reports a member to the people who run the club. It names the last game of the two.
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
// member who is around, or one word.
func (v *visitor) nameAndText(line string) (name, text string) {
	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		name, text, _ = strings.Cut(quoted, `"`)
		return strings.TrimSpace(name), strings.TrimSpace(text)
	}
	name, text, _ = strings.Cut(line, " ")
	for _, m := range v.around() {
		for n := range line {
			if n > len(name) && line[n] == ' ' && spelling.Same(line[:n], m.Name) {
				name, text = line[:n], line[n+1:]
			}
		}
	}
	return name, text
}

// around returns the members whom the user can see: at the tables and in the room.
func (v *visitor) around() []lobby.Member {
	list := slices.Clone(v.room.Members)
	for _, t := range v.tables {
		list = append(list, t.Members...)
	}
	return list
}

// who lists the members who are here, the newest first.
func (v *visitor) who([]string) {
	if v.room.Here == 0 {
		v.out.line(words.T("The club has not said who is here."))
		return
	}
	for _, m := range v.room.Members {
		line := ratedName(m)
		if m.ID == v.in.Me.ID {
			line = words.T("%s (you)", line)
		}
		v.out.line("  " + line)
	}
	if more := v.room.Here - len(v.room.Members); more > 0 {
		v.out.line(words.MoreHere(more))
	}
}

// find looks for a member by the whole name, and calls do. It searches the opponents of this
// member, those who are around, and the players of the club's games. The game is the last one of
// the two, or "".
func (v *visitor) find(name string, do func(m lobby.Member, game string)) {
	if spelling.Same(name, v.in.Me.Name) {
		v.out.refuse(words.Sentence(rules.NewNote("club.yourself")))
		return
	}
	v.ask(lobby.GamesOf{Member: v.in.Me.ID, Limit: lobby.MostGames}, func(a lobby.Answer) {
		if m, game := among(a.Games.List, name); m.ID != "" {
			do(m, game)
			return
		}
		list := v.around()
		if i := indexOf(list, name); i >= 0 {
			do(list[i], "")
			return
		}
		v.ask(lobby.GamesOf{Name: name, Limit: lobby.MostGames}, func(a lobby.Answer) {
			if m, _ := among(a.Games.List, name); m.ID != "" {
				do(m, "")
				return
			}
			v.out.refuse(words.T("No member called %q is here or has played here. Put a name of several words in quotes.", name))
		})
	})
}

// among returns the player with a name in a list of games, and the first game with them, or zero
// values.
func among(list []lobby.GameEntry, name string) (m lobby.Member, game string) {
	for _, g := range list {
		if i := indexOf(g.Members[:], name); i >= 0 {
			return g.Members[i], g.ID
		}
	}
	return m, ""
}

// indexOf returns the index of the member with a name, or -1. Any spelling will do.
func indexOf(list []lobby.Member, name string) int {
	return slices.IndexFunc(list, func(m lobby.Member) bool { return m.ID != "" && spelling.Same(m.Name, name) })
}

// unquoted returns a name without the quotes around it.
func unquoted(args []string) string { return strings.Trim(strings.Join(args, " "), `"`) }

// block blocks a member, or lists the blocked ones.
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

// askBlocked requests the members that this one has blocked.
func (v *visitor) askBlocked(do func(list []lobby.Member)) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) { do(a.Profile.Blocked) })
}

// unblock removes a member from the blocked ones.
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

// standings lists the best members in the named game, or in the game that the user has played most.
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

// games lists the newest games, or the games of players whose names contain a text.
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

// askDevices asks for the devices of the member.
func (v *visitor) askDevices(do func(list []lobby.MemberDevice)) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) { do(a.Profile.Devices) })
}

// deviceName names a device of a list.
func (v *visitor) deviceName(list []lobby.MemberDevice, i int) string {
	return words.Device(i+1, list[i].Key, list[i].Key == v.in.Device)
}

func (v *visitor) devices([]string) {
	v.askDevices(func(list []lobby.MemberDevice) {
		for i, d := range list {
			line := fmt.Sprintf("%3d  %s", i+1, v.deviceName(list, i))
			if !d.Added.IsZero() {
				line += ", " + words.T("added on %s", words.Day(d.Added.Local()))
			}
			if !d.Seen.IsZero() {
				line += ", " + words.T("last here on %s", words.Day(d.Seen))
			}
			v.out.line(line)
		}
		v.out.line(words.T("Type %s to add another one.", codeWord.own()))
	})
}

// remove removes a device from the member after the same line was typed twice.
func (v *visitor) remove(args []string) {
	v.askDevices(func(list []lobby.MemberDevice) {
		n, err := strconv.Atoi(strings.Join(args, " "))
		switch {
		case err != nil || n < 1 || n > len(list):
			v.out.refuse(words.T("Type the number of a device after it, as in %q; %s shows them.", removeWord.own()+" 2", devicesWord.own()))
		case list[n-1].Key == v.in.Device:
			v.out.refuse(words.OwnDevice(forgetWord.own()))
		case !v.sure(list[n-1].Key):
			v.out.line(v.deviceName(list, n-1)+": "+words.RemovedDevice(),
				onceMore(fmt.Sprintf("%s %d", removeWord.own(), n)))
		default:
			v.wish(wish{lobby.RemoveDevice{Key: list[n-1].Key}, words.T("%s has been removed.", v.deviceName(list, n-1))})
		}
	})
}

// onceMore asks the member to confirm a line by typing it again.
func onceMore(line string) string { return words.T("Type %s once more to do it.", line) }

// showCode shows a code that makes another device this member's.
func (v *visitor) showCode([]string) {
	v.ask(lobby.Device{}, func(a lobby.Answer) {
		v.code = a.Code.Text
		n := max(1, int(a.Code.For/time.Minute))
		v.out.line(
			words.T("The code is %s.", v.code),
			words.T("Enter this club on your other device, and type it there: after %s in a terminal, in a window under Devices.", useWord.own()),
			words.N("It works once, for %d minute.", "It works once, for %d minutes.", n, n),
		)
	})
}

// useCode gives this device to the member who shows a code, after the code was typed twice.
func (v *visitor) useCode(args []string) {
	code := strings.ToLower(strings.Join(args, "-"))
	switch {
	case code == "":
		v.out.refuse(words.T("Type after it the code that your other device shows, as in %q.", useWord.own()+" amber-fox-31"))
	case code == v.code:
		v.out.refuse(words.T("This device shows that code itself. Type it on the other one."))
	case !v.sure(code):
		v.out.line(words.DeviceMoves(words.Name(v.in.Me.Name)), onceMore(useWord.own()+" "+code))
	default:
		v.ask(lobby.UseCode{Code: code}, func(lobby.Answer) {
			v.code = "" // it was the other member's
			v.out.line(words.DeviceMoved(words.Name(v.in.Me.Name)))
		})
	}
}
