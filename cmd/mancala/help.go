package main

import (
	"strings"

	"mancala/engine"
	"mancala/words"
)

const (
	// helpColumns is how wide --help is at most.
	helpColumns = 100
	// helpTab is the column at which --help says what something does.
	helpTab = 24
)

// helpRow is something that can be typed, or that is printed, and its meaning.
type helpRow struct {
	term string // in English: programs read it
	does words.Msg
	rows []helpRow // the parts of its output, told in between
	then words.Msg // the text after them
}

// helpSection is a part of --help.
type helpSection struct {
	heading words.Msg
	tab     int // the column of the meanings
	rows    []helpRow
}

// helpText returns the output of --help.
func helpText() string {
	var seats, languages []string
	for _, s := range engine.Strategies() {
		seats = append(seats, s.Name)
	}
	for _, l := range words.Languages() {
		languages = append(languages, l.Code)
	}
	fill := strings.NewReplacer("SEATS", strings.Join(seats, ", "), "LANGUAGES", strings.Join(languages, ", "))
	var b strings.Builder
	for _, section := range helpSections() {
		writeLines(&b, wrap(section.heading.T(), helpColumns), 0)
		for _, row := range section.rows {
			row.write(&b, fill, 2, section.tab)
		}
		b.WriteString("\n")
	}
	for i, paragraph := range helpNotes() {
		if i > 0 {
			b.WriteString("\n")
		}
		writeLines(&b, wrap(paragraph.T(), helpColumns), 0)
	}
	return b.String()
}

// write writes a row whose term stands at one column and its meaning at another, with what fill
// puts in the place of a word in capitals.
func (r helpRow) write(b *strings.Builder, fill *strings.Replacer, at, tab int) {
	lines := wrap(fill.Replace(r.does.T()), helpColumns-tab)
	head := strings.Repeat(" ", at) + r.term
	if len(head)+1 > tab {
		b.WriteString(head + "\n")
	} else {
		b.WriteString(head + strings.Repeat(" ", tab-len(head)) + lines[0] + "\n")
		lines = lines[1:]
	}
	writeLines(b, lines, tab)
	for _, row := range r.rows {
		row.write(b, fill, tab+2, tab+12)
	}
	if r.then != "" {
		writeLines(b, wrap(r.then.T(), helpColumns-tab), tab)
	}
}

// writeLines writes lines that begin at a column.
func writeLines(b *strings.Builder, lines []string, at int) {
	for _, line := range lines {
		b.WriteString(strings.Repeat(" ", at) + line + "\n")
	}
}

// wrap breaks a text into lines of at most so many columns.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case words.Columns(line)+1+words.Columns(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// helpSections returns the parts of --help.
func helpSections() []helpSection {
	return append([]helpSection{helpExamples()}, append(helpPlaying(), helpKept(), helpCommands())...)
}

func helpExamples() helpSection {
	return helpSection{words.Msg("Examples:"), 43, []helpRow{
		{term: "mancala", does: words.Msg("open the main menu, or play here if there is no screen")},
		{term: "mancala --serve :7000", does: words.Msg("host a game on port 7000")},
		{term: "mancala --join 192.168.1.20:7000", does: words.Msg("join a game that someone hosts")},
		{term: "mancala --join ann.example.org", does: words.Msg("the same, on the usual port 7000")},
		{term: "mancala --serve :7000 --via meet.example.org", does: words.Msg("the same for guests from anywhere, by way of a meeting point")},
		{term: "mancala --join amber-fox-31@meet.example.org", does: words.Msg("join by the code that this host is told")},
		{term: "mancala --watch ann.example.org", does: words.Msg("watch a game that others play")},
		{term: "mancala find", does: words.Msg("list the games that are hosted on your network")},
		{term: "mancala --text", does: words.Msg("play in this terminal, two people at one keyboard")},
		{term: "mancala --text --north greedy", does: words.Msg("the same against the computer")},
		{term: "mancala --text --serve :7000", does: words.Msg("host a game from this terminal; --text --join joins one")},
		{term: "mancala --text --continue", does: words.Msg("go on with the game that was left last")},
		{term: "mancala show 3 6", does: words.Msg("the board after two moves, as text")},
		{term: "mancala show 'kalah(6,4)+pie 1 swap'", does: words.Msg("the same for a game with its rules, as it is copied")},
		{term: "mancala analyze --time 10s 3 6", does: words.Msg("who is ahead there, and how best play goes on")},
		{term: "mancala solve --houses 4 --seeds 4", does: words.Msg("what a board is worth with best play, proved")},
		{term: "mancala duel --a greedy --b again --games 1000", does: words.Msg("which of two computer players is stronger")},
		{term: "mancala perft --depth 8", does: words.Msg("count the games of 1 to 8 plies")},
		{term: "mancala games --name bo --result lost", does: words.Msg("list games you lost against Bo; mancala replay shows one")},
	}}
}

