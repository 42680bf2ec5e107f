// Package admin lets people who run a hub look at it and act on it while it runs: "hub admin" sends
// a command over a unix socket, which only the user of the hub can open, and prints the answer.
package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"mancala/match/lobby"
	"mancala/netplay/limit"
)

// Hub is the hub that the commands act on. Errors are sentences for the person who gave the
// command.
type Hub interface {
	// Ready returns an error while this node begins. Before, only Status, Health, Trusted, Trust
	// and Drain may be called.
	Ready() error
	// Status returns lines about this node, each a name and a value.
	Status(ctx context.Context) [][2]string
	// Health returns whether this node should get new members, and lines that say why.
	Health() (text string, well bool)
	// Tables returns the tables of all nodes.
	Tables(ctx context.Context) ([]Table, error)
	// CloseTable ends a table at any node. Its game is abandoned, and the players hear why.
	CloseTable(ctx context.Context, id, reason string) error
	// Members returns the members whose names have a part in them; empty means all of them, at most
	// a thousand.
	Members(ctx context.Context, name string) ([]Member, error)
	// Bar keeps a member out, or lets them in again.
	Bar(ctx context.Context, id string, bar bool) error
	// Devices returns the devices of a member, the oldest first, and RemoveDevice takes one away.
	Devices(ctx context.Context, id string) ([]lobby.MemberDevice, error)
	RemoveDevice(ctx context.Context, id, device string) error
	// Forget deletes everything about a member. The name is said as well, so that it does not
	// happen by accident.
	Forget(ctx context.Context, id, name string) error
	// Reports returns the members' reports, newest first, and Dismiss deletes one.
	Reports(ctx context.Context) ([]Report, error)
	Dismiss(ctx context.Context, report string) error
	// Newcomers returns the networks that have brought new members to this node lately, the busiest
	// first, and LetIn lets one bring as many new members again as if it had brought none.
	Newcomers(ctx context.Context) ([]limit.Newcomers, error)
	LetIn(ctx context.Context, address string) error
	// Trusted returns the networks whose addresses have no limits at this node. Trust adds one
	// until the node stops, or takes one away.
	Trusted(ctx context.Context) ([]string, error)
	Trust(ctx context.Context, network string, trust bool) error
	// Announce tells all members a text, now and when they come; empty means that there is none.
	Announce(ctx context.Context, text string) error
	// Backup writes a copy of everything that the club keeps into a new folder.
	Backup(ctx context.Context, dir string) error
	// Drain makes this node stop once its games have gone to others.
	Drain()
}

// Table is a table in a list.
type Table struct {
	lobby.Table
	// Node is where it was opened or began, and Since when.
	Node  string
	Since time.Time
}

// Member is a member in a list.
type Member struct {
	lobby.Profile
	Barred bool
}

// Report is a member's report.
type Report struct {
	ID string
	At time.Time
	// By and About are the ids of members, ByName and AboutName their names, and Game is the id of
	// a game or a table, if one was named.
	By, ByName, About, AboutName, Game string
	Text                               string
}

// command is something that can be done.
type command struct {
	name, args, help string
	// least is how many words it needs; most is how many it takes, and -1 means any number.
	least, most int
	early       bool // it needs no more than a hub that begins
	run         func(ctx context.Context, h Hub, words []string, out io.Writer) error
}

// commands are the commands, in the order of the help.
func commands() []command {
	return []command{
		{"status", "", "how this node is", 0, 0, true, status},
		{"health", "", "whether this node should get new members; fails if not", 0, 0, true, health},
		{"list", "", "the tables of all nodes", 0, 0, false, list},
		{"members", "[NAME]", "the members whose names have NAME in them", 0, -1, false, members},
		{"reports", "", "what members have reported", 0, 0, false, reports},
		{"dismiss", "REPORT", "delete a report", 1, 1, false, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.Dismiss(ctx, words[0])
		}},
		{"close", "TABLE REASON", "end a table; its players are told the reason", 2, -1, false, closeTable},
		{"bar", "MEMBER", "keep a member out of the club", 1, 1, false, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.Bar(ctx, words[0], true)
		}},
		{"unbar", "MEMBER", "let a member in again", 1, 1, false, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.Bar(ctx, words[0], false)
		}},
		{"devices", "MEMBER", "the devices of a member, by their keys, the oldest first", 1, 1, false, devices},
		{"remove", "MEMBER DEVICE", "take a device away from a member, such as a stolen one", 2, 2, false, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.RemoveDevice(ctx, words[0], words[1])
		}},
		{"forget", "MEMBER NAME", "delete everything about a member for good", 2, -1, false, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.Forget(ctx, words[0], strings.Join(words[1:], " "))
		}},
		{"newcomers", "[ADDRESS]", "the networks that have brought new members here lately; let more of them in from ADDRESS", 0, 1, false, newcomers},
		{"trust", "[NETWORK]", "the networks without limits here; add one until the hub stops, as in 10.0.0.0/8", 0, 1, true, trust},
		{"distrust", "NETWORK", "give a network limits again", 1, 1, true, func(ctx context.Context, h Hub, words []string, _ io.Writer) error {
			return h.Trust(ctx, words[0], false)
		}},
		{"announce", "[TEXT]", "tell all members something; without a text, no longer", 0, -1, false, announce},
		{"backup", "FOLDER", "write a copy of everything into a new folder of the hub's machine", 1, 1, false, backup},
		{"drain", "", "stop this node once its games have gone to others", 0, 0, true, func(_ context.Context, h Hub, _ []string, _ io.Writer) error {
			h.Drain()
			return nil
		}},
	}
}

