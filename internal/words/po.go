package words

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/leonelquinteros/gotext/plurals"
)

// entry is a text of a PO file with its translation, or one for each plural form. Missing ones are
// empty.
type entry struct {
	message
	forms []string
}

// readPO parses a PO file.
func readPO(file []byte) ([]entry, error) {
	var list []entry
	var e entry
	plural := ""  // dropped: the singular is the key
	at := &plural // the text of the line
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSpace(line)
		word, quoted, _ := strings.Cut(line, " ")
		switch {
		case line == "", line[0] == '#':
			continue
		case line[0] == '"': // another line of the same text
			quoted = line
		case word == "msgctxt", word == "msgid":
			if len(e.forms) > 0 {
				list, e = append(list, e), entry{}
			}
			if at = &e.id; word == "msgctxt" {
				at = &e.context
			}
		case word == "msgid_plural":
			at = &plural
		case strings.HasPrefix(word, "msgstr"):
			e.forms = append(e.forms, "")
			at = &e.forms[len(e.forms)-1]
		}
		part, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%q is no line of a PO file: %w", line, err)
		}
		*at += part
	}
	return append(list, e), nil
}

// pluralForms returns the plural rule in a PO file's header.
func pluralForms(header string) (plurals.Expression, error) {
	_, rule, _ := strings.Cut(header, "Plural-Forms:")
	_, rule, _ = strings.Cut(rule, "plural=")
	rule, _, _ = strings.Cut(rule, ";")
	if rule == "" {
		return nil, fmt.Errorf("the header %q has no Plural-Forms", header)
	}
	return plurals.Compile(rule)
}
