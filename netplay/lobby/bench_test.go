package lobby

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"mancala/internal/match/lobby"
	"mancala/tools/need"
)

// BenchmarkList writes and reads the largest list, 100 open tables and 50 at which two play.
func BenchmarkList(b *testing.B) {
	var out []byte
	for b.Loop() {
		out = out[:0]
		for i := range 150 {
			t := open
			if i >= 100 {
				t = played
			}
			out = need.Must(AppendNews(out, Message{Body: lobby.Told{Table: t}}))(b)
		}
		for in := bufio.NewReader(bytes.NewReader(out)); ; {
			if _, err := ReadNews(in); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(out)), "B")
}
