package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/pflag"

	"mancala/hub/bus/natsbus"
)

// ErrHelp is returned if the help was asked for.
var ErrHelp = pflag.ErrHelp

// maxFile limits the file in bytes.
const maxFile = 1 << 20

// Read returns the configuration for the command-line arguments, without the program's name, and
// the arguments that are not options. Its errors are sentences for the operator.
func Read(args []string) (Config, []string, error) {
	scratch := Default()
	options := scratch.options()
	if err := options.Parse(args); err != nil {
		return Config{}, nil, sayOption(err)
	}
	c := Default()
	path, _ := options.GetString("config")
	if path != "" {
		if err := c.readFile(path); err != nil {
			return Config{}, nil, err
		}
	}
	fromFile := c
	options = c.options()
	if err := options.Parse(args); err != nil {
		return Config{}, nil, sayOption(err)
	}
	data, err := filepath.Abs(c.Data)
	if err != nil {
		return Config{}, nil, err
	}
	c.Data = data
	if err := c.check(); err != nil {
		return c, options.Args(), inFile(path, fromFile, err)
	}
	return c, options.Args(), nil
}

// mistake is a mistake in the value of a setting.
type mistake struct {
	key  string // as in "bus.node"
	text string
}

func (m mistake) Error() string { return m.key + ": " + m.text }

// wrong returns a mistake.
func wrong(key, format string, v ...any) error { return mistake{key, fmt.Sprintf(format, v...)} }

