package textui

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// speak sets the language of the process until the end of a test.
func speak(t testing.TB, code string) {
	t.Helper()
	before := words.Current()
	need.NoError(t, words.Use(code))
	t.Cleanup(func() {
		if err := words.Use(before); err != nil {
			t.Error(err)
		}
	})
}

// languages are all but English.
func languages() []string {
	list := []string{words.Long}
	for _, l := range words.Languages() {
		if l.Code != words.English {
			list = append(list, l.Code)
		}
	}
	return list
}

// TestNothingIsLeftInEnglish plays the games of the transcripts in all other languages. Line by
// line they say the same, without English.
func TestNothingIsLeftInEnglish(t *testing.T) {
	for _, code := range languages()[:need.Short(1, len(words.Languages()))] {
		t.Run(code, func(t *testing.T) {
			speak(t, code)
			t.Run("TestTranscripts", TestTranscripts)
			t.Run("TestScenes", TestScenes)
			t.Run("TestNetworkTranscripts", TestNetworkTranscripts)
			t.Run("TestAfterALocalGame", TestAfterALocalGame)
			t.Run("TestGoingOn", TestGoingOn)
			t.Run("TestSetup", TestSetup)
		})
	}
}

// checkForeign compares a transcript in another language with its English golden file.
func checkForeign(t *testing.T, file, got string) {
	t.Helper()
	text := need.Must(os.ReadFile(file))(t)
	english, lines := strings.Split(string(text), "\n"), strings.Split(got, "\n")
	if len(lines) != len(english) {
		t.Errorf("%d lines instead of the %d of %s:\n%s", len(lines), len(english), file, got)
		return
	}
	for i, line := range lines {
		if hasWords(english[i]) && !foreign(line, english[i]) {
			t.Errorf("line %d of %s is left in English: %q", i+1, file, line)
		}
	}
}

// data are the parts of a line that no language changes: names, commands of the shell, addresses,
// typed lines, times.
var data = regexp.MustCompile(`(mancala|http)://\S+|(Ask User|Random|Low): .*|\b(Ann|Bo|Bob|Cleo|Dan|Zoe|Max|Low|Hi there|unheard|heard|hi|two  words)\b|mancala( -?-?[a-z0-9-]+)+|[0-9a-z.:\[\]]+:\d+|\b\d+m?\d*s `)

// hasWords reports whether a line has more than data and a picture.
func hasWords(line string) bool {
	return regexp.MustCompile(`[A-Za-z]{3}`).MatchString(data.ReplaceAllString(line, ""))
}

// foreign reports whether a line is not in English.
func foreign(line, english string) bool {
	typed := strings.TrimSpace(data.ReplaceAllString(line, ""))
	switch {
	case slices.ContainsFunc(sayings[:], func(s saying) bool { return typed != "" && strings.EqualFold(typed, s.english) }): // an echo
		return true
	case words.Current() != words.Long:
		return line != english
	}
	return !hasWords(answered(outside(line)))
}

// answered returns a line without the answer after its question.
func answered(line string) string {
	if at := strings.LastIndex(line, "¦"); at >= 0 {
		return line[:at]
	}
	return line
}

// outside returns the parts of a line outside the texts of the test language; a ¦ replaces each
// text.
func outside(line string) string {
	var b strings.Builder
	for depth := 0; line != ""; {
		switch {
		case strings.HasPrefix(line, "[!! "):
			depth, line = depth+1, line[4:]
		case strings.HasPrefix(line, " !!]"):
			if depth, line = depth-1, line[4:]; depth == 0 {
				b.WriteString("¦")
			}
		default:
			_, size := utf8.DecodeRuneInString(line)
			if depth == 0 {
				b.WriteString(line[:size])
			}
			line = line[size:]
		}
	}
	return b.String()
}

