// Package config reads how a hub is run: from one TOML file, and from options of the command line,
// which count more. Everything has a default, so that a hub runs without either.
//
// The file is TOML because operators write it by hand: it has comments, which JSON has not, and no
// meaning in its indentation, as YAML has. github.com/pelletier/go-toml/v2 refuses keys that it
// does not know and says in which line a mistake is.
package config

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"mancala/record"
	"mancala/rules"
)

// Config is how a hub is run.
type Config struct {
	// Data is the folder of all that the hub keeps.
	Data string `toml:"data"`
	// Listen is where members connect, host:port; an empty host means all addresses of the machine.
	Listen string `toml:"listen"`
	// Name is the club's name.
	Name string `toml:"name"`
	// Announcement is a text for all members.
	Announcement string `toml:"announcement"`
	// Addresses are where members reach the nodes of the club, host:port; members dial the next one
	// when a node is gone. Empty means only the address that they dialled.
	Addresses []string `toml:"addresses"`
	// Page is a folder with the page for browsers, as "make web" writes it to bin/page; empty means
	// the page that was built into the hub, if there is one, and else that browsers get the advice
	// to install the program.
	Page string `toml:"page"`
	// RatedComputers lets computers sit at rated tables.
	RatedComputers bool `toml:"rated_computers"`
	// RatedRules are the rule sets with which games are rated, each with and without the pie rule;
	// a single "all" means any.
	RatedRules []string `toml:"rated_rules"`
	// Drain is how long a hub that is asked to stop waits for other nodes to take its games.
	Drain Duration `toml:"drain"`
	// Limits are the limits of one address.
	Limits Limits `toml:"limits"`
	// Bus is how nodes find one another.
	Bus Bus `toml:"bus"`
	// TLS has the certificates for browsers.
	TLS TLS `toml:"tls"`
	// Operators has the settings for the people who run the hub.
	Operators Operators `toml:"operators"`

	file string // of the configuration; "" if there is none
}

// Limits are the limits of one address, at each node. The members of a school or behind a load
// balancer share one.
type Limits struct {
	// Address is the number of connections of an address to the lobby, and the number of its
	// connections to games.
	Address int `toml:"address"`
	// Newcomers is the number of new members that an address may bring at once, and in an hour.
	Newcomers int `toml:"newcomers"`
	// Trusted are networks whose addresses have no limits, as in "10.0.0.0/8" or "192.0.2.7".
	Trusted []string `toml:"trusted"`
}

// Bus is how the nodes of a club find one another. A club on one machine needs none of it.
type Bus struct {
	// Node is the name of this node, which no other node has.
	Node string `toml:"node"`
	// NATS are the addresses of outside NATS servers, with commas between.
	NATS string `toml:"nats"`
	// Roots is a file in PEM form with the certificates by which those servers are trusted; empty
	// means the system's.
	Roots string `toml:"roots"`
	// Cluster is where this node listens for the others, host:port, if the hubs are the servers.
	Cluster string `toml:"cluster"`
	// Peers are the other nodes' Cluster.
	Peers []string `toml:"peers"`
	// Secret is known to all nodes of the cluster, and to no one else. It has no flag, which others
	// on the machine could read.
	Secret string `toml:"secret"`
}

// TLS has the certificates for the page in browsers, which trust no key of a hub's own. Programs
// need none.
type TLS struct {
	// Domains are the names for which certificates are fetched by ACME (Let's Encrypt).
	Domains []string `toml:"domains"`
	// Challenges is the address at which the hub proves to the certificate authority that the
	// domains are its own: port 80 of each.
	Challenges string `toml:"challenges"`
	// Email is for the certificate authority; it may be empty.
	Email string `toml:"email"`
	// Directory is the address of the certificate authority's ACME directory; empty means Let's
	// Encrypt.
	Directory string `toml:"directory"`
	// Roots is a file in PEM form with the certificates by which the authority itself is trusted;
	// empty means the system's.
	Roots string `toml:"roots"`
	// Certificate and Key are files in PEM form, read again when they change.
	Certificate string `toml:"certificate"`
	Key         string `toml:"key"`
}

