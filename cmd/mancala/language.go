package main

import (
	"strings"

	"mancala/words"
)

// languageFlag is the option that names the language, and languageSetting the key of the setting.
const (
	languageFlag    = "language"
	languageSetting = "language"
)

// speak has the program speak the language that a command line asks for, or else the one of the
// system. It comes before everything else, so that errors are told in that language, too.
func speak(args []string, getenv func(string) string) error {
	err := words.Use(words.System(getenv))
	if code, asked := languageAsked(args); asked {
		err = words.Use(code)
	}
	return err
}

// languageAsked returns the language that a command line asks for.
func languageAsked(args []string) (code string, asked bool) {
	for i, arg := range args {
		name, value, with := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		switch {
		case !strings.HasPrefix(arg, "-") || name != languageFlag:
		case with:
			return value, true
		case i+1 < len(args):
			return args[i+1], true
		}
	}
	return "", false
}

// speakAsSet has the program speak the language of its settings, if they have one.
func speakAsSet(code string, err error) {
	if err == nil && code != "" {
		_ = words.Use(code) // a language that was dropped is not spoken
	}
}

// language returns the code of the language that was asked for, or "".
func (o *options) language() string {
	if !o.languageAsked {
		return ""
	}
	return words.Current()
}