// Help returns the help for the commands.
func Help() string {
	var b strings.Builder
	b.WriteString("hub admin COMMAND acts on the hub that runs on this machine.\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	_ = w.Flush() // a Builder takes everything
	b.WriteString("\nMembers, tables and reports are named by their ids, which the lists show.\n")
	return b.String()
}

// errUsage is an error in the words of a command.
var errUsage = errors.New("that is not a command")

// Run carries out the command that the words say, and writes its answer. A command without an
// answer says "done".
func Run(ctx context.Context, h Hub, words []string, out io.Writer) error {
	if len(words) == 0 {
		_, err := io.WriteString(out, Help())
		return err
	}
	all := commands()
	at := slices.IndexFunc(all, func(c command) bool { return c.name == words[0] })
	if at < 0 {
		return fmt.Errorf("%w: %q; \"hub admin\" lists the commands", errUsage, words[0])
	}
	c := all[at]
	words = words[1:]
	if len(words) < c.least || c.most >= 0 && len(words) > c.most {
		return fmt.Errorf("%w: it is \"hub admin %s\"", errUsage, strings.TrimSpace(c.name+" "+c.args))
	}
	if err := h.Ready(); err != nil && !c.early {
		return err
	}
	answer := &counted{w: out}
	if err := c.run(ctx, h, words, answer); err != nil {
		return err
	}
	if answer.n == 0 {
		_, err := io.WriteString(out, "done\n")
		return err
	}
	return nil
}

// counted counts the bytes written.
type counted struct {
	w io.Writer
	n int
}

func (c *counted) Write(data []byte) (int, error) {
	n, err := c.w.Write(data)
	c.n += n
	return n, err
}

// plain returns a text for a terminal: members chose it, so it may hold anything.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

func status(ctx context.Context, h Hub, _ []string, out io.Writer) error {
	rows := [][]string{}
	for _, line := range h.Status(ctx) {
		rows = append(rows, []string{line[0], line[1]})
	}
	return table(out, nil, rows)
}

func health(_ context.Context, h Hub, _ []string, out io.Writer) error {
	text, well := h.Health()
	if !well {
		return errors.New(strings.TrimSpace(text))
	}
	_, err := io.WriteString(out, text)
	return err
}

func list(ctx context.Context, h Hub, _ []string, out io.Writer) error {
	tables, err := h.Tables(ctx)
	if err != nil {
		return err
	}
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
			t.ID, t.Node, state, strings.Join(names, " – "), t.Variant.String(), t.Time.String(), yes(t.Rated, "rated"), when(t.Since),
		})
	}
	return table(out, []string{"TABLE", "NODE", "STATE", "PLAYERS", "RULES", "CLOCK", "", "SINCE"}, rows)
}

func members(ctx context.Context, h Hub, words []string, out io.Writer) error {
	list, err := h.Members(ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	var rows [][]string
	for _, m := range list {
		rows = append(rows, []string{
			m.ID, m.Name, ratings(m.Played()), fmt.Sprint(m.Won + m.Drawn + m.Lost), when(m.Since),
			strings.TrimSpace(yes(m.Computer, "computer ") + yes(m.Barred, "barred")),
		})
	}
	return table(out, []string{"MEMBER", "NAME", "RATINGS", "GAMES", "SINCE", ""}, rows)
}

// ratings lists ratings, each with its game.
func ratings(list []lobby.Rating) string {
	var words []string
	for _, r := range list {
		words = append(words, r.Discipline+" "+lobby.RatingRange(r.Rating, r.Deviation))
	}
	return strings.Join(words, ", ")
}

func devices(ctx context.Context, h Hub, words []string, out io.Writer) error {
	list, err := h.Devices(ctx, words[0])
	if err != nil {
		return err
	}
	var rows [][]string
	for _, device := range list {
		rows = append(rows, []string{device.Key, when(device.Added), dayOf(device.Seen)})
	}
	return table(out, []string{"DEVICE", "ADDED", "LAST DAY HERE"}, rows)
}

func closeTable(ctx context.Context, h Hub, words []string, _ io.Writer) error {
	return h.CloseTable(ctx, words[0], strings.Join(words[1:], " "))
}

func announce(ctx context.Context, h Hub, words []string, _ io.Writer) error {
	return h.Announce(ctx, strings.Join(words, " "))
}

func backup(ctx context.Context, h Hub, words []string, out io.Writer) error {
	start := time.Now()
	if err := h.Backup(ctx, words[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "The backup is in %s, after %v.\n", plain(words[0]), time.Since(start).Round(time.Millisecond))
	return err
}

func yes(is bool, word string) string { return map[bool]string{true: word}[is] }

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

func dayOf(t time.Time) string {
	date, _, _ := strings.Cut(when(t), " ")
	return date
}

// table writes rows in columns, under a head unless that is nil.
func table(out io.Writer, head []string, rows [][]string) error {
	if len(rows) == 0 {
		_, err := io.WriteString(out, "none\n")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if head != nil {
		rows = slices.Insert(rows, 0, head)
	}
	for _, row := range rows {
		for i := range row {
			row[i] = plain(row[i])
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}
