// Package config reads a hub's configuration from one TOML file and from command-line options,
// which override the file. Everything has a default, so a hub runs without either.
//
// The file is TOML because operators write it by hand: unlike JSON it has comments, and unlike YAML
// its indentation means nothing. github.com/pelletier/go-toml/v2 refuses unknown keys and reports
// the line of a mistake.
package config

import (
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"mancala/internal/match/lobby"
	"mancala/internal/record"
	"mancala/rules"
)

// Config is how a hub is run. A field with a flag is an option of the command line, which has the
// usage as its help; HUB.md says more about each.
type Config struct {
	Data         string   `toml:"data" flag:"data" usage:"keep everything in this <folder>"`
	Listen       string   `toml:"listen" flag:"listen" usage:"listen for members at this <address>"`
	Name         string   `toml:"name" flag:"name" usage:"the <name> of the club"`
	Announcement string   `toml:"announcement" flag:"announcement" usage:"a <text> for all members"`
	Addresses    []string `toml:"addresses" flag:"addresses" usage:"where members reach the nodes: <addresses> with commas between"`
	// Page is as "make web" writes it to bin/page. Without it and without one that is built in,
	// browsers get the advice to install the program.
	Page           string   `toml:"page" flag:"page" usage:"show browsers the page in this <folder>, not the one that is built in"`
	RatedComputers bool     `toml:"rated_computers" flag:"rated-computers" usage:"let computers sit at rated tables"`
	RatedRules     []string `toml:"rated_rules" flag:"rated-rules" usage:"rate games with these <rules>, or \"all\""`
	Drain          Duration `toml:"drain" flag:"drain" usage:"how long to wait for other nodes when stopping"`

	Limits    Limits    `toml:"limits"`
	Database  Database  `toml:"database"`
	Node      Node      `toml:"node"`
	TLS       TLS       `toml:"tls"`
	Operators Operators `toml:"operators"`
}

// Limits are the limits of one address, at each node. The members of a school or behind a load
// balancer share one.
type Limits struct {
	Address   int      `toml:"address" flag:"limits-address" usage:"a <number> of connections of one address, to the lobby and to games"`
	Newcomers int      `toml:"newcomers" flag:"limits-newcomers" usage:"a <number> of new members from one address in an hour"`
	Trusted   []string `toml:"trusted" flag:"limits-trusted" usage:"<networks> whose addresses have no limits"`
}

// Database says where the club is kept. A club on one machine needs no setting.
type Database struct {
	// URL is a PostgreSQL database. It has no flag, since others on the machine could read it.
	URL string `toml:"url"`
}

// Node sets this node among the nodes of a club, which share its database.
type Node struct {
	Name    string `toml:"name" flag:"node" usage:"the <name> of this node"`
	Address string `toml:"address" flag:"node-address" usage:"where members reach this node, an <address>"`
}

// TLS configures the certificates for browsers, which do not trust a hub's key. Programs need no
// certificates.
type TLS struct {
	Domains    []string `toml:"domains" flag:"tls-domains" usage:"fetch certificates for these <names> by ACME"`
	Challenges string   `toml:"challenges" flag:"tls-challenges" usage:"answer those who give them at this <address>"`
	Email      string   `toml:"email" flag:"tls-email" usage:"an e-mail <address> for those who give the certificates"`
	Directory  string   `toml:"directory" flag:"tls-directory" usage:"the <URL> of their ACME directory, if they are not Let's Encrypt"`
	Roots      string   `toml:"roots" flag:"tls-roots" usage:"a <file> with the certificates by which they are trusted"`
	// Certificate and Key are read again when they change.
	Certificate string `toml:"certificate" flag:"tls-certificate" usage:"a <file> with a certificate"`
	Key         string `toml:"key" flag:"tls-key" usage:"a <file> with its key"`
}

// Operators has the settings for the people who run the hub.
type Operators struct {
	Metrics  string `toml:"metrics" flag:"metrics" usage:"serve /metrics and /healthz at this <address>"`
	Admin    string `toml:"admin" flag:"admin" usage:"the socket for \"hub admin\", a <file>"`
	LogLevel string `toml:"log_level" flag:"log-level" usage:"log from this <level> on: debug, info, warn or error"`
	LogForm  string `toml:"log_form" flag:"log-form" usage:"write the log as text or json"`
}

// presets returns the names of all rule sets.
func presets() (names []string) {
	for _, p := range rules.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// Duration is a time in a file, as in "30s".
type Duration time.Duration

// UnmarshalText reads a duration as [time.ParseDuration] does.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a time such as 30s or 2m", text)
	}
	*d = Duration(parsed)
	return nil
}

// DefaultListen is the address for members; its port is the game's.
const DefaultListen = ":7000"

