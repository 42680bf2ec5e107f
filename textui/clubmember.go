package textui

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/match/lobby"
	"mancala/words"
)

func (v *visitor) me([]string) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) {
		p := a.Profile
		n := p.Won + p.Drawn + p.Lost
		v.out.line(
			words.T("%[1]s: rating %[2]d, give or take %[3]d.", words.Name(p.Name), p.Rating, 2*p.Deviation),
			words.N("%[1]d game: %[2]d won, %[3]d drawn, %[4]d lost", "%[1]d games: %[2]d won, %[3]d drawn, %[4]d lost", n, n, p.Won, p.Drawn, p.Lost)+".",
		)
	})
}

// bestShown is the number of members that standings shows.
const bestShown = 20

func (v *visitor) standings([]string) {
	v.ask(lobby.StandingsOf{Limit: bestShown}, func(a lobby.Answer) {
		if len(a.Standings.Members) == 0 {
			v.out.line(words.T("No one has played enough rated games yet."))
		}
		for i, m := range a.Standings.Members {
			v.out.line(fmt.Sprintf("%3d  %s  %d", a.Standings.First+i, words.Name(m.Name), m.Rating))
		}
		v.out.line(words.Listed(lobby.SureGames))
	})
}

// games lists the newest games, or those of players with that in their names.
func (v *visitor) games(args []string) {
	v.ask(lobby.GamesOf{Name: strings.Join(args, " "), Limit: bestShown}, func(a lobby.Answer) {
		if len(a.Games.List) == 0 {
			v.out.line(words.T("There is no such game."))
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
	})
}

// remove takes a device away from the member, once that has been typed twice.
func (v *visitor) remove(args []string) {
	doomed := v.doomed
	v.doomed = ""
	v.askDevices(func(list []lobby.MemberDevice) {
		n, err := strconv.Atoi(strings.Join(args, " "))
		switch {
		case err != nil || n < 1 || n > len(list):
			v.out.refuse(words.T("Type the number of a device after it, as in %q; %s shows them.", removeWord.own()+" 2", devicesWord.own()))
		case list[n-1].Key == v.in.Device:
			v.out.refuse(words.OwnDevice())
		case list[n-1].Key != doomed:
			v.doomed = list[n-1].Key
			v.out.line(v.deviceName(list, n-1)+": "+words.RemovedDevice(),
				words.T("Type %s once more to do it.", fmt.Sprintf("%s %d", removeWord.own(), n)))
		default:
			v.ask(lobby.RemoveDevice{Key: doomed}, v.done)
		}
	})
}
