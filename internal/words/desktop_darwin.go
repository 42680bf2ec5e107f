package words

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// desktopPatience is the longest time to wait for the system's list of languages.
const desktopPatience = 2 * time.Second

// desktopLanguages returns the languages in the user's settings, best first. The Finder starts
// programs without LANG in the environment.
func desktopLanguages() []string {
	ctx, cancel := context.WithTimeout(context.Background(), desktopPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "defaults", "read", "-g", "AppleLanguages").Output()
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return strings.ContainsRune("()\", \n\t", r) })
}
