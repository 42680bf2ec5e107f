package menus

import (
	"os"
	"testing"

	"mancala/tools/need/screen"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == guestArgument {
		os.Exit(playAsGuest(os.Args[2]))
	}
	screen.Main(m)
}
