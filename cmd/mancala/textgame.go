package main

import (
	"cmp"
	"context"
	"log/slog"
	"runtime"
	"strings"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/link"
	"mancala/rules"
)

// textGame is the setup of a game in the terminal.
type textGame struct {
	textui.Seating
	// Place is the place of a network game; local is a game at this machine.
	wiring.Place
	local match.LocalConfig
	// mark is the series to resume, or nil.
	mark *match.Bookmark
	// bell rings if the link of a network game has events.
	bell textui.Bell
	// resumed is set if the game is one that was left.
	resumed bool
}

// game returns the game for the command line: one that was left, or a new one.
func (o *options) game(ctx context.Context, s textScores) (textGame, error) {
	switch {
	case o.text.goOn:
		return o.continued(ctx, s)
	case !o.Far():
		return textGame{
			Seating: textui.Seating{Seats: o.text.seats, Names: [2]string{o.name, o.text.name2}},
			local:   match.LocalConfig{ID: wiring.NewID(), Variant: o.variant},
		}, nil
	}
	g := textGame{Place: o.Place}
	if !o.text.anew {
		list, err := lookUp(ctx, s, s.Bookmarks)
		if ctx.Err() != nil {
			return g, ctx.Err()
		}
		if err == nil { // a notice reports problems with the records
			g.take(o.bookmark(list))
		}
	}
	o.sit(&g)
	return g, nil
}

// sit gives this end's seat of a network game to the player that the command line names.
func (o *options) sit(g *textGame) {
	g.Seats[g.Self()], g.Names[g.Self()] = o.text.seats[0], o.name
}

// take makes the game resume a series; nil changes nothing.
func (g *textGame) take(mark *match.Bookmark) {
	if mark != nil {
		g.mark, g.resumed, g.Place = mark, true, g.Of(*mark)
	}
}

// bookmark returns the series that --serve or --join resumes, or nil: the newest one at the same
// address, and with the same rules if the command line names any.
func (o *options) bookmark(list []match.Bookmark) *match.Bookmark {
	return o.Series(network(), list, func(v rules.Variant) bool { return !o.rulesChosen || v.Canonical() == o.variant.Canonical() })
}

// continued returns the game that was left last: at this machine or across the network.
func (o *options) continued(ctx context.Context, s textScores) (textGame, error) {
	left, err := lookUp(ctx, s, s.Left)
	switch {
	case err != nil:
		return textGame{}, words.Errorf("The games that were left cannot be read. %s", err)
	case left == nil:
		return textGame{}, words.Errorf("There is no unfinished game to go on with; mancala --text begins one.")
	case left.Bookmark != nil:
		var g textGame
		g.take(left.Bookmark)
		o.sit(&g)
		return g, nil
	}
	held, err := lookUp(ctx, s, func(done func(bool, error)) { s.Hold(left.Record.ID, false, done) })
	switch {
	case err != nil:
		return textGame{}, words.Errorf("The games that were left cannot be read. %s", err)
	case !held:
		return textGame{}, words.Errorf("This game is open in another window or terminal. Leave it there first; a window can also take it over.")
	}
	return continuedHere(left.Record)
}

// continuedHere returns a game that was left at this machine.
func continuedHere(r match.Record) (textGame, error) {
	cfg, kinds := r.Resume(wiring.NewID)
	g := textGame{Seating: textui.SeatingOf(cfg.Names, kinds), resumed: true, local: cfg}
	for p, kind := range g.Seats {
		if checkSeat("", kind) != nil {
			return g, words.Errorf("The game against %s cannot go on: this program has no computer player %q.", words.Name(cfg.Names[p]), kind)
		}
	}
	return g, nil
}

// goOn returns the command that resumes the game after it was left.
func (g *textGame) goOn(o *options) string {
	if meet := g.meet(o); meet != "" {
		return meet
	}
	return o.textCommand() + " --continue"
}

// begin returns the command that begins another network game although this one was left, or "".
func (g *textGame) begin(o *options) string {
	if meet := g.meet(o); meet != "" {
		return meet + " --new"
	}
	return ""
}

