#!/bin/sh
# github.com/leonelquinteros/gotext v1.7.2, which reads catalogues of translations (PO files) in Go.
#
# An entry marked "#, fuzzy" is a guess, for example after its original was changed; the manual of
# GNU gettext says that msgfmt leaves such entries out unless --use-fuzzy is given, so that people
# see the original until a translator has looked. Expected: the original.
#
# Seen: gotext shows the guess like any other translation, and IsTranslated says true.
#
# Output: "seed: Samen true", "house: Haus am See true", "store: store false"; of the three only
# house is fuzzy, and store is not translated.
#
# Needs go.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export GOPATH="$dir/go" GOFLAGS=-modcacherw GOWORK=off CGO_ENABLED=0
cat >de.po <<'PO'
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"

msgid "seed"
msgstr "Samen"

#, fuzzy
msgid "house"
msgstr "Haus am See"

msgid "store"
msgstr ""
PO
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/leonelquinteros/gotext"
)

func main() {
	po := gotext.NewPo()
	po.ParseFile("de.po")
	for _, id := range []string{"seed", "house", "store"} {
		fmt.Printf("%s: %s %v\n", id, po.Get(id), po.IsTranslated(id))
	}
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/leonelquinteros/gotext@v1.7.2 >/dev/null 2>&1
seen=$(go run .)
echo "$seen"
expected="seed: Samen true
house: Haus am See true
store: store false"
[ "$seen" = "$expected" ] || { echo "gotext behaves otherwise now" >&2; exit 1; }
