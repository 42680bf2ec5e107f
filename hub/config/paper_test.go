package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mancala/tools/need"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"
)

// The file in HUB.md is valid, and has every key that there is.
func TestPaper(t *testing.T) {
	text := need.Must(os.ReadFile(filepath.Join("..", "..", "HUB.md")))(t)
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	if _, _, err := Read([]string{"--config", file(t, example)}); err != nil {
		t.Error(err)
	}
	var have map[string]any
	need.NoError(t, toml.Unmarshal([]byte(example), &have))
	checkKeys(t, reflect.TypeFor[Config](), have, "")
}

func checkKeys(t *testing.T, of reflect.Type, have map[string]any, in string) {
	t.Helper()
	for i := range of.NumField() {
		if !of.Field(i).IsExported() {
			continue
		}
		name := of.Field(i).Tag.Get("toml")
		inner, isTable := have[name].(map[string]any)
		if _, ok := have[name]; !ok {
			t.Errorf("HUB.md does not have %s%s", in, name)
		} else if isTable {
			checkKeys(t, of.Field(i).Type, inner, name+".")
		}
	}
}

// Each key of the file has an option, and the other way round, but for the database's url and
// --config.
func TestOptionsAndKeys(t *testing.T) {
	c, keys := Default(), -1
	var count func(of reflect.Type)
	count = func(of reflect.Type) {
		for i := range of.NumField() {
			if f := of.Field(i); f.Type.Kind() == reflect.Struct {
				count(f.Type)
			} else if f.IsExported() {
				keys++
			}
		}
	}
	count(reflect.TypeFor[Config]())
	options := -1
	c.options().VisitAll(func(*pflag.Flag) { options++ })
	if options != keys {
		t.Errorf("%d options and %d keys", options, keys)
	}
}
