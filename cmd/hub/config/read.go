package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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
	key  string // as in "node.name"
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
	unknown := (*pflag.NotExistError)(nil)
	if errors.As(err, &unknown) && slices.Contains([]string{"nats", "nats-roots", "cluster", "peers"}, unknown.GetSpecifiedName()) {
		return fmt.Errorf("--%s: %s", unknown.GetSpecifiedName(), noBus)
	}
	return fmt.Errorf("%w; \"hub --help\" lists the options", err)
}

// noBus tells what has taken the place of the settings by which nodes once found one another.
const noBus = "the nodes of a club share a database now; set url under [database] and address under [node], as HUB.md says"

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
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		row, _ := unknown.Errors[0].Position()
		key := unknown.Errors[0].Key()
		if key[0] == "bus" {
			return fmt.Errorf("%s, line %d: [bus]: %s", path, row, noBus)
		}
		return fmt.Errorf("%s, line %d: there is nothing called %q; HUB.md lists what there is", path, row, strings.Join(key, "."))
	case errors.As(err, &bad):
		row, _ := bad.Position()
		return fmt.Errorf("%s, line %d: %s", path, row, sayType(strings.TrimPrefix(bad.Error(), "toml: ")))
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case c.Database.URL != "" && readableByAll(path):
		return fmt.Errorf("every user of this machine can read %s, which has the database's url; \"chmod o-rwx %s\" mends that", path, path)
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

// Exposed returns a sentence for the log if all users of the machine can read the key of the
// certificate. The club runs all the same: files in a container usually have these permissions, and
// no one else is there.
func (c Config) Exposed() string {
	if !readableByAll(c.TLS.Key) {
		return ""
	}
	return fmt.Sprintf("Every user of this machine can read %s, which has the key of the certificate. \"chmod o-rwx %s\" mends that.", c.TLS.Key, c.TLS.Key)
}

// readableByAll reports whether all users can read a file. Windows does not tell.
func readableByAll(path string) bool {
	if path == "" || runtime.GOOS == "windows" {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&othersRead != 0
}