// Operators has the settings for the people who run the hub.
type Operators struct {
	// Metrics is where /metrics and /healthz are served, host:port; empty means nowhere.
	Metrics string `toml:"metrics"`
	// Admin is the socket for "hub admin"; empty means admin.sock in Data.
	Admin string `toml:"admin"`
	// LogLevel is debug, info, warn or error, and LogForm text or json.
	LogLevel string `toml:"log_level"`
	LogForm  string `toml:"log_form"`
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

// MarshalText returns the form that UnmarshalText reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

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
		Bus:       Bus{Node: word(node)},
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

// options lets the command line change a configuration.
func (c *Config) options() *pflag.FlagSet {
	fs := pflag.NewFlagSet("hub", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.Usage = func() {}
	fs.String("config", "", "read this TOML `file`; options count more")
	fs.StringVar(&c.Data, "data", c.Data, "keep everything in this `folder`")
	fs.StringVar(&c.Listen, "listen", c.Listen, "listen for members at this `address`")
	fs.StringVar(&c.Name, "name", c.Name, "the `name` of the club")
	fs.StringVar(&c.Announcement, "announcement", c.Announcement, "a `text` for all members")
	fs.StringSliceVar(&c.Addresses, "addresses", c.Addresses, "where members reach the nodes: `addresses` with commas between")
	fs.StringVar(&c.Page, "page", c.Page, "show browsers the page in this `folder`, not the one that is built in")
	fs.BoolVar(&c.RatedComputers, "rated-computers", c.RatedComputers, "let computers sit at rated tables")
	fs.StringSliceVar(&c.RatedRules, "rated-rules", c.RatedRules, "rate games with these `rules`, or \"all\"")
	fs.DurationVar((*time.Duration)(&c.Drain), "drain", time.Duration(c.Drain), "how long to wait for other nodes when stopping")
	fs.IntVar(&c.Limits.Address, "limits-address", c.Limits.Address, "a `number` of connections of one address, to the lobby and to games")
	fs.IntVar(&c.Limits.Newcomers, "limits-newcomers", c.Limits.Newcomers, "a `number` of new members from one address in an hour")
	fs.StringSliceVar(&c.Limits.Trusted, "limits-trusted", c.Limits.Trusted, "`networks` whose addresses have no limits")
	fs.StringVar(&c.Bus.Node, "node", c.Bus.Node, "the `name` of this node")
	fs.StringVar(&c.Bus.NATS, "nats", c.Bus.NATS, "use outside NATS servers at these `addresses`")
	fs.StringVar(&c.Bus.Roots, "nats-roots", c.Bus.Roots, "a `file` with the certificates by which they are trusted")
	fs.StringVar(&c.Bus.Cluster, "cluster", c.Bus.Cluster, "listen for the other nodes at this `address`")
	fs.StringSliceVar(&c.Bus.Peers, "peers", c.Bus.Peers, "the other nodes' cluster `addresses`")
	fs.StringSliceVar(&c.TLS.Domains, "tls-domains", c.TLS.Domains, "fetch certificates for these `names` by ACME")
	fs.StringVar(&c.TLS.Challenges, "tls-challenges", c.TLS.Challenges, "answer those who give them at this `address`")
	fs.StringVar(&c.TLS.Email, "tls-email", c.TLS.Email, "an e-mail `address` for those who give the certificates")
	fs.StringVar(&c.TLS.Directory, "tls-directory", c.TLS.Directory, "the `URL` of their ACME directory, if they are not Let's Encrypt")
	fs.StringVar(&c.TLS.Roots, "tls-roots", c.TLS.Roots, "a `file` with the certificates by which they are trusted")
	fs.StringVar(&c.TLS.Certificate, "tls-certificate", c.TLS.Certificate, "a `file` with a certificate")
	fs.StringVar(&c.TLS.Key, "tls-key", c.TLS.Key, "a `file` with its key")
	fs.StringVar(&c.Operators.Metrics, "metrics", c.Operators.Metrics, "serve /metrics and /healthz at this `address`")
	fs.StringVar(&c.Operators.Admin, "admin", c.Operators.Admin, "the socket for \"hub admin\", a `file`")
	fs.StringVar(&c.Operators.LogLevel, "log-level", c.Operators.LogLevel, "log from this `level` on: debug, info, warn or error")
	fs.StringVar(&c.Operators.LogForm, "log-form", c.Operators.LogForm, "write the log as text or json")
	return fs
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
