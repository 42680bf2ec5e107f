package words

import "golang.org/x/sys/windows"

// desktopLanguages returns the user's display languages, best first.
func desktopLanguages() []string {
	list, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return nil
	}
	return list
}
