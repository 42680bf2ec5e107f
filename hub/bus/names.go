package bus

import (
	"fmt"
	"strings"
	"time"
)

// maxName is the largest length of a subject, a key or a name.
const maxName = 200

// CheckSubject returns an error that is ErrName unless s is a subject: words of letters, digits,
// "-" and "_", with full stops between them.
func CheckSubject(s string) error {
	for word := range strings.SplitSeq(s, ".") {
		if !isWord(word) {
			return fmt.Errorf("subject %.200q: %w", s, ErrName)
		}
	}
	return checkLength(s)
}

// CheckPattern is CheckSubject for subscriptions, in which a word may be "*" and the last one ">".
func CheckPattern(s string) error {
	words := strings.Split(s, ".")
	for i, word := range words {
		if !isWord(word) && word != "*" && (word != ">" || i < len(words)-1) {
			return fmt.Errorf("subject %.200q: %w", s, ErrName)
		}
	}
	return checkLength(s)
}

// CheckSubscription returns an error that is ErrName unless a subscription can have this pattern
// and queue; the queue may be "".
func CheckSubscription(pattern, queue string) error {
	if err := CheckPattern(pattern); err != nil || queue == "" {
		return err
	}
	if err := CheckWord(queue); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	return nil
}

// CheckWord returns an error that is ErrName unless s is one word of a subject: the name of a node,
// a queue, a bucket, a log or a journal.
func CheckWord(s string) error {
	if !isWord(s) {
		return fmt.Errorf("%.200q: %w", s, ErrName)
	}
	return checkLength(s)
}

// CheckKey returns an error that is ErrName unless s is a key of a bucket: small letters, digits,
// "-" and full stops, which are neither first nor last nor side by side.
func CheckKey(s string) error {
	if err := CheckSubject(s); err != nil || strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' || r == '_' }) {
		return fmt.Errorf("key %.200q: %w", s, ErrName)
	}
	return nil
}

// CheckJournalKey returns an error that is ErrName unless s is a key of a journal: a key of one
// word.
func CheckJournalKey(s string) error {
	if err := CheckWord(s); err != nil {
		return err
	}
	return CheckKey(s)
}

// CheckPrefix returns an error that is ErrName unless s is a prefix for Bucket.Watch.
func CheckPrefix(s string) error {
	if s == "" {
		return nil
	}
	if key, ok := strings.CutSuffix(s, "."); !ok || CheckKey(key) != nil {
		return fmt.Errorf("prefix %.200q: %w", s, ErrName)
	}
	return nil
}

// CheckBucket returns an error unless a bucket can have this name and configuration.
func CheckBucket(name string, cfg BucketConfig) error {
	if err := CheckWord(name); err != nil {
		return fmt.Errorf("bucket: %w", err)
	}
	if cfg.TTL < 0 || cfg.TTL%time.Second != 0 {
		return fmt.Errorf("bucket %s: its keys cannot live for %v, only for whole seconds", name, cfg.TTL)
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

// Match reports whether a subject matches a pattern, both of which are valid.
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
