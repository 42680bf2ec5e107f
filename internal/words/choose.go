package words

import (
	"embed"
	"errors"
	"slices"
	"strings"
	"sync"
)

//go:embed po/*.po
var files embed.FS

// English is the code of the language of the texts in the source.
const English = "en"

// Language is a language that the program speaks.
type Language struct {
	// Code is the argument of [Use], such as "de".
	Code string
	// Name is the language's own name, such as "Deutsch".
	Name string
}

var loaded = struct {
	sync.Mutex
	languages map[string]*language
}{languages: map[string]*language{English: english, Long: long}}

// load returns a language by its code, or nil if there is none.
func load(code string) *language {
	loaded.Lock()
	defer loaded.Unlock()
	if l := loaded.languages[code]; l != nil {
		return l
	}
	text, err := files.ReadFile("po/" + code + ".po")
	if err != nil {
		return nil
	}
	l, err := newLanguage(code, text)
	if err != nil { // embedded
		panic(err)
	}
	loaded.languages[code] = l
	return l
}

// newLanguage parses a PO file.
func newLanguage(code string, file []byte) (*language, error) {
	entries, err := readPO(file)
	if err != nil {
		return nil, err
	}
	l := &language{code: code, texts: map[message]string{}, counted: map[string][]string{}}
	for _, e := range entries {
		switch {
		case e.id == "" && len(e.forms) > 0:
			if l.form, err = pluralForms(e.forms[0]); err != nil {
				return nil, err
			}
		case len(e.forms) > 1:
			l.counted[e.id] = e.forms
		case len(e.forms) == 1 && e.forms[0] != "":
			l.texts[e.message] = e.forms[0]
		}
	}
	if l.form == nil {
		return nil, errors.New("the PO file has no header")
	}
	return l, nil
}

// codes returns the codes of all languages except the test language, English first.
func codes() []string {
	entries, err := files.ReadDir("po")
	if err != nil { // embedded
		panic(err)
	}
	list := []string{English}
	for _, e := range entries {
		list = append(list, strings.TrimSuffix(e.Name(), ".po"))
	}
	return list
}

// Languages returns the languages that the program speaks, English first.
func Languages() []Language {
	list := codes()
	languages := make([]Language, len(list))
	for i, code := range list {
		languages[i] = Language{code, load(code).find(mark("what this language is called in itself", "English"))}
	}
	return languages
}

// Use sets the language of the process. For an unknown code it changes nothing, and returns an
// error that lists the known ones.
func Use(code string) error {
	l := load(code)
	if l == nil {
		return Errorf("There is no language %q. Choose one of %s.", code, strings.Join(codes(), ", "))
	}
	current.Store(l)
	return nil
}

// Current returns the code of the process's language.
func Current() string { return current.Load().code }

// System returns the code of the system's language: from gettext's environment variables, or else
// from the desktop's settings. It returns English if the program lacks that language.
func System(getenv func(string) string) string { return system(getenv, desktopLanguages) }

func system(getenv func(string) string, desktop func() []string) string {
	locale := ""
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale = getenv(name); locale != "" {
			break
		}
	}
	switch base, _, _ := strings.Cut(locale, "."); {
	case locale == "":
		return known(desktop())
	case base == "C", base == "POSIX":
		return English
	}
	return known(append(strings.Split(getenv("LANGUAGE"), ":"), locale))
}

// known returns the language of the first locale that the program has, or English.
func known(locales []string) string {
	list := codes()
	for _, locale := range locales {
		locale, _, _ = strings.Cut(locale, ".")
		locale, _, _ = strings.Cut(locale, "@")
		locale = strings.ReplaceAll(locale, "-", "_")
		base, _, _ := strings.Cut(locale, "_")
		for _, code := range [...]string{locale, strings.ToLower(base)} {
			if slices.Contains(list, code) {
				return code
			}
		}
	}
	return English
}

// Said is an error whose text is a complete sentence.
type Said string

// Error returns the sentence.
func (s Said) Error() string { return string(s) }

// Errorf returns the result of [T] as an error.
func Errorf(msgid string, args ...any) error {
	l := current.Load()
	return Said(l.format(l.find(message{"", msgid}), args))
}