// TestCommands checks that the words of each language are unambiguous, and that English ones always
// work.
func TestCommands(t *testing.T) {
	for _, code := range append(languages(), words.English) {
		speak(t, code)
		seen := map[string]verb{}
		for v := verbUndo; int(v) < len(sayings); v++ {
			word := strings.ToLower(v.word())
			if other, ok := seen[word]; ok || word == "" {
				t.Errorf("in %s %q is a word of %d and %d", code, word, v, other)
			}
			seen[word] = v
			if code != words.Long && sayings[v].text && strings.ContainsAny(word, " \t") {
				t.Errorf("in %s %q takes a text, so it has to be one word", code, word)
			}
			if got := verbOf(word); got != v {
				t.Errorf("in %s %q is understood as %d instead of %d", code, word, got, v)
			}
		}
		for v := verbUndo; int(v) < len(sayings); v++ {
			word := sayings[v].english
			if own, ok := seen[word]; ok && own != v {
				t.Errorf("in %s %q means %d, in English %d", code, word, own, v)
			}
			if got := verbOf(strings.ToUpper(word)); got != v {
				t.Errorf("in %s %q is understood as %d", code, word, got)
			}
		}
		letters := map[rune]bool{}
		for _, v := range [...]verb{verbWait, verbKeep, verbEnd} {
			first, _ := utf8.DecodeRuneInString(v.word())
			letters[first] = true
		}
		if code != words.Long && len(letters) != 3 {
			t.Errorf("in %s wait, keep and end begin with the same letter", code)
		}
		for word, want := range map[string]bool{
			"y": true, "YES": true, "n": false, "no": false, words.C("answer", "y"): true, words.C("answer", "no"): false,
		} {
			if got, ok := yes(word); !ok || got != want {
				t.Errorf("in %s %q is understood as %v, %v", code, word, got, ok)
			}
		}
	}
}

// TestGermanGame plays a whole game in German, with German words, and compares the transcript.
func TestGermanGame(t *testing.T) {
	speak(t, "de")
	v := variant(t, "kalah(3,2)+pie")
	whole := typedGame(t, v, 1, rules.Swap, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2)
	script := slices.Concat(strings.Split("hilfe|tauschen|7|zwei|BRETT|1|zurück|vor|zurück|aufgeben|nein", "|"), whole,
		strings.Split("|nö|zurück|6|Bö|n", "|"))
	for i, line := range script {
		if line == "swap" {
			script[i] = "Tauschen"
		}
	}
	who := newTypist(script...)
	sc := recorded(localScene(t, v, "", [2]match.Seat{}))
	scores := &tops{place: 2}
	cfg := Config{
		Narrate: true, Interactive: true, Names: [2]string{match.Host: "Änne"}, Scores: scores, GoOn: "mancala --text --continue",
	}
	need.NoError(t, play(t, sc, who, cfg))
	if len(who.script) > 0 {
		t.Errorf("nobody was asked for %q", who.script)
	}
	compare(t, "german", who.echo.String())
}

// TestGermanFits checks that in German the lines with columns, or with a question, fit into a
// terminal.
func TestGermanFits(t *testing.T) {
	speak(t, "de")
	for _, c := range pauses(t) {
		link := c.link(t)
		g := newGame(netScene(link, "Ann", match.NewPerson()), &strings.Builder{}, Config{GoOn: "x"})
		g.poll()
		for _, line := range append(g.helpLines(), g.pauseQuestion()) {
			if n := utf8.RuneCountInString(line); n > 79 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
}

// In each language every word of a lobby works as the help says, and the English word works too.
func TestWordsOfALobby(t *testing.T) {
	for _, l := range words.Languages() {
		t.Run(l.Code, func(t *testing.T) {
			speak(t, l.Code)
			known := map[string]string{}
			for _, v := range append(clubVerbs(), clubVerb{saying: sayings[verbHelp]}, clubVerb{saying: sayings[verbQuit]}) {
				for _, word := range []string{v.english, strings.ToLower(v.own())} {
					if other, twice := known[word]; twice && other != v.english {
						t.Errorf("%q means both %q and %q", word, other, v.english)
					}
					known[word] = v.english
				}
				if len(strings.Fields(v.own())) != 1 || v.own() != strings.ToLower(v.own()) {
					t.Errorf("%q is not one word in small letters", v.own())
				}
			}
			c := newClub()
			shown, _, err := visitClub(t, c, clubVerbs()[0].own(), "List", "quit")
			if err != nil || strings.Count(shown, "  1  Bo (1620)") != 3 {
				t.Errorf("%v, shown\n%s", err, shown)
			}
		})
	}
}
