package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/cmd/hub/admin"
	"mancala/cmd/hub/club"
	"mancala/cmd/hub/config"
	"mancala/cmd/hub/gateway"
	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/netplay/limit"
)

// operators runs the commands of "hub admin". Some may come before all parts of the hub have
// started.
type operators struct{ *hub }

// commands returns the hub with the commands, in the order of the help.
func (o operators) commands() admin.Hub {
	return admin.Hub{Ready: o.ready, Commands: []admin.Command{
		{Name: "status", Help: "how this node is", Early: true, Do: o.status},
		{Name: "health", Help: "whether this node should get new members; fails if not", Early: true, Do: o.health},
		{Name: "list", Help: "the tables of all nodes", Do: o.list},
		{Name: "members", Args: "[NAME]", Help: "the members whose names have NAME in them", Most: -1, Do: o.members},
		{Name: "reports", Help: "what members have reported", Do: o.reports},
		{Name: "dismiss", Args: "REPORT", Help: "delete a report", Least: 1, Most: 1, Do: o.dismiss},
		{Name: "close", Args: "TABLE REASON", Help: "end a table; its players are told the reason", Least: 2, Most: -1, Do: o.closeTable},
		{Name: "bar", Args: "MEMBER", Help: "keep a member out of the club", Least: 1, Most: 1, Do: o.bar(false)},
		{Name: "unbar", Args: "MEMBER", Help: "let a member in again", Least: 1, Most: 1, Do: o.bar(true)},
		{Name: "devices", Args: "MEMBER", Help: "the devices of a member, by their keys, the oldest first", Least: 1, Most: 1, Do: o.devices},
		{Name: "remove", Args: "MEMBER DEVICE", Help: "take a device away from a member, such as a stolen one", Least: 2, Most: 2, Do: o.removeDevice},
		{Name: "forget", Args: "MEMBER NAME", Help: "delete everything about a member for good", Least: 2, Most: -1, Do: o.forget},
		{Name: "newcomers", Args: "[ADDRESS]", Help: "the networks that have brought new members here lately; let more of them in from ADDRESS", Most: 1, Do: o.newcomers},
		{Name: "trust", Args: "[NETWORK]", Help: "the networks without limits here; add one until the hub stops, as in 10.0.0.0/8", Most: 1, Early: true, Do: o.trust},
		{Name: "distrust", Args: "NETWORK", Help: "give a network limits again", Least: 1, Most: 1, Early: true, Do: o.distrust},
		{Name: "announce", Args: "[TEXT]", Help: "tell all members something; without a text, no longer", Most: -1, Do: o.announce},
		{Name: "backup", Args: "FOLDER", Help: "write a copy of everything into a new folder of the hub's machine", Least: 1, Most: 1, Do: o.backup},
		{Name: "drain", Help: "stop this node once its games have gone to others", Early: true, Do: o.drain},
	}}
}

// ready returns an error until the hub has begun.
func (o operators) ready() error {
	select {
	case <-o.built:
		return nil
	default:
		return errors.New("the hub is still starting; try again in a moment")
	}
}

func (o operators) health(context.Context, []string) (string, error) {
	text, well := o.board.Report()
	if !well {
		return "", errors.New(strings.TrimSpace(text))
	}
	return text, nil
}