// inFile adds the file's line to a mistake if the file has it too.
func inFile(path string, file Config, err error) error {
	var m, same mistake
	if path == "" || !errors.As(err, &m) || !errors.As(file.check(), &same) || same != m {
		return err
	}
	text, failed := os.ReadFile(path)
	if failed != nil {
		return err
	}
	if line := lineOf(text, m.key); line > 0 {
		return fmt.Errorf("%s, line %d: %w", path, line, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// lineOf returns the line 1.. of a valid TOML file that sets a key, or 0.
func lineOf(text []byte, key string) int {
	p := unstable.Parser{}
	p.Reset(text)
	for table := ""; p.NextExpression(); {
		e := p.Expression()
		var parts []string
		var first *unstable.Node
		for it := e.Key(); it.Next(); {
			parts = append(parts, string(it.Node().Data))
			if first == nil {
				first = it.Node()
			}
		}
		name := strings.Join(parts, ".")
		switch {
		case e.Kind == unstable.Table:
			table = name + "."
		case e.Kind == unstable.KeyValue && table+name == key:
			return 1 + bytes.Count(text[:first.Raw.Offset], []byte("\n"))
		}
	}
	return 0
}

// sayOption explains the mistake in an option.
func sayOption(err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return fmt.Errorf("%w; \"hub --help\" lists the options", err)
}

// readFile reads a TOML file over the configuration.
func (c *Config) readFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %s; --config names the file of the configuration", path)
	case err != nil:
		return fmt.Errorf("the configuration cannot be read: %w", err)
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		return fmt.Errorf("%s is not a file of a configuration", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("the configuration cannot be read: %w", err)
	}
	c.file = path
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		row, _ := unknown.Errors[0].Position()
		return fmt.Errorf("%s, line %d: there is nothing called %q; HUB.md lists what there is",
			path, row, strings.Join(unknown.Errors[0].Key(), "."))
	case errors.As(err, &bad):
		row, _ := bad.Position()
		return fmt.Errorf("%s, line %d: %s", path, row, sayType(strings.TrimPrefix(bad.Error(), "toml: ")))
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// wrongType matches the decoder's words about a value of another type than the setting's.
var wrongType = regexp.MustCompile(`^cannot decode TOML (\S+) into .*of type (\S+)$`)

// sayType explains such a value.
func sayType(text string) string {
	m := wrongType.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	wants, known := map[string]string{
		"string": "a text, in quotation marks", "bool": "true or false", "[]string": "a list of texts, as in [\"a\", \"b\"]",
		"config.Duration": "a time in quotation marks, as in \"30s\"",
	}[m[2]]
	if !known {
		return text
	}
	return "this setting is " + wants + ", not a TOML " + m[1]
}

// check returns a sentence about the first mistake, or nil.
func (c Config) check() error {
	if err := c.checkAddresses(); err != nil {
		return err
	}
	switch n := utf8.RuneCountInString(c.Name); {
	case n < 1 || n > 64 || strings.ContainsFunc(c.Name, unicode.IsControl) || !utf8.ValidString(c.Name):
		return wrong("name", "a club's name has 1 to 64 characters in one line, unlike %q", c.Name)
	case utf8.RuneCountInString(c.Announcement) > 500 || !utf8.ValidString(c.Announcement):
		return wrong("announcement", "a text has at most 500 characters")
	case c.Drain < 0:
		return wrong("drain", "a time cannot be negative")
	case c.Drain > 0 && time.Duration(c.Drain) < time.Millisecond:
		return wrong("drain", "a time has a unit, as in \"30s\"; this is %v", time.Duration(c.Drain))
	case c.Limits.Address < 1:
		return wrong("limits.address", "an address needs at least one connection")
	case c.Limits.Newcomers < 1:
		return wrong("limits.newcomers", "an address needs at least one new member")
	case len(c.RatedRules) == 0:
		return wrong("rated_rules", "name at least one rule set, or \"all\"; tables are casual if their members choose so")
	case c.Bus.Node != word(c.Bus.Node) || c.Bus.Node == "" || len(c.Bus.Node) > 64:
		return wrong("bus.node", "%q is not a name for a node; it has small letters, digits and hyphens", c.Bus.Node)
	case c.Bus.NATS != "" && c.Bus.Cluster != "":
		return wrong("bus.nats", "nats and cluster exclude each other; the servers are either outside or the hubs themselves")
	case c.Bus.NATS == "" && c.Bus.Roots != "":
		return wrong("bus.roots", "outside servers are trusted by it, and there are none")
	case len(c.Bus.Peers) > 0 && c.Bus.Cluster == "":
		return wrong("bus.peers", "peers need cluster, which is where they find this node")
	case c.Bus.Cluster != "" && len(c.Bus.Secret) < natsbus.MinSecret:
		return wrong("bus.secret", "the nodes of a cluster prove who they are by a secret of at least %d characters, the same in the file of each", natsbus.MinSecret)
	case c.Bus.Cluster != "" && len(c.Bus.Peers) < 2:
		return wrong("bus.cluster", "a cluster has three nodes or more, so each has at least two peers: of two nodes neither goes on without the other")
	case (c.TLS.Certificate == "") != (c.TLS.Key == ""):
		return wrong(oneOf(c.TLS.Certificate != "", "tls.certificate", "tls.key"), "certificate and key belong together; only one of them is set")
	case len(c.TLS.Domains) == 0 && (c.TLS.Directory != "" || c.TLS.Roots != ""):
		return wrong(oneOf(c.TLS.Directory != "", "tls.directory", "tls.roots"), "directory and roots are those of the authority that gives certificates for domains, and there are none")
	case c.TLS.Directory != "" && !strings.HasPrefix(c.TLS.Directory, "https://"):
		return wrong("tls.directory", "%q is not the URL of an ACME directory, which begins with https://", c.TLS.Directory)
	case c.TLS.Certificate != "" && len(c.TLS.Domains) > 0:
		return wrong("tls.domains", "certificates come from files or by ACME (domains), not both")
	case c.Operators.LogForm != "text" && c.Operators.LogForm != "json":
		return wrong("operators.log_form", "the log is text or json, not %q", c.Operators.LogForm)
	case tooLong(c.AdminSocket()):
		return wrong("operators.admin", "the path %s is too long for a socket; choose a shorter one", c.AdminSocket())
	}
	if _, err := c.Rated(); err != nil {
		return err
	}
	for _, text := range c.Limits.Trusted {
		if _, err := ParseNetwork(text); err != nil {
			return wrong("limits.trusted", "%v", err)
		}
	}
	if c.Page != "" {
		if info, err := os.Stat(filepath.Join(c.Page, "index.html")); err != nil || !info.Mode().IsRegular() {
			return wrong("page", "there is no page in the folder %s; \"make web\" writes one to bin/page", c.Page)
		}
	}
	if err := new(slog.LevelVar).UnmarshalText([]byte(c.Operators.LogLevel)); err != nil {
		return wrong("operators.log_level", "the level is debug, info, warn or error, not %q", c.Operators.LogLevel)
	}
	for _, domain := range c.TLS.Domains {
		if !strings.Contains(domain, ".") || strings.ContainsAny(domain, "*:/ ") || net.ParseIP(domain) != nil {
			return wrong("tls.domains", "%q is not a name that a certificate can be fetched for, as in club.example.org", domain)
		}
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
		{"bus.cluster", c.Bus.Cluster, false, false},
		{"operators.metrics", c.Operators.Metrics, false, false},
		{"tls.challenges", c.TLS.Challenges, false, len(c.TLS.Domains) > 0},
	}
	for _, addr := range c.Addresses {
		all = append(all, address{"addresses", addr, true, true})
	}
	for _, addr := range c.Bus.Peers {
		all = append(all, address{"bus.peers", addr, true, true})
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

// othersRead is the right to read a file of users who neither own it nor are in its group.
const othersRead = 0o004

// Exposed returns a log sentence for each secret file that all users of the machine can read. The
// club runs all the same: files in a container usually have these permissions, and no one else is
// there.
func (c Config) Exposed() (sentences []string) {
	for _, file := range []struct{ path, has string }{{c.file, c.secrets()}, {c.TLS.Key, "the key of the certificate"}} {
		if file.has != "" && readableByAll(file.path) {
			sentences = append(sentences, fmt.Sprintf("Every user of this machine can read %s, which has %s. \"chmod o-rwx %s\" mends that.",
				file.path, file.has, file.path))
		}
	}
	return sentences
}

// secrets names the secrets in the configuration, or returns "".
func (c Config) secrets() string {
	switch {
	case c.Bus.Secret != "":
		return "the secret by which the nodes know one another"
	case slices.ContainsFunc(strings.Split(c.Bus.NATS, ","), hasPassword):
		return "a password or token of the NATS servers"
	}
	return ""
}

// hasPassword reports whether the URL of a server has a password, or a token in its place.
func hasPassword(server string) bool {
	u, err := url.Parse(strings.TrimSpace(server))
	return err == nil && u.User != nil
}

// readableByAll reports whether all users can read a file. Windows does not tell.
func readableByAll(path string) bool {
	if path == "" || runtime.GOOS == "windows" {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&othersRead != 0
}
