package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

func TestDefault(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("STATE_DIRECTORY", dir)
	c, words, err := Read(nil)
	if err != nil || len(words) != 0 || c.Data != dir || c.Listen != ":7000" || c.AdminSocket() != filepath.Join(dir, "admin.sock") {
		t.Errorf("%+v, %v, %v", c, words, err)
	}
	if !strings.HasPrefix(c.Operators.Metrics, "127.0.0.1:") {
		t.Errorf("metrics for everyone: %s", c.Operators.Metrics)
	}
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hub.toml")
	need.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// Options count more than the file, and the file more than the defaults. Words that are no options
// are returned.
func TestRead(t *testing.T) {
	path := file(t, `
# The club of the school.
data = "/srv/club"
name = "Gymnasium"
addresses = ["a.example.org:7000", "b.example.org:7000"]
rated_computers = true
drain = "1m30s"

[database]
url = "postgres://hub:word@10.0.0.9/club"

[node]
name = "a"
address = "a.example.org:7000"

[tls]
domains = ["club.example.org"]

[operators]
metrics = ""
log_level = "debug"
log_form = "json"
`)
	c, words := need.Must2(Read([]string{"admin", "--config", path, "--name=Chess Club", "--node-address", "b.example.org:7000", "list"}))(t)
	want := Config{
		Data: "/srv/club", Listen: ":7000", Name: "Chess Club", Addresses: []string{"a.example.org:7000", "b.example.org:7000"},
		RatedComputers: true, RatedRules: presets(), Drain: Duration(90 * time.Second),
		Limits:    Limits{Address: 250, Newcomers: 60},
		Database:  Database{URL: "postgres://hub:word@10.0.0.9/club"},
		Node:      Node{Name: "a", Address: "b.example.org:7000"},
		TLS:       TLS{Domains: []string{"club.example.org"}, Challenges: ":80"},
		Operators: Operators{LogLevel: "debug", LogForm: "json"},
	}
	if !reflect.DeepEqual(c, want) || strings.Join(words, " ") != "admin list" {
		t.Errorf("got  %+v %v\nwant %+v", c, words, want)
	}
}

// The error of each mistake is a sentence that names the setting, and its line if it is in the
// file.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		text string
		args []string
		want string
	}{
		{"", []string{"--colour"}, `unknown flag: --colour; "hub --help" lists the options`},
		{"", []string{"--drain", "soon"}, "invalid argument"},
		{"colour = 1", nil, `line 1: there is nothing called "colour"`},
		{"name = \"A\"\n[node]\nnam = \"a\"", nil, `line 3: there is nothing called "node.nam"`},
		{"name = \"A", nil, "line 1: "},
		{"drain = \"soon\"", nil, `"soon" is not a time`},
		{"", []string{"--name", ""}, "name: "},
		{"", []string{"--announcement", strings.Repeat("x", 501)}, "announcement: "},
		{"", []string{"--drain", "-1s"}, "drain: "},
		{"[limits]\naddress = 0", nil, "limits."},
		{"", []string{"--limits-newcomers", "-1"}, "limits."},
		{"", []string{"--listen", ""}, "listen: "},
		{"", []string{"--listen", ":70000"}, "listen: "},
		{"", []string{"--addresses", ":7000"}, "addresses: "},
		{"", []string{"--addresses", "a.example.org:0"}, "addresses: "},
		{"", []string{"--metrics", "localhost"}, "metrics: "},
		{"", []string{"--tls-domains", "a.example.org", "--tls-challenges", ""}, "challenges: "},
		{"", []string{"--node", "Node A"}, "node.name: "},
		{"", []string{"--node", ""}, "node.name: "},
		{"", []string{"--node-address", ":7000"}, "node.address: "},
		{"", []string{"--nats", "nats://x"}, "--nats: the nodes of a club share a database now; set url under [database]"},
		{"", []string{"--cluster=:6222"}, "--cluster: the nodes of a club share a database now"},
		{"name = 'A'\n[bus]\nnode = 'a'", nil, "line 2: [bus]: the nodes of a club share a database now"},
		{"[database]\nurl = 'mysql://word@x'", nil, "line 2: database.url: it is not the URL of a PostgreSQL database"},
		{"name = 'A'\ndrain = 30", nil, "line 2: drain: a time has a unit"},
		{"name = 'A'\n\n[node]\n# this\nname = 'A B'", nil, "line 5: node.name: "},
		{"node.name = 'A B'", nil, "line 1: node.name: "},
		{"# no table\nnode = { name = 'A B' }", nil, "toml: node.name: "},
		{"name = \"\"\"\nA\nB\"\"\"", nil, "line 1: name: "},
		{"\n[operators]\nlog_level = 'loud'", nil, "line 3: operators.log_level: "},
		{"[tls]\nkey = 'x'", nil, "line 2: tls.key: certificate and key belong together; only one of them is set"},
		{"[tls]\ncertificate = 'x'", nil, "line 2: tls.certificate: "},
		{"addresses = [\n'a:1',\n'b'\n]", nil, "line 1: addresses: "},
		{"\nname = 5", nil, "line 2: this setting is a text, in quotation marks, not a TOML integer"},
		{"addresses = 'a:1'", nil, "line 1: this setting is a list of texts"},
		{"rated_computers = 'yes'", nil, "line 1: this setting is true or false"},
		{"listen = ':1'", []string{"--listen=7000"}, "listen: \"7000\""},
		{"", []string{"--tls-directory", "https://ca.example.org"}, "there are none"},
		{"", []string{"--tls-domains", "a.example.org", "--tls-directory", "ca.example.org"}, "begins with https://"},
		{"", []string{"--tls-key", "x", "--tls-certificate", "x", "--tls-domains", "a.org"}, "not both"},
		{"", []string{"--tls-domains", "127.0.0.1"}, "certificate can be fetched"},
		{"", []string{"--tls-domains", "*.example.org"}, "certificate can be fetched"},
		{"", []string{"--log-form", "xml"}, "log_form: "},
		{"", []string{"--admin", "/" + strings.Repeat("x", 120)}, "too long for a socket"},
	} {
		args := tt.args
		if tt.text != "" {
			args = append(args, "--config", file(t, tt.text))
		}
		if _, _, err := Read(args); err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") ||
			tt.args != nil && strings.Contains(err.Error(), ", line ") {
			t.Errorf("%q %q: %v, want %q", tt.text, tt.args, err, tt.want)
		}
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "none"), t.TempDir()} {
		if _, _, err := Read([]string{"--config", path}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, _, err := Read([]string{"--help"}); !errors.Is(err, ErrHelp) {
		t.Error(err)
	}
	if !strings.Contains(Usage(), "--listen address") {
		t.Error(Usage())
	}
}

func FuzzRead(f *testing.F) {
	f.Add("name = \"A\"\n[node]\nname = \"a\"")
	f.Add("[[node]]")
	f.Fuzz(func(t *testing.T, text string) {
		if c, _, err := Read([]string{"--config", file(t, text)}); err == nil && c.Listen == "" {
			t.Error("an empty address is taken")
		}
	})
}

// TestNetworks: a network is written as one, and an address means itself or its /64.
func TestNetworks(t *testing.T) {
	for text, want := range map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "192.0.2.7": "192.0.2.7/32", "::ffff:192.0.2.7": "192.0.2.7/32", "2001:db8::/32": "2001:db8::/32",
		"2001:db8:1:2::7": "2001:db8:1:2::/64",
		"":                "", "10.0.0.1/8": "", "10.0.0.0/33": "", "school": "", "2001:db8::/65": "", "10.0.0.1:5": "", "fe80::1%eth0": "",
	} {
		n, err := ParseNetwork(text)
		if got := n.String(); (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%q is %s, %v; want %q", text, got, err, want)
		}
	}
}