func (o operators) status(context.Context, []string) (string, error) {
	if o.ready() != nil {
		return admin.Table(nil, [][]string{{"state", "starting"}}), nil
	}
	var names []string
	for _, n := range o.nodes.list() {
		names = append(names, strings.TrimSpace(n.Name+" "+n.Address))
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return admin.Table(nil, [][]string{
		{"version", version()},
		{"node", o.cfg.Node.Name},
		{"nodes that live", strings.Join(names, ", ")},
		{"database", o.store.Engine()},
		{"club", o.cfg.Name},
		{"running for", time.Since(o.began).Round(time.Second).String()},
		{"visitors", strconv.Itoa(o.gateway.Visits())},
		{"tables in the list", strconv.Itoa(o.club.TableCount())},
		{"games at this node", strconv.Itoa(o.tables.Count())},
		{"waiting for opponents", strconv.Itoa(o.club.Waiting())},
		{"memory", fmt.Sprintf("%d MiB", memory.Sys>>20)},
	}), nil
}

func (o operators) list(ctx context.Context, _ []string) (string, error) {
	tables, err := o.club.Listed(ctx)
	return tablesText(tables), err
}

// closeTable ends a table at any node. It abandons the game, and the players hear why.
func (o operators) closeTable(ctx context.Context, words []string) (string, error) {
	id := words[0]
	t, there := o.club.Table(id)
	if !there {
		return "", fmt.Errorf("there is no table %s; \"hub admin list\" lists them", id)
	}
	for _, m := range t.Members {
		o.club.Say(m.ID, strings.Join(words[1:], " "))
	}
	if !t.Playing() {
		return "", o.club.Cancel(ctx, t.Members[0].ID)
	}
	return "", o.store.Tell(ctx, store.Change{Kind: closeKind, ID: id})
}

// maxMembers is the largest number of members in a list.
const maxMembers = 1000

func (o operators) members(ctx context.Context, words []string) (string, error) {
	found, err := o.club.Find(ctx, strings.Join(words, " "), maxMembers)
	return membersText(found, time.Now()), err
}

// bar returns the command that bars a member, or the one that ends that.
func (o operators) bar(off bool) func(context.Context, []string) (string, error) {
	return func(ctx context.Context, words []string) (string, error) {
		return "", unknown(words[0], o.club.Bar(ctx, words[0], off))
	}
}

func (o operators) devices(ctx context.Context, words []string) (string, error) {
	p, err := o.club.Own(ctx, words[0])
	return devicesText(p.Devices), unknown(words[0], err)
}

// unknown returns a sentence if the error is that the member is unknown, and other errors
// unchanged.
func unknown(id string, err error) error {
	if club.IsUnknown(err) {
		return fmt.Errorf("there is no member %s; \"hub admin members\" lists them", id)
	}
	return err
}

func (o operators) removeDevice(ctx context.Context, words []string) (string, error) {
	id, device := words[0], words[1]
	switch err := o.club.RemoveDevice(ctx, id, device, ""); {
	case errors.Is(err, club.ErrNoDevice):
		return "", fmt.Errorf("member %s has no device %s; \"hub admin devices %s\" lists them", id, device, id)
	case errors.Is(err, club.ErrLastDevice):
		return "", errors.New("that is the member's only device; \"hub admin bar\" keeps the member out, \"hub admin forget\" deletes them")
	default:
		return "", unknown(id, err)
	}
}

func (o operators) reports(ctx context.Context, _ []string) (string, error) {
	kept, err := o.store.Reports(ctx)
	return reportsText(kept, func(id string) string {
		m, _ := o.club.Member(ctx, id) // without a name if it is not known
		return m.Name
	}), err
}

func (o operators) dismiss(ctx context.Context, words []string) (string, error) {
	kept, err := o.store.Reports(ctx)
	if err == nil && !slices.ContainsFunc(kept, func(r club.Report) bool { return r.ID == words[0] }) {
		return "", fmt.Errorf("there is no report %s; \"hub admin reports\" lists them", words[0])
	}
	return "", errors.Join(err, o.store.DropReport(ctx, words[0]))
}

// forget deletes everything about a member who is not at a table. The operator gives the name as
// well, as a guard against accidents.
func (o operators) forget(ctx context.Context, words []string) (string, error) {
	id, name := words[0], strings.Join(words[1:], " ")
	m, err := o.club.Member(ctx, id)
	switch {
	case err != nil:
		return "", unknown(id, err)
	case m.Name != name:
		return "", fmt.Errorf("member %s is called %q, not %q", id, m.Name, name)
	}
	for _, t := range o.club.Tables() {
		if t.Has(id) {
			return "", fmt.Errorf("member %s is at table %s; \"hub admin close %s REASON\" ends it first", id, t.ID, t.ID)
		}
	}
	if err := o.club.Forget(ctx, id, name); err != nil {
		return "", err
	}
	o.gateway.SendAway(id, gateway.Forgotten)
	return "", nil
}

// newcomers lists the networks that have brought new members to this node, or resets the count of
// one.
func (o operators) newcomers(_ context.Context, words []string) (string, error) {
	if len(words) == 0 {
		return newcomersText(o.gateway.Newcomers()), nil
	}
	if !o.gateway.ForgiveNewcomers(words[0]) {
		return "", fmt.Errorf("%s has brought no new members here lately; \"hub admin newcomers\" lists those that have", words[0])
	}
	return "", nil
}

func (o operators) trust(_ context.Context, words []string) (string, error) {
	if len(words) > 0 {
		n, err := config.ParseNetwork(words[0])
		if err == nil {
			o.trusted.add(n)
		}
		return "", err
	}
	var rows [][]string
	for _, n := range o.trusted.networks() {
		rows = append(rows, []string{n.String()})
	}
	return admin.Table(nil, rows), nil
}

func (o operators) distrust(_ context.Context, words []string) (string, error) {
	n, err := config.ParseNetwork(words[0])
	if err == nil && !o.trusted.remove(n) {
		err = fmt.Errorf("%s is not trusted here; \"hub admin trust\" lists the networks that are", n)
	}
	return "", err
}

func (o operators) announce(ctx context.Context, words []string) (string, error) {
	return "", o.club.Announce(ctx, strings.Join(words, " "))
}

func (o operators) backup(ctx context.Context, words []string) (string, error) {
	start := time.Now()
	err := o.store.Backup(ctx, words[0], func(string) {})
	return fmt.Sprintf("The backup is in %s, after %v.\n", admin.Plain(words[0]), time.Since(start).Round(time.Millisecond)), err
}

func (o operators) drain(context.Context, []string) (string, error) {
	o.draining.Do(func() { close(o.drained) })
	return "", nil
}

// The lists that "hub admin" prints.

func tablesText(tables []club.Table) string {
	var rows [][]string
	for _, t := range tables {
		state, names := "open", []string{}
		if t.Playing() {
			state = "playing"
		}
		for _, m := range t.Members {
			names = append(names, m.Name)
		}
		rows = append(rows, []string{
			t.ID, t.Node, state, strings.Join(names, " – "), t.Settings.Variant.String(), t.Settings.Time.String(), yes(t.Settings.Rated, "rated"), when(t.Since),
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

func newcomersText(list []limit.Spender) string {
	var rows [][]string
	for _, n := range list {
		next := "now"
		if n.Wait > 0 {
			next = "in " + (n.Wait + time.Second - 1).Truncate(time.Second).String()
		}
		rows = append(rows, []string{n.Address.String(), fmt.Sprint(n.Spent), next})
	}
	return admin.Table([]string{"NETWORK", "NEW MEMBERS", "THE NEXT ONE"}, rows)
}

// reportsText lists reports, of which the oldest is the first, the newest first.
func reportsText(kept []club.Report, name func(id string) string) string {
	var b strings.Builder
	for _, r := range slices.Backward(kept) {
		fmt.Fprintf(&b, "%s%s  %s\n", yes(b.Len() > 0, "\n"), admin.Plain(r.ID), when(r.At))
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

// textWidth is the largest width, in characters, of a line with a space to break at.
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
