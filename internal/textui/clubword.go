package textui

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/rules"
)

// Words of a lobby that sentences mention.
var (
	sitWord     = saying{english: "sit", own: func() string { return words.C("command", "sit") }}
	watchWord   = saying{english: "watch", own: func() string { return words.C("command", "watch") }}
	backWord    = saying{english: "back", own: func() string { return words.C("command", "back") }}
	devicesWord = saying{english: "devices", own: func() string { return words.C("command", "devices") }}
	removeWord  = sayings[verbRemove]
	codeWord    = saying{english: "code", own: func() string { return words.C("command", "code") }}
	useWord     = saying{english: "use", own: func() string { return words.C("command", "use") }}
	reportWord  = sayings[verbReport]
	blockWord   = sayings[verbBlock]
	unblockWord = saying{english: "unblock", own: func() string { return words.C("command", "unblock") }}
	nameWord    = saying{english: "name", own: func() string { return words.C("command", "name") }}
	forgetWord  = saying{english: "forget", own: func() string { return words.C("command", "forget") }}
)

// clubVerb is a word of a lobby.
type clubVerb struct {
	saying
	args words.Msg // or ""
	does words.Msg
	do   func(v *visitor, args []string)
}

// clubVerbs returns the words of a lobby except help and quit.
func clubVerbs() []clubVerb {
	word := func(english string, own func() string) saying { return saying{english: english, own: own} }
	return []clubVerb{
		{
			word("list", func() string { return words.C("command", "list") }), "",
			words.Msg("to see the tables again"), func(v *visitor, _ []string) { v.list() },
		},
		{
			word("who", func() string { return words.C("command", "who") }), "",
			words.Msg("to see who is here"), (*visitor).who,
		},
		{sitWord, words.Msg("N"), words.Msg("to sit down at table N; its number alone does as well"), (*visitor).sit},
		{watchWord, words.Msg("N"), words.Msg("to watch table N"), (*visitor).watch},
		{
			word("table", func() string { return words.C("command", "table") }), words.Msg("[CLOCK] [rated] [RULES]"),
			words.Msg("to open a table, for example with a clock of 5+3, five minutes and three seconds a move"), (*visitor).open,
		},
		{
			word("quick", func() string { return words.C("command", "quick") }), words.Msg("[CLOCK] [rated] [RULES]"),
			words.Msg("to have the club find an opponent"), (*visitor).quick,
		},
		{
			word("cancel", func() string { return words.C("command", "cancel") }), "",
			words.Msg("to close your table, or to stop looking for an opponent"), (*visitor).cancel,
		},
		{backWord, "", words.Msg("to go back to a game that goes on"), (*visitor).back},
		{word("me", func() string { return words.C("command", "me") }), "", words.Msg("to see your record"), (*visitor).me},
		{word("standings", func() string { return words.C("command", "standings") }), words.Msg("[GAME]"), words.Msg("to see the best members"), (*visitor).standings},
		{
			word("games", func() string { return words.C("command", "games") }), words.Msg("[NAME]"),
			words.Msg("to see the newest games, or those of a player"), (*visitor).games,
		},
		{devicesWord, "", words.Msg("to see your devices"), (*visitor).devices},
		{removeWord, words.Msg("N"), words.Msg("to take device N away from you, such as a stolen one"), (*visitor).remove},
		{reportWord, words.Msg("NAME TEXT"), words.Msg("to tell the people who run the club what NAME did"), (*visitor).report},
		{blockWord, words.Msg("[NAME]"), words.Msg("to keep NAME away from you, or to see whom you have blocked"), (*visitor).block},
		{unblockWord, words.Msg("NAME"), words.Msg("to block NAME no longer"), (*visitor).unblock},
		{nameWord, words.Msg("NEW"), words.Msg("to change your name"), (*visitor).rename},
		{codeWord, "", words.Msg("to show a code that adds another device"), (*visitor).showCode},
		{useWord, words.Msg("CODE"), words.Msg("to add this device to the member who shows CODE on another one"), (*visitor).useCode},
		{forgetWord, "", words.Msg("to leave the club for good, with everything about you deleted"), (*visitor).forget},
	}
}

// is reports whether a typed word is this one, in the process's language or in English.
func (s saying) is(word string) bool {
	return strings.EqualFold(word, s.own()) || strings.EqualFold(word, s.english)
}

