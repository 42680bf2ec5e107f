package sound

import (
	"slices"
	"testing"
)

func TestNamesCard(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		file string
		want bool
	}{
		"nothing":              {nil, "", false},
		"a sound card":         {nil, "/dev/snd/pcmC*p", true},
		"ALSA's own variable":  {map[string]string{"ALSA_CONFIG_PATH": "/a"}, "", true},
		"a system's settings":  {nil, "/etc/asound.conf", true},
		"a person's settings":  {map[string]string{"HOME": "/home/a"}, "/home/a/.asoundrc", true},
		"another person's":     {map[string]string{"HOME": "/home/a"}, "/home/b/.asoundrc", false},
		"a person's settings2": {map[string]string{"HOME": "/home/a"}, "/home/a/.config/alsa/asoundrc", true},
	} {
		files := []string{c.file}
		got := namesCard(func(name string) string { return c.env[name] },
			func(pattern string) bool { return slices.Contains(files, pattern) })
		if got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