func helpPlaying() []helpSection {
	return []helpSection{
		{words.Msg("Playing:"), helpTab, []helpRow{
			{term: "--serve ADDR", does: words.Msg("host a game: listen on ADDR, such as :7000 or 127.0.0.1:0")},
			{term: "--join HOST[:PORT]", does: words.Msg("join the game at HOST, port 7000 unless you say otherwise")},
			{term: "--join INVITE", does: words.Msg("join by an invite, mancala://HOST:PORT/#..., as the host copies it: it proves to you who the " +
				"host is, and lets you in")},
			{term: "--join CODE@HOST[:PORT]", does: words.Msg("join by a code, such as amber-fox-31, through the meeting point at HOST, port 7001 " +
				"unless you say otherwise; --watch takes one, too")},
			{term: "--wait", does: words.Msg("with --join: wait for the seat if another guest has it")},
			{term: "--watch HOST[:PORT]", does: words.Msg("watch the games that others play at HOST; with --text in this terminal, where " +
				"--narrate says what each move did")},
			{term: "--name NAME", does: words.Msg("your name in the game")},
			{term: "--window", does: words.Msg("play in a window or not at all; otherwise, if there is no screen, mancala plays in the terminal " +
				"as with --text")},
			{term: "--mute", does: words.Msg("a silent window, for this time; M turns the sound on and off. The environment variable " +
				"MANCALA_SOUND=off keeps the sound device closed")},
		}},
		{words.Msg("Finding and trusting each other:"), helpTab, []helpRow{
			{
				term: "mancala find [--time T] [--json]",
				does: words.Msg("look for games on the local network, for 4 seconds or for a time such as 10, and print them with their addresses. " +
					"A game in the JSON has:"),
				rows: []helpRow{
					{term: "name, addr", does: words.Msg("its host, and where --join finds it")},
					{term: "rules, full", does: words.Msg("the rules, and whether a guest has the seat")},
					{term: "fits", does: words.Msg("whether this version of mancala can join it")},
					{term: "fingerprint", does: words.Msg("that of the host's key, by which a guest recognises it")},
				},
			},
			{
				term: "mancala meet [--no-web] [--log FILE] [ADDR]",
				does: words.Msg("be a meeting point at ADDR, :7001 unless you say otherwise, for people of whom neither can open a port. Run it on a " +
					"computer that both can reach. It brings them together and passes bytes on; what they play it can neither read nor change. It " +
					"writes to standard error, or to FILE, how many there are; browsers get the page there, but for --no-web"),
			},
			{term: "--trust-new-key", does: words.Msg("with --join: trust the host though it shows another key than last time, as it does after " +
				"mancala was installed anew there")},
			{term: "--insecure", does: words.Msg("no encryption in this run, which both players have to choose; anyone in between can read along " +
				"and meddle")},
		}},
		{words.Msg("The host decides (for --serve, or before Host a game in the menu):"), helpTab, []helpRow{
			{term: "--rules PRESET", does: words.Msg("kalah (default), empty-capture, video or bowls; or in full, as in 'kalah(6,4)+pie'")},
			{term: "--houses M", does: words.Msg("houses a side, 1 to 10")},
			{term: "--seeds N", does: words.Msg("seeds a house at the start, 1 to 10")},
			{term: "--first toss|host|guest", does: words.Msg("who moves first; toss, the default, is a coin toss that both programs check")},
		}},
		{words.Msg("Who gets in (with --serve):"), helpTab, []helpRow{
			{term: "--admit all|local|ask", does: words.Msg("who gets the seat without your being asked: all; local, guests on this computer and " +
				"the local network, which is the default; or ask, no one. For --text without a keyboard, as in a script, all is the " +
				"default")},
			{term: "--invite", does: words.Msg("let in only guests with an invite; in the terminal it is printed at the start")},
			{term: "--no-watchers", does: words.Msg("let no one watch")},
			{term: "--open-port", does: words.Msg("with --text: ask the router to let guests in from the internet while you host, and say what it answers; " +
				"in the window this is a setting")},
			{term: "--no-web", does: words.Msg("let in no browsers; otherwise friends without mancala open the host's link in one")},
			{term: "--via HOST[:PORT]", does: words.Msg("let guests come through the meeting point at HOST as well, by a code that you are told; " +
				"in the window this is a setting")},
			{term: "--no-announce", does: words.Msg("do not tell the local network of your game; otherwise mancala find and the screen to join show it there")},
		}},
		{words.Msg("In the terminal (all with --text; names and rules as above):"), helpTab, []helpRow{
			{term: "--text", does: words.Msg("play line by line, without a window; type help there at any time to see what you can type, " +
				"and hint to be told the best move")},
			{term: "--south SEAT", does: words.Msg("who plays Player 1: ask (a person, the default) or a computer player: SEATS")},
			{term: "--north SEAT", does: words.Msg("who plays Player 2; with --serve or --join either of the two means your own seat, " +
				"whichever side it has")},
			{term: "--name2 NAME", does: words.Msg("the name of Player 2, if both players are at this keyboard")},
			{term: "--continue", does: words.Msg("go on with the game that was left last, here or across the network")},
			{term: "--new", does: words.Msg("with --serve or --join: begin another game instead of going on with the one that was left there")},
			{term: "--setup", does: words.Msg("ask for bowls, seeds and the two seats instead of reading them from options")},
			{term: "--narrate", does: words.Msg("say in a sentence what each move did")},
			{term: "--no-board", does: words.Msg("draw no board; with --narrate a screen reader can follow the game")},
		}},
		{words.Msg("Elsewhere:"), helpTab, []helpRow{
			{term: "--language CODE", does: words.Msg("the language of the program, one of LANGUAGES; otherwise that of the settings, or of this system")},
			{term: "--seed N", does: words.Msg("let computer players make the same random choices each time")},
			{term: "--patience T", does: words.Msg("how long Perfect may think about a move, such as 30 (seconds) or 2m; 5 seconds unless you " +
				"say otherwise")},
			{term: "--data-dir DIR", does: words.Msg("keep games, top scores and settings in DIR")},
			{term: "--log FILE", does: words.Msg("write what happens in the game to FILE, a line of JSON each")},
			{term: "MANCALA_LOOPBACK", does: words.Msg("an environment variable: if it is set, mancala hosts and joins on this computer alone, and " +
				"sends nothing to a network")},
			{term: "--log-screens", does: words.Msg("write to the log, too, which screen is shown and where its controls are")},
			{term: "--version", does: words.Msg("print the version")},
			{term: "mancala licences", does: words.Msg("print the licences of the program and of everything in it")},
			{term: "--help", does: words.Msg("print this")},
		}},
	}
}

