package match

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// MaxKind is the largest number of bytes in the kind of a player of a [Record].
const MaxKind = 64

// ProgramKind returns the kind of a player for whom the program with a command decides: one word of
// ASCII, in which other bytes than those are escaped as in a URL.
func ProgramKind(command string) string {
	var kind strings.Builder
	kind.WriteString(KindProgram)
	for _, c := range []byte(command) {
		if c <= ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&kind, "%%%02X", c)
		} else {
			kind.WriteByte(c)
		}
	}
	return kind.String()
}

// ProgramOf returns the command of the program that decides for a kind of player, and whether one
// does.
func ProgramOf(kind string) (command string, ok bool) {
	text, ok := strings.CutPrefix(kind, KindProgram)
	if !ok {
		return "", false
	}
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			plain.WriteByte(text[i])
			continue
		}
		c, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8)
		if err != nil || i+3 > len(text) {
			return "", false
		}
		plain.WriteByte(byte(c))
		i += 2
	}
	return plain.String(), true
}

// KeptKind returns a kind as a [Record] has it. If the command of a program is too long, only the
// name of the program is kept, so that the game can be looked at, but not played on with it unless
// it is where commands are found, or its command is known from elsewhere.
func KeptKind(kind string) string {
	if len(kind) <= MaxKind {
		return kind
	}
	command, _ := ProgramOf(kind)
	end := " "
	if q := command[:min(1, len(command))]; q == "'" || q == `"` {
		end, command = q, command[1:]
	}
	program, _, _ := strings.Cut(command, end)
	name := ProgramKind(path.Base(strings.ReplaceAll(program, `\`, "/")))
	return name[:min(len(name), MaxKind)]
}
