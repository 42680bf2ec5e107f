package dial

import "testing"

func TestHistory(t *testing.T) {
	var h History
	dialled := func(addr string, turns int) (n int) {
		for range turns {
			if h.Worth(addr) {
				n++
				h.Missed(addr)
			}
		}
		return n
	}
	if n := dialled("down", 1000); n < 60 || n > 90 {
		t.Errorf("an address at which no one answers is dialled %d times of 1,000", n)
	}
	h.Found("down")
	if n := dialled("down", maxMissed); n != maxMissed {
		t.Errorf("after it has answered it is dialled %d times of %d", n, maxMissed)
	}
	h.Strange("stranger")
	if n := dialled("stranger", 1000); n > 0 {
		t.Errorf("a stranger is dialled %d times", n)
	}
}