// meet returns the command that meets the other player again, or "" if there is none.
func (g *textGame) meet(o *options) string {
	end := ""
	if o.trust.insecure {
		end = " --insecure"
	}
	switch {
	case !g.Lasts():
		return ""
	case g.Serve != "":
		return o.textCommand() + " --serve " + g.Serve + end
	}
	return o.textCommand() + " --join " + g.Join + end
}

// textCommand returns the beginning of a command that plays in the terminal with the same records.
func (o *options) textCommand() string {
	if o.dataDir == "" {
		return "mancala --text"
	}
	return "mancala --text --data-dir " + shellWord(runtime.GOOS, o.dataDir)
}

// replayCommand returns the command that shows a game again.
func (o *options) replayCommand(id string) string {
	if o.dataDir == "" {
		return "mancala replay " + id
	}
	return "mancala replay --data-dir " + shellWord(runtime.GOOS, o.dataDir) + " " + id
}

// shellWord quotes a word for the shells of a system if it needs that. On Windows a quoted word is
// the same for cmd.exe and PowerShell.
func shellWord(goos, word string) string {
	switch {
	case goos == "windows" && strings.ContainsAny(word, " \t'&|<>()^,;=!%`$@{}#~*?"):
		end := word[len(strings.TrimRight(word, `\`)):] // before a quote they count twice
		return `"` + word + end + `"`
	case goos != "windows" && strings.ContainsAny(word, " \t\"'$&|;<>()*?#~\\`"):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// table returns the table of the terminal: with both seats, or with one seat at an end of a
// connection. interactive means that a person types.
func (g *textGame) table(
	o *options, s textScores, log *slog.Logger, computer func(name string) (match.Seat, error), interactive bool,
) (*table.Table, error) {
	for p, seat := range g.Seats {
		g.Names[p] = cmp.Or(g.Names[p], guestName(seat))
	}
	seats, names, err := g.Seat(g.local.Variant, !g.Far(), computer)
	switch {
	case err != nil:
		return nil, err
	case g.Far():
		g.bell = textui.NewBell()
		wiring.TellHosts(s.Keeper, link.GuestConfig{Common: link.Common{AppVersion: wiring.Version, Log: log}, Transport: network()})
	}
	switch {
	case g.Serve != "":
		return table.NewTable(g.host(o, s, log, interactive), match.Host, [2]string{match.Host: o.name}, seats), nil
	case g.Join != "":
		link := o.connect(ports.JoinRequest{Addr: g.Join}, link.GuestConfig{
			Common: g.common(o, log), Resume: g.mark, Transport: network(), Wait: o.guests.wait,
		}, s.Keeper)
		return table.NewTable(link, match.Guest, [2]string{match.Guest: o.name}, seats), nil
	}
	g.local.Names = names
	link, err := table.NewLocal(g.local)
	if err != nil {
		return nil, words.Errorf("The game cannot go on. %s", err)
	}
	return table.NewTable(link, match.Host, names, seats), nil
}

// common returns the configuration of either end's link.
func (g *textGame) common(o *options, log *slog.Logger) link.Common {
	return link.Common{
		Name: o.name, AppVersion: wiring.Version, Computer: g.Seats[g.Self()] != textui.Person, Log: log, Notify: g.bell.Ring,
	}
}

// host hosts the game.
func (g *textGame) host(o *options, s textScores, log *slog.Logger, interactive bool) table.Link {
	cfg := link.HostConfig{
		Common: g.common(o, log), Variant: o.variant, First: o.first, Resume: g.mark, Admission: o.guests.atTerminal(interactive),
		Transport: network(),
	}
	if g.mark != nil && !o.rulesChosen {
		cfg.Variant = g.mark.Game.Variant
	}
	link := o.host(g.Serve, o.trust.host(cfg, s.Keeper, false), false)
	if o.guests.openPort {
		link = &routed{Link: link, routers: o.routers, tell: o.tell, browsers: o.openToBrowsers()}
	}
	return link
}
