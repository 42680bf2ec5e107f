package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/tools/need"
)

// inEnglish has the process speak English again after a test.
func inEnglish(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if err := words.Use(words.English); err != nil {
			t.Error(err)
		}
	})
}

func TestLanguage(t *testing.T) {
	inEnglish(t)
	const german, english = "Die Optionen --window und --text schließen", "--window and --text exclude"
	for _, c := range []struct {
		env, args, want string
	}{
		{"", "--window --text", english},
		{"de_DE.UTF-8", "--window --text", german},
		{"", "--language de --window --text", german},
		{"", "--window --text --language=de", german},
		{"", "-language de --window --text", german},
		{"de_DE.UTF-8", "--language en --window --text", english},
		{"tlh", "--window --text", english},
		{"", "--language x-long --window --text", "[!! --window aand --text"},
		{"", "--language tlh", `There is no language "tlh". Choose one of en, de.`},
		{"", "show --language de east", "Zug 1"},
		{"", "--language", "--language needs a value"},
	} {
		t.Setenv("LC_ALL", c.env)
		code, stdout, stderr := call(strings.Fields(c.args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("mancala %s with %q: exit %d, %q; want %q", c.args, c.env, code, stderr, c.want)
		}
	}
	if code, stdout, _ := call("show", "--language", "de", "3", "6"); code != exitOK || !strings.HasSuffix(stdout, "\nnorth to move\n") {
		t.Errorf("in German, show prints %q", stdout)
	}
}

// TestLanguageOfTheSettings plays in the language that the window has kept.
func TestLanguageOfTheSettings(t *testing.T) {
	inEnglish(t)
	dir := t.TempDir()
	l := record.Open(t.Context(), record.Config{Dir: dir})
	need.NoError(t, l.SetSetting(t.Context(), languageSetting, "de"))
	need.NoError(t, l.Close())
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--text", "--setup"}, "Die Spielweisen:\n0. Dich fragen: "},
		{[]string{"--text"}, "Das Brett:"},
		{[]string{"--text", "--language", "en"}, "Current board:"},
		{[]string{"games"}, "Hier ist noch kein Spiel"},
		{[]string{"games", "--language", "en"}, "No games are kept here yet."},
		{[]string{"scores"}, "Hier gibt es noch keine"},
	} {
		var stdout, stderr bytes.Buffer
		run(context.Background(), append(c.args, "--data-dir", dir), strings.NewReader(""), &stdout, &stderr)
		if !strings.Contains(stdout.String(), c.want) {
			t.Errorf("mancala %v shows %q, want %q", c.args, stdout.String(), c.want)
		}
	}
}

// everyHelp returns the help of all commands and, last, all options of the game.
func everyHelp() []string {
	var texts []string
	for _, cmd := range everyCommand() {
		texts = append(texts, helpText(cmd))
	}
	return append(texts, optionsText(newRoot()))
}

// TestHelpIsOneScreen checks that the help of the program fits on a screen of 40 lines.
func TestHelpIsOneScreen(t *testing.T) {
	inEnglish(t)
	for _, code := range []string{words.English, "de"} {
		need.NoError(t, words.Use(code))
		if lines := strings.Count(helpText(newRoot()), "\n"); lines > 40 {
			t.Errorf("in %s the help has %d lines", code, lines)
		}
	}
}

// TestHelpInAllLanguages checks that all of the help is translated, fits, and still tells of every
// option.
func TestHelpInAllLanguages(t *testing.T) {
	inEnglish(t)
	option := regexp.MustCompile(`--[a-z][a-z0-9-]*`)
	english := everyHelp()
	for _, code := range []string{words.English, "de", words.Long} {
		need.NoError(t, words.Use(code))
		for i, text := range everyHelp() {
			original, first := english[i], strings.SplitN(english[i], "\n", 2)[0]
			for _, name := range option.FindAllString(original, -1) {
				if !strings.Contains(text, name) {
					t.Errorf("in %s the help of %s does not tell of %s", code, first, name)
				}
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if words.Columns(line) > helpColumns {
					t.Errorf("in %s %q has %d columns", code, line, words.Columns(line))
				}
				if code != words.English && isMeaning(line) && strings.Contains(original, line) {
					t.Errorf("in %s the help of %s has %q", code, first, line)
				}
			}
		}
	}
}

// isMeaning reports whether a line of the help has words that are to be translated.
func isMeaning(line string) bool {
	isTerm := regexp.MustCompile(`^(Usage: | *)(mancala|\.) [^ ]+( [^ ]+)*$`).MatchString(line)
	return len(strings.Fields(line)) > 4 && !isTerm && !strings.Contains(line, "sharp, strong")
}
