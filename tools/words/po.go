package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/leonelquinteros/gotext"
)

// template returns the texts as a PO template.
func template(list []*message) string {
	var b strings.Builder
	b.WriteString(`# The texts of mancala. Written by make words; do not edit.
msgid ""
msgstr ""
"Project-Id-Version: mancala\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
`)
	for _, m := range list {
		b.WriteString("\n")
		m.write(&b, func(int) string { return "" }, 2)
	}
	return b.String()
}

// merge updates a PO file to the texts of list: it keeps the header and the translations, removes
// unused texts, and adds new ones untranslated.
func merge(text string, list []*message) (string, error) {
	po := gotext.NewPo()
	po.Parse([]byte(text))
	header, _, ok := strings.Cut(text, "\n\n")
	if !ok || !strings.Contains(header, `"Plural-Forms:`) {
		return "", fmt.Errorf("the file has no header with Plural-Forms")
	}
	plain, contexts := po.GetDomain().GetTranslations(), po.GetDomain().GetCtxTranslations()
	var b strings.Builder
	b.WriteString(header + "\n")
	forms := 2
	fmt.Sscanf(header[strings.Index(header, "nplurals="):], "nplurals=%d", &forms)
	for _, m := range list {
		t := plain[m.id]
		if m.context != "" {
			t = contexts[m.context][m.id]
		}
		b.WriteString("\n")
		m.write(&b, func(form int) string {
			if t == nil {
				return ""
			}
			return t.Trs[form]
		}, forms)
	}
	return b.String(), nil
}

// write writes a text as an entry of a PO file.
func (m *message) write(b *strings.Builder, translation func(form int) string, forms int) {
	if m.note != "" {
		fmt.Fprintf(b, "#. %s\n", m.note)
	}
	fmt.Fprintf(b, "#: %s\n", strings.Join(m.rooms, " "))
	if strings.Contains(strings.ReplaceAll(m.id+m.plural, "%%", ""), "%") {
		b.WriteString("#, c-format\n")
	}
	if m.context != "" {
		fmt.Fprintf(b, "msgctxt %s\n", quote(m.context))
	}
	fmt.Fprintf(b, "msgid %s\n", quote(m.id))
	if m.plural == "" {
		fmt.Fprintf(b, "msgstr %s\n", quote(translation(0)))
		return
	}
	fmt.Fprintf(b, "msgid_plural %s\n", quote(m.plural))
	for form := range forms {
		fmt.Fprintf(b, "msgstr[%d] %s\n", form, quote(translation(form)))
	}
}

// quote quotes a text for a PO file, with one line for each line of the text.
func quote(text string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 2 {
		return `"` + escape.Replace(text) + `"`
	}
	var b strings.Builder
	b.WriteString(`""`)
	for _, line := range lines {
		b.WriteString("\n\"" + escape.Replace(line) + `"`)
	}
	return b.String()
}

// update updates a file.
func update(name string, fresh func(old string) (string, error)) error {
	old, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	text, err := fresh(string(old))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if text == string(old) {
		return nil
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