// TestLists: lists of rules and networks are read, and a mistake in them is named.
func TestLists(t *testing.T) {
	c, _ := need.Must2(Read([]string{"--config", file(t, "rated_rules = [\"kalah(6,6)\", \"bowls\"]\n[limits]\ntrusted = [\"10.0.0.0/8\"]\n")}))(t)
	rated, err := c.Rated()
	if fmt.Sprint(rated, err, c.Trusted()) != "[kalah(6,6) bowls(6,4)] <nil> [10.0.0.0/8]" {
		t.Errorf("%v, %v, %v", rated, err, c.Trusted())
	}
	if rated, err := Default().Rated(); fmt.Sprint(rated) != "[kalah(6,4) empty-capture(6,4) video(6,3) bowls(6,4) mangala(6,4) oware(6,4) togyz(9,9) bestemshe(5,5)]" || err != nil {
		t.Errorf("by default %v, %v", rated, err)
	}
	if c, _, err := Read([]string{"--rated-rules", "all"}); err != nil {
		t.Error(err)
	} else if rated, err := c.Rated(); len(rated) > 0 || err != nil {
		t.Errorf("all are %v, %v", rated, err)
	}
	for text, want := range map[string]string{
		"rated_rules = []": "line 1: rated_rules: name at least one", "rated_rules = [\"chess\"]": "rated_rules: ",
		"rated_rules = [\"all\", \"kalah\"]": "rated_rules: ", "[limits]\ntrusted = [\"10.0.0.1/8\"]": "line 2: limits.trusted: \"10.0.0.1/8\" has bits",
	} {
		if _, _, err := Read([]string{"--config", file(t, text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestExposed: a file with the database's url that all users can read is refused; one with a
// certificate's key is named.
func TestExposed(t *testing.T) {
	hidden := runtime.GOOS == "windows" // whose files have no such rights
	secret := "[database]\nurl = \"postgres://hub:word@10.0.0.1/club\"\n"
	for _, test := range []struct {
		text    string
		mode    os.FileMode
		refused bool
	}{
		{secret, 0o644, true}, {secret, 0o604, true}, {secret, 0o640, false}, {secret, 0o600, false}, {"name = \"Club\"\n", 0o644, false},
	} {
		path := file(t, test.text)
		need.NoError(t, os.Chmod(path, test.mode))
		_, _, err := Read([]string{"--config", path})
		if (err != nil) != (test.refused && !hidden) || err != nil && !strings.Contains(err.Error(), "every user of this machine can read "+path) {
			t.Errorf("%o %q: %v", test.mode, test.text, err)
		}
	}
	key := file(t, "key")
	need.NoError(t, os.Chmod(key, 0o644))
	if got := (Config{TLS: TLS{Key: key}}).Exposed(); !hidden && !strings.Contains(got, "the key of the certificate") {
		t.Errorf("%q", got)
	}
	if got := (Config{}).Exposed(); got != "" {
		t.Errorf("without a key: %q", got)
	}
}
