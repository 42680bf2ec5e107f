package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/pflag"
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
