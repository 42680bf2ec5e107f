package config

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// check returns a sentence about the first mistake, or nil.
func (c Config) check() error {
	_, rated := c.Rated()
	for _, err := range []error{
		c.checkAddresses(), c.checkClub(), c.Limits.check(), rated, c.Database.check(), c.Node.check(), c.TLS.check(), c.Operators.check(),
	} {
		if err != nil {
			return err
		}
	}
	if path := c.AdminSocket(); tooLong(path) {
		return wrong("operators.admin", "the path %s is too long for a socket; choose a shorter one", path)
	}
	return nil
}

// checkClub checks the settings that no section has.
func (c Config) checkClub() error {
	switch n := utf8.RuneCountInString(c.Name); {
	case n < 1 || n > 64 || strings.ContainsFunc(c.Name, unicode.IsControl) || !utf8.ValidString(c.Name):
		return wrong("name", "a club's name has 1 to 64 characters in one line, unlike %q", c.Name)
	case utf8.RuneCountInString(c.Announcement) > 500 || !utf8.ValidString(c.Announcement):
		return wrong("announcement", "a text has at most 500 characters")
	case c.Drain < 0:
		return wrong("drain", "a time cannot be negative")
	case c.Drain > 0 && time.Duration(c.Drain) < time.Millisecond:
		return wrong("drain", "a time has a unit, as in \"30s\"; this is %v", time.Duration(c.Drain))
	case len(c.RatedRules) == 0:
		return wrong("rated_rules", "name at least one rule set, or \"all\"; tables are casual if their members choose so")
	case c.Page == "":
		return nil
	}
	if info, err := os.Stat(filepath.Join(c.Page, "index.html")); err != nil || !info.Mode().IsRegular() {
		return wrong("page", "there is no page in the folder %s; \"make web\" writes one to bin/page", c.Page)
	}
	return nil
}

func (l Limits) check() error {
	switch {
	case l.Address < 1:
		return wrong("limits.address", "an address needs at least one connection")
	case l.Newcomers < 1:
		return wrong("limits.newcomers", "an address needs at least one new member")
	}
	for _, text := range l.Trusted {
		if _, err := ParseNetwork(text); err != nil {
			return wrong("limits.trusted", "%v", err)
		}
	}
	return nil
}

func (d Database) check() error {
	if d.URL != "" && !strings.HasPrefix(d.URL, "postgres://") && !strings.HasPrefix(d.URL, "postgresql://") {
		return wrong("database.url", "it is not the URL of a PostgreSQL database, as in postgres://user:password@host/name") // it may have a password
	}
	return nil
}

func (n Node) check() error {
	if n.Name != word(n.Name) || n.Name == "" || len(n.Name) > 64 {
		return wrong("node.name", "%q is not a name for a node; it has small letters, digits and hyphens", n.Name)
	}
	return nil
}

func (t TLS) check() error {
	switch {
	case (t.Certificate == "") != (t.Key == ""):
		return wrong(oneOf(t.Certificate != "", "tls.certificate", "tls.key"), "certificate and key belong together; only one of them is set")
	case len(t.Domains) == 0 && (t.Directory != "" || t.Roots != ""):
		return wrong(oneOf(t.Directory != "", "tls.directory", "tls.roots"), "directory and roots are those of the authority that gives certificates for domains, and there are none")
	case t.Directory != "" && !strings.HasPrefix(t.Directory, "https://"):
		return wrong("tls.directory", "%q is not the URL of an ACME directory, which begins with https://", t.Directory)
	case t.Certificate != "" && len(t.Domains) > 0:
		return wrong("tls.domains", "certificates come from files or by ACME (domains), not both")
	}
	for _, domain := range t.Domains {
		if !strings.Contains(domain, ".") || strings.ContainsAny(domain, "*:/ ") || net.ParseIP(domain) != nil {
			return wrong("tls.domains", "%q is not a name that a certificate can be fetched for, as in club.example.org", domain)
		}
	}
	return nil
}

func (o Operators) check() error {
	if o.LogForm != "text" && o.LogForm != "json" {
		return wrong("operators.log_form", "the log is text or json, not %q", o.LogForm)
	}
	if err := new(slog.LevelVar).UnmarshalText([]byte(o.LogLevel)); err != nil {
		return wrong("operators.log_level", "the level is debug, info, warn or error, not %q", o.LogLevel)
	}
	return nil
}

// checkAddresses checks everything of the form host:port.
func (c Config) checkAddresses() error {
	type address struct {
		name, addr     string
		host, required bool
	}
	all := []address{
		{"listen", c.Listen, false, true},
		{"node.address", c.Node.Address, true, false},
		{"operators.metrics", c.Operators.Metrics, false, false},
		{"tls.challenges", c.TLS.Challenges, false, len(c.TLS.Domains) > 0},
	}
	for _, addr := range c.Addresses {
		all = append(all, address{"addresses", addr, true, true})
	}
	for _, a := range all {
		if a.addr == "" && !a.required {
			continue
		}
		host, port, err := net.SplitHostPort(a.addr)
		n, failed := strconv.ParseUint(port, 10, 16)
		if err != nil || failed != nil || a.host && (host == "" || n == 0) {
			return wrong(a.name, "%q is not an address, which has a host, a colon and a port, as in club.example.org:7000", a.addr)
		}
	}
	return nil
}

// oneOf returns one of two keys.
func oneOf(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// tooLong reports whether a path is too long for a socket. Linux allows 107 bytes, other systems
// 103. The socket is made in a folder beside it, whose name adds up to 15.
func tooLong(path string) bool {
	most := 103
	if runtime.GOOS == "linux" {
		most = 107
	}
	return max(len(path), len(filepath.Dir(path))+15) > most
}

// word makes a text a name for a node.
func word(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return '-'
	}, text), "-")
}
