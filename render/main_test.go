package render

import (
	"flag"
	"testing"

	"mancala/tools/need/screen"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew where they have changed, instead of comparing with them")

func TestMain(m *testing.M) { screen.Main(m) }