// Default returns the configuration of a hub without file and options.
func Default() Config {
	node, err := os.Hostname()
	if err != nil || node == "" {
		node = "hub"
	}
	return Config{
		Data: defaultData(), Listen: DefaultListen, Name: "Mancala Club", RatedRules: presets(), Drain: Duration(30 * time.Second),
		Limits:    Limits{Address: 250, Newcomers: 60},
		Node:      Node{Name: word(node)},
		TLS:       TLS{Challenges: ":80"},
		Operators: Operators{Metrics: "127.0.0.1:7001", LogLevel: "info", LogForm: "text"},
	}
}

// defaultData returns the folder that systemd made for the service, or this user's.
func defaultData() string {
	if dir := os.Getenv("STATE_DIRECTORY"); filepath.IsAbs(dir) {
		return dir
	}
	dir, err := record.DefaultDir()
	if err != nil {
		return "hub"
	}
	return filepath.Join(filepath.Dir(dir), "mancala-hub")
}

// options returns the command-line options, which change the configuration.
func (c *Config) options() *pflag.FlagSet {
	fs := pflag.NewFlagSet("hub", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.Usage = func() {}
	fs.String("config", "", "read this TOML `file`; options count more")
	addOptions(fs, reflect.ValueOf(c).Elem())
	return fs
}

// addOptions adds the options for the fields of a struct.
func addOptions(fs *pflag.FlagSet, of reflect.Value) {
	for i := range of.NumField() {
		f := of.Type().Field(i)
		name, usage := f.Tag.Get("flag"), strings.NewReplacer("<", "`", ">", "`").Replace(f.Tag.Get("usage"))
		switch {
		case f.Type.Kind() == reflect.Struct:
			addOptions(fs, of.Field(i))
			continue
		case name == "":
			continue
		}
		switch to := of.Field(i).Addr().Interface().(type) {
		case *string:
			fs.StringVar(to, name, *to, usage)
		case *[]string:
			fs.StringSliceVar(to, name, *to, usage)
		case *bool:
			fs.BoolVar(to, name, *to, usage)
		case *int:
			fs.IntVar(to, name, *to, usage)
		case *Duration:
			fs.DurationVar((*time.Duration)(to), name, time.Duration(*to), usage)
		}
	}
}

// Usage returns the help for the options.
func Usage() string {
	c := Default()
	return c.options().FlagUsagesWrapped(100)
}

// Logger returns the log that a valid configuration asks for, on the standard error stream.
func (c Config) Logger() *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.Operators.LogLevel)) // has been checked
	options := &slog.HandlerOptions{Level: level}
	if c.Operators.LogForm == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options))
}

// AdminSocket returns the path of the socket for "hub admin".
func (c Config) AdminSocket() string {
	if c.Operators.Admin != "" {
		return c.Operators.Admin
	}
	return filepath.Join(c.Data, "admin.sock")
}

// allRules is the word for any rules.
const allRules = "all"

// Rated returns the rules with which games are rated.
func (c Config) Rated() (lobby.RatedRules, error) {
	if slices.Equal(c.RatedRules, []string{allRules}) {
		return nil, nil
	}
	var list lobby.RatedRules
	for _, text := range c.RatedRules {
		v, err := rules.ParseRuleSet(text)
		if err != nil {
			return nil, wrong("rated_rules", "%v; or [\"all\"] alone", err)
		}
		list = append(list, v.Canonical())
	}
	return list, nil
}

// Trusted returns the networks whose addresses have no limits. The configuration must be valid.
func (c Config) Trusted() (list []netip.Prefix) {
	for _, text := range c.Limits.Trusted {
		if network, err := ParseNetwork(text); err == nil {
			list = append(list, network)
		}
	}
	return list
}

// smallestIPv6 is the length of the prefix of the smallest IPv6 network that counts as one address.
const smallestIPv6 = 64

// ParseNetwork returns the network for a text such as "10.0.0.0/8", or for an address, which means
// itself or, in IPv6, for its /64. An error is a sentence for an operator.
func ParseNetwork(text string) (netip.Prefix, error) {
	network, err := netip.ParsePrefix(text)
	if addr, single := netip.ParseAddr(text); single == nil && addr.Zone() == "" {
		network, err = netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
		if network.Addr().Is6() {
			network = netip.PrefixFrom(addr, smallestIPv6).Masked()
		}
	}
	switch {
	case err != nil:
		return netip.Prefix{}, fmt.Errorf("%q is not a network, as in 10.0.0.0/8 or 2001:db8::/32", text)
	case network.Addr().Is6() && network.Bits() > smallestIPv6:
		return netip.Prefix{}, fmt.Errorf("%q is smaller than a /64, which counts as one address", text)
	case network != network.Masked():
		return netip.Prefix{}, fmt.Errorf("%q has bits behind its length; write %s", text, network.Masked())
	}
	return network, nil
}