func helpKept() helpSection {
	return helpSection{words.Msg("What is kept, with [--data-dir DIR] and [--json] as well:"), helpTab, []helpRow{
		{
			term: "mancala games [--name TEXT] [--opponent KIND] [--result RESULT] [--rules PRESET] [--limit N]",
			does: words.Msg("list the games played here, newest first: those of a player with TEXT in the name; against person (at " +
				"the same computer), remote (across the network) or a computer player; won, lost, drawn or running; by some rules, " +
				"with --houses and --seeds if need be. 20 unless you say otherwise, with --json all. A game in the JSON has:"),
			rows: []helpRow{
				{term: "id, text", does: words.Msg("its name and the game, as show and Open a game read it")},
				{term: "south, north, south_kind, north_kind", does: words.Msg("the players and who they are: person, remote, or a computer player")},
				{term: "ending", does: words.Msg("running, finished, resigned, abandoned or desynced")},
				{term: "result", does: words.Msg(`as in "south wins 27-21"; undecided if there is no winner`)},
				{term: "winner", does: words.Msg("south, north or null")},
				{term: "stores, plies, opened", does: words.Msg("seeds in south's and north's store, how many plies, and whether the first " +
					"of them were not played here")},
				{term: "started, ended", does: words.Msg("when, in UTC, as in 2026-03-14T15:09:26Z; ended is the last change of a game " +
					"that is running")},
			},
		},
		{term: "mancala replay ID", does: words.Msg("show a game again, move by move. ID is as games prints it, or enough of its beginning. " +
			"A game in the JSON has moves, too: side, house, captured, extra_turn, and the position after it")},
		{term: "mancala scores", does: words.Msg("print the top scores of every rule set and size. A score in the JSON has id (of its game), " +
			"rules, place, name, opponent, seeds, margin (seeds more than the other), turns and date")},
	}}
}

