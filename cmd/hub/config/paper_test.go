package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"mancala/tools/need"
)

// The file in HUB.md is valid, and has every key that there is. Each key has an option, but for the
// database's url.
func TestPaper(t *testing.T) {
	text := need.Must(os.ReadFile(filepath.Join("..", "..", "..", "HUB.md")))(t)
	_, example, _ := strings.Cut(string(text), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	if _, _, err := Read([]string{"--config", file(t, example)}); err != nil {
		t.Error(err)
	}
	var have map[string]any
	need.NoError(t, toml.Unmarshal([]byte(example), &have))
	c := Default()
	options := c.options()
	var check func(of reflect.Type, have map[string]any, in string)
	check = func(of reflect.Type, have map[string]any, in string) {
		for i := range of.NumField() {
			tag := of.Field(i).Tag
			key := in + tag.Get("toml")
			value, there := have[tag.Get("toml")]
			if inner, isTable := value.(map[string]any); isTable {
				check(of.Field(i).Type, inner, key+".")
			} else if !there {
				t.Errorf("HUB.md does not have %s", key)
			} else if options.Lookup(tag.Get("flag")) == nil && key != "database.url" {
				t.Errorf("%s has no option", key)
			}
		}
	}
	check(reflect.TypeFor[Config](), have, "")
}
