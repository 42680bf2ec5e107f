package settings

import (
	"slices"
	"strings"
	"testing"
)

func TestHostsAreRememberedLastFirst(t *testing.T) {
	var h Hosts
	for _, a := range []string{"a", "b", "c", "b", "d", "e", "f", ""} {
		h = h.With(a)
	}
	if got := h.List(); !slices.Equal(got, []string{"f", "e", "d", "b", "c"}) {
		t.Errorf("remembered are %q", got)
	}
	if got := h.Without("d").List(); !slices.Equal(got, []string{"f", "e", "b", "c"}) {
		t.Errorf("without one they are %q", got)
	}
	if got := (Hosts{}).List(); len(got) != 0 {
		t.Errorf("at first they are %q", got)
	}
	if h.With(strings.Repeat("a", maxAddress+1)) != h || h.With("a\nb") != h {
		t.Error("something was remembered that is no address")
	}
}

// The stored text may have been written by another program. The single address stored by older
// versions is a list of one.
func TestHostileHostsAreForgotten(t *testing.T) {
	for _, text := range []string{
		"", "\n", "a\n", "\na", "a\n\nb", "a\na", "a\nb\nc\nd\ne\nf", "a\x00", "a\tb", "\xff", "a\r\nb",
		strings.Repeat("a", maxAddress+1), strings.Repeat("a\n", 1<<16),
	} {
		if b, _ := open(map[string]string{"address": text}, nil); b.Now().Hosts != (Hosts{}) {
			t.Errorf("%.40q gives %q", text, b.Now().Hosts.List())
		}
	}
	if b, _ := open(map[string]string{"address": "ann.example:7001"}, nil); b.Now().Hosts != (Hosts{}).With("ann.example:7001") {
		t.Errorf("one address gives %q", b.Now().Hosts.List())
	}
}