func helpCommands() helpSection {
	return helpSection{words.Msg("Commands, all of them with [--rules PRESET] [--houses M] [--seeds N] as well:"), helpTab, []helpRow{
		{term: "mancala show [GAME]", does: words.Msg("print the board of a game or position, and who moves or won")},
		{term: "mancala perft --depth D [--reference]", does: words.Msg("for d = 1 to D, print d and the number of sequences of d plies; " +
			"with --reference counted the plain, slow way")},
		{
			term: "mancala analyze [--depth D | --time T] [--memory SIZE] [--threads T] [--json] [GAME]",
			does: words.Msg("look ahead from there, D plies or for a time such as 30 (seconds) or 2m; 5 seconds unless you say otherwise. " +
				"Prints, with tabs between:"),
			rows: []helpRow{
				{term: "value", does: words.Msg("with best play, own seeds minus the other's at the end, for the side to move, and whether that " +
					"is exact or an estimate")},
				{term: "line", does: words.Msg("the houses of best play, to the end of the game if time allows; what follows a ~ is an estimate, " +
					"and so is all of it if the value is one")},
				{term: "depth", does: words.Msg("how many plies ahead everything was looked at")},
				{term: "nodes", does: words.Msg("the positions searched")},
				{term: "seconds", does: words.Msg("the time it took")},
			},
			then: words.Msg("--json prints the same as one line of JSON, in which sure counts the houses of the line that are proved. With " +
				"--depth and --threads 1 everything but the seconds is always the same."),
		},
		{
			term: "mancala solve [--memory SIZE] [--threads T] [--resume FILE] [GAME]",
			does: words.Msg("print what the position is worth to the side to move, with best play: own store minus the other at the end; then " +
				"the same for each house by its number, nodes and seconds. It takes as long as it takes; after Ctrl+C it prints what is " +
				"proved. What it has only narrowed down is printed as bounds, the name, the lowest and the highest possible value. With " +
				"--resume it saves its progress in FILE every minute and when it ends, and the same command goes on from there"),
		},
		{
			term: "mancala duel --a SEAT --b SEAT --games N [--seed N] [--threads T] [--sequential]",
			does: words.Msg("let two computer players (see --south) play pairs of games from random openings, sides exchanged; print a's wins, " +
				"draws, losses, score and its 95 percent interval; --sequential stops as soon as it is clear whether a scores 0.55 or more, " +
				"or 0.5 or less"),
		},
	}}
}

// helpNotes returns the paragraphs at the end of --help.
func helpNotes() []words.Msg {
	return []words.Msg{
		words.Msg("GAME is houses from the start, as in 3 6 swap; a game with its rules, as in 'kalah(6,4) 3 6'; a board as show prints it, " +
			"as in '<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> south'; or - to read any of these from standard input."),
		words.Msg("SIZE is the most memory to use, such as 512M; 1G unless you say otherwise. Commands use all processor cores unless " +
			"--threads says less. After Ctrl+C they print what they know so far."),
		words.Msg("Houses are numbered 1 to M from their owner's left. Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted."),
	}
}
