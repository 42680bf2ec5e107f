package words

import (
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"

	"github.com/leonelquinteros/gotext"
)

// TestReadPO compares the languages with gotext's results for the same files.
func TestReadPO(t *testing.T) {
	files := map[string][]byte{"sample": samplePO}
	names, _ := filepath.Glob("po/*.po")
	for _, name := range names {
		text := need.Must(os.ReadFile(name))(t)
		files[name] = text
	}
	if len(files) < 2 {
		t.Fatal("there are no languages")
	}
	for name, text := range files {
		l, err := newLanguage("xx", text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		po := gotext.NewPo()
		po.Parse(text)
		seen := 0
		check := func(context string, list map[string]*gotext.Translation) {
			for id, want := range list {
				if id == "" {
					continue
				}
				seen++
				if want.PluralID == "" {
					if got := l.find(message{context, id}); got != want.Get() {
						t.Errorf("%s: %q is %q, want %q", name, id, got, want.Get())
					}
					continue
				}
				for n := range 130 {
					if got := l.plural(id, want.PluralID, n); got != po.GetN(id, want.PluralID, n) {
						t.Errorf("%s: %q of %d is %q, want %q", name, id, n, got, po.GetN(id, want.PluralID, n))
					}
				}
			}
		}
		check("", po.GetDomain().GetTranslations())
		for context, list := range po.GetDomain().GetCtxTranslations() {
			check(context, list)
		}
		if known := len(l.texts) + len(l.counted); seen < known {
			t.Errorf("%s: %d texts, and gotext has %d", name, known, seen)
		}
	}
}

// TestBadPO reads invalid files.
func TestBadPO(t *testing.T) {
	for name, text := range map[string]string{
		"empty":             "",
		"no header":         "msgid \"Open\"\nmsgstr \"Offen\"\n",
		"no plural forms":   "msgid \"\"\nmsgstr \"Language: xx\\n\"\n",
		"a bad plural form": "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=?;\\n\"\n",
		"an unquoted text":  "msgid \"\"\nmsgstr nothing\n",
		"an open text":      "msgid \"\"\nmsgstr \"Plural-Forms\n",
		"no keyword":        "text\n",
	} {
		if l, err := newLanguage("xx", []byte(text)); err == nil {
			t.Errorf("%s: %v", name, l)
		}
	}
}
