package menus

import "testing"

func TestSentences(t *testing.T) {
	for in, want := range map[string]string{"": "", "a port is taken": "A port is taken.", "Done.": "Done."} {
		if got := sentence(in); got != want {
			t.Errorf("sentence(%q) = %q, want %q", in, got, want)
		}
	}
}
