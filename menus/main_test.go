package menus

import (
	"testing"

	"mancala/tools/need/screen"
)

func TestMain(m *testing.M) { screen.Main(m) }