// hear executes a line.
func (v *visitor) hear(line string) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return
	}
	v.before, v.unsure = v.unsure, ""
	for _, verb := range clubVerbs() {
		if verb.is(fields[0]) {
			verb.do(v, fields[1:])
			return
		}
	}
	switch {
	case sayings[verbQuit].is(fields[0]):
		v.left = true
	case sayings[verbHelp].is(fields[0]):
		v.help()
	default:
		if _, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			v.sit(fields)
			return
		}
		v.out.refuse(words.T("%[1]q is not a word here; type %[2]s to see what is.", strings.ToLower(fields[0]), verbHelp.word()))
	}
}

// sure reports whether the previous line made the same irreversible request. If not, the next line
// may confirm it.
func (v *visitor) sure(what string) bool {
	if v.before == what {
		return true
	}
	v.unsure = what
	return false
}

// help prints the words.
func (v *visitor) help() {
	v.out.line(words.T("You can type:"))
	line := func(word, does string) { v.out.line("  " + v.out.paint(strong, word) + "  " + does) }
	for _, verb := range clubVerbs() {
		word := verb.own()
		if verb.args != "" {
			word += " " + verb.args.T()
		}
		line(word, verb.does.T())
	}
	line(verbHelp.word(), words.T("to see this again"))
	line(verbQuit.word(), words.T("to leave the club"))
}

// cancel closes the member's table or withdraws a quick match, and says so.
func (v *visitor) cancel([]string) {
	done := words.T("You do not wait for an opponent.")
	switch {
	case v.wants:
		done = words.T("The club no longer looks for an opponent for you.")
	case slices.ContainsFunc(slices.Collect(maps.Values(v.tables)), func(t lobby.Table) bool { return !t.Playing() && t.Has(v.in.Me.ID) }):
		done = words.T("Your table is closed.")
	}
	v.ask(lobby.Cancel{}, func(lobby.Answer) {
		v.wants = false
		v.out.line(done)
	})
}

// numbered returns the table with the number typed after a word. If there is none, it prints why
// and returns nil.
func (v *visitor) numbered(word saying, args []string) *lobby.Table {
	n, err := strconv.Atoi(strings.Join(args, " "))
	switch {
	case err != nil:
		v.out.refuse(words.T("Type the number of a table after it, as in %q.", word.own()+" 1"))
	case n < 1 || n > len(v.shown):
		v.out.refuse(words.T("The list has no table %d.", n))
	default:
		return &v.shown[n-1]
	}
	return nil
}

func (v *visitor) sit(args []string) {
	if t := v.numbered(sitWord, args); t != nil {
		v.ask(lobby.Sit{Table: t.ID}, func(a lobby.Answer) { v.seats = append(v.seats, a.Seat) })
	}
}

func (v *visitor) watch(args []string) {
	if t := v.numbered(watchWord, args); t != nil {
		v.ask(lobby.Watch{Table: t.ID}, func(a lobby.Answer) { v.seats = append(v.seats, a.Seat) })
	}
}

// settings parses the terms of a table. If a word is not a term, it prints why and returns false.
func (v *visitor) settings(args []string) (s lobby.Settings, ok bool) {
	s.Variant = rules.Presets()[0].Variant
	for _, arg := range args {
		arg = strings.ToLower(arg)
		if c, err := match.ParseTimeControl(arg); err == nil {
			s.Time = c
			continue
		}
		if arg == "rated" || arg == words.C("games", "rated") {
			s.Rated = true
			continue
		}
		variant, err := rules.ParseRuleSet(arg)
		if err != nil {
			v.out.refuse(words.T("%q is neither a clock, such as 5+3, nor the word rated, nor rules, such as kalah(6,4).", arg))
			return s, false
		}
		s.Variant = variant
	}
	if s.Rated && !s.Time.Timed() {
		v.out.refuse(words.T("Rated games need a clock, such as 5+3."))
		return s, false
	}
	return s, true
}

func (v *visitor) open(args []string) {
	if s, ok := v.settings(args); ok {
		v.ask(lobby.Open{Settings: s}, func(lobby.Answer) {
			v.out.line(words.T("You wait at your table: %s.", settingsLine(s)))
		})
	}
}

func (v *visitor) quick(args []string) {
	if s, ok := v.settings(args); ok {
		v.ask(lobby.Quick{Settings: s}, func(lobby.Answer) {
			v.wants = len(v.seats) == 0 // the seat may come before the answer
			v.out.line(words.T("The club looks for an opponent: %s.", settingsLine(s)))
		})
	}
}
