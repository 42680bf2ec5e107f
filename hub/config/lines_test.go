package config

import (
	"fmt"
	"strings"
	"testing"
)

// A mistake in a value names its setting, and its line if the file has it.
func TestLines(t *testing.T) {
	for _, tt := range []struct {
		text, args, want string
	}{
		{"name = 'A'\n\n[bus]\n# this\nnode = 'A B'", "", "line 5: bus.node: "},
		{"bus.node = 'A B'", "", "line 1: bus.node: "},
		{"# no table\nbus = { node = 'A B' }", "", "toml: bus.node: "},
		{"name = \"\"\"\nA\nB\"\"\"", "", "line 1: name: "},
		{"\n[operators]\nlog_level = 'loud'", "", "line 3: operators.log_level: "},
		{"[tls]\nkey = 'x'", "", "line 2: tls.key: "},
		{"[tls]\ncertificate = 'x'", "", "line 2: tls.certificate: "},
		{"addresses = [\n'a:1',\n'b'\n]", "", "line 1: addresses: "},
		{"name = 'A'\ndrain = 30", "", "line 2: drain: "},
		{"\nname = 5", "", "line 2: this setting is a text, in quotation marks, not a TOML integer"},
		{"addresses = 'a:1'", "", "line 1: this setting is a list of texts"},
		{"rated_computers = 'yes'", "", "line 1: this setting is true or false"},
		{"listen = ':1'", "--listen=7000", "listen: \"7000\""}, // the mistake is not in the file
	} {
		args := []string{"--config", file(t, tt.text)}
		if tt.args != "" {
			args = append(args, tt.args)
		}
		_, _, err := Read(args)
		if got := fmt.Sprint(err); !strings.Contains(got, tt.want) || tt.args != "" && strings.Contains(got, "line") {
			t.Errorf("%q: %s, want %q", tt.text, got, tt.want)
		}
	}
}
