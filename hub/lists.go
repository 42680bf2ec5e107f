package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/hub/admin"
	"mancala/hub/club"
	"mancala/match/lobby"
	"mancala/netplay/limit"
)

// The lists that "hub admin" prints.

func tablesText(tables []club.Table) string {
	var rows [][]string
	for _, t := range tables {
		state, names := "open", []string{}
		if t.Playing {
			state = "playing"
		}
		for _, m := range t.Members {
			names = append(names, m.Name)
		}
		rows = append(rows, []string{
			t.ID, t.Node(), state, strings.Join(names, " – "), t.Variant.String(), t.Time.String(), yes(t.Rated, "rated"), when(t.Since),
		})
	}
	return admin.Table([]string{"TABLE", "NODE", "STATE", "PLAYERS", "RULES", "CLOCK", "", "SINCE"}, rows)
}

func membersText(members []club.Member, now time.Time) string {
	var rows [][]string
	for _, m := range members {
		p := m.Profile(now)
		var ratings []string
		for _, r := range p.Played() {
			ratings = append(ratings, r.Discipline+" "+lobby.RatingRange(r.Rating, r.Deviation))
		}
		rows = append(rows, []string{
			m.ID, m.Name, strings.Join(ratings, ", "), fmt.Sprint(p.Won + p.Drawn + p.Lost), when(p.Since),
			strings.TrimSpace(yes(m.Computer, "computer ") + yes(m.Barred, "barred")),
		})
	}
	return admin.Table([]string{"MEMBER", "NAME", "RATINGS", "GAMES", "SINCE", ""}, rows)
}

func devicesText(devices []lobby.MemberDevice) string {
	var rows [][]string
	for _, d := range devices {
		day, _, _ := strings.Cut(when(d.Seen), " ")
		rows = append(rows, []string{d.Key, when(d.Added), day})
	}
	return admin.Table([]string{"DEVICE", "ADDED", "LAST DAY HERE"}, rows)
}

func newcomersText(list []limit.Newcomers) string {
	var rows [][]string
	for _, n := range list {
		next := "now"
		if n.Wait > 0 {
			next = "in " + (n.Wait + time.Second - 1).Truncate(time.Second).String()
		}
		rows = append(rows, []string{n.Address, fmt.Sprint(n.Brought), next})
	}
	return admin.Table([]string{"NETWORK", "NEW MEMBERS", "THE NEXT ONE"}, rows)
}

// reportsText lists reports, the newest first.
func reportsText(kept map[string]club.Report, name func(id string) string) string {
	var b strings.Builder
	ids := slices.SortedFunc(maps.Keys(kept), func(x, y string) int { return cmp.Or(kept[y].At.Compare(kept[x].At), strings.Compare(x, y)) })
	for i, id := range ids {
		r := kept[id]
		fmt.Fprintf(&b, "%s%s  %s\n", yes(i > 0, "\n"), admin.Plain(id), when(r.At))
		for _, m := range [][2]string{{"by   ", r.By}, {"about", r.About}} {
			fmt.Fprintf(&b, "  %s  %s\n", m[0], strings.TrimRight(admin.Plain(m[1]+"  "+name(m[1])), " "))
		}
		if r.Game != "" {
			fmt.Fprintf(&b, "  game   %s\n", admin.Plain(r.Game))
		}
		for _, line := range wrapped(admin.Plain(r.Text), textWidth) {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	return cmp.Or(b.String(), "none\n")
}

// textWidth is the longest line of a text, in characters, that has a space to be broken at.
const textWidth = 76

// wrapped breaks a text into lines.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func yes(is bool, word string) string { return map[bool]string{true: word}[is] }

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
