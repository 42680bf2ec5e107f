// Package kgp is the part of the Kalah Game Protocol, version 1, that games need (the mode
// freeplay). A server sends boards, with the client to move as South. Agents answer with moves,
// which they may improve until they yield or the server stops them. The package is pure: an [Agent]
// plays and a [Host] asks; neither has a connection or a clock.
package kgp

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/rules"
)

// MaxLine is the largest length of a line, in bytes.
const MaxLine = 16384

// Port is the usual port of servers.
const Port = 2671

// command is a line: its number, the number of the line that it refers to, a name and arguments.
// Zero means no number.
type command struct {
	id, ref int
	name    string
	args    []string // strings without their quotation marks
}

// parse reads a line. It returns false if that is no command.
func parse(text string) (c command, ok bool) {
	text = strings.TrimSpace(text)
	head, rest := cutWord(text)
	if id, ref, referred := strings.Cut(head, "@"); referred || number(head) > 0 {
		c.id, c.ref = number(id), number(ref)
		if c.id < 0 || c.ref < 0 || referred && c.ref == 0 {
			return c, false
		}
		head, rest = cutWord(rest)
	}
	c.name = head
	for rest != "" {
		arg := ""
		if rest[0] == '"' {
			arg, rest, ok = unquote(rest[1:])
			if !ok {
				return c, false
			}
		} else {
			arg, rest = cutWord(rest)
		}
		c.args, rest = append(c.args, arg), strings.TrimLeft(rest, blank)
	}
	return c, c.name != ""
}

// blank are the signs between words.
const blank = " \t"

// cutWord returns the first word of a text and the text behind it and its blanks.
func cutWord(text string) (word, rest string) {
	word = text
	if end := strings.IndexAny(text, blank); end >= 0 {
		word, rest = text[:end], strings.TrimLeft(text[end:], blank)
	}
	return word, rest
}

// number returns a number of a line, 0 for none, -1 for a text that is not one.
func number(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return -1
	}
	return int(n)
}

// unquote reads a string up to its closing quotation mark.
func unquote(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return b.String(), text[i+1:], true
		case text[i] == '\\' && i+1 < len(text):
			i++
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

// quote writes a string.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(text) + `"`
}

// parseBoard returns the position of a board, with South to move by the rules of Kalah.
func parseBoard(text string) (rules.Position, error) {
	bad := rules.Refuse("kgp.bad-board", "%.60q is no board that can be played here", text)
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "<"), ">"), ",")
	counts, total := make([]int, len(parts)), 0
	for i, part := range parts {
		if counts[i] = number(part); part == "" || counts[i] < 0 || counts[i] > 255 {
			return rules.Position{}, bad
		}
		total += counts[i]
	}
	houses := counts[0]
	if total -= houses; houses < 1 || len(counts) != 3+2*houses || total%(2*houses) != 0 {
		return rules.Position{}, bad
	}
	v, err := rules.Preset("kalah")
	if err == nil {
		v, err = v.WithSize(houses, total/(2*houses))
	}
	if err != nil {
		return rules.Position{}, bad.Because(err)
	}
	p, err := rules.ParsePosition(v.String() + " " + text + " south")
	if err != nil {
		return p, bad.Because(err)
	}
	return p, nil
}

// formatBoard returns the board of a position from the view of the side to move.
func formatBoard(p rules.Position) string {
	if p.ToMove() == rules.North {
		p = p.Mirror()
	}
	board, houses := p.Board(), int(p.Variant().Houses)
	var b strings.Builder
	fmt.Fprintf(&b, "<%d,%d,%d", houses, board.Store[rules.South], board.Store[rules.North])
	for _, row := range board.House {
		for _, n := range row[:houses] {
			fmt.Fprintf(&b, ",%d", n)
		}
	}
	return b.String() + ">"
}
