package main

import (
	"strings"

	"mancala/internal/words"
)

// languageFlag is the name of the option, and languageSetting the key of the setting.
const (
	languageFlag    = "language"
	languageSetting = "language"
)

// speak switches to the language of the command line, or else to the system's. It runs first, so
// that errors in the command line are also in that language.
func speak(args []string, getenv func(string) string) error {
	err := words.Use(words.System(getenv))
	if code, asked := languageAsked(args); asked {
		err = words.Use(code)
	}
	return err
}

// languageAsked returns the language that a command line names.
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

// speakAsSet switches to the language of the settings, if they have one.
func speakAsSet(code string, err error) {
	if err == nil && code != "" {
		_ = words.Use(code) // the program may no longer have that language
	}
}

// language returns the code of the language of the command line, or "".
func (o *options) language() string {
	if !o.languageAsked {
		return ""
	}
	return words.Current()
}
