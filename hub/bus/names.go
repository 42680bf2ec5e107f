package bus

import (
	"fmt"
	"strings"
	"time"
)

// maxName is the largest length of a subject, a key or a name.
const maxName = 200

// CheckMessage returns ErrName unless s is a subject, and ErrTooLong if there is too much data. A
// subject is words of letters, digits, "-" and "_" with full stops between them.
func CheckMessage(s string, data []byte) error {
	if strings.ContainsAny(s, "*>") {
		return fmt.Errorf("subject %.200q: %w", s, ErrName)
	}
	if err := CheckPattern(s); err != nil {
		return err
	}
	return CheckData(data)
}

// CheckPattern returns ErrName unless s is a subject, whose words may be "*" and whose last word
// may be ">".
func CheckPattern(s string) error {
	words := strings.Split(s, ".")
	for i, word := range words {
		if !isWord(word) && word != "*" && (word != ">" || i < len(words)-1) {
			return fmt.Errorf("subject %.200q: %w", s, ErrName)
		}
	}
	return checkLength(s)
}

// CheckWord returns ErrName unless s is one word of a subject: the name of a node, a bucket, a log
// or a journal.
func CheckWord(s string) error {
	if !isWord(s) {
		return fmt.Errorf("%.200q: %w", s, ErrName)
	}
	return checkLength(s)
}

// CheckKey returns ErrName unless s is a key of a bucket: lower-case letters, digits, "-", and
// single full stops between other characters.
func CheckKey(s string) error {
	if err := CheckPattern(s); err != nil || strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' || strings.ContainsRune("_*>", r) }) {
		return fmt.Errorf("key %.200q: %w", s, ErrName)
	}
	return nil
}

// CheckJournalKey returns ErrName unless s is a key of a journal: a key of one word.
func CheckJournalKey(s string) error {
	if err := CheckWord(s); err != nil {
		return err
	}
	return CheckKey(s)
}

// CheckBucket returns an error unless a bucket can have this name and this lifetime of keys.
func CheckBucket(name string, ttl time.Duration) error {
	if err := CheckWord(name); err != nil {
		return fmt.Errorf("bucket: %w", err)
	}
	if ttl < 0 || ttl%time.Second != 0 {
		return fmt.Errorf("bucket %s: its keys cannot live for %v, only for whole seconds", name, ttl)
	}
	return nil
}

// CheckData returns ErrTooLong if there is too much.
func CheckData(data []byte) error {
	if len(data) > MaxData {
		return ErrTooLong
	}
	return nil
}

// Match reports whether a valid subject matches a valid pattern.
func Match(pattern, subject string) bool {
	for {
		p, morePattern, cutPattern := strings.Cut(pattern, ".")
		s, moreSubject, cutSubject := strings.Cut(subject, ".")
		if p == ">" {
			return true
		}
		if p != "*" && p != s || cutPattern != cutSubject {
			return false
		}
		if !cutPattern {
			return true
		}
		pattern, subject = morePattern, moreSubject
	}
}

func isWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

func checkLength(s string) error {
	if len(s) > maxName {
		return fmt.Errorf("%.200q...: longer than %d bytes: %w", s, maxName, ErrName)
	}
	return nil
}
