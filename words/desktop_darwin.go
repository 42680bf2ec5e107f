package words

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// desktopPatience is the longest time that the system may take to name its languages.
const desktopPatience = 2 * time.Second

// desktopLanguages returns the languages of the user's settings, best first. A program started by
// the Finder has no LANG in its environment.
func desktopLanguages() []string {
	ctx, cancel := context.WithTimeout(context.Background(), desktopPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "defaults", "read", "-g", "AppleLanguages").Output()
	if err != nil {
		return nil
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return strings.ContainsRune("()\", \n\t", r) })
}
