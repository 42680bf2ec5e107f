//go:build !windows && !darwin && !js

package words

// desktopLanguages returns none: here the environment names the languages.
func desktopLanguages() []string { return nil }
