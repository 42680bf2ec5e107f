package words

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/leonelquinteros/gotext"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// speak sets the language of the process until the end of a test.
func speak(t testing.TB, code string) {
	t.Helper()
	before := current.Load()
	need.NoError(t, Use(code))
	t.Cleanup(func() { current.Store(before) })
}

// sample is a language with three plural forms, for tests.
var sample = func() *language {
	l, err := newLanguage("xx", samplePO)
	if err != nil {
		panic(err)
	}
	return l
}()

var samplePO = []byte(`msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "%[1]s beats %[2]s."
msgstr "%[2]s by %[1]s."

msgctxt "menu"
msgid "Open"
msgstr "Otworz"

msgid "%d game"
msgid_plural "%d games"
msgstr[0] "%d gra"
msgstr[1] "%d gry"
msgstr[2] "%d gier"

msgid "Left empty"
msgstr ""

msgctxt "between groups of three digits"
msgid ","
msgstr " "
`)

func TestTexts(t *testing.T) {
	current.Store(sample)
	t.Cleanup(func() { current.Store(english) })
	games := func(n int) string { return N("%d game", "%d games", n, n) }
	for got, want := range map[string]string{
		T("%[1]s beats %[2]s.", "Ann", "Bo"): "Bo by Ann.",
		T("Open"):                            "Open",
		C("menu", "Open"):                    "Otworz",
		C("door", "Open"):                    "Open",
		T("Left empty"):                      "Left empty",
		T("100 % of %s"):                     "100 % of %s",
		games(1):                             "1 gra",
		games(22):                            "22 gry",
		games(5):                             "5 gier",
		games(1234567):                       "1 234 567 gier",
		Number(-10000):                       "-10 000",
		Msg("Left empty").T():                "Left empty",
	} {
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestEnglish(t *testing.T) {
	for got, want := range map[string]string{
		N("A seed of %[2]s", "%[1]d seeds of %[2]s", 1, 1, "Ann"): "A seed of Ann",
		N("A seed of %[2]s", "%[1]d seeds of %[2]s", 0, 0, "Ann"): "0 seeds of Ann",
		N("one seed", "%d seeds", 1, 1):                           "one seed",
		T("%d and %+d and %3d", 9999, 10000, 7):                   "9999 and 10,000 and   7",
		T("50 %%, %s", "ok"):                                      "50 %, ok",
		T("%%", 1):                                                "%",
		T("%s!", Msg("Yes")):                                      "Yes!",
		T("%s %s", errors.New("bad luck"), rules.ErrEmptyHouse):   "Bad luck. That house is empty.",
		Number(100000):                                            "100,000",
		Date(time.Date(2026, 3, 14, 15, 9, 0, 0, time.UTC)):       "2026-03-14",
		Minute(time.Date(2026, 3, 14, 15, 9, 0, 0, time.UTC)):     "2026-03-14 15:09",
	} {
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestGerman(t *testing.T) {
	speak(t, "de")
	if Current() != "de" {
		t.Errorf("the language is %s", Current())
	}
	for got, want := range map[string]string{
		Number(100000): "100.000",
		Date(time.Date(2026, 3, 14, 15, 9, 0, 0, time.UTC)): "14.03.2026",
		Sentence(rules.ErrEmptyHouse):                       "Diese Mulde ist leer.",
		Name("Guest"):                                       "Gast",
		Name("Host (guest)"):                                "Gastgeber (Gast)",
		Name("Random (2)"):                                  "Zufall (2)",
		Name("Hilda (guest)"):                               "Hilda (Gast)",
		Name("Gustav"):                                      "Gustav",
		InEnglish(rules.ErrEmptyHouse):                      "That house is empty.",
	} {
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	ply := &rules.PlyError{Ply: 7, House: 3, Err: rules.ErrEmptyHouse}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{(*rules.Note)(nil), ""},
		{errors.New("the pipe is broken"), "The pipe is broken."},
		{errors.New("ärger."), "Ärger."},
		{Said("It is said."), "It is said."},
		{fmt.Errorf("for the log: %w", Said("It is said.")), "It is said."},
		{fmt.Errorf("for the log: %w", ply), "Ply 7: house 3 is empty."},
		{&match.PlyError{House: 3, Err: match.ErrOutOfTurn}, "It is not your turn."},
		{errors.Join(Said("One."), rules.ErrGameOver), "One. The game is over."},
		{
			rules.NewNote("netplay.goes-on", rules.NewNote("netplay.deaf", "Guest")).Because(errors.New("x")),
			"Guest's program does not read what is sent to it, so the connection was closed. The game goes on as soon as the connection is back.",
		},
		{
			rules.NewNote("netplay.remembered", 1, "Ann"),
			"A move of yours was lost here. Ann's program remembered it, so it is on the board.",
		},
		{
			rules.NewNote("netplay.remembered", 3, "Ann"),
			"3 moves of yours were lost here. Ann's program remembered them, so they are on the board.",
		},
		{rules.NewNote("none.such", 1), "None.such 1."},
		{errors.New("notes.solve: it is empty"), "notes.solve: it is empty."},
		{errors.New("./notes is empty"), "./notes is empty."},
		{
			rules.NewNote("notation.no-option", rules.Quoted("\x1b[31m\u202ered\x9b\xff")),
			`There is no option --\x1b[31m\u202ered\x9b\xff.`,
		},
		{rules.NewNote("notation.no-option", rules.Quoted("Guest")), "There is no option --Guest."},
	} {
		if got := Sentence(c.err); got != c.want {
			t.Errorf("%v is told as %q instead of %q", c.err, got, c.want)
		}
	}
}

func TestUse(t *testing.T) {
	if err := Use("tlh"); err == nil || !strings.HasPrefix(err.Error(), `There is no language "tlh". Choose one of en, de`) {
		t.Errorf("an unknown language is refused with %v", err)
	}
	if err := Use("../po/de"); err == nil {
		t.Error("a path is taken for a language")
	}
	if Current() != English {
		t.Errorf("after a refusal the language is %s", Current())
	}
	list := Languages()
	if list[0] != (Language{"en", "English"}) || !slices.Contains(list, Language{"de", "Deutsch"}) {
		t.Errorf("the languages are %v", list)
	}
}

func TestSystem(t *testing.T) {
	for _, c := range []struct {
		env     string
		desktop []string
		want    string
	}{
		{"", nil, "en"},
		{"LANG=de_DE.UTF-8", nil, "de"},
		{"LANG=de", nil, "de"},
		{"LANG=DE_AT@euro", nil, "de"},
		{"LANG=en_US.UTF-8", []string{"de-DE"}, "en"},
		{"LANG=tlh_QS.UTF-8", nil, "en"},
		{"LANG=de_DE.UTF-8 LC_MESSAGES=en_GB.UTF-8", nil, "en"},
		{"LANG=en_GB LC_MESSAGES=en_GB LC_ALL=de_CH", nil, "de"},
		{"LANG=en_US.UTF-8 LANGUAGE=tlh:de:en", nil, "de"},
		{"LANG=de_DE.UTF-8 LANGUAGE=tlh", nil, "de"},
		{"LC_ALL=C LANGUAGE=de LANG=de_DE", nil, "en"},
		{"LC_ALL=C.UTF-8 LANG=de_DE", []string{"de"}, "en"},
		{"LANG=POSIX", []string{"de"}, "en"},
		{"LANGUAGE=de", nil, "en"},
		{"", []string{"tlh", "de-AT", "en"}, "de"},
		{"", []string{"tlh"}, "en"},
		{"LANG=/../de", nil, "en"},
	} {
		env := map[string]string{}
		for _, pair := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		got := system(func(name string) string { return env[name] }, func() []string { return c.desktop })
		if got != c.want {
			t.Errorf("%q and %q ask for %s, not %s", c.env, c.desktop, got, c.want)
		}
	}
	desktopLanguages() // whatever they are
}

func TestStretch(t *testing.T) {
	for text, want := range map[string]string{
		"Play":                 "[!! Play !!]",
		" %[2]s of %d%%: ok\n": " [!! %[2]s of %d%%: ok !!]\n",
		", ":                   ", ",
		"2006-01-02":           "2006-01-02",
		"%s":                   "%s",
		"%d seeds left":        "[!! %d seeds left !!]",
		"The seeds left on a side count for nobody, whoever won.": "[!! The seeeeds leeft oon a siidee coouunt foor noboody, whooeeveer woon. !!]",
	} {
		if got := stretch(text); got != want {
			t.Errorf("%q becomes %q instead of %q", text, got, want)
		}
	}
	for _, text := range texts(t) {
		if long := stretch(text); isText(text) && utf8.RuneCountInString(long) < utf8.RuneCountInString(text)*7/5 {
			t.Errorf("%q becomes only %q", text, long)
		}
		checkVerbs(t, text, text, stretch(text))
	}
	speak(t, Long)
	if got := N("%d seed", "%d seeds", 2, 2); got != "[!! 2 seeds !!]" {
		t.Errorf("two seeds are %q", got)
	}
}

func isText(text string) bool { return stretch(text) != text }

// catalogue is a parsed PO file.
type catalogue struct {
	plain    map[string]*gotext.Translation
	contexts map[string]map[string]*gotext.Translation
	forms    int
}

func read(t *testing.T, name string) catalogue {
	t.Helper()
	text := need.Must(os.ReadFile(name))(t)
	po := gotext.NewPo()
	po.Parse(text)
	c := catalogue{plain: po.GetDomain().GetTranslations(), contexts: po.GetDomain().GetCtxTranslations()}
	delete(c.plain, "")
	if m := regexp.MustCompile(`nplurals=(\d+)`).FindSubmatch(text); m != nil {
		c.forms, _ = strconv.Atoi(string(m[1]))
	}
	return c
}

// texts returns all texts of the program.
func texts(t *testing.T) []string {
	var list []string
	c := read(t, "po/mancala.pot")
	for id, m := range c.plain {
		list = append(list, id)
		if m.PluralID != "" {
			list = append(list, m.PluralID)
		}
	}
	return list
}

// TestTranslations checks that every language has all texts with the same verbs. Package
// tools/words checks the template.
func TestTranslations(t *testing.T) {
	files, err := filepath.Glob("po/*.po")
	if err != nil || len(files) == 0 {
		t.Fatal("no languages", err)
	}
	template := read(t, "po/mancala.pot")
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			c := read(t, name)
			if c.forms == 0 {
				t.Error("the header does not say how many plural forms there are")
			}
			missing := 0
			check := func(context, id string, want, got *gotext.Translation) {
				switch {
				case got == nil || got.Trs[0] == "":
					if missing++; missing <= 20 {
						t.Errorf("not translated: %s %q", context, id)
					}
				case want.PluralID == "":
					checkVerbs(t, id, id, got.Trs[0])
				default:
					for form := range c.forms {
						if got.Trs[form] == "" {
							t.Errorf("%q lacks plural form %d", id, form)
						}
						checkVerbs(t, id, want.PluralID, got.Trs[form])
					}
				}
			}
			for id, want := range template.plain {
				check("", id, want, c.plain[id])
			}
			for context, list := range template.contexts {
				delete(list, "")
				for id, want := range list {
					check(context, id, want, c.contexts[context][id])
				}
			}
			if missing > 20 {
				t.Errorf("%d texts are not translated", missing)
			}
		})
	}
}

// checkVerbs checks that a translation has the verbs of its text or plural. A singular may omit the
// number.
func checkVerbs(t *testing.T, one, many, translation string) {
	t.Helper()
	kinds := func(text string) map[int]rune {
		m := map[int]rune{}
		for _, v := range verbsOf(text) {
			if v.arg > 0 {
				m[v.arg] = v.kind
			}
		}
		return m
	}
	known, needed, got := kinds(many), kinds(one), kinds(translation)
	for arg, kind := range got {
		if known[arg] != kind && needed[arg] != kind {
			t.Errorf("%q: argument %d is filled in as %%%c in %q", many, arg, kind, translation)
		}
	}
	for arg, kind := range needed {
		if _, also := known[arg]; also && got[arg] == 0 && (one == many || kind != 'd') {
			t.Errorf("%q: argument %d is not filled in in %q", many, arg, translation)
		}
	}
	for _, line := range [2]string{"\n", " "} {
		if strings.HasSuffix(many, line) != strings.HasSuffix(translation, line) {
			t.Errorf("%q and %q do not both end with %q", many, translation, line)
		}
	}
}

// TestCodes checks that each code of a note in the packages below has a sentence, and each sentence
// a code.
func TestCodes(t *testing.T) {
	used := map[string]bool{}
	for _, room := range []string{"../rules", "notation", "match", "table", "../netplay", "record", "engine", "puzzle", "external", "uci", "kgp"} {
		made := regexp.MustCompile(`(?:note\(|refused\(dir, |code :?= |stick\(|: \{\n\t+)"([a-z.-]+)"[,)\n]|(?:NewNote|Refuse)\("([a-z]+\.[a-z-]+)"`)
		need.NoError(t, filepath.WalkDir(filepath.Join("..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range made.FindAllStringSubmatch(string(text), -1) {
				code := m[1] + m[2]
				if !strings.Contains(code, ".") {
					code = filepath.Base(room) + "." + code
				}
				used[code] = true
				if sentences[code] == nil {
					t.Errorf("%s: there is no sentence for %s", path, code)
				}
			}
			return err
		}))
	}
	for code := range sentences {
		if !used[code] {
			t.Errorf("no package makes a note %s", code)
		}
	}
}

// TestConcurrentUse changes the language during lookups. Each lookup returns a text of one of the
// languages.
func TestConcurrentUse(t *testing.T) {
	t.Cleanup(func() { current.Store(english) })
	known := map[string]bool{}
	for _, code := range []string{"en", "de", Long} {
		speak(t, code)
		known[T("Custom rules")] = true
	}
	if len(known) != 3 {
		t.Fatalf("three languages have the texts %v", known)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 200 {
				if err := Use([]string{"en", "de", Long}[i%3]); err != nil {
					t.Error(err)
				}
				if text := T("Custom rules"); !known[text] {
					t.Errorf("the text is %q", text)
				}
				_ = Number(i*1000) + Sentence(rules.ErrGameOver)
			}
		})
	}
	group.Wait()
}

func TestLookUpDoesNotAllocate(t *testing.T) {
	for _, code := range codes() {
		speak(t, code)
		if n := testing.AllocsPerRun(100, func() { _ = T("Custom rules") }); n != 0 {
			t.Errorf("in %s a text without arguments allocates %v times", code, n)
		}
	}
}
