package notation

import (
	"net"
	"net/url"
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// linked begins the fragment of a link to a game, and maxLinked is the largest length of a
// fragment, in bytes: some programs that pass links on cut longer ones.
const (
	linked    = "game="
	maxLinked = 2048
)

// Fragment returns a game as the part of a link behind the #, "game=" and its [match.BriefText],
// escaped. Names are the names of South and North. It is an error if the game is too long for a
// link.
func Fragment(m *match.Match, names [2]string) (string, error) {
	text := match.BriefText(m, names[rules.South], names[rules.North])
	fragment := linked + url.QueryEscape(strings.TrimSpace(text))
	if len(fragment) > maxLinked {
		return "", rules.Refuse("notation.long-game", "this game is too long for a link")
	}
	return fragment, nil
}

// PageAddress returns the address of a page as a person writes it, with its scheme and without what
// may follow its path, or false. A [Fragment] behind it and a # makes the link.
func PageAddress(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") {
		host, _, _ := strings.Cut(text, "/")
		scheme := "https://"
		if _, _, err := net.SplitHostPort(host); err == nil { // a host's own port, which speaks http
			scheme = "http://"
		}
		text = scheme + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return "", false
	}
	u.RawQuery, u.Fragment, u.RawFragment = "", "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String(), true
}

// ReadFragment reads the game of a fragment; what a stranger wrote into a link may be anything.
func ReadFragment(fragment string) (g Reading, err error) {
	if len(fragment) > maxLinked {
		return g, rules.Refuse("notation.long-link", "that link is longer than any of a game")
	}
	escaped, is := strings.CutPrefix(fragment, linked)
	text, err := url.QueryUnescape(escaped)
	if !is || err != nil {
		return g, rules.Refuse("notation.no-link", "that link was changed on its way, or has no game")
	}
	g, _, err = NewReader(strings.NewReader(text), Asked{OneLine: true}).Nth(1)
	if err == nil && !g.HasGame {
		err = ErrBoard
	}
	return g, err
}
