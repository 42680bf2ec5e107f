package meet

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// DefaultPort is the port of a meeting point's address that has none.
const DefaultPort = "7001"

// Numbers in codes have two digits.
const (
	lowestNumber = 10
	numbers      = 90
)

// Code is the text that two people exchange in order to meet, as in "amber-fox-31".
type Code struct {
	// Lookup finds the host at the meeting point: "amber", or "amber42" at a busy one.
	Lookup string
	// Secret proves each end to the other. The meeting point must not learn it.
	Secret string
}

// String returns the code as text, including the secret half.
func (c Code) String() string { return c.Lookup + "-" + c.Secret }

// ErrCode means that a text is not a code.
var ErrCode = errors.New("a code has the form amber-fox-31")

// ParseCode parses a code as people write it: with capitals, with spaces or dashes of any kind
// between its words, with or without them before its numbers. The secret half may be left out. The
// error is ErrCode, wrapped; it includes the first word that is in no code, if there is one.
func ParseCode(text string) (Code, error) {
	words, err := split(text)
	if err != nil {
		return Code{}, err
	}
	var c Code
	rest, ok := words, false
	if c.Lookup, rest, ok = cutWord(rest, adjectives); !ok {
		return Code{}, unknown(words)
	}
	if len(rest) > 0 && isNumber(rest[0]) {
		c.Lookup, rest = c.Lookup+rest[0], rest[1:]
	}
	if len(rest) == 0 {
		return c, nil
	}
	animal := ""
	if animal, rest, ok = cutWord(rest, animals); !ok {
		return Code{}, unknown(rest)
	}
	if len(rest) != 1 || !isNumber(rest[0]) {
		return Code{}, ErrCode
	}
	c.Secret = animal + "-" + rest[0]
	return c, nil
}

// unknown returns the error about the first of some words.
func unknown(words []string) error {
	if len(words) == 0 || isNumber(words[0]) {
		return ErrCode
	}
	return &UnknownWordError{words[0]}
}

// UnknownWordError means that a text has a word that is in no code.
type UnknownWordError struct{ Word string }

// Error returns a text for the log.
func (e *UnknownWordError) Error() string { return fmt.Sprintf("no code has the word %q", e.Word) }

// Is reports whether target is [ErrCode].
func (e *UnknownWordError) Is(target error) bool { return target == ErrCode }

// maxCode is the number of bytes of a text that are looked at.
const maxCode = 64

// split splits a text into words and numbers.
func split(text string) ([]string, error) {
	if len(text) > maxCode {
		return nil, ErrCode
	}
	var words []string
	last := rune(-1)
	for _, r := range strings.ToLower(text) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			if isLetter(last) != isLetter(r) || !isLetter(last) && !isDigit(last) {
				words = append(words, "")
			}
			words[len(words)-1] += string(r)
		case !unicode.In(r, unicode.Pd, unicode.Zs) && r != '_' && r != '\u2212':
			return nil, ErrCode
		}
		last = r
	}
	return words, nil
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// cutWord removes the first word if it is on a list.
func cutWord(words, list []string) (first string, rest []string, ok bool) {
	if len(words) == 0 || !onList(words[0], list) {
		return "", words, false
	}
	return words[0], words[1:], true
}

func onList(word string, list []string) bool {
	_, found := slices.BinarySearch(list, word)
	return found
}

func isNumber(word string) bool {
	return len(word) == 2 && '1' <= word[0] && word[0] <= '9' && '0' <= word[1] && word[1] <= '9'
}

// isLookup reports whether a text has the form of a lookup.
func isLookup(text string) bool {
	if n := len(text); n > 2 && isNumber(text[n-2:]) {
		text = text[:n-2]
	}
	return onList(text, adjectives)
}

// NewSecret returns a random secret half, one of 23,040. It fails only if random does.
func NewSecret(random io.Reader) (string, error) {
	n, err := choose(random, len(animals)*numbers)
	if err != nil {
		return "", err
	}
	return animals[n/numbers] + "-" + strconv.Itoa(lowestNumber+n%numbers), nil
}

// NewCode returns a random code, one of 5,898,240, for a use in which one party makes both halves.
// It fails only if random does.
func NewCode(random io.Reader) (Code, error) {
	n, err := choose(random, len(adjectives))
	if err != nil {
		return Code{}, err
	}
	secret, err := NewSecret(random)
	return Code{Lookup: adjectives[n], Secret: secret}, err
}

// choose returns a random number from 0 to n-1, uniformly distributed; n is at most 2^16.
func choose(random io.Reader, n int) (int, error) {
	var b [3]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("no random bytes for a code: %w", err)
		}
		drawn := int(b[0])<<16 | int(b[1])<<8 | int(b[2])
		if drawn < 1<<24/n*n {
			return drawn % n, nil
		}
	}
}

// SplitAddress splits an address of the form lookup@host:port into lookup and meeting point. Of any
// other address, the lookup is "".
func SplitAddress(addr string) (lookup, point string) {
	if lookup, point, found := strings.Cut(addr, "@"); found {
		return lookup, point
	}
	return "", addr
}
